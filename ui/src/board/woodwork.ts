/** Builds what does not move of its own: frames, boards, cups, floors, inlays and the cradle of a board that leans. */
import { Matrix4 } from "three";
import type { Contour } from "./contour";
import { disc, inside, roundBox, stadium } from "./contour";
import { floor, outline } from "./felting";
import type { Layout } from "./layout";
import { hollowRadius, Pieces } from "./pieces";
import type { Flat, Line, Slab, Wood, Zone } from "./scene";

type Timber = Exclude<Wood, "felt">;

/** Meshes to be made: one heap per matter. */
export class Heap {
  readonly woods = new Map<Timber, Pieces>();
  readonly felt = new Pieces();
  readonly brass = new Pieces();

  wood(name: Timber): Pieces {
    let pieces = this.woods.get(name);
    if (!pieces) this.woods.set(name, (pieces = new Pieces()));
    return pieces;
  }
}

export interface Woodwork {
  still: Heap;
  leaning: Heap;
}

const seedOf = (id: string): number => [...id].reduce((h, c) => (h * 31 + c.charCodeAt(0)) % 977, 7) / 7;

/** Edge radius that suits a slab. */
export const bevelOf = (slab: Slab): number =>
  slab.kind === "tile" || slab.kind === "tray" ? 0.05 : Math.min(0.08, slab.size[1] * 0.3);

export function moves(slab: Slab): boolean {
  return slab.kind === "tile" || slab.kind === "tray";
}

export function build(layout: Layout, narrow: boolean): Woodwork {
  const made: Woodwork = { still: new Heap(), leaning: new Heap() };
  const { scene } = layout;
  for (const slab of scene.slabs) {
    if (moves(slab) || (narrow && layout.apart(slab.id))) continue;
    const heap = slab.fixed ? made.still : made.leaning;
    if (slab.matter === "felt") lay(layout, slab, heap);
    else if (slab.kind === "cup") cup(layout, slab, heap);
    else if (!underRim(layout, slab)) plank(layout, slab, heap);
  }
  for (const line of scene.lines) inlaid(layout, line, made);
  for (const zone of scene.zones) if (zone.kind === "arrival") arrival(layout, zone, made);
  for (const medal of scene.medals) {
    const face = layout.faceAt(medal.at[0], medal.at[2]);
    if (!face) continue;
    const heap = face.slab.fixed ? made.still : made.leaning;
    const [x, , z] = medal.at;
    heap.brass.piece({ seed: 0, along: "x" });
    heap.brass.plate(
      disc(x, z, medal.radius, 48),
      disc(x, z, medal.radius * 0.87, 48),
      [],
      face.y + 0.025,
      face.y - 0.02,
      medal.radius * 0.05,
    );
  }
  if (scene.tilt) cradle(layout, made.still);
  return made;
}

/** A base that carries a rim of its own size is drawn as one piece with it. */
function underRim(layout: Layout, base: Slab): boolean {
  return base.kind === "base" && layout.scene.slabs.some((s) => carried(base, s));
}

function carried(base: Slab, rim: Slab): boolean {
  return rim.kind === "rim" && rim.shape === base.shape && rim.size[0] === base.size[0] && rim.size[2] === base.size[2];
}

function plank(layout: Layout, slab: Slab, heap: Heap): void {
  const timber = slab.matter as Timber;
  const base = slab.kind === "rim" ? layout.scene.slabs.find((s) => s.kind === "base" && carried(s, slab)) : undefined;
  const below = base ? base.at[1] - base.size[1] : slab.at[1] - slab.size[1];
  const inner = slab.hole ? outline(slab, true) : null;
  const hollows = (layout.hollows.get(slab.id) ?? []).map((h) => ({
    ...h,
    a: [h.a[0] + slab.at[0], h.a[1] + slab.at[2]] as Flat,
    b: [h.b[0] + slab.at[0], h.b[1] + slab.at[2]] as Flat,
  }));
  const mitred = slab.hole !== null && slab.shape === "box";
  heap.wood(timber).piece({
    seed: seedOf(slab.id),
    along: mitred ? "mitre" : slab.kind === "board" && slab.matter === "ebony" ? "z" : "x",
    skew: (slab.size[0] - slab.size[2]) / 2,
    centre: [slab.at[0], slab.at[2]],
  });
  heap.wood(timber).plate(outline(slab), inner, hollows, slab.at[1], below, bevelOf(slab));
  if (slab.shape === "disc") inlay(slab, heap);
}

