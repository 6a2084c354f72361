import { describe, expect, it } from "vitest";
import type { Motion, Scene } from "../src/board";
import { midTurn } from "../src/table/between";

const bowl = (id: string, on: string, x: number) => ({
  id,
  on,
  at: [x, 0.2, 0],
  radius: 0.4,
  kind: "bowl",
  level: 1,
  open: true,
});
const scene = {
  slabs: [{ id: "tray-A1", kind: "tray", at: [0, 0, 0], size: [2, 0.4, 2], on: "A1" }],
  places: [
    bowl("a1", "tray-A1", -0.5),
    bowl("b1", "tray-A1", 0.5),
    { ...bowl("B1", "bed", 2), at: [2, 0, 0], kind: "slot" },
  ],
  marbles: [{ place: "a1", owner: 0, radius: 0.4, matter: "ribbon", hue: 0 }],
  marks: [],
} as unknown as Scene;
const motions: Motion[] = [
  { kind: "slide", what: "tray-A1", to: "tray-B1", step: 0, thing: "slab" },
  { kind: "slide", what: "a1", to: "c1", step: 0 },
];

describe("a turn that is not over", () => {
  it("takes the places of a moved tray along, with what lies on them", () => {
    const after = midTurn(scene, [motions]);
    expect(after.marbles[0]?.place).toBe("c1");
    expect(after.places.find((place) => place.id === "c1")?.at).toEqual([1.5, 0.2, 0]);
    expect(after.places.find((place) => place.id === "a1")).toBeUndefined();
    expect(after.places.find((place) => place.on === "tray-B1" && place.id !== "c1")?.at).toEqual([2.5, 0.2, 0]);
  });

  it("leaves places alone where only marbles moved", () => {
    const jump: Motion[] = [{ kind: "jump", what: "a1", to: "b1", step: 0 }];
    const after = midTurn(scene, [jump]);
    expect(after.marbles[0]?.place).toBe("b1");
    expect(after.places).toEqual(scene.places);
  });
});
