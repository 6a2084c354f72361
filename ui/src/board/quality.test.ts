import { describe, expect, it } from "vitest";
import { Quality } from "./quality";

/** Draws frames that come too slowly, until nothing changes any more; gives the ratios remembered. */
function strain(quality: Quality): void {
  for (let frame = 1; frame < 60; frame++) quality.note(frame * 60, true);
}

describe("the quality of the picture", () => {
  it("is lowered on a slow machine, step by step, and remembered", () => {
    const kept: number[] = [];
    const quality = new Quality(undefined, false, (ratio) => kept.push(ratio));
    expect(quality.ratio).toBe(2);
    strain(quality);
    expect(kept).toEqual([1.5, 1]);
    expect(quality.ratio).toBe(1);
  });

  it("has a way back up", () => {
    const quality = new Quality(undefined, false, () => {});
    strain(quality);
    quality.choose("high", 0);
    expect(quality.ratio).toBe(2);
    strain(quality);
    expect(quality.ratio).toBe(2);
    quality.choose("auto", 0);
    expect(quality.ratio).toBe(2);
    quality.choose("low", 0);
    expect(quality.ratio).toBe(1);
  });

  it("begins where a slow machine was left", () => {
    const quality = new Quality(undefined, false, () => {});
    quality.choose("auto", 1.5);
    expect(quality.ratio).toBe(1.5);
  });

  it("is the least where the processor draws, unless more is wanted", () => {
    const quality = new Quality(undefined, true, () => {});
    expect(quality.ratio).toBe(1);
    quality.choose("high", 0);
    expect(quality.ratio).toBe(2);
  });
});
