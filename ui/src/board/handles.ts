/** What a handle of a gesture lies on: a place, a store, a slab or an arrow of the scene. */
import type { Layout } from "./layout";
import type { Arrow, Place, Point, Slab } from "./scene";

/** Whether a seat is in the picture. */
export type Seen = (place: string) => boolean;

export type Target = { kind: "place"; place: Place } | { kind: "slab"; slab: Slab } | { kind: "arrow"; arrow: Arrow };

/**
 * Finds the part of a scene a handle names. A store stands for its last marble among the seats that can be seen, or for
 * the first of these when empty; one of which nothing can be seen is nowhere.
 */
export function resolve(
  layout: Layout,
  handle: string,
  filled: (place: string) => boolean,
  seen: Seen = () => true,
): Target | null {
  const colon = handle.lastIndexOf(":");
  const [kind, name] = colon < 0 ? ["", handle] : [handle.slice(0, colon), handle.slice(colon + 1)];
  const { scene } = layout;
  const place = (id: string | undefined): Target | null => {
    const found = layout.places.get(id ?? "");
    return found ? { kind: "place", place: found } : null;
  };
  if (kind === "" || kind === "slot") {
    const slab = layout.slabs.get(name);
    return place(name) ?? (slab ? { kind: "slab", slab } : null);
  }
  if (kind === "arrow") {
    const arrow = scene.arrows.find((a) => a.id === name);
    return arrow ? { kind: "arrow", arrow } : null;
  }
  const slab = layout.slabs.get(`${kind}-${name}`);
  if (slab) return { kind: "slab", slab };
  const store = scene.stores.find((s) => s.id === `${kind}${name}`);
  if (!store) return null;
  const shown = store.seats.filter(seen);
  return place(shown.filter(filled).at(-1) ?? shown[0]);
}

/** The middle of a target and the radius of a finger's aim, in the scene's units. */
export function aim(
  layout: Layout,
  target: Target,
  filled: (place: string) => boolean,
): { at: Point; radius: number; leans: boolean } {
  if (target.kind === "arrow") return { at: target.arrow.at, radius: 0.34, leans: false };
  if (target.kind === "slab") {
    const { slab } = target;
    return { at: slab.at, radius: Math.min(slab.size[0], slab.size[2]) / 2, leans: !slab.fixed };
  }
  const { place } = target;
  const face = layout.face(place.id);
  const empty = place.kind === "bowl" && !filled(place.id);
  const at: Point = empty && face ? [place.at[0], face.y, place.at[2]] : place.at;
  return { at, radius: Math.max(place.radius, 0.4), leans: layout.leans(place.id) };
}
