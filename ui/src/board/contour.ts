/** Outlines seen from above, with their outward normals: what plates, holes and inlays are cut along. */
import type { Flat } from "./scene";

export interface Contour {
  points: Flat[];
  /** Outward normal at each point. */
  normals: Flat[];
}

/** A box with round corners; a corner of half the smaller side makes a stadium or a disc. */
export function roundBox(x: number, z: number, width: number, depth: number, corner: number, segments = 8): Contour {
  const hx = width / 2;
  const hz = depth / 2;
  const r = Math.max(0.0001, Math.min(corner, hx, hz));
  const points: Flat[] = [];
  const normals: Flat[] = [];
  const centres: Flat[] = [
    [x + hx - r, z + hz - r],
    [x - hx + r, z + hz - r],
    [x - hx + r, z - hz + r],
    [x + hx - r, z - hz + r],
  ];
  centres.forEach(([cx, cz], quarter) => {
    for (let i = 0; i <= segments; i++) {
      const angle = ((quarter + i / segments) * Math.PI) / 2;
      const n: Flat = [Math.cos(angle), Math.sin(angle)];
      points.push([cx + r * n[0], cz + r * n[1]]);
      normals.push(n);
    }
  });
  return { points, normals };
}

export function disc(x: number, z: number, radius: number, segments = 32): Contour {
  const normals = Array.from({ length: segments }, (_, i): Flat => {
    const angle = (2 * Math.PI * i) / segments;
    return [Math.cos(angle), Math.sin(angle)];
  });
  return { points: normals.map(([a, b]) => [x + radius * a, z + radius * b]), normals };
}

/** A stadium: two half discs round two points and the straight sides between them. */
export function stadium(a: Flat, b: Flat, radius: number, segments = 14): Contour {
  const along = Math.atan2(b[1] - a[1], b[0] - a[0]);
  const points: Flat[] = [];
  const normals: Flat[] = [];
  for (const [centre, turn] of [
    [b, along - Math.PI / 2],
    [a, along + Math.PI / 2],
  ] as const) {
    for (let i = 0; i <= segments; i++) {
      const angle = turn + (Math.PI * i) / segments;
      const n: Flat = [Math.cos(angle), Math.sin(angle)];
      points.push([centre[0] + radius * n[0], centre[1] + radius * n[1]]);
      normals.push(n);
    }
  }
  return { points, normals };
}

/** The same outline moved outwards (inwards when negative). */
export function offset(contour: Contour, by: number): Contour {
  return {
    points: contour.points.map((p, i): Flat => {
      const n = contour.normals[i]!;
      return [p[0] + by * n[0], p[1] + by * n[1]];
    }),
    normals: contour.normals,
  };
}

/** Whether a point lies inside a closed ring of points. */
export function inside(ring: Flat[], [x, z]: Flat): boolean {
  let odd = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [ax, az] = ring[i]!;
    const [bx, bz] = ring[j]!;
    if (az > z !== bz > z && x < ((bx - ax) * (z - az)) / (bz - az) + ax) odd = !odd;
  }
  return odd;
}
