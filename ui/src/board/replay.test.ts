import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { replay } from "./replay";
import type { Marble, Motion, Place, Point, Scene, Slab } from "./scene";

const place = (id: string, at: Point, on: string, kind: Place["kind"] = "bowl"): Place => ({
  id,
  at,
  radius: 0.4,
  kind,
  level: 1,
  on,
  open: true,
});
const slab = (id: string, kind: Slab["kind"], at: Point): Slab => ({
  id,
  kind,
  matter: "oak",
  at,
  size: [1.9, 0.4, 1.9],
  shape: "box",
  corner: 0.1,
  hole: null,
  on: "",
  beside: false,
  fixed: true,
});
const marble = (at: string): Marble => ({ place: at, owner: 0, radius: 0.4, matter: "ribbon", hue: 0 });
const made = (parts: Pick<Scene, "places" | "slabs" | "marbles">): Scene =>
  ({ marks: [], ...parts }) as unknown as Scene;
const at = (scene: Scene, id: string): Point | undefined => scene.places.find((p) => p.id === id)?.at;

/** Three slots in a row; trays with two holes stand on the first two, with a marble each. */
const trays = made({
  places: [
    ...["A", "B", "C"].map((id, i) => place(id, [2 * i, 0, 0], "bed", "slot")),
    place("a", [-0.5, 0.2, 0], "tray-A"),
    place("b", [0.5, 0.2, 0], "tray-A"),
    place("c", [1.5, 0.2, 0], "tray-B"),
    place("d", [2.5, 0.2, 0], "tray-B"),
  ],
  slabs: [slab("tray-A", "tray", [0, 0, 0]), slab("tray-B", "tray", [2, 0, 0])],
  marbles: [marble("b"), marble("c")],
});
const push: Motion[] = [
  { kind: "slide", what: "tray-B", to: "tray-C", step: 0, thing: "slab" },
  { kind: "slide", what: "tray-A", to: "tray-B", step: 0, thing: "slab" },
  { kind: "slide", what: "b", to: "d", step: 0 },
  { kind: "slide", what: "c", to: "e", step: 0 },
];

describe("replay", () => {
  test("what is cut into a tray goes along with it, and the marbles lie there", () => {
    const after = replay(trays, push);
    expect(after.slabs.map((s) => [s.id, s.at[0]])).toEqual([
      ["tray-B", 2],
      ["tray-C", 4],
    ]);
    expect(after.marbles.map((m) => m.place)).toEqual(["d", "e"]);
    expect(at(after, "d")).toEqual([2.5, 0.2, 0]);
    expect(at(after, "e")).toEqual([3.5, 0.2, 0]);
    expect(at(after, "c")).toEqual([1.5, 0.2, 0]);
    expect(after.places.filter((p) => p.on === "tray-C")).toHaveLength(2);
    expect(at(after, "a")).toBeUndefined();
  });

  test("a tray slid twice in a turn keeps its marbles", () => {
    const back: Motion[] = [
      { kind: "slide", what: "tray-B", to: "tray-A", step: 0, thing: "slab" },
      { kind: "slide", what: "d", to: "b", step: 0 },
    ];
    const after = replay(replay(trays, push), back);
    expect(after.marbles.map((m) => at(after, m.place))).toEqual([
      [0.5, 0.2, 0],
      [3.5, 0.2, 0],
    ]);
  });

  test("a tray taken off takes its holes along", () => {
    const after = replay(trays, [{ kind: "lift", what: "tray-B", to: "removed-1", step: 0, thing: "slab" }]);
    expect(after.slabs.map((s) => s.id)).toEqual(["tray-A"]);
    expect(after.places.some((p) => p.on === "tray-B")).toBe(false);
  });

  test("tiles that go round leave every place named", () => {
    const row = made({
      places: [0, 1, 2].map((i) => place(`p${i}`, [i, 0, 0], `tile-p${i}`)),
      slabs: [0, 1, 2].map((i) => slab(`tile-p${i}`, "tile", [i, 0, 0])),
      marbles: [marble("p0")],
    });
    const after = replay(row, [
      { kind: "slide", what: "tile-p0", to: "tile-p1", step: 0, thing: "slab" },
      { kind: "slide", what: "tile-p1", to: "tile-p2", step: 0, thing: "slab" },
      { kind: "round", what: "tile-p2", to: "tile-p0", step: 0, thing: "slab" },
      { kind: "slide", what: "p0", to: "p1", step: 0 },
    ]);
    for (const i of [0, 1, 2]) expect(after.places.find((p) => p.id === `p${i}`)).toMatchObject({ on: `tile-p${i}` });
    expect(at(after, after.marbles[0]!.place)).toEqual([1, 0, 0]);
  });
});

// Written by test/fixtures/write.py from the rules themselves.
const fixture = (name: string) => new URL(`../../test/fixtures/${name}.json`, import.meta.url);

describe("replay of moves as the server tells them", () => {
  for (const name of ["balanx", "quits-slide", "quits-out", "bilitaire-jumps", "bilitaire-slide", "pylos-take"]) {
    test(`gives the marbles and slabs of the scene after: ${name}`, () => {
      const text = readFileSync(fixture(name), "utf8");
      const { before, motions, after } = JSON.parse(text) as { before: Scene; motions: Motion[]; after: Scene };
      const where = (s: Scene) => s.marbles.map((m) => `${m.place} ${m.matter}`).sort();
      const got = replay(before, motions);
      expect(where(got)).toEqual(where(after));
      expect(got.slabs.map((s) => s.id).sort()).toEqual(after.slabs.map((s) => s.id).sort());
    });
  }
});
