/**
 * The flat view as a whole: the board as large as the stage allows, and next to it in small trays what lies beside the
 * board, such as reserves and captured marbles. The trays stand at the end of the table their owner sits at.
 */

import type { Place, Point, Scene, Slab, Store } from "../board/scene";
import type { Way } from "./shapes";

export interface Box {
  width: number;
  height: number;
}

/** A tray of marbles beside the board; its seats are filled row by row. */
export interface Tray extends Box {
  store: Store;
  /** What its owner's marbles are made of, if it has one. */
  matter: string;
  x: number;
  y: number;
  columns: number;
  /** Side of the square one marble has. */
  cell: number;
}

export interface FlatLayout extends Box {
  /** Corner of the board on the stage; width and height are the board's. */
  x: number;
  y: number;
  /** Its middle. */
  cx: number;
  cy: number;
  /** Pixels of a unit of the scene. */
  scale: number;
  way: Way;
  /** A small stage: the board is drawn without the wood round it on which nothing lies. */
  tight: boolean;
  trays: Tray[];
  /** Stores that there is no room for: what comes into them is gone from the board. */
  gone: Store[];
  /** Where pieces of wood that have left the board are piled up; nothing where there is no room for them. */
  pile: { x: number; y: number; size: number } | null;
  /** Width of the room beside the board, where trays stand in it; else 0. */
  aside: number;
}

/** From a tray's edge to its seats: its wood and a little felt. */
export const PAD = 8;
export const GAP = 12;
/** Between the board and the trays above and below it. */
const CLOSE = 6;
const EDGE = 8;
/** Room round the board for its shadow, on a large stage and on a small one. */
const MARGIN = { large: 14, tight: 3 };
/** The largest marbles of trays that stand beside the board, and of those that lie above and below it. */
const UPRIGHT = 30;
const LYING = 22;
/** The same beside the board of a small stage. */
const BESIDE = 24;
/** Stores with more seats than this show no free ones. */
export const FEW = 16;
/** The least room beside the board in which trays can stand without making it smaller. */
const ASIDE = 64;
/** A stage on which the board would have less than this is small. */
const SMALL = 480;
/** Radius of a marble that is gone. */
const NOTHING = 1e-6;
/** Side of a piece of wood that has left the board. */
const PILED = 44;

// ------------------------------------------------------------------------------------------------- what is drawn
/** What has to be seen whatever the size of the stage: half its width and half its depth, in the scene's units. */
function needed(scene: Scene): [number, number] {
  const aside = new Set(scene.stores.filter((store) => store.beside).flatMap((store) => store.seats));
  const all = [
    ...scene.places.filter((place) => !aside.has(place.id)),
    ...(scene.labels ?? []).map((label) => ({ at: label.at, radius: label.size / 2 })),
    ...(scene.medals ?? []),
    ...(scene.arrows ?? []).map((arrow) => ({ at: arrow.at, radius: 0.25 })),
  ];
  const most = (axis: 0 | 2) => Math.max(0.5, ...all.map(({ at, radius }) => Math.abs(at[axis]) + radius));
  return [most(0), most(2)];
}

/** The slabs of the board itself; on a small stage those are left out that only lie round the others. */
export function boardSlabs(scene: Scene, tight: boolean): Slab[] {
  const slabs = scene.slabs.filter((slab) => !slab.beside);
  if (!tight) return slabs;
  const [width, depth] = needed(scene);
  const holds = (slab: Slab) =>
    !slab.hole && slab.matter !== "felt" && slab.size[0] / 2 >= width && slab.size[2] / 2 >= depth;
  const sizes = slabs.filter(holds).map((slab) => slab.size[0]);
  const least = Math.min(...sizes);
  return sizes.length ? slabs.filter((slab) => slab.size[0] <= least) : slabs;
}

/** Width and depth of the board in the scene's units. */
function extent(scene: Scene, tight: boolean): Box {
  const slabs = boardSlabs(scene, tight);
  if (!slabs.length) return { width: 1, height: 1 };
  const most = (axis: 0 | 2) => Math.max(...slabs.map((slab) => 2 * Math.abs(slab.at[axis]) + slab.size[axis]));
  return { width: most(0), height: most(2) };
}

