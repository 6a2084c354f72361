/** Which lines a flat board shows: what may be touched in teal, what just happened in brass. Seen from above. */

import type { Lit, State } from "../board/signals";
import type { Flat, Place, Scene } from "../board/scene";
import { cross, disc, K, line, rounded, xy, type Way } from "./shapes";
import { targetOf } from "./spots";

/** A line of light: on the wood, or over the marbles where it would else be hidden. */
export interface Light {
  handle: string;
  state: State;
  d: string;
  /** Shows that nothing lies there yet. */
  filled: boolean;
  over: boolean;
  /** Goes round what is in the hand, which would else hide it. */
  held: boolean;
  /** The head of an arrow on the rail, filled and turned. */
  arrow: { at: Flat; turn: number } | null;
}

/** A line of brass, of so many units of the drawing. */
export interface Trace {
  name: string;
  d: string;
  width: number;
  dash: string;
  over: boolean;
  /** The tip of an arrow, which is filled. */
  tip: string;
  /** Light instead of brass: what may come. */
  lit?: boolean;
}

/** Marbles that stand so close that a ring round their feet would not be seen. */
const PACKED = 0.45;
/** Of a place's radius, the ring of one on which nothing lies and that of a marble on wood. */
const EMPTY = 1.04;
const ROUND = 1.13;

const square = (x: number, z: number, half: number, way: Way, corner: number): string =>
  rounded(
    (
      [
        [-1, -1],
        [1, -1],
        [1, 1],
        [-1, 1],
      ] as Flat[]
    ).map(([dx, dz]) => xy([x + dx * half, z + dz * half], way)),
    corner * K,
  );

/** How much larger a place looks than its radius: what is higher is nearer to the eye. */
export const nearer = (place: Place, floor: number): number => 1 + 0.065 * Math.max(0, place.at[1] - floor);

/** The lights of what may be touched. */
export function lightsOf(scene: Scene, lit: readonly Lit[], way: Way, floor: number): Light[] {
  const lying = new Set(scene.marbles.map((marble) => marble.place));
  return lit.flatMap(({ handle, state }): Light[] => {
    const target = targetOf(scene, handle);
    if (!target) return [];
    const light = { handle, state, filled: false, over: false, held: false, arrow: null };
    if (target.kind === "arrow") {
      const { at, towards } = target.arrow;
      const turn = (Math.atan2(towards[1] * way, towards[0] * way) * 180) / Math.PI;
      return [{ ...light, d: "", arrow: { at: xy([at[0], at[2]], way), turn } }];
    }
    if (target.kind === "slab") {
      const { at, size, corner } = target.slab;
      return [{ ...light, d: square(at[0], at[2], size[0] / 2 - 0.06, way, corner), held: state === "selected" }];
    }
    const { place } = target;
    const [x, z] = [place.at[0], place.at[2]];
    if (place.kind === "slot") return [{ ...light, d: square(x, z, 0.88 * place.radius, way, 0.14), filled: true }];
    const ring = (part: number) => disc(...xy([x, z], way), place.radius * K * part * nearer(place, floor));
    if (lying.has(place.id)) {
      const wired = place.radius > PACKED || place.kind !== "bowl";
      return [{ ...light, d: ring(wired ? 0.95 : ROUND), over: wired }];
    }
    // A pocket lies on marbles: the light of a marble to come stands over them.
    if (place.kind === "pocket") return [{ ...light, d: ring(0.8), filled: true, over: true }];
    return [{ ...light, d: ring(place.radius > PACKED ? 0.86 : EMPTY), filled: true }];
  });
}

