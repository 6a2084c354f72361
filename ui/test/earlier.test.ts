import { expect, test } from "vitest";
import type { Entry, State } from "../src/server/messages";
import { withEarlier } from "../src/table/updates";

const entry = (ply: number): Entry => ({ ply, player: 2 - (ply % 2), move: `m${ply}`, sentences: [], clock: null });
const state = (earlier: number, ...moves: Entry[]): State =>
  ({ earlier, moves, seats: [{ player: 1 }, { player: 2 }] }) as unknown as State;

test("a table that came whole stays as it is", () => {
  const whole = state(0, entry(1));
  expect(withEarlier(whole, [])).toBe(whole);
});

test("lines that are missing are those known before, or empty ones", () => {
  const made = withEarlier(state(3, entry(4)), [entry(1), entry(2)]);
  expect(made.moves.map((each) => each.ply)).toEqual([1, 2, 3, 4]);
  expect(made.moves.map((each) => each.player)).toEqual([1, 2, 1, 2]);
  expect(made.moves.map((each) => each.move)).toEqual(["m1", "m2", "", "m4"]);
});
