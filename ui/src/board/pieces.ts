/** Gathers triangles of one matter into one mesh, with what the wood's shader wants to know of each piece. */
import { BufferGeometry, Float32BufferAttribute, Matrix4, ShapeUtils, Vector2, Vector3 } from "three";
import type { Contour } from "./contour";
import { offset } from "./contour";
import type { Flat } from "./scene";

/** How the fibres of a piece run: along x, z or y, or round a frame with mitred corners. */
export interface Grain {
  seed: number;
  along: "x" | "z" | "y" | "mitre";
  /** Half width less half depth of a mitred frame. */
  skew?: number;
  /** The middle of the piece, where its own space begins. */
  centre?: Flat;
}

/** A hollow for a marble: a bowl, or a trough when the two ends differ. Heights count from the face it is cut into. */
export interface Hollow {
  a: Flat;
  b: Flat;
  /** Radius of the ball the hollow is cut with, and how deep it goes. */
  ball: number;
  depth: number;
}

const ALONG = { x: 0, z: 1, y: 2, mitre: 3 } as const;
const UPRIGHT = new Matrix4();

/** Radius of a hollow at a depth below the face. */
export function hollowRadius(hollow: Hollow, depth: number): number {
  const centre = hollow.ball - hollow.depth;
  return Math.sqrt(Math.max(0, hollow.ball ** 2 - (centre + depth) ** 2));
}

export class Pieces {
  private readonly positions: number[] = [];
  private readonly normals: number[] = [];
  private readonly shades: number[] = [];
  private readonly grains: number[] = [];
  private readonly locals: number[] = [];
  private readonly indices: number[] = [];
  private grain: [number, number, number] = [0, 0, 0];
  private centre: Flat = [0, 0];
  private matrix = UPRIGHT;
  private readonly v = new Vector3();

  get empty(): boolean {
    return this.indices.length === 0;
  }

  /** What follows is one piece of wood, standing where the matrix puts it. */
  piece(grain: Grain, matrix: Matrix4 = UPRIGHT): this {
    this.grain = [grain.seed, ALONG[grain.along], grain.skew ?? 0];
    this.centre = grain.centre ?? [0, 0];
    this.matrix = matrix;
    return this;
  }

  vertex(x: number, y: number, z: number, nx: number, ny: number, nz: number, shade: number): number {
    const p = this.v.set(x, y, z).applyMatrix4(this.matrix);
    this.positions.push(p.x, p.y, p.z);
    const n = this.v.set(nx, ny, nz).transformDirection(this.matrix);
    this.normals.push(n.x, n.y, n.z);
    this.shades.push(shade);
    this.grains.push(...this.grain);
    this.locals.push(x - this.centre[0], y, z - this.centre[1]);
    return this.shades.length - 1;
  }

  triangle(a: number, b: number, c: number): void {
    this.indices.push(a, b, c);
  }

  /** A band between two outlines of the same length; `lean` is how much of each normal points outwards, the rest up. */
  band(
    from: Contour,
    y0: number,
    to: Contour,
    y1: number,
    n0: [number, number],
    n1: [number, number],
    s0 = 1,
    s1 = 1,
  ): void {
    const count = from.points.length;
    const first = this.shades.length;
    for (let i = 0; i <= count; i++) {
      const k = i % count;
      const [ax, az] = from.points[k]!;
      const [bx, bz] = to.points[k]!;
      const [ux, uz] = from.normals[k]!;
      this.vertex(ax, y0, az, ux * n0[0], n0[1], uz * n0[0], s0);
      this.vertex(bx, y1, bz, ux * n1[0], n1[1], uz * n1[0], s1);
    }
    for (let i = 0; i < count; i++) {
      const k = first + 2 * i;
      // Outlines run clockwise as seen from above; which side shows follows from the normals.
      this.face(k, k + 2, k + 1);
      this.face(k + 1, k + 2, k + 3);
    }
  }

  /** A flat face with holes, looking up. */
  flat(outer: Flat[], holes: Flat[][], y: number, shade = 1): void {
    const all = [outer, ...holes].flat();
    const first = this.shades.length;
    for (const [x, z] of all) this.vertex(x, y, z, 0, 1, 0, shade);
    const v2 = (ring: Flat[]) => ring.map(([x, z]) => new Vector2(x, z));
    for (const [a, b, c] of ShapeUtils.triangulateShape(v2(outer), holes.map(v2)) as [number, number, number][]) {
      this.face(first + a, first + b, first + c);
    }
  }