/** The traces of the last move. */
export function tracesOf(scene: Scene, way: Way, floor: number): Trace[] {
  const places = new Map(scene.places.map((place) => [place.id, place]));
  const lying = new Set(scene.marbles.map((marble) => marble.place));
  return scene.marks.flatMap((mark): Trace[] => {
    const trace = { dash: "", over: false, tip: "" };
    const all = mark.places.flatMap((id) => places.get(id) ?? []);
    const [first] = all;
    if (mark.kind === "slid") return slid(scene, mark.slabs, mark.towards, way);
    if (!first) return [];
    const name = `${mark.kind} ${first.id}`;
    const [x, y] = xy([first.at[0], first.at[2]], way);
    const radius = first.radius * K;
    switch (mark.kind) {
      case "path":
        return all.length > 1 ? [{ ...trace, name: "path", d: path(all, way), width: 3.5, dash: "0.1 9" }] : [];
      case "won":
        return [{ ...trace, name, d: disc(x, y, radius * 1.34 * nearer(first, floor)), width: 4.5, over: true }];
      case "gone":
        return [{ ...trace, name, d: square(first.at[0], first.at[2], 0.9, way, 0.14), width: 3, dash: "14 12" }];
      case "rest": {
        const part = (first.radius > PACKED ? 0.95 : ROUND) * nearer(first, floor);
        return [{ ...trace, name, d: disc(x, y, radius * part), width: 6.5, over: true }];
      }
      case "taken":
        return [{ ...trace, name, d: disc(x, y, radius * 0.62) + cross(x, y, radius * 0.3), width: 3 }];
      default: {
        // A marble may have rolled to where the moved one came from: then the ring goes round its foot.
        const part = lying.has(first.id) ? 1.1 : mark.kind === "from" ? 0.62 : 0.4;
        return [{ ...trace, name, d: disc(x, y, radius * part), width: 3 }];
      }
    }
  });
}

/** Ways that a marble goes or would go, by places. */
export function waysOf(scene: Scene, ways: readonly (readonly string[])[], way: Way): Trace[] {
  const places = new Map(scene.places.map((place) => [place.id, place]));
  return ways.flatMap((ids, n): Trace[] => {
    const all = ids.flatMap((id) => places.get(id) ?? []);
    if (all.length < 2) return [];
    return [{ name: `way ${n}`, d: path(all, way), width: 4, dash: "0.1 9", over: true, tip: "", lit: true }];
  });
}

/** The way of a marble, between the rings at both ends. */
function path(places: Place[], way: Way): string {
  const points = places.map((place) => xy([place.at[0], place.at[2]], way));
  const radius = places[0]!.radius * K;
  const on = (start: Flat, end: Flat, length: number): Flat => {
    const part = length / (Math.hypot(end[0] - start[0], end[1] - start[1]) || 1);
    return [start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part];
  };
  const ends = [on(points[0]!, points[1]!, radius), on(points.at(-1)!, points.at(-2)!, radius * 1.3)] as const;
  return line([ends[0], ...points.slice(1, -1), ends[1]]);
}

/** The outline of slabs that moved together, with a tip on the side they moved towards. */
function slid(scene: Scene, ids: readonly string[], towards: Flat | null, way: Way): Trace[] {
  const pieces = scene.slabs.filter((slab) => ids.includes(slab.id));
  if (!pieces.length) return [];
  const reach = (axis: 0 | 2): [number, number] => {
    const ends = pieces.flatMap((slab) => [slab.at[axis] - slab.size[axis] / 2, slab.at[axis] + slab.size[axis] / 2]);
    return [Math.min(...ends) - 0.02, Math.max(...ends) + 0.02];
  };
  const [[left, right], [far, near]] = [reach(0), reach(2)];
  const ring = (
    [
      [left, far],
      [right, far],
      [right, near],
      [left, near],
    ] as Flat[]
  ).map((point) => xy(point, way));
  let tip = "";
  if (towards) {
    const [dx, dz] = towards;
    const middle: Flat = [(left + right) / 2 + (dx * (right - left)) / 2, (far + near) / 2 + (dz * (near - far)) / 2];
    const a = 0.17;
    const at = (along: number, across: number): Flat =>
      xy([middle[0] + (dx * along - dz * across) * a, middle[1] + (dz * along + dx * across) * a], way);
    tip = rounded([at(0.15, -1), at(1.15, 0), at(0.15, 1)], 2);
  }
  const d = rounded(ring, pieces[0]!.corner * K);
  return [{ name: ["slid", ...ids].join(" "), d, width: 5, dash: "", over: false, tip }];
}
