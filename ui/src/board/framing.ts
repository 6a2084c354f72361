/** Which points must be in the picture, and from where a player looks at it. */
import type { Layout } from "./layout";
import type { Place, Point, Scene, Tilt } from "./scene";

/** How much wider than what is played on a board may be that is shown whole, with its rim, on a narrow stage. */
const RIM = 1.1;

/**
 * On a wide stage everything, with what stands beside the board; on a narrow one only what is played on and near it, so
 * that places stay large. On a small one (`close`) reserves, round tables and cradles may bleed off the edge. What
 * rolls in a track is always in the picture, and a board that tilts is in it either way.
 */
export function framing(layout: Layout, narrow: boolean, close = false): Point[] {
  const { scene } = layout;
  const points: Point[] = [];
  const box = (x: number, y0: number, y1: number, z: number, hx: number, hz: number, round = false) => {
    const steps = round ? 24 : 4;
    for (let i = 0; i < steps; i++) {
      const a = round ? (2 * Math.PI * i) / steps : Math.PI / 4 + (i * Math.PI) / 2;
      const k = round ? 1 : Math.SQRT2;
      for (const y of [y0, y1]) points.push([x + hx * k * Math.cos(a), y, z + hz * k * Math.sin(a)]);
    }
  };
  for (const place of scene.places) {
    if (place.kind === "slot" || (narrow && !inFrame(layout, place)) || (close && place.kind === "seat")) continue;
    const [x, y, z] = place.at;
    const r = place.radius + (narrow ? 0.1 : 0);
    box(x, y - place.radius, y + place.radius, z, r, r, true);
  }
  if (narrow) {
    for (const { at, size } of scene.labels) box(at[0], at[1], at[1], at[2], size, size);
    for (const { at, radius } of scene.medals) box(at[0], at[1], at[1], at[2], radius + 0.12, radius + 0.12);
    for (const { at } of scene.arrows) box(at[0], at[1], at[1], at[2], 0.2, 0.2);
    const reach = RIM * Math.max(...points.map(([x]) => Math.abs(x)));
    // What a board stands on is in the picture whole where there is room: the edge would cut the reserve that lies round it.
    for (const { at, size, shape } of scene.slabs) {
      const [hx, hz] = [size[0] / 2, size[2] / 2];
      if (at[0] !== 0 || at[2] !== 0) continue;
      if (shape === "box" && (hx <= reach || !close)) box(at[0], at[1] - (close ? 0 : size[1]), at[1], at[2], hx, hz);
      if (shape === "disc" && !close) box(at[0], at[1] - size[1], at[1], at[2], hx, hz, true);
    }
    const tracked = new Set(scene.grooves.filter((groove) => groove.track).flatMap((groove) => groove.places));
    for (const { id, at, radius } of scene.places)
      if (tracked.has(id)) box(at[0], at[1] - radius, at[1] + radius, at[2], radius, radius, true);
    return scene.tilt ? leaning(points, scene.tilt) : points;
  }
  for (const slab of scene.slabs) {
    const [x, y, z] = layout.stand(slab);
    box(x, y - slab.size[1], y, z, slab.size[0] / 2, slab.size[2] / 2, slab.shape === "disc");
  }
  return points;
}

/**
 * Whether a marble lies where a close picture does not reach: in a reserve or beside the board. It is not drawn then: the
 * edge would cut it, and plates tell how many there are. One that flies is.
 */
export function spare(layout: Layout, ball: { place: string; at: { x: number; z: number }; lift: number }): boolean {
  const seat = layout.places.get(ball.place);
  if (seat?.kind !== "seat" || ball.lift > 0.01) return false;
  const rests = Math.hypot(ball.at.x - seat.at[0], ball.at.z - seat.at[2]) < 0.02;
  return rests && layout.scene.stores.some(({ seats }) => seats.includes(seat.id));
}

/** The points of a board that leans, down on either side. */
function leaning(points: Point[], { degrees, pivot: [, py, pz] }: Tilt): Point[] {
  return [-1, 1].flatMap((way) => {
    const angle = (way * degrees * Math.PI) / 180;
    const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
    return points.map(([x, y, z]): Point => [
      x,
      py + (y - py) * cos - (z - pz) * sin,
      pz + (y - py) * sin + (z - pz) * cos,
    ]);
  });
}

/** How much wider than the field of play a narrow picture may be. */
const SPREAD = 1.7;

/** Whether a place is in a narrow picture: not beside the board, and no seat far out at the sides of the field. */
export function inFrame(layout: Layout, place: Place): boolean {
  if (layout.aside(place.id)) return false;
  if (place.kind !== "seat" || !layout.scene.stores.some((s) => s.seats.includes(place.id))) return true;
  return Math.abs(place.at[0]) <= SPREAD * fieldWidth(layout.scene);
}

/** Half the width of the field of play. */
function fieldWidth(scene: Scene): number {
  return Math.max(1, ...scene.places.filter((p) => p.kind === "bowl").map((p) => Math.abs(p.at[0]) + p.radius));
}

/** By how many degrees a player's seat is turned from the first player's. */
export function seat(scene: Scene, side: number): number {
  const base = (owner: number): number | null => {
    const ring = scene.zones.find((z) => z.kind === "base" && z.owner === owner)?.outline;
    if (!ring) return null;
    const [x, z] = ring.reduce(([a, b], [c, d]) => [a + c, b + d], [0, 0]);
    return (Math.atan2(x, z) * 180) / Math.PI;
  };
  const [own, first] = [base(side), base(1)];
  if (own !== null && first !== null) return own - first;
  return scene.players.find((p) => p.number === side)?.side === "far" ? 180 : 0;
}
