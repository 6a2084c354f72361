/** Outlines as SVG paths. Drawings count in hundredths of the scene's unit, so that two decimals are finer than any pixel. */

import type { Flat, Slab } from "../board/scene";

/** Units of a drawing that make one of the scene. */
export const K = 100;

/** 1 seen from the near side of the table, -1 from the far one: positions are turned, never the picture, nor its light. */
export type Way = 1 | -1;

/** A number as short as a drawing needs it. */
export const figure = (value: number): string => String(Math.round(value * 100) / 100);

/** A point of the scene, seen from above, in the drawing. */
export const xy = ([x, z]: Flat, way: Way): Flat => [x * K * way, z * K * way];

/** The path of a line through points. */
export const line = (points: readonly Flat[]): string =>
  `M${points.map(([x, y]) => `${figure(x)} ${figure(y)}`).join("L")}`;

/** The path of a circle: as a path it can be a hole, or a part of a larger sign. */
export function disc(x: number, y: number, radius: number): string {
  const [half, whole] = [figure(radius), figure(2 * radius)];
  return `M${figure(x - radius)} ${figure(y)}a${half} ${half} 0 1 0 ${whole} 0a${half} ${half} 0 1 0-${whole} 0Z`;
}

/** The path of a closed line through points with its corners rounded off. */
export function rounded(points: readonly Flat[], radius: number): string {
  const path = points.map(([x, y], n) => {
    const turns = [points.at(n - 1)!, points[(n + 1) % points.length]!].map(([nx, ny]) => {
      const part = Math.min(0.5, radius / (Math.hypot(nx - x, ny - y) || 1));
      return `${figure(x + (nx - x) * part)} ${figure(y + (ny - y) * part)}`;
    });
    return `${n ? "L" : "M"}${turns[0]}Q${figure(x)} ${figure(y)} ${turns[1]}`;
  });
  return `${path.join("")}Z`;
}

/** The path of a cross lying like an x. */
export const cross = (x: number, y: number, arm: number): string =>
  `M${figure(x - arm)} ${figure(y - arm)}l${figure(2 * arm)} ${figure(2 * arm)}m0-${figure(2 * arm)}l-${figure(2 * arm)} ${figure(2 * arm)}`;

/** The path of an arrow head round the origin, pointing to the right. */
export const arrowHead = (size: number): string =>
  `M${figure(-size * 0.75)} ${figure(-size)}L${figure(size * 0.95)} 0L${figure(-size * 0.75)} ${figure(size)}Z`;

/** By how much of its width a board that leans by a degree looks wider on its raised side, which is nearer to the eye. */
const NEARER = 0.002;

/**
 * The path of a slab's outline, or of its opening, grown by units of the drawing. One that leans is wider where it is
 * raised.
 */
export function outline(slab: Slab, way: Way, { grow = 0, hole = false, degrees = 0 } = {}): string {
  const [width, depth] = hole && slab.hole ? slab.hole : [slab.size[0], slab.size[2]];
  const [x, z] = [slab.at[0], slab.at[2]];
  const more = grow / K;
  if (slab.shape === "disc") return disc(...xy([x, z], way), (width / 2 + more) * K);
  const lean = slab.fixed ? 0 : NEARER * degrees * width;
  const [far, near, half] = [width / 2 + more + lean, width / 2 + more - lean, depth / 2 + more];
  const corners: Flat[] = [
    [x - far, z - half],
    [x + far, z - half],
    [x + near, z + half],
    [x - near, z + half],
  ];
  const corner = hole ? Math.min(slab.corner, 0.1) : slab.corner;
  return rounded(
    corners.map((point) => xy(point, way)),
    Math.max(0, corner * K + grow),
  );
}