/** A fine line of brass let into a turned piece. */
function inlay(slab: Slab, heap: Heap): void {
  const [x, y, z] = slab.at;
  const rim = slab.hole ? slab.size[0] / 4 + slab.hole[0] / 4 : slab.size[0] / 2 - 0.15;
  strip(heap.brass, disc(x, z, rim - 0.017, 160), disc(x, z, rim + 0.017, 160), y + 0.004);
}

function strip(pieces: Pieces, from: Contour, to: Contour, y: number): void {
  pieces.piece({ seed: 0, along: "x" });
  pieces.band(from, y, to, y, [0, 1], [0, 1]);
}

function lay(layout: Layout, slab: Slab, heap: Heap): void {
  const wall = layout.scene.slabs.find(
    (s) =>
      s.hole && !layout.apart(s.id) && s.at[0] === slab.at[0] && s.at[2] === slab.at[2] && s.hole[0] <= slab.size[0],
  );
  heap.felt.piece({ seed: 0, along: "x" });
  const y = slab.at[1];
  if (!wall) {
    const edge = outline(slab);
    heap.felt.flat(edge.points, [], y);
    heap.felt.band(edge, y, edge, y - slab.size[1], [1, 0], [1, 0]);
    return;
  }
  const stands = layout.scene.slabs.find(
    (s) => s.kind === "board" && s.shape === wall.shape && s.at[1] - s.size[1] <= y && s.at[1] > y,
  );
  const inner = stands ? outline(stands) : null;
  floor(heap.felt, outline(wall, true), inner, y, stands ? (wall.hole![0] - stands.size[0]) / 2 : wall.hole![0] / 2);
}

function cup(layout: Layout, slab: Slab, heap: Heap): void {
  const wall = heap.wood(slab.matter as Timber);
  const opening = outline(slab, true);
  const mitred = slab.shape === "box";
  wall.piece({
    seed: seedOf(slab.id),
    along: mitred ? "mitre" : "x",
    skew: (slab.size[0] - slab.size[2]) / 2,
    centre: [slab.at[0], slab.at[2]],
  });
  wall.plate(outline(slab), opening, [], slab.at[1], layout.ground, 0.08);
  heap.felt.piece({ seed: 0, along: "x" });
  floor(heap.felt, opening, null, layout.cupFloor(slab), (slab.hole?.[0] ?? 1) / 2);
}

/** A line of dark wood let into the face, from hollow to hollow. */
function inlaid(layout: Layout, line: Line, made: Woodwork): void {
  const w = 0.018;
  for (let n = 1; n < line.places.length; n++) {
    const [from, to] = [layout.places.get(line.places[n - 1]!), layout.places.get(line.places[n]!)];
    const face = from && layout.face(from.id);
    if (!face || !to) continue;
    const [dx, dz] = [to.at[0] - from.at[0], to.at[2] - from.at[2]];
    const long = Math.hypot(dx, dz);
    const [ux, uz] = [dx / long, dz / long];
    const depth = from.radius - (from.at[1] - face.y);
    const off = hollowRadius({ a: [0, 0], b: [0, 0], ball: from.radius * 1.05, depth }, 0);
    const at = (along: number, aside: number): Flat => [
      from.at[0] + ux * along - uz * aside,
      from.at[2] + uz * along + ux * aside,
    ];
    const heap = face.slab.fixed ? made.still : made.leaning;
    heap.wood("walnut").piece({ seed: seedOf(line.places.join("")), along: "x" });
    heap
      .wood("walnut")
      .flat([at(off, -w), at(long - off, -w), at(long - off, w), at(off, w)], [], face.y + 0.0015, 0.6);
  }
}

