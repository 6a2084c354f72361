import { describe, expect, it } from "vitest";
import { nearest, type Spot } from "../src/table/anchors";

const spot = (handle: string, x: number, y: number, r = 20): Spot => ({ handle, x, y, r });
const grid = [spot("a1", 0, 100), spot("b1", 37, 100), spot("a2", 0, 63), spot("b2", 37, 63)];

describe("touching", () => {
  it("gives a touch to the nearest centre", () => {
    expect(nearest(grid, 17, 98, 30)).toBe("a1");
    expect(nearest(grid, 20, 98, 30)).toBe("b1");
  });

  it("leaves a touch far from everything alone", () => {
    expect(nearest(grid, 200, 200, 30)).toBe(null);
    expect(nearest([], 0, 0, 30)).toBe(null);
  });
});
