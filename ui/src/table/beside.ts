/**
 * The flat view as a whole: the drawing of the board, and next to it in small trays what lies beside the board, such as
 * reserves and captured marbles. The trays stand at the end of the table their owner sits at.
 */

import type { Scene } from "../board";
import type { Marble, Store } from "../board";
import { flatSpot, SIDE } from "./flat";
import type { Spot } from "./anchors";

export interface Box {
  width: number;
  height: number;
}

/** A tray of marbles beside the drawing; its seats are filled row by row. */
export interface Tray extends Box {
  store: Store;
  /** What its owner's marbles are made of, if it has one. */
  matter: string;
  /** The marbles in it, by the number of their seat. */
  marbles: { seat: number; marble: Marble }[];
  x: number;
  y: number;
  columns: number;
  /** Side of the square one marble has. */
  cell: number;
}

export interface FlatLayout {
  /** Side of the drawing and its corner. */
  square: number;
  x: number;
  y: number;
  trays: Tray[];
  /** Width of the room beside the drawing, where trays stand in it; else 0. */
  aside: number;
}

/** From a tray's edge to its seats: its wood and a little felt. */
export const PAD = 9;
export const GAP = 12;
/** The drawing has a margin of its own: above and below it little more is needed. */
const CLOSE = 4;
const EDGE = 8;
/** The largest marbles of trays that stand beside the drawing, and of those that lie above and below it. */
const UPRIGHT = 30;
const LYING = 22;
/** Stores with more seats than this show no free ones. */
export const FEW = 16;
/** Margin of the drawing within its square, as a share of it. */
const MARGIN = 0.024;
/** The least room beside the drawing in which trays can stand without making it smaller. */
const ASIDE = 64;

/** Puts drawing and trays into a stage; `head` and `foot` are kept free. */
export function flatLayout(scene: Scene, turned: boolean, stage: Box, head: number, foot: number): FlatLayout {
  const free = { width: stage.width - 2 * EDGE, height: stage.height - head - foot - EDGE };
  const stores = scene.stores.filter((store) => store.beside);
  const far = stores.filter((store) => isFar(scene, store, turned)).sort(byPlace(scene, turned));
  const near = stores.filter((store) => !far.includes(store)).sort(byPlace(scene, turned));
  const whole = Math.max(100, Math.min(free.width, free.height));
  const beside = (stage.width - whole) / 2 - GAP - EDGE;
  if (beside >= ASIDE || !stores.length) {
    const corner = put(stage, whole, whole, head, foot);
    const [top, bottom] = [far, near].map((group) => row(scene, group, beside, UPRIGHT, upright)) as [Tray[], Tray[]];
    const x = corner.x + whole + GAP;
    move(top, x, corner.y + whole * MARGIN);
    move(bottom, x, corner.y + whole * (1 - MARGIN) - tallest(bottom));
    return { square: whole, ...corner, trays: [...top, ...bottom], aside: Math.max(0, beside) };
  }
  const [top, bottom] = [far, near].map((group) => row(scene, group, free.width, LYING, lying)) as [Tray[], Tray[]];
  const above = top.length ? tallest(top) + CLOSE : 0;
  const below = bottom.length ? tallest(bottom) + CLOSE : 0;
  const square = Math.max(100, Math.min(free.width, free.height - above - below));
  const corner = put(stage, square, square + above + below, head, foot);
  const y = corner.y + above;
  move(top, (stage.width - widthOf(top)) / 2, corner.y);
  move(bottom, (stage.width - widthOf(bottom)) / 2, y + square + CLOSE);
  return { square, x: corner.x, y, trays: [...top, ...bottom], aside: 0 };
}

