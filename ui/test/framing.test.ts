import { describe, expect, it } from "vitest";
import type { Point, Scene } from "../src/board";
import { framing, spare } from "../src/board/framing";
import { Layout } from "../src/board/layout";
import balanx from "./fixtures/balanx.json";
import bilitaire from "./fixtures/bilitaire-slide.json";
import pylos from "./fixtures/pylos-take.json";
import quits from "./fixtures/quits-slide.json";

const framed = (fixture: { before: unknown }, close = false): Point[] =>
  framing(new Layout(fixture.before as Scene), true, close);
const widest = (points: Point[]): number => Math.max(...points.map(([x]) => x));

describe("a narrow picture", () => {
  it("shows a board whole where its rim is narrow", () => {
    expect(widest(framed(quits, true))).toBeGreaterThanOrEqual(3.7);
    const corner = ([x, , z]: Point): boolean => Math.abs(x) >= 3.69 && Math.abs(z) >= 3.69;
    expect(framed(quits, true).filter(corner).length).toBeGreaterThanOrEqual(4);
    expect(widest(framed(bilitaire, true))).toBeCloseTo(4.85);
    expect(framed(pylos, true).some(([x, , z]) => Math.abs(x) > 2.59 && Math.abs(z) > 2.59)).toBe(true);
  });

  it("shows a round table whole, with the reserve on it, where there is room", () => {
    const round = (pylos.before as unknown as Scene).slabs.filter(({ shape }) => shape === "disc");
    const radius = Math.max(...round.map(({ size }) => size[0] / 2));
    expect(widest(framed(pylos))).toBeCloseTo(radius);
    expect(widest(framed(pylos, true))).toBeLessThan(3);
  });

  it("keeps places large where what lies beside them is wide", () => {
    expect(widest(framed(pylos, true))).toBeLessThan(3); // not the round table
    expect(widest(framed(balanx, true))).toBeLessThan(4.6); // not its cradle
  });

  it("shows every marble of a board, those that roll in a track too", () => {
    const { marbles, places } = balanx.before as unknown as Scene;
    const steel = marbles.filter((marble) => marble.matter === "steel").map(({ place }) => place);
    const reach = places.filter(({ id }) => steel.includes(id)).map(({ at, radius }) => Math.abs(at[0]) + radius);
    expect(reach.length).toBe(2);
    for (const close of [true, false])
      expect(widest(framed(balanx, close))).toBeGreaterThanOrEqual(Math.max(...reach) - 1e-6);
  });

  it("leaves out marbles that its edge would cut, but not those under way", () => {
    const layout = new Layout(pylos.before as unknown as Scene);
    const reserve = layout.scene.marbles.find(({ place }) => layout.places.get(place)!.kind === "seat")!;
    const [x, , z] = layout.places.get(reserve.place)!.at;
    expect(spare(layout, { place: reserve.place, at: { x, z }, lift: 0 })).toBe(true);
    expect(spare(layout, { place: reserve.place, at: { x: x + 0.3, z }, lift: 0 })).toBe(false);
    expect(spare(layout, { place: reserve.place, at: { x, z }, lift: 0.5 })).toBe(false);
    const tracks = new Layout(balanx.before as unknown as Scene);
    const { marbles } = tracks.scene;
    const lying = marbles.map(({ place }) => ({ place, at: tracks.places.get(place)!.at }));
    expect(lying.some(({ place, at: [a, , b] }) => spare(tracks, { place, at: { x: a, z: b }, lift: 0 }))).toBe(false);
  });

  it("leaves room for a board to tilt", () => {
    const level = Math.max(...(balanx.before as unknown as Scene).labels.map(({ at }) => at[1]));
    const front = framed(balanx, true).filter(([, , z]) => z > 4);
    expect(Math.min(...front.map(([, y]) => y))).toBeLessThan(level - 0.2);
    expect(Math.max(...front.map(([, y]) => y))).toBeGreaterThan(level + 0.2);
  });
});
