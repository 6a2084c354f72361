import { describe, expect, it } from "vitest";
import { Turn } from "../src/home/turn";

/** Looks at it every so many milliseconds until it rests; gives the poses seen. */
function watch(turn: Turn, start: number, every: number): number[] {
  const seen: number[] = [];
  turn.from(start);
  for (let time = start + every; turn.moving && seen.length < 1000; time += every) seen.push(turn.at(time).yaw);
  return seen;
}

describe("a card that turns", () => {
  it("follows the hand, the way it goes, and comes to rest", () => {
    const turn = new Turn();
    turn.over(1, 0);
    const seen = watch(turn, 0, 16);
    expect(seen.at(-1)).toBe(-24);
    expect(seen).toEqual([...seen].sort((a, b) => b - a));
    expect(turn.moving).toBe(false);
  });

  it("glides home when the hand has left", () => {
    const turn = new Turn();
    turn.drag(100);
    watch(turn, 0, 16);
    turn.home();
    const seen = watch(turn, 10_000, 16);
    expect(seen[0]).toBeLessThan(-20);
    expect(seen.at(-1)).toBe(0);
  });

  it("leaves frames out where they come slowly instead of taking longer", () => {
    const turn = new Turn();
    turn.over(-1, 0);
    expect(watch(turn, 0, 500).length).toBeLessThanOrEqual(3);
  });

  it("does not jump after a rest", () => {
    const turn = new Turn();
    turn.over(1, 1);
    turn.from(60_000);
    expect(Math.abs(turn.at(60_016).yaw)).toBeLessThan(5);
  });
});
