/** Where a handle lies: on a part of the scene, or nowhere, which makes it a plain button. */

import type { Scene } from "../board";

/** Whether a handle is found on the board. */
export function onBoard(handle: string, scene: Scene): boolean {
  const cut = handle.lastIndexOf(":");
  if (cut < 0) return scene.places.some((place) => place.id === handle);
  const kind = handle.slice(0, cut);
  const name = handle.slice(cut + 1);
  return (
    (kind === "arrow" && scene.arrows.some((arrow) => arrow.id === name)) ||
    scene.places.some((place) => place.id === name) ||
    scene.slabs.some((slab) => slab.id === `${kind}-${name}`) ||
    scene.stores.some((store) => store.id === `${kind}${name}`)
  );
}

export interface Spot {
  handle: string;
  x: number;
  y: number;
  /** Radius on the screen. */
  r: number;
  /** A tray or a slot, not a round place. */
  square?: boolean;
  /** Something lies there: its light is a ring only, for marbles are never tinted. */
  filled?: boolean;
  /** Behind something, or off the picture: nothing for a pointer. */
  hidden?: boolean;
}

/**
 * The handle whose centre is nearest to a touch, within reach of it. Places may stand closer together than a finger is
 * wide, so the nearest centre wins instead of the topmost button.
 */
export function nearest(spots: readonly Spot[], x: number, y: number, reach: number): string | null {
  let best: string | null = null;
  let least = Infinity;
  for (const spot of spots) {
    const away = Math.hypot(spot.x - x, spot.y - y);
    if (away <= Math.max(spot.r * 1.15, reach) && away < least) {
      least = away;
      best = spot.handle;
    }
  }
  return best;
}