// ------------------------------------------------------------------------------------------------- where it stands
/** Puts board and trays into a stage; `head` and `foot` are kept free, and `above` over trays that stand beside it. */
export function flatLayout(
  scene: Scene,
  turned: boolean,
  stage: Box,
  head: number,
  foot: number,
  above = 0,
): FlatLayout {
  const free = { width: stage.width - 2 * EDGE, height: stage.height - head - foot - EDGE };
  const tight = Math.min(free.width, free.height) < SMALL;
  const margin = tight ? MARGIN.tight : MARGIN.large;
  const size = extent(scene, tight);
  const stores = scene.stores.filter((store) => store.beside);
  const far = stores.filter((store) => isFar(scene, store, turned)).sort(byPlace(scene, turned));
  const near = stores.filter((store) => !far.includes(store)).sort(byPlace(scene, turned));
  const fit = (width: number, height: number): number =>
    Math.max(8, Math.min((width - 2 * margin) / size.width, (height - 2 * margin) / size.height));
  const way: Way = turned ? -1 : 1;
  const make = (
    scale: number,
    taken: { above: number; below: number },
  ): Omit<FlatLayout, "trays" | "pile" | "aside" | "gone"> => {
    const [width, height] = [size.width * scale + 2 * margin, size.height * scale + 2 * margin];
    const spare = stage.height - head - foot - height - taken.above - taken.below;
    const [x, y] = [(stage.width - width) / 2, head + Math.max(4, spare / 2) + taken.above];
    return { x, y, width, height, cx: x + width / 2, cy: y + height / 2, scale, way, tight };
  };
  const whole = make(fit(free.width, free.height), { above: 0, below: 0 });
  const beside = (stage.width - whole.width) / 2 - GAP - EDGE;
  if ((beside >= ASIDE && !tight) || !stores.length) {
    const inner = whole.height - 2 * margin;
    const room = { width: beside, height: far.length && near.length ? (inner - GAP) / 2 : inner - above };
    const [top, bottom] = [far, near].map((group) => row(scene, group, room, UPRIGHT, upright)) as [Tray[], Tray[]];
    const x = whole.x + whole.width - margin + GAP;
    move(top, x, whole.y + margin);
    move(bottom, x, whole.y + whole.height - margin - tallest(bottom));
    const high = whole.y + margin + (top.length ? tallest(top) + GAP : 0);
    const low = whole.y + whole.height - margin - (bottom.length ? tallest(bottom) + GAP : 0);
    const piled = beside >= ASIDE && low - high >= PILED;
    const pile = piled ? { x: x + PILED / 2 + 4, y: low - PILED / 2, size: PILED } : null;
    return { ...whole, trays: [...top, ...bottom], gone: [], pile, aside: Math.max(0, beside) };
  }
  const sides = tight ? bothSides() : null;
  const room = { width: free.width, height: Infinity };
  // On a small stage a long tray is left out: the player's plate tells how many lie in it.
  const gone = stores.filter((store) => tight && store.seats.length > FEW);
  const [top, bottom] = [far, near].map((group) => {
    const shown = group.filter((store) => !gone.includes(store));
    return row(scene, shown, room, LYING, lying);
  }) as [Tray[], Tray[]];
  const over = top.length ? tallest(top) + CLOSE : 0;
  const below = bottom.length ? tallest(bottom) + CLOSE : 0;
  const scale = fit(free.width, free.height - over - below);
  if (sides && sides.scale > scale * 1.02) return sides;
  const board = make(scale, { above: over, below });
  move(top, (stage.width - widthOf(top)) / 2, board.y - over);
  move(bottom, (stage.width - widthOf(bottom)) / 2, board.y + board.height + CLOSE);
  return { ...board, trays: [...top, ...bottom], gone, pile: null, aside: 0 };

  /** A stage wider than high: the trays of the far end stand at the left of the board, those of the near end right. */
  function bothSides(): FlatLayout {
    const [left, right] = [far, near].map((group) => stack(scene, group, free.height)) as [Tray[], Tray[]];
    const [before, after] = [left, right].map((group) => (group.length ? widest(group) + GAP / 2 : 0)) as [
      number,
      number,
    ];
    const board = make(fit(free.width - before - after, free.height), { above: 0, below: 0 });
    const x = (stage.width - board.width - before - after) / 2 + before;
    move(left, x - before, board.y + margin);
    move(right, x + board.width + GAP / 2, board.y + board.height - margin - heightOf(right));
    return { ...board, x, cx: x + board.width / 2, trays: [...left, ...right], gone: [], pile: null, aside: 0 };
  }
}

/** The middle of a seat on the stage. */
export function seatAt(tray: Tray, seat: number): { x: number; y: number } {
  const across = seat % tray.columns;
  const down = Math.floor(seat / tray.columns);
  return { x: tray.x + PAD + (across + 0.5) * tray.cell, y: tray.y + PAD + (down + 0.5) * tray.cell };
}

/** Where a point of the scene is on the stage. */
export const toStage = (layout: FlatLayout, x: number, z: number): { x: number; y: number } => ({
  x: layout.cx + x * layout.scale * layout.way,
  y: layout.cy + z * layout.scale * layout.way,
});

