import { describe, expect, it } from "vitest";
import type { Marble, Place, Scene, Store } from "../src/board";
import { flatLayout, flatSpots, PAD, seatAt, type FlatLayout } from "../src/table/beside";

const place = (id: string, x: number, z: number, kind: Place["kind"] = "seat"): Place => ({
  id,
  at: [x, 0, z],
  radius: 0.4,
  kind,
  level: 1,
  on: "",
  open: true,
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

describe("the flat view", () => {
  it("stands trays beside the drawing where there is room, without making it smaller", () => {
    const bare = flatLayout({ ...sceneWith(15), stores: [] }, false, DESKTOP, 0, 104);
    const laid = flatLayout(sceneWith(15), false, DESKTOP, 0, 104);
    expect(laid.square).toBe(bare.square);
    for (const tray of laid.trays) {
      expect(tray.x).toBeGreaterThan(laid.x + laid.square);
      expect(tray.x + tray.width).toBeLessThan(DESKTOP.width);
    }
  });

  it.each([3, 15, 48])("stacks trays of %i seats above and below it on a phone, over nothing", (seats) => {
    const laid = flatLayout(sceneWith(seats), false, PHONE, 46, 8);
    const [far, near] = [trayOf(laid, 2), trayOf(laid, 1)];
    expect(far.y).toBeGreaterThanOrEqual(46);
    expect(far.y + far.height).toBeLessThan(laid.y);
    expect(near.y).toBeGreaterThan(laid.y + laid.square);
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
    const [spot] = flatSpots(scene, laid, ["reserve:1"], false);
    expect(spot).toMatchObject({ ...seatAt(tray, 1), filled: true });
    expect(spot!.x).toBeCloseTo(tray.x + PAD + 1.5 * tray.cell);
  });

  it("finds the places of the drawing where they are drawn", () => {
    const scene = sceneWith(15);
    const laid = flatLayout(scene, false, DESKTOP, 0, 104);
    const [spot] = flatSpots(scene, laid, ["a1"], false);
    expect(spot).toMatchObject({ x: laid.x + laid.square / 2, y: laid.y + laid.square / 2 });
  });
});
