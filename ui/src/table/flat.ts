/** Where handles lie on the flat drawing: the same square the server draws, the board's widest piece filling it. */

import type { Scene } from "../board";

/** Side of the drawing and the margin round the board, as the server draws it. */
export const SIDE = 1000;
const MARGIN = 24;

export interface FlatSpot {
  x: number;
  y: number;
  r: number;
  shape: "round" | "square";
}

function scaleOf(scene: Scene): number {
  let widest = 1;
  for (const slab of scene.slabs) if (!slab.beside) widest = Math.max(widest, slab.size[0], slab.size[2]);
  return (SIDE - 2 * MARGIN) / widest;
}

/** Where a handle lies on the drawing, or nothing for a plain button; `turned` sees it from the far side. */
export function flatSpot(scene: Scene, handle: string, turned = false): FlatSpot | null {
  const found = find(scene, handle);
  if (!found) return null;
  const scale = scaleOf(scene);
  const way = turned ? -1 : 1;
  return {
    x: SIDE / 2 + found.x * scale * way,
    y: SIDE / 2 + found.z * scale * way,
    r: found.r * scale,
    shape: found.shape,
  };
}

interface Found {
  x: number;
  z: number;
  r: number;
  shape: "round" | "square";
}

function find(scene: Scene, handle: string): Found | null {
  const cut = handle.lastIndexOf(":");
  const kind = cut < 0 ? "" : handle.slice(0, cut);
  const name = handle.slice(cut + 1);
  if (kind === "arrow") {
    const arrow = scene.arrows.find((each) => each.id === name);
    return arrow ? { x: arrow.at[0], z: arrow.at[2], r: 0.26, shape: "round" } : null;
  }
  const slab = scene.slabs.find((each) => each.id === `${kind}-${name}`);
  if (kind && slab) return { x: slab.at[0], z: slab.at[2], r: slab.size[0] / 2, shape: "square" };
  const store = scene.stores.find((each) => each.id === `${kind}${name}`);
  const id = kind && store ? lastFilled(scene, store.seats) : name;
  const place = scene.places.find((each) => each.id === id);
  if (!place) return null;
  return { x: place.at[0], z: place.at[2], r: place.radius, shape: place.kind === "slot" ? "square" : "round" };
}

/** The seat a marble is taken from next. */
function lastFilled(scene: Scene, seats: readonly string[]): string {
  const lying = new Set(scene.marbles.map((marble) => marble.place));
  return seats.findLast((seat) => lying.has(seat)) ?? seats[0] ?? "";
}