/** Where handles are on the stage: on the drawing, or on the marble that a tray would give next. */
export function flatSpots(scene: Scene, layout: FlatLayout, handles: readonly string[], turned: boolean): Spot[] {
  const lying = new Set(scene.marbles.map((marble) => marble.place));
  const scale = layout.square / SIDE;
  return handles.flatMap((handle): Spot[] => {
    const tray = layout.trays.find((each) => isHandleOf(handle, each.store));
    if (tray) {
      const at = seatAt(tray, tray.marbles.at(-1)?.seat ?? 0);
      return [{ handle, ...at, r: tray.cell * 0.46, filled: true }];
    }
    const spot = flatSpot(scene, handle, turned);
    if (!spot) return [];
    const filled = lying.has(handle) || (!handle.startsWith("slot:") && handle.includes(":"));
    const r = Math.max(9, spot.r * scale);
    return [
      {
        handle,
        x: layout.x + spot.x * scale,
        y: layout.y + spot.y * scale,
        r,
        square: spot.shape === "square",
        filled,
      },
    ];
  });
}

/** Whether a handle, such as "reserve:1", is that of a store, called "reserve1". */
export const isHandleOf = (handle: string, store: Store): boolean =>
  handle.includes(":") && handle.replace(":", "") === store.id;

/** The middle of a seat on the stage. */
export function seatAt(tray: Tray, seat: number): { x: number; y: number } {
  const across = seat % tray.columns;
  const down = Math.floor(seat / tray.columns);
  return { x: tray.x + PAD + (across + 0.5) * tray.cell, y: tray.y + PAD + (down + 0.5) * tray.cell };
}

function isFar(scene: Scene, store: Store, turned: boolean): boolean {
  const owner = scene.players.find((player) => player.number === store.owner);
  return owner !== undefined && (owner.side === "far") !== turned;
}

/** Stores from left to right as they are seen. */
function byPlace(scene: Scene, turned: boolean): (a: Store, b: Store) => number {
  const x = (store: Store) => scene.places.find((place) => place.id === store.seats[0])?.at[0] ?? 0;
  return (a, b) => (turned ? x(b) - x(a) : x(a) - x(b));
}

interface Grid {
  columns: number;
  rows: number;
}

/** The seats of a tray beside the drawing. A long one grows with what is in it: that takes no room from the board. */
function upright(seats: number, filled: number): Grid {
  const columns = seats > FEW ? 4 : seats > 4 ? 2 : 1;
  return { columns, rows: Math.max(1, Math.ceil((seats > FEW ? filled : seats) / columns)) };
}

/** The seats of a tray above or below the drawing. */
function lying(seats: number): Grid {
  const rows = seats > FEW ? 2 : 1;
  return { columns: Math.ceil(seats / rows), rows };
}

/** The trays of one end of the table next to each other, from the left, in so much room. */
function row(
  scene: Scene,
  stores: Store[],
  room: number,
  largest: number,
  grid: (seats: number, filled: number) => Grid,
): Tray[] {
  const share = (room - GAP * (stores.length - 1)) / Math.max(1, stores.length) - 2 * PAD;
  let x = 0;
  return stores.map((store) => {
    const found = new Map(scene.marbles.map((marble) => [marble.place, marble]));
    const marbles = store.seats.flatMap((id, seat) => (found.has(id) ? [{ seat, marble: found.get(id)! }] : []));
    const { columns, rows } = grid(store.seats.length, marbles.length);
    const cell = Math.min(largest, share / columns);
    const height = rows * cell + 2 * PAD;
    const width = columns * cell + 2 * PAD;
    const matter = scene.players.find((player) => player.number === store.owner)?.matter ?? "";
    const tray = { store, matter, marbles, x, y: 0, width, height, columns, cell };
    x += width + GAP;
    return tray;
  });
}

const tallest = (trays: Tray[]): number => Math.max(0, ...trays.map((tray) => tray.height));
const widthOf = (trays: Tray[]): number => trays.reduce((sum, tray) => sum + tray.width + GAP, -GAP);

function move(trays: Tray[], x: number, y: number): void {
  for (const tray of trays) {
    tray.x += x;
    tray.y += y;
  }
}

/** The corner of something in the middle of what head and foot leave. */
function put(stage: Box, width: number, height: number, head: number, foot: number): { x: number; y: number } {
  const spare = stage.height - head - foot - height;
  return { x: (stage.width - width) / 2, y: head + Math.max(4, spare / 2) };
}
