import { describe, expect, it } from "vitest";
import { boardSlabs, flatLayout, PAD, placed, seatAt, toStage, type FlatLayout } from "../src/flat/layout";
import { flatSpots } from "../src/flat/spots";
import type { Marble, Place, Scene, Store } from "../src/board";
import balanx from "./fixtures/balanx.json";
import bilitaire from "./fixtures/bilitaire-slide.json";
import pylos from "./fixtures/pylos-take.json";
import quits from "./fixtures/quits-slide.json";

const SCENES = Object.fromEntries(
  Object.entries({ balanx, bilitaire, pylos, quits }).map(([name, each]) => [name, each.before as unknown as Scene]),
);

const place = (id: string, x: number, z: number, kind: Place["kind"] = "seat", y = 0, open = true): Place => ({
  id,
  at: [x, y, z],
  radius: 0.4,
  kind,
  level: 1,
  on: "",
  open,
});
const store = (owner: number, seats: number): Store => ({
  id: `reserve${owner}`,
  kind: "reserve",
  owner,
  seats: Array.from({ length: seats }, (_, n) => `r${owner}.${n}`),
  beside: true,
});
const marble = (at: string, owner: number): Marble => ({ place: at, owner, radius: 0.4, matter: "ivory", hue: 0 });

/** A board of one place with a reserve at each end, of which the first holds two marbles. */
function sceneWith(seats: number): Scene {
  const stores = [store(1, seats), store(2, seats)];
  return {
    places: [place("a1", 0, 0, "bowl"), ...stores.flatMap((each) => each.seats.map((id) => place(id, 0, 9)))],
    marbles: [marble("r1.0", 1), marble("r1.1", 1), marble("a1", 2)],
    slabs: [],
    arrows: [],
    labels: [],
    medals: [],
    stores,
    players: [
      { number: 1, side: "near" },
      { number: 2, side: "far" },
    ],
  } as unknown as Scene;
}

const trayOf = (laid: FlatLayout, owner: number) => laid.trays.find((tray) => tray.store.owner === owner)!;
const DESKTOP = { width: 920, height: 744 };
const PHONE = { width: 390, height: 455 };
const SMALL = { width: 360, height: 350 };

