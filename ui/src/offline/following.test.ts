import { describe, expect, it } from "vitest";
import type { State } from "../server/messages";
import { alone, following } from "./following";

const seat = (player: number, more: object) => ({ player, kind: "human", level: 0, name: "", left: false, ...more });
const state = {
  game: "quits",
  variant: "four",
  text: "now",
  you: [3],
  status: { phase: "playing" },
  seats: [
    seat(1, { kind: "computer", level: 9 }),
    seat(2, { kind: "computer", level: 2 }),
    seat(3, { name: "Claire" }),
    seat(4, { kind: "computer", level: 4 }),
  ],
  clocks: { main: 300, increment: 5, remaining: [100, 90, 80, 70] },
} as unknown as State;

describe("going on", () => {
  it("keeps everybody in their seat, from the position as it stands", () => {
    expect(following(state)).toEqual({
      game: "quits",
      variant: "four",
      start: "now",
      starts: 1,
      seats: [
        { kind: "computer", level: 9 },
        { kind: "computer", level: 2 },
        { kind: "here", name: "Claire" },
        { kind: "computer", level: 4 },
      ],
      clock: { main: 80, increment: 5 },
    });
    expect(following(state, 8).seats?.[0]).toEqual({ kind: "computer", level: 8 });
  });

  it("is for games that nobody else plays", () => {
    expect(alone(state)).toBe(true);
    expect(alone({ ...state, you: [] })).toBe(false);
    expect(alone({ ...state, status: { ...state.status, phase: "over" } })).toBe(false);
    const other = [...state.seats.slice(0, 3), { ...state.seats[3]!, kind: "human" as const }];
    expect(alone({ ...state, seats: other })).toBe(false);
  });
});