  /** A plate with rounded edges, an opening right through it, and hollows for marbles. */
  plate(outer: Contour, inner: Contour | null, hollows: Hollow[], top: number, bottom: number, bevel: number): void {
    const rims: Flat[][] = [];
    if (inner) rims.push(offset(inner, bevel).points);
    const lip = Math.min(0.028, bevel);
    for (const hollow of hollows) rims.push(this.hollow(hollow, top, lip));
    this.flat(offset(outer, -bevel).points, rims, top);
    this.edge(outer, -1, top, bevel);
    this.band(outer, top - bevel, outer, bottom + 0.02, [1, 0], [1, 0], 1, 0.86);
    this.band(outer, bottom + 0.02, offset(outer, -0.02), bottom, [1, 0], [0.7, -0.7], 0.86, 0.7);
    if (inner) {
      this.edge(inner, 1, top, bevel);
      this.band(inner, top - bevel, inner, bottom, [-1, 0], [-1, 0], 0.98, 0.5);
    }
  }

  private edge(contour: Contour, way: 1 | -1, top: number, bevel: number): void {
    const steps = 3;
    for (let i = 0; i < steps; i++) {
      const [p, q] = [i, i + 1].map((k) => ((k / steps) * Math.PI) / 2) as [number, number];
      const at = (a: number) => offset(contour, way * bevel * (1 - Math.sin(a)));
      const y = (a: number) => top - bevel * (1 - Math.cos(a));
      const n = (a: number): [number, number] => [-way * Math.sin(a), Math.cos(a)];
      this.band(at(p), y(p), at(q), y(q), n(p), n(q));
    }
  }

  /** Cuts a hollow and gives the ring it leaves in the face. */
  private hollow(hollow: Hollow, top: number, lip: number): Flat[] {
    const { a, b, ball, depth } = hollow;
    const flat = a[0] === b[0] && a[1] === b[1];
    const ring = (radius: number): Contour => {
      const half = flat ? 12 : 10;
      const along = Math.atan2(b[1] - a[1], b[0] - a[0]);
      const points: Flat[] = [];
      const normals: Flat[] = [];
      for (const [centre, turn] of [
        [b, along - Math.PI / 2],
        [a, along + Math.PI / 2],
      ] as const) {
        for (let i = 0; i <= (flat ? half - 1 : half); i++) {
          const angle = turn + (Math.PI * i) / half;
          normals.push([Math.cos(angle), Math.sin(angle)]);
          points.push([centre[0] + radius * Math.cos(angle), centre[1] + radius * Math.sin(angle)]);
        }
      }
      return { points, normals };
    };
    const centre = ball - depth;
    const mouth = hollowRadius(hollow, lip * 0.6);
    const outer = ring(mouth + lip);
    const n = (y: number): [number, number] => [-hollowRadius(hollow, y) / ball, (centre + y) / ball];
    this.band(outer, top, ring(mouth + lip * 0.3), top - lip * 0.2, [0, 1], [-0.4, 0.9], 1, 0.97);
    this.band(
      ring(mouth + lip * 0.3),
      top - lip * 0.2,
      ring(mouth),
      top - lip * 0.6,
      [-0.4, 0.9],
      n(lip * 0.6),
      0.97,
      0.93,
    );
    const steps = 7;
    let last = lip * 0.6;
    for (let i = 1; i <= steps; i++) {
      // Even steps of the arc, not of the depth: the bottom is flat and the wall steep.
      const from = Math.acos((centre + lip * 0.6) / ball);
      const y = i === steps ? depth : ball * Math.cos(from * (1 - i / steps)) - centre;
      const s = (d: number) => 0.93 - 0.4 * Math.sqrt(d / depth);
      this.band(
        ring(hollowRadius(hollow, last)),
        top - last,
        ring(hollowRadius(hollow, y)),
        top - y,
        n(last),
        n(y),
        s(last),
        s(y),
      );
      last = y;
    }
    return outer.points;
  }

  /** Adds a triangle so that it shows on the side its normals point to. */
  private face(a: number, b: number, c: number): void {
    const at = (i: number, j: number) => this.positions[3 * i + j]!;
    const e = [0, 1, 2].map((j) => at(b, j) - at(a, j)) as [number, number, number];
    const f = [0, 1, 2].map((j) => at(c, j) - at(a, j)) as [number, number, number];
    const n = [0, 1, 2].map((j) => this.normals[3 * a + j]! + this.normals[3 * b + j]! + this.normals[3 * c + j]!);
    const side =
      (e[1] * f[2] - e[2] * f[1]) * n[0]! + (e[2] * f[0] - e[0] * f[2]) * n[1]! + (e[0] * f[1] - e[1] * f[0]) * n[2]!;
    if (side === 0) return;
    if (side > 0) this.triangle(a, b, c);
    else this.triangle(a, c, b);
  }

  build(): BufferGeometry {
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new Float32BufferAttribute(this.positions, 3));
    geometry.setAttribute("normal", new Float32BufferAttribute(this.normals, 3));
    geometry.setAttribute("aShade", new Float32BufferAttribute(this.shades, 1));
    geometry.setAttribute("aGrain", new Float32BufferAttribute(this.grains, 3));
    geometry.setAttribute("aLocal", new Float32BufferAttribute(this.locals, 3));
    geometry.setIndex(this.indices);
    return geometry;
  }
}