/** An arrival zone: another wood let into the face, with a line of brass round it. */
function arrival(layout: Layout, zone: Zone, made: Woodwork): void {
  const place = layout.places.get(zone.places[0] ?? "");
  const face = place && layout.face(place.id);
  if (!face) return;
  const heap = face.slab.fixed ? made.still : made.leaning;
  const y = face.y + 0.0015;
  const holes: Flat[][] = [];
  for (const hollow of layout.hollows.get(face.slab.id) ?? []) {
    const at = (p: Flat): Flat => [p[0] + face.slab.at[0], p[1] + face.slab.at[2]];
    const [a, b] = [at(hollow.a), at(hollow.b)];
    if (!inside(zone.outline, a) || !inside(zone.outline, b)) continue;
    const r = hollowRadius(hollow, 0) + 0.03;
    const same = a[0] === b[0] && a[1] === b[1];
    const box = same ? disc(...a, r, 28) : stadium(a, b, r);
    holes.push(box.points);
  }
  const field = heap.wood("walnut").piece({ seed: seedOf(zone.id), along: "z" });
  field.flat(zone.outline, holes, y, 0.78);
  const w = 0.014;
  zone.outline.forEach((a, i) => {
    const b = zone.outline[(i + 1) % zone.outline.length]!;
    const [x0, x1] = [Math.min(a[0], b[0]) - w, Math.max(a[0], b[0]) + w];
    const [z0, z1] = [Math.min(a[1], b[1]) - w, Math.max(a[1], b[1]) + w];
    heap.brass.piece({ seed: 0, along: "x" });
    heap.brass.flat(
      [
        [x0, z0],
        [x1, z0],
        [x1, z1],
        [x0, z1],
      ],
      [],
      y + 0.0015,
    );
  });
}

/** Two posts with brass pins, on which a leaning board hangs. */
function cradle(layout: Layout, heap: Heap): void {
  const { scene } = layout;
  const board = scene.slabs.find((s) => !s.fixed);
  const tilt = scene.tilt;
  if (!board || !tilt) return;
  const z = tilt.pivot[2];
  for (const side of [-1, 1]) {
    const x = board.at[0] + side * (board.size[0] / 2 + 0.2);
    const under = layout.faceAt(x, z, board.at[1] - 0.3);
    const foot = under?.y ?? layout.ground;
    const top = board.at[1] + 0.34;
    const pin = board.at[1] + 0.04;
    // The post is a plate set on edge: its outline in (z, height), its thickness along x.
    const upright = new Matrix4().set(0, 1, 0, x, 0, 0, 1, 0, 1, 0, 0, z, 0, 0, 0, 1);
    const shape = roundBox(0, (foot + top) / 2, 0.62, top - foot, 0.31, 12);
    shape.points = shape.points.map(([a, b]): Flat =>
      b < pin - 0.25 ? [a * (1 + 0.8 * ((pin - 0.25 - b) / (pin - foot)) ** 2), b] : [a, b],
    );
    const squared: Contour = { points: shape.points.map(([a, b]) => [a, Math.max(b, foot)]), normals: shape.normals };
    heap.wood("walnut").piece({ seed: seedOf(`post${side}`), along: "z" }, upright);
    heap.wood("walnut").plate(squared, null, [], 0.13, -0.13, 0.05);
    const back = new Matrix4().set(0, -1, 0, x, 0, 0, 1, 0, 1, 0, 0, z, 0, 0, 0, 1);
    heap.wood("walnut").piece({ seed: seedOf(`post${side}`), along: "z" }, back);
    heap.wood("walnut").plate(squared, null, [], 0.13, -0.01, 0.05);
    heap.brass.piece({ seed: 0, along: "x" }, upright);
    heap.brass.plate(disc(0, pin, 0.15, 32), null, [], 0.19, -0.1, 0.03);
    heap.brass.piece({ seed: 0, along: "x" }, back);
    heap.brass.plate(disc(0, pin, 0.15, 32), null, [], 0.19, -0.1, 0.03);
  }
}
