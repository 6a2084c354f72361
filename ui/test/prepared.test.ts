import { describe, expect, it } from "vitest";
import type { Scene } from "../src/board";
import { preparable, prepareWith } from "../src/table/prepared";

const scene = {
  places: ["a1", "b2", "c3", "d4"].map((id) => ({ id, kind: "bowl", open: true })),
  marbles: [
    { place: "b2", owner: 1 },
    { place: "d4", owner: 2 },
  ],
  arrows: [{ id: "3>" }],
  stores: [],
  slabs: [],
  players: [],
} as unknown as Scene;

describe("a turn prepared while others move", () => {
  it("begins with what can be taken and goes on with free places", () => {
    const first = prepareWith([], "b2", scene, 1)!;
    expect(first).toEqual(["b2"]);
    expect(prepareWith(first, "c3", scene, 1)).toEqual(["b2", "c3"]);
  });

  it("takes back the last touch, and begins again with another thing", () => {
    expect(prepareWith(["b2", "c3"], "c3", scene, 1)).toEqual(["b2"]);
    expect(prepareWith(["b2", "c3"], "arrow:3>", scene, 1)).toEqual(["arrow:3>"]);
    expect(prepareWith(["c3"], "a1", scene, 1)).toEqual(["a1"]);
  });

  it("leaves others' marbles alone", () => {
    expect(prepareWith([], "d4", scene, 1)).toBe(null);
  });

  it("can be touched on the board only", () => {
    expect(preparable(scene, 1)).toEqual(["a1", "b2", "c3", "d4", "arrow:3>"]);
  });
});
