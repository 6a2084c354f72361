/** What a handle lies on in a scene seen from above, and where that is on the stage. */

import type { Arrow, Place, Scene, Slab, Store } from "../board/scene";
import type { Spot } from "../table/anchors";
import { placed, toStage, type FlatLayout } from "./layout";

export type Target = { kind: "place"; place: Place } | { kind: "slab"; slab: Slab } | { kind: "arrow"; arrow: Arrow };

/** Places nearer to each other than this lie over each other, seen from above. */
const SAME = 0.1;
/** The least radius of a spot, in pixels. */
const LEAST = 9;

/** The part of a scene that a handle names: nothing for a plain button. A store stands for the marble it gives next. */
export function targetOf(scene: Scene, handle: string): Target | null {
  const cut = handle.lastIndexOf(":");
  const kind = cut < 0 ? "" : handle.slice(0, cut);
  const name = handle.slice(cut + 1);
  if (kind === "arrow") {
    const arrow = scene.arrows.find((each) => each.id === name);
    return arrow ? { kind: "arrow", arrow } : null;
  }
  const slab = kind && scene.slabs.find((each) => each.id === `${kind}-${name}`);
  if (slab) return { kind: "slab", slab };
  const store = kind && scene.stores.find((each) => each.id === `${kind}${name}`);
  const id = store ? lastFilled(scene, store) : name;
  const place = scene.places.find((each) => each.id === id);
  return place ? { kind: "place", place } : null;
}

/** The seat a marble is taken from next. */
function lastFilled(scene: Scene, store: Store): string {
  const lying = new Set(scene.marbles.map((marble) => marble.place));
  return store.seats.findLast((seat) => lying.has(seat)) ?? store.seats[0] ?? "";
}

/** Whether a handle, such as "reserve:1", is that of a store, called "reserve1". */
export const isHandleOf = (handle: string, store: Store): boolean =>
  handle.includes(":") && handle.replace(":", "") === store.id;

/**
 * Where handles are on the stage. Where places lie over each other only the highest on which something lies or can lie
 * has a spot: a hand from above reaches no other.
 */
export function flatSpots(scene: Scene, layout: FlatLayout, handles: readonly string[]): Spot[] {
  const flat = placed(scene, layout);
  const lying = new Set(flat.marbles.map((marble) => marble.place));
  const found = handles.flatMap((handle) => {
    const target = targetOf(flat, handle);
    return target ? [{ handle, target }] : [];
  });
  const places = found.flatMap(({ target }) => (target.kind === "place" ? [target.place] : []));
  const reachable = (place: Place) => place.open || lying.has(place.id);
  const under = (place: Place) =>
    places.some((other) => reachable(other) && other.at[1] > place.at[1] + SAME && above(other, place));
  return found.flatMap(({ handle, target }): Spot[] => {
    if (target.kind === "arrow") {
      const at = toStage(layout, target.arrow.at[0], target.arrow.at[2]);
      return [{ handle, ...at, r: Math.max(LEAST, 0.26 * layout.scale), filled: true }];
    }
    if (target.kind === "slab") {
      const { at, size } = target.slab;
      const r = Math.max(LEAST, (size[0] / 2) * layout.scale);
      return [{ handle, ...toStage(layout, at[0], at[2]), r, square: true, filled: true }];
    }
    const { place } = target;
    if (!reachable(place) || under(place)) return [];
    const r = Math.max(LEAST, place.radius * layout.scale);
    const at = toStage(layout, place.at[0], place.at[2]);
    return [{ handle, ...at, r, square: place.kind === "slot", filled: lying.has(place.id) }];
  });
}

const above = (a: Place, b: Place): boolean => Math.hypot(a.at[0] - b.at[0], a.at[2] - b.at[2]) < SAME;