/** The scene's point under one of the stage. */
export const toScene = ({ cx, cy, scale, way }: FlatLayout, at: { x: number; y: number }, height: number): Point => [
  ((at.x - cx) / scale) * way,
  height,
  ((at.y - cy) / scale) * way,
];

/** How high marbles lie on the board itself. */
export const floorOf = (scene: Scene): number => {
  const heights = scene.places.filter((place) => place.kind === "bowl").map((place) => place.at[1]);
  return heights.length ? Math.min(...heights) : 0;
};

/**
 * The scene as it is laid out flat: the same things, but what stands beside the board has come to its trays, and wood
 * that there is no room for is left out. Whatever moves between places then finds its way by itself.
 */
export function placed(scene: Scene, layout: FlatLayout): Scene {
  const floor = floorOf(scene);
  const moved = new Map<string, Pick<Place, "at" | "radius">>();
  for (const tray of layout.trays)
    tray.store.seats.forEach((id, seat) =>
      moved.set(id, { at: toScene(layout, seatAt(tray, seat), floor), radius: (tray.cell * 0.46) / layout.scale }),
    );
  for (const id of layout.gone.flatMap((store) => store.seats))
    moved.set(id, { at: toScene(layout, { x: layout.cx, y: layout.y + layout.height }, floor), radius: NOTHING });
  const { pile } = layout;
  const piled = scene.slabs
    .filter((slab) => pile && slab.beside && isLoose(slab))
    .map((slab, n): Slab => {
      const side = pile!.size / layout.scale;
      // Each lies a little beside the one below, so that a pile is seen to be one.
      const at = toScene(layout, { x: pile!.x + (n % 4) * 3 + Math.floor(n / 4) * 14, y: pile!.y - n * 5 }, slab.at[1]);
      return { ...slab, at, size: [side, slab.size[1], (side * slab.size[2]) / slab.size[0]] };
    });
  return {
    ...scene,
    places: scene.places.map((place) => ({ ...place, ...moved.get(place.id) })),
    marbles: scene.marbles.map((marble) => ({ ...marble, radius: moved.get(marble.place)?.radius ?? marble.radius })),
    slabs: [...boardSlabs(scene, layout.tight), ...piled],
  };
}

/** Whether a slab is one of those that are moved in a game. */
export const isLoose = (slab: Slab): boolean => slab.kind === "tile" || slab.kind === "tray";

// ------------------------------------------------------------------------------------------------------ the trays
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

/** The seats of a tray beside the board. */
function upright(seats: number): Grid {
  const columns = seats > FEW ? 4 : seats > 4 ? 2 : 1;
  return { columns, rows: Math.max(1, Math.ceil(seats / columns)) };
}

/** The seats of a tray above or below the board. */
function lying(seats: number): Grid {
  const rows = seats > FEW ? 2 : 1;
  return { columns: Math.ceil(seats / rows), rows };
}

/** The trays of one end of the table next to each other, from the left, in so much room. */
function row(scene: Scene, stores: Store[], room: Box, largest: number, grid: (seats: number) => Grid): Tray[] {
  const share = (room.width - GAP * (stores.length - 1)) / Math.max(1, stores.length) - 2 * PAD;
  let x = 0;
  return stores.map((store) => {
    const { columns, rows } = grid(store.seats.length);
    const cell = Math.max(1, Math.min(largest, share / columns, (room.height - 2 * PAD) / rows));
    const height = rows * cell + 2 * PAD;
    const width = columns * cell + 2 * PAD;
    const matter = scene.players.find((player) => player.number === store.owner)?.matter ?? "";
    const tray = { store, matter, x, y: 0, width, height, columns, cell };
    x += width + GAP;
    return tray;
  });
}

/** The trays of one end of the table over each other, in so much height. */
function stack(scene: Scene, stores: Store[], height: number): Tray[] {
  const share = (height - GAP * (stores.length - 1)) / Math.max(1, stores.length);
  let y = 0;
  return stores.flatMap((store) => {
    const [tray] = row(scene, [store], { width: Infinity, height: share }, BESIDE, upright);
    tray!.y = y;
    y += tray!.height + GAP;
    return tray!;
  });
}

const widest = (trays: Tray[]): number => Math.max(0, ...trays.map((tray) => tray.width));
const heightOf = (trays: Tray[]): number => trays.reduce((sum, tray) => sum + tray.height + GAP, -GAP);
const tallest = (trays: Tray[]): number => Math.max(0, ...trays.map((tray) => tray.height));
const widthOf = (trays: Tray[]): number => trays.reduce((sum, tray) => sum + tray.width + GAP, -GAP);

function move(trays: Tray[], x: number, y: number): void {
  for (const tray of trays) {
    tray.x += x;
    tray.y += y;
  }
}
