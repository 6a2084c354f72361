import { expect, test, vi } from "vitest";
import { inTurn } from "./in_turn";

test("each piece has a task of its own, in order, and can be left undone", () => {
  vi.useFakeTimers();
  const done: string[] = [];
  inTurn(() => done.push("first"));
  const leave = inTurn(() => done.push("second"));
  inTurn(() => done.push("third"));
  expect(done).toEqual([]);
  vi.advanceTimersToNextTimer();
  expect(done).toEqual(["first"]);
  leave();
  vi.runAllTimers();
  expect(done).toEqual(["first", "third"]);
  inTurn(() => done.push("later"));
  vi.runAllTimers();
  expect(done.at(-1)).toBe("later");
});
