import { describe, expect, test } from "vitest";
import type { Place, Scene, Slab } from "../src/board";
import {
  ahead,
  BESIDE,
  cellsOf,
  groupsOf,
  nearestCell,
  otherGroup,
  SLIDING,
  stepFrom,
  storeHandle,
} from "../src/table/cells";

const place = (id: string, x: number, z: number, more: Partial<Place> = {}): Place => ({
  id,
  at: [x, 0, z],
  radius: 0.4,
  kind: "bowl",
  level: 1,
  on: "",
  open: true,
  ...more,
});

/** Three by three places, two above, one of them closed; two slots, a tray on one; an arrow; a store. */
const board = {
  places: [
    ...["a", "b", "c"].flatMap((file, x) => [1, 2, 3].map((rank) => place(`${file}${rank}`, x - 1, 2 - rank))),
    place("2a", -0.5, 0.5, { level: 2, kind: "pocket" }),
    place("2b", 0.5, 0.5, { level: 2, kind: "pocket", open: false }),
    place("A1", -3, 0, { kind: "slot" }),
    place("B1", -4, 0, { kind: "slot" }),
    place("reserve1.1", 4, 3, { kind: "seat" }),
    place("reserve1.2", 5, 3, { kind: "seat" }),
  ],
  slabs: [{ id: "tray-A1", on: "A1" } as Slab],
  arrows: [{ id: "2>", at: [2, 0, 0], towards: [1, 0], barred: false, label: "", row: "2", end: "c" }],
  stores: [{ id: "reserve1", kind: "reserve", owner: 1, seats: ["reserve1.1", "reserve1.2"], beside: true }],
} as unknown as Scene;
const cells = cellsOf(board, false);
const at = (key: string) => cells.find((cell) => cell.key === key)!;

describe("the cells of a board", () => {
  test("are its open places, slots, arrows and stores, each once", () => {
    expect(cells.map((cell) => cell.key)).toEqual([
      ..."a1 a2 a3 b1 b2 b3 c1 c2 c3 2a".split(" "),
      "slot:A1",
      "slot:B1",
      "arrow:2>",
      "reserve:1",
    ]);
    expect(at("slot:A1").handle).toBe("tray:A1");
    expect(at("slot:B1").handle).toBe("slot:B1");
    expect(storeHandle({ id: "taken" })).toBe("taken:");
  });

  test("read from the far row to the near one, level by level", () => {
    const groups = groupsOf(cells);
    expect(groups.map((group) => group.name)).toEqual(["1", "2", SLIDING, BESIDE]);
    expect(groups[0]!.rows.map((row) => row.map((cell) => cell.key))).toEqual([
      ["a3", "b3", "c3"],
      ["a2", "b2", "c2", "arrow:2>"],
      ["a1", "b1", "c1"],
    ]);
  });

  test("are turned for a reader at the far side", () => {
    const rows = groupsOf(cellsOf(board, true))[0]!.rows.map((row) => row.map((cell) => cell.key));
    expect(rows.at(-1)).toEqual(["c3", "b3", "a3"]);
  });

  test("include whatever else may be touched", () => {
    const found = cellsOf(board, false, ["slot:A1", "somewhere:9"]);
    expect(found.find((cell) => cell.key === "slot:A1")!.handle).toBe("slot:A1");
    expect(found.at(-1)!.handle).toBe("somewhere:9");
  });
});

describe("arrow keys", () => {
  test("stay on their level as long as there is something ahead", () => {
    expect(stepFrom(cells, at("b1"), -1, 0)!.key).toBe("a1");
    expect(stepFrom(cells, at("b1"), 0, -1)!.key).toBe("b2");
    expect(stepFrom(cells, at("c2"), 1, 0)!.key).toBe("arrow:2>");
    expect(stepFrom(cells, at("a2"), -1, 0)!.key).toBe("slot:A1");
    expect(stepFrom(cells, at("b3"), 0, -1)).toBeNull();
  });

  test("lead beside the board and back", () => {
    expect(stepFrom(cells, at("c1"), 1, 0)!.key).toBe("arrow:2>");
    expect(stepFrom(cells, at("arrow:2>"), 1, 0)!.key).toBe("reserve:1");
    expect(stepFrom(cells, at("reserve:1"), 0, -1)!.key).toBe("arrow:2>");
  });

  test("change the level by another key", () => {
    expect(otherGroup(cells, at("b1"), 1)!.key).toBe("2a");
    expect(otherGroup(cells, at("2a"), -1)!.key).toBe("a1");
    expect(otherGroup(cells, at("b1"), -1)!.key).toBe("reserve:1");
  });

  test("skip to what may be touched", () => {
    const some = [at("a1"), at("c3"), at("2a")];
    expect(ahead(some, at("a1"), 1, 0)!.key).toBe("2a");
    expect(ahead(some, at("a1"), 0, 1)).toBeNull();
  });

  test("a place that goes leaves the keyboard at the nearest one", () => {
    expect(nearestCell(cells, { ...at("b2"), x: 0.2 })!.key).toBe("b2");
    expect(nearestCell([], at("b2"))).toBeNull();
  });
});
