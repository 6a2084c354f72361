import { describe, expect, test } from "vitest";
import { bezier, fall, inOut, jumpTime, out, parabola, rollDown, tipOver, tremble } from "./curves";

describe("curves", () => {
  test("begin at 0, end at 1 and stay there", () => {
    for (const curve of [out, inOut, fall, rollDown, tipOver]) {
      expect(curve(-1)).toBe(0);
      expect(curve(0)).toBe(0);
      expect(curve(1)).toBe(1);
      expect(curve(2)).toBe(1);
    }
  });

  test("never run past their end: nothing overshoots", () => {
    for (const curve of [out, inOut, fall, rollDown, tipOver]) {
      for (let t = 0; t <= 1; t += 0.01) {
        expect(curve(t)).toBeGreaterThanOrEqual(0);
        expect(curve(t)).toBeLessThanOrEqual(1.0001);
      }
    }
  });

  test("a straight bezier is a straight line", () => {
    const line = bezier(0.3, 0.3, 0.7, 0.7);
    for (const t of [0.1, 0.35, 0.5, 0.9]) expect(line(t)).toBeCloseTo(t, 4);
  });

  test("a roll bounces back by a little and a tremble dies away", () => {
    expect(rollDown(0.9)).toBeCloseTo(0.94, 2);
    expect(Math.abs(tremble(0.69))).toBeLessThan(0.01);
    expect(tremble(0.7)).toBe(0);
    expect(parabola(0.5)).toBe(1);
  });

  test("long jumps take no longer than half a second", () => {
    expect(jumpTime(2)).toBe(340);
    expect(jumpTime(50)).toBe(520);
  });
});
