import { describe, expect, it } from "vitest";
import { columnsIn, inRows } from "../src/home/cards";

describe("cards in rows", () => {
  const lengths = (count: number, columns: number) =>
    inRows(
      Array.from({ length: count }, (_, at) => at),
      columns,
    ).map((row) => row.length);

  it("lays them as evenly as possible", () => {
    expect(lengths(4, 3)).toEqual([2, 2]);
    expect(lengths(5, 3)).toEqual([3, 2]);
    expect(lengths(7, 3)).toEqual([3, 2, 2]);
    expect(lengths(5, 2)).toEqual([2, 2, 1]);
    expect(lengths(0, 3)).toEqual([]);
  });

  it("leaves no card alone where a row has three", () => {
    for (let count = 2; count < 30; count++) expect(Math.min(...lengths(count, 3))).toBeGreaterThan(1);
  });

  it("keeps their order", () => {
    expect(inRows("abcde".split(""), 3)).toEqual([
      ["a", "b", "c"],
      ["d", "e"],
    ]);
  });

  it("knows how many fit", () => {
    expect(columnsIn(362, true)).toBe(2);
    expect(columnsIn(560, false)).toBe(2);
    expect(columnsIn(836, false)).toBe(3);
    expect(columnsIn(0, false)).toBe(1);
  });
});
