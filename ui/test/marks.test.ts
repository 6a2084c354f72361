import { describe, expect, it } from "vitest";
import { course, mistakesOf, standing, stretches } from "../src/analysis/marks";
import { wanted, positionAddress, tableAddress } from "../src/analysis/address";
import { eventsOf } from "../src/server/sent_events";
import type { Marked, Result, Thought } from "../src/server/messages";

const marked = (ply: number, more: Partial<Marked> = {}): Marked => ({
  ply,
  player: 2 - (ply % 2),
  move: "m",
  before: 0.2,
  after: 0.1,
  best: "b",
  mark: "good",
  exact: false,
  sentences: [],
  ...more,
});
const result = (winner: number): Result => ({ winner, draw: !winner, reason: "out", scores: [], sentences: [] });
const thought = (player: number, score: number): Thought =>
  ({
    player,
    lines: [{ score, sentences: [], exact: false, moves: [], texts: [], touches: [] }],
  }) as unknown as Thought;

describe("marks", () => {
  it("belong to nodes, whatever their numbers", () => {
    const marks = new Map([
      [7, marked(1, { mark: "mistake" })],
      [9, marked(2)],
      [4, marked(3, { mark: "doubtful" })],
    ]);
    expect(mistakesOf([0, 7, 9, 4], marks)).toEqual([7, 4]);
    expect(mistakesOf([0, 9], marks)).toEqual([]);
  });

  it("make a curve: a position is worth what its best move is worth", () => {
    const marks = new Map([
      [1, marked(1, { before: 0.2, after: -0.5 })],
      [2, marked(2, { before: -0.4, after: -0.4, exact: true })],
    ]);
    expect(course([0, 1, 2], marks, 2, null)[0]!.points).toEqual([
      { ply: 0, value: 0.2, exact: false },
      { ply: 1, value: -0.4, exact: true },
      { ply: 2, value: -0.4, exact: true },
    ]);
    expect(course([0, 1, 2], marks, 2, result(2))[0]!.points.at(-1)).toEqual({ ply: 2, value: -1, exact: true });
  });

  it("make a curve for each of several players", () => {
    const marks = new Map([1, 2, 3, 4, 5].map((ply) => [ply, marked(ply, { player: ((ply - 1) % 4) + 1 })]));
    const curves = course([0, 1, 2, 3, 4, 5], marks, 4, null);
    expect(curves.map((curve) => curve.points.map((point) => point.ply))).toEqual([[1, 5], [2], [3], [4]]);
  });

  it("tell certain stretches from estimated ones", () => {
    const points = [true, true, false, true].map((exact, ply) => ({ ply, value: 0, exact }));
    expect(stretches(points).map((part) => [part.exact, part.points.map((point) => point.ply)])).toEqual([
      [true, [0, 1]],
      [false, [1, 2, 3]],
    ]);
    expect(stretches([points[0]!, points[3]!])).toHaveLength(2);
  });
});

describe("the score bar", () => {
  it("is full after a win, on the winner's side", () => {
    expect(standing(result(1), null, 2)).toEqual({ player: 1, share: 1 });
    expect(standing(result(2), null, 2)).toEqual({ player: 1, share: 0 });
    expect(standing(result(0), null, 2).share).toBe(0.5);
    expect(standing(result(3), null, 4)).toEqual({ player: 3, share: 1 });
  });

  it("stands by the engine's best line otherwise", () => {
    expect(standing(null, thought(1, 0.5), 2).share).toBe(0.75);
    expect(standing(null, thought(2, 0.5), 2).share).toBe(0.25);
    expect(standing(null, null, 2).share).toBe(0.5);
    expect(standing(null, thought(3, 0), 4)).toEqual({ player: 3, share: 0.5 });
  });
});

describe("addresses", () => {
  it("name a position", () => {
    const address = positionAddress({ game: "g", variant: "v", text: ".1/+2 1 -" });
    expect(wanted(new URLSearchParams(address.split("?")[1]))).toMatchObject({
      game: "g",
      variant: "v",
      text: ".1/+2 1 -",
      table: "",
    });
  });

  it("name a table's game after some moves", () => {
    expect(wanted(new URLSearchParams(tableAddress("abc", 12).split("?")[1]))).toMatchObject({ table: "abc", ply: 12 });
    expect(wanted(new URLSearchParams("table=abc")).ply).toBe(Infinity);
    expect(wanted(new URLSearchParams("table=abc&ply=-3x")).ply).toBe(Infinity);
  });
});

describe("server-sent events", () => {
  it("are read when they are complete", () => {
    const { events, rest } = eventsOf('event: marked\r\ndata: {"a":1}\r\n\r\nevent: done\ndata: {}\n\nevent: mar');
    expect(events).toEqual([
      { kind: "marked", data: '{"a":1}' },
      { kind: "done", data: "{}" },
    ]);
    expect(rest).toBe("event: mar");
  });
});
