/** The scene that motions make of the one before, where the server has sent none: a turn that is not over yet. */
import type { Motion, Place, Point, Scene, Slab } from "./scene";
import { Points } from "./timeline";

/** Same things, other places. What is cut into a slab goes along with it, so that marbles can go on from there. */
export function replay(scene: Scene, motions: Motion[]): Scene {
  const points = new Points(scene);
  let { marbles, slabs, places } = scene;
  for (const step of [...new Set(motions.map((m) => m.step))].sort((a, b) => a - b)) {
    const group = motions.filter((m) => m.step === step);
    const way = (thing: string) =>
      new Map(group.filter((m) => (m.thing ?? "marble") === thing).map((m) => [m.what, m.to] as const));
    const [rolled, slid] = [way("marble"), way("slab")];
    const stood = slabs;
    marbles = marbles.map((m) => ({ ...m, place: rolled.get(m.place) ?? m.place }));
    slabs = slabs.flatMap((s) => {
      const id = slid.get(s.id);
      if (id === undefined) return [s];
      const at = points.slab(id);
      return at ? [{ ...s, id, at }] : [];
    });
    if (slid.size) places = carried(places, stood, slabs, slid, rolled);
  }
  return { ...scene, marbles, slabs, places, marks: [] };
}

/**
 * The places after slabs have moved: those cut into them go along, those of a slab that is gone go too. Where a slab
 * stands now its places have other names: that of the place which was there, else the one the marble lying on it has
 * come to; a hole that nothing names is called after both.
 */
function carried(
  places: Place[],
  stood: Slab[],
  stand: Slab[],
  slid: ReadonlyMap<string, string>,
  rolled: ReadonlyMap<string, string>,
): Place[] {
  const [before, after] = [stood, stand].map((slabs) => new Map(slabs.map((s) => [s.id, s.at]))) as [
    Map<string, Point>,
    Map<string, Point>,
  ];
  const named = new Map(places.map((p) => [spot(p.at), p.id]));
  return places.flatMap((place) => {
    const on = slid.get(place.on);
    const [from, to] = [before.get(place.on), after.get(on ?? "")];
    if (on === undefined || !from) return [place];
    if (!to) return [];
    const at = place.at.map((v, i) => v + to[i]! - from[i]!) as Point;
    const id = rolled.get(place.id) ?? named.get(spot(at)) ?? `${on}/${place.id}`;
    return [{ ...place, id, on, at }];
  });
}

const spot = (at: Point): string => at.map((v) => v.toFixed(2)).join(" ");
