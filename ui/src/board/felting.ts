/** Felt floors: flat, and darker towards the walls that stand round them. */
import type { Contour } from "./contour";
import { disc, offset, roundBox } from "./contour";
import type { Pieces } from "./pieces";
import type { Flat, Slab } from "./scene";

/** The outline of a slab, or of the opening in it. */
export function outline(slab: Slab, hole = false, x = slab.at[0], z = slab.at[2]): Contour {
  const [width, depth] = hole && slab.hole ? slab.hole : [slab.size[0], slab.size[2]];
  if (slab.shape === "disc") return disc(x, z, width / 2, width > 6 ? 128 : 72);
  const wall = hole ? (slab.size[0] - width) / 2 : 0;
  const corner = hole ? Math.max(0.1, slab.corner - wall) : slab.corner;
  return roundBox(x, z, width, depth, corner, corner > 0.2 ? 10 : 6);
}

const STEPS: [number, number][] = [
  [0, 0.42],
  [0.05, 0.52],
  [0.13, 0.68],
  [0.28, 0.86],
  [0.5, 1],
];

/** A floor between walls: `outer` all round it and, where something stands in its middle, `inner`. */
export function floor(felt: Pieces, outer: Contour, inner: Contour | null, y: number, room: number): void {
  const scale = Math.min(1, (room * 0.9) / (inner ? 1 : 0.5));
  const rings = (contour: Contour, way: 1 | -1): Flat[] => {
    for (let i = 1; i < STEPS.length; i++) {
      const [d0, s0] = STEPS[i - 1]!;
      const [d1, s1] = STEPS[i]!;
      felt.band(offset(contour, way * d0 * scale), y, offset(contour, way * d1 * scale), y, [0, 1], [0, 1], s0, s1);
    }
    return offset(contour, way * 0.5 * scale).points;
  };
  const rim = rings(outer, -1);
  felt.flat(rim, inner ? [rings(inner, 1)] : [], y);
}
