import { describe, expect, test } from "vitest";
import { resolve } from "./handles";
import type { Layout } from "./layout";

const seats = ["reserve1.1", "reserve1.2", "reserve1.3"];
const places = new Map([...seats, "a1"].map((id) => [id, { id }]));
const scene = { stores: [{ id: "reserve1", seats }], arrows: [{ id: "3>" }] };
const layout = { scene, places, slabs: new Map() } as unknown as Layout;
const found = (handle: string, filled: string[], seen = (_: string) => true): string | null => {
  const target = resolve(layout, handle, (id) => filled.includes(id), seen);
  return target?.kind === "place" ? target.place.id : (target?.kind ?? null);
};

describe("resolve", () => {
  test("finds places and arrows by their names", () => {
    expect(found("a1", [])).toBe("a1");
    expect(found("arrow:3>", [])).toBe("arrow");
    expect(found("b9", [])).toBe(null);
  });

  test("takes a reserve for its last marble, or for its first seat", () => {
    expect(found("reserve:1", seats.slice(0, 2))).toBe("reserve1.2");
    expect(found("reserve:1", [])).toBe("reserve1.1");
    expect(found("reserve:1", seats, (id) => id !== "reserve1.3")).toBe("reserve1.2");
  });

  test("finds no reserve that is not in the picture", () => {
    expect(found("reserve:1", seats, () => false)).toBe(null);
  });
});