describe("the flat view", () => {
  it("stands trays beside the board where there is room, without making it smaller", () => {
    const bare = flatLayout({ ...sceneWith(15), stores: [] }, false, DESKTOP, 0, 104);
    const laid = flatLayout(sceneWith(15), false, DESKTOP, 0, 104);
    expect(laid.scale).toBe(bare.scale);
    for (const tray of laid.trays) {
      expect(tray.x).toBeGreaterThan(laid.cx + laid.scale / 2);
      expect(tray.x + tray.width).toBeLessThan(DESKTOP.width);
    }
  });

  it("leaves a long tray out on a phone, so that the board is as large as without it", () => {
    const laid = flatLayout(sceneWith(48), false, PHONE, 46, 8);
    expect(laid.trays).toEqual([]);
    expect(laid.scale).toBe(flatLayout({ ...sceneWith(48), stores: [] }, false, PHONE, 46, 8).scale);
    const seats = placed(sceneWith(48), laid).places.filter((each) => each.id.startsWith("r"));
    for (const seat of seats) expect(seat.radius).toBeLessThan(0.001);
  });

  it.each([3, 15])("stacks trays of %i seats above and below it on a phone, over nothing", (seats) => {
    const laid = flatLayout(sceneWith(seats), false, PHONE, 46, 8);
    const [far, near] = [trayOf(laid, 2), trayOf(laid, 1)];
    expect(far.y).toBeGreaterThanOrEqual(46);
    expect(far.y + far.height).toBeLessThan(laid.y);
    expect(near.y).toBeGreaterThan(laid.y + laid.height);
    expect(near.y + near.height).toBeLessThanOrEqual(PHONE.height);
    for (const tray of laid.trays) expect(tray.x).toBeGreaterThanOrEqual(0);
  });

  it("seats the players the other way round for the far one", () => {
    const laid = flatLayout(sceneWith(15), true, PHONE, 0, 8);
    expect(trayOf(laid, 1).y).toBeLessThan(trayOf(laid, 2).y);
  });

  it("gives a reserve its handle on the marble that is taken next", () => {
    const scene = sceneWith(15);
    const laid = flatLayout(scene, false, PHONE, 0, 8);
    const tray = trayOf(laid, 1);
    const [spot] = flatSpots(scene, laid, ["reserve:1"]);
    expect(spot!.x).toBeCloseTo(tray.x + PAD + 1.5 * tray.cell);
    expect(spot!.y).toBeCloseTo(seatAt(tray, 1).y);
    expect(spot!.filled).toBe(true);
  });

  it("finds the places of the board where they are drawn", () => {
    const scene = sceneWith(15);
    const laid = flatLayout(scene, false, DESKTOP, 0, 104);
    const [spot] = flatSpots(scene, laid, ["a1"]);
    expect(spot).toMatchObject({ x: laid.cx, y: laid.cy });
  });

  it.each(Object.keys(SCENES))("keeps all of %s on the stage, from both sides and on every screen", (name) => {
    const scene = SCENES[name]!;
    for (const stage of [DESKTOP, PHONE, SMALL, { width: 560, height: 260 }])
      for (const turned of [false, true]) {
        const laid = flatLayout(scene, turned, stage, 0, 8);
        for (const { at, radius } of placed(scene, laid).places) {
          const { x, y } = toStage(laid, at[0], at[2]);
          const r = radius * laid.scale;
          expect(Math.min(x, y) - r).toBeGreaterThanOrEqual(-0.5);
          expect(x + r).toBeLessThanOrEqual(stage.width + 0.5);
          expect(y + r).toBeLessThanOrEqual(stage.height + 0.5);
        }
      }
  });

  it("turns positions for the far player, and nothing else", () => {
    const scene = SCENES.quits!;
    const [near, far] = [false, true].map((turned) => flatLayout(scene, turned, DESKTOP, 0, 104)) as [
      FlatLayout,
      FlatLayout,
    ];
    const [there, here] = [toStage(near, 2, -1), toStage(far, 2, -1)];
    expect(here.x - far.cx).toBeCloseTo(near.cx - there.x);
    expect(here.y - far.cy).toBeCloseTo(near.cy - there.y);
    expect(far.scale).toBe(near.scale);
  });

  it("leaves out on a phone the wood on which nothing lies, so that places are larger", () => {
    const scene = SCENES.pylos!;
    expect(boardSlabs(scene, false).map((slab) => slab.id)).toEqual(["table", "plate"]);
    expect(boardSlabs(scene, true).map((slab) => slab.id)).toEqual(["plate"]);
    // Centres of neighbours of two levels, in pixels.
    const laid = flatLayout(scene, false, SMALL, 0, 8);
    expect(1.02 * Math.SQRT1_2 * laid.scale).toBeGreaterThan(32);
  });

  it("stands trays at both sides of the board on a stage that is wider than high", () => {
    const scene = SCENES.pylos!;
    const stage = { width: 560, height: 260 };
    const laid = flatLayout(scene, false, stage, 0, 8);
    const [far, near] = [trayOf(laid, 2), trayOf(laid, 1)];
    expect(far.x + far.width).toBeLessThanOrEqual(laid.x);
    expect(near.x).toBeGreaterThanOrEqual(laid.x + laid.width);
    expect(laid.height).toBeGreaterThan(stage.height * 0.9);
    for (const tray of laid.trays) expect(tray.y + tray.height).toBeLessThanOrEqual(stage.height);
  });

  it("reaches only the highest of what lies over each other", () => {
    const stack = (top: boolean): Scene => ({
      ...sceneWith(0),
      stores: [],
      places: [place("low", 0, 0, "bowl"), place("high", 0, 0, "pocket", 1.4, top)],
      marbles: [marble("low", 1)],
    });
    const laid = flatLayout(stack(true), false, DESKTOP, 0, 0);
    const found = (scene: Scene) => flatSpots(scene, laid, ["low", "high"]).map((spot) => spot.handle);
    expect(found(stack(true))).toEqual(["high"]);
    expect(found(stack(false))).toEqual(["low"]);
    const filled = { ...stack(false), marbles: [marble("low", 1), marble("high", 2)] };
    expect(found(filled)).toEqual(["high"]);
  });
});
