/**
 * The board as somebody reads it who does not see it: every place, tray and store once, in rows as they lie on the
 * table, level by level; and the way from one to the next by arrow keys.
 */

import type { Scene, Store } from "../board";

export interface Cell {
  /** Where it is: stays the same whatever lies there. */
  key: string;
  /** What a touch there touches. */
  handle: string;
  /** Right and towards the reader, in the scene's units. */
  x: number;
  z: number;
  /** The group it belongs to: a level, what slides about, or what lies beside the board. */
  group: string;
}

export interface Group {
  name: string;
  /** From the far end to the near one, each from left to right. */
  rows: Cell[][];
}

export const SLIDING = "sliding";
export const BESIDE = "beside";
/** Things this near to each other, seen from the side, are in one row. */
const ROW = 0.3;

/** The handle of a store called "reserve1" is "reserve:1". */
export const storeHandle = (store: Pick<Store, "id">): string => store.id.replace(/(\d*)$/, ":$1");

/** All cells of a scene as its reader sees it; `touchable` are handles that must have one. */
export function cellsOf(scene: Scene, turned: boolean, touchable: readonly string[] = []): Cell[] {
  const way = turned ? -1 : 1;
  const cells: Cell[] = [];
  const add = (key: string, handle: string, [x, , z]: readonly number[], group: string): void => {
    cells.push({ key, handle, x: (x ?? 0) * way, z: (z ?? 0) * way, group });
  };
  let lowest = Infinity;
  for (const place of scene.places) if (place.kind === "bowl") lowest = Math.min(lowest, place.level);
  for (const place of scene.places) {
    if (place.kind === "seat" || !place.open) continue;
    if (place.kind !== "slot") add(place.id, place.id, place.at, String(place.level));
    else {
      const slab = scene.slabs.find((each) => each.on === place.id);
      add(`slot:${place.id}`, slab ? slab.id.replace("-", ":") : `slot:${place.id}`, place.at, SLIDING);
    }
  }
  const ground = String(Number.isFinite(lowest) ? lowest : 1);
  for (const arrow of scene.arrows) add(`arrow:${arrow.id}`, `arrow:${arrow.id}`, arrow.at, ground);
  for (const store of scene.stores) add(storeHandle(store), storeHandle(store), middle(scene, store), BESIDE);
  for (const handle of touchable) {
    if (cells.some((cell) => cell.handle === handle)) continue;
    // Something stands where it is to be touched, as on the slot a tray stands on.
    const there = cells.find((cell) => nameOf(cell.handle) === nameOf(handle) && !touchable.includes(cell.handle));
    if (there) there.handle = handle;
    else add(handle, handle, [0, 0, 0], BESIDE);
  }
  return cells;
}

const nameOf = (handle: string): string => handle.slice(handle.lastIndexOf(":") + 1);

/** The middle of a store's seats. */
function middle(scene: Scene, store: Store): number[] {
  const seats = scene.places.filter((place) => store.seats.includes(place.id));
  const mean = (axis: 0 | 2): number => seats.reduce((sum, seat) => sum + seat.at[axis], 0) / Math.max(1, seats.length);
  return [mean(0), 0, mean(2)];
}

/** Cells by group and row, in reading order: levels from the lowest up, then what slides, then what lies beside. */
export function groupsOf(cells: readonly Cell[]): Group[] {
  const names = [...new Set(cells.map((cell) => cell.group))].sort((a, b) => order(a) - order(b));
  return names.map((name) => {
    const inside = cells.filter((cell) => cell.group === name).sort((a, b) => a.z - b.z || a.x - b.x);
    const rows: Cell[][] = [];
    for (const cell of inside) {
      const row = rows.at(-1);
      if (row && Math.abs(row[0]!.z - cell.z) < ROW) row.push(cell);
      else rows.push([cell]);
    }
    for (const row of rows) row.sort((a, b) => a.x - b.x);
    return { name, rows };
  });
}

const order = (group: string): number => (group === BESIDE ? 1000 : group === SLIDING ? 999 : Number(group));

/** The cell an arrow key leads to: the next one of its group in that direction, else any that lies there. */
export function stepFrom(cells: readonly Cell[], from: Cell, dx: number, dz: number): Cell | null {
  if (from.group === BESIDE) return ahead(cells, from, dx, dz);
  const [same, others] = [true, false].map((own) => cells.filter((cell) => (cell.group === from.group) === own));
  return ahead(same!, from, dx, dz) ?? ahead(others!, from, dx, dz);
}

/** The nearest cell in a direction, straight ahead preferred. */
export function ahead(cells: readonly Cell[], from: Cell, dx: number, dz: number): Cell | null {
  let best: Cell | null = null;
  let least = Infinity;
  for (const cell of cells) {
    if (cell.key === from.key) continue;
    const along = (cell.x - from.x) * dx + (cell.z - from.z) * dz;
    const across = Math.abs((cell.x - from.x) * dz - (cell.z - from.z) * dx);
    if (along < ROW || across > along * 2.2) continue;
    const cost = along + across * 1.6;
    if (cost < least) [best, least] = [cell, cost];
  }
  return best;
}

/** The nearest cell of the next group up or down; round again after the last. */
export function otherGroup(cells: readonly Cell[], from: Cell, by: 1 | -1): Cell | null {
  const names = groupsOf(cells).map((group) => group.name);
  const at = names.indexOf(from.group);
  const next = names[(at + by + names.length) % names.length];
  return nearestCell(
    cells.filter((cell) => cell.group === next),
    from,
  );
}

/** The cell nearest to where another one is or was. */
export function nearestCell(cells: readonly Cell[], from: Cell): Cell | null {
  const away = (cell: Cell): number => Math.hypot(cell.x - from.x, cell.z - from.z);
  return cells.reduce<Cell | null>((best, cell) => (best && away(best) <= away(cell) ? best : cell), null);
}
