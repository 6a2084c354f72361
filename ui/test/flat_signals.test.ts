import { describe, expect, it } from "vitest";
import type { Scene } from "../src/board";
import { lightsOf, tracesOf } from "../src/flat/signals";
import { outline } from "../src/flat/shapes";
import balanx from "./fixtures/balanx.json";
import pylos from "./fixtures/pylos-take.json";
import quits from "./fixtures/quits-slide.json";

const sceneOf = (each: { after: unknown }) => each.after as Scene;
/** The first point of a path. */
const start = (d: string): [number, number] => {
  const [, x, y] = /^M(-?[\d.]+) (-?[\d.]+)/.exec(d)!;
  return [Number(x), Number(y)];
};

describe("lights of the flat board", () => {
  it("rings an empty place and a marble differently, and fills only the empty one", () => {
    const scene = sceneOf(quits);
    const filled = scene.marbles[0]!.place;
    const empty = scene.places.find((p) => p.kind === "bowl" && !scene.marbles.some((m) => m.place === p.id))!.id;
    const [a, b] = lightsOf(
      scene,
      [filled, empty].map((handle) => ({ handle, state: "may" })),
      1,
      0.27,
    );
    expect([a!.filled, b!.filled]).toEqual([false, true]);
  });

  it("puts rings over marbles that stand close together", () => {
    const scene = sceneOf(pylos);
    const lying = scene.marbles.find((m) => scene.places.some((p) => p.id === m.place && p.kind === "bowl"))!;
    expect(lightsOf(scene, [{ handle: lying.place, state: "hint" }], 1, 0.36)[0]).toMatchObject({
      over: true,
      state: "hint",
    });
  });

  it("points an arrow the other way for the far player", () => {
    const scene = sceneOf(quits);
    const lit = [{ handle: `arrow:${scene.arrows[0]!.id}`, state: "may" as const }];
    const [near, far] = [lightsOf(scene, lit, 1, 0)[0]!.arrow!, lightsOf(scene, lit, -1, 0)[0]!.arrow!];
    expect(Math.abs(near.turn - far.turn)).toBeCloseTo(180);
    expect(far.at).toEqual(near.at.map((v) => -v));
  });

  it("lights nothing for a plain button", () => {
    expect(lightsOf(sceneOf(quits), [{ handle: "done", state: "may" }], 1, 0)).toEqual([]);
  });
});

describe("traces of the last move", () => {
  it("draws every mark of a scene", () => {
    for (const each of [balanx, pylos, quits]) {
      const scene = sceneOf(each);
      expect(scene.marks.length).toBeGreaterThan(0);
      expect(tracesOf(scene, 1, 0).map((trace) => trace.name.split(" ")[0])).toEqual(scene.marks.map((m) => m.kind));
    }
  });
});

describe("outlines", () => {
  const board = sceneOf(balanx).slabs.find((slab) => !slab.fixed)!;

  it("widen a leaning board on its raised side", () => {
    const level = start(outline(board, 1));
    expect(start(outline(board, 1, { degrees: 4.5 }))[0]).toBeLessThan(level[0]);
    expect(start(outline(board, 1, { degrees: -4.5 }))[0]).toBeGreaterThan(level[0]);
  });
});
