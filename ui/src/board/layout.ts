/** What a scene means for building it: what stands on what, where the hollows are cut, how high the table is. */
import type { Hollow } from "./pieces";
import type { Flat, Place, Point, Scene, Slab } from "./scene";

export interface Face {
  y: number;
  slab: Slab;
}

/** Whether a slab has matter over a point seen from above. */
export function covers(slab: Slab, x: number, z: number): boolean {
  const within = (width: number, depth: number) => {
    const dx = (x - slab.at[0]) / (width / 2);
    const dz = (z - slab.at[2]) / (depth / 2);
    return slab.shape === "disc" ? dx * dx + dz * dz <= 1 : Math.abs(dx) <= 1 && Math.abs(dz) <= 1;
  };
  return within(slab.size[0], slab.size[2]) && !(slab.hole && within(...slab.hole));
}

const bottom = (slab: Slab) => slab.at[1] - slab.size[1];

export class Layout {
  readonly places = new Map<string, Place>();
  readonly slabs = new Map<string, Slab>();
  /** Height of the table top everything stands on. */
  readonly ground: number;
  /** How much what lies beside the board has to come down to stand on the table. */
  readonly drop: number;
  /** Hollows of each slab, in the slab's own space (its face at height 0, its middle at the origin). */
  readonly hollows = new Map<string, Hollow[]>();
  private readonly away = new Set<string>();
  private readonly faces = new Map<string, Face | null>();
  private readonly crowd = new Map<string, boolean>();

  constructor(readonly scene: Scene) {
    for (const place of scene.places) this.places.set(place.id, place);
    for (const slab of scene.slabs) this.slabs.set(slab.id, slab);
    for (const slab of scene.slabs) {
      const [x, , z] = slab.at;
      if (slab.beside && !scene.slabs.some((s) => !s.beside && covers(s, x, z))) this.away.add(slab.id);
    }
    this.ground = Math.min(...scene.slabs.filter((s) => !this.apart(s.id)).map(bottom));
    const loose = scene.slabs.filter((s) => this.apart(s.id) && s.kind !== "cup").map(bottom);
    this.drop = loose.length ? Math.min(...loose) - this.ground : 0;
    this.cut();
  }

  /** Whether a slab stands apart from the board, like a cup or a side tray: left out where there is no room. */
  apart(slab: string): boolean {
    return this.away.has(slab);
  }

  /** Whether a place lies on a slab that stands apart. */
  aside(place: string): boolean {
    return this.apart(this.places.get(place)?.on ?? "");
  }

  /** Where a slab's upper face is drawn. */
  stand(slab: Slab): Point {
    return this.apart(slab.id) && slab.kind !== "cup" ? [slab.at[0], slab.at[1] - this.drop, slab.at[2]] : slab.at;
  }

  /** The highest face under a point, not above a height. */
  faceAt(x: number, z: number, most = Infinity, except?: Slab): Face | null {
    let best: Face | null = null;
    for (const slab of this.scene.slabs) {
      const y = slab.at[1];
      if (slab !== except && y <= most && covers(slab, x, z) && (!best || y > best.y)) best = { y, slab };
    }
    return best;
  }

  /** The face a place is cut into or lies over. */
  face(id: string): Face | null {
    let found = this.faces.get(id);
    if (found === undefined) {
      const place = this.places.get(id);
      found = place ? this.faceAt(place.at[0], place.at[2], place.at[1] + 0.01) : null;
      this.faces.set(id, found);
    }
    return found;
  }

  /** Whether a place leans when the board does. */
  leans(id: string): boolean {
    return this.face(id)?.slab.fixed === false;
  }

  /** Whether marbles stand so close that a ring round a foot would not be seen. */
  crowded(id: string): boolean {
    let found = this.crowd.get(id);
    if (found === undefined) {
      const place = this.places.get(id);
      found =
        !!place &&
        this.scene.places.some(
          (o) =>
            o.id !== id &&
            o.kind === place.kind &&
            Math.hypot(o.at[0] - place.at[0], o.at[1] - place.at[1], o.at[2] - place.at[2]) < 2.2 * place.radius,
        );
      this.crowd.set(id, found);
    }
    return found;
  }

  /** The floor of a cup: under the lowest marble that may lie in it. */
  cupFloor(cup: Slab): number {
    const seats = this.scene.places.filter((p) => p.on === cup.id).map((p) => p.at[1] - p.radius);
    return Math.max(this.ground + 0.03, seats.length ? Math.min(...seats) : bottom(cup) + 0.05);
  }

  private add(slab: Slab, hollow: Hollow): void {
    const local = ([x, z]: Flat): Flat => [x - slab.at[0], z - slab.at[2]];
    const list = this.hollows.get(slab.id) ?? [];
    list.push({ ...hollow, a: local(hollow.a), b: local(hollow.b) });
    this.hollows.set(slab.id, list);
  }

  private cut(): void {
    const done = new Set<string>();
    const wood = (place: Place) => {
      const face = this.face(place.id);
      return face && face.slab.matter !== "felt" && face.slab.kind !== "cup" ? face : null;
    };
    const make = (first: Place, last: Place, radius: number) => {
      const face = wood(first);
      const depth = radius - (first.at[1] - (face?.y ?? 0));
      if (!face || depth < 0.02 || depth > radius) return;
      this.add(face.slab, { a: [first.at[0], first.at[2]], b: [last.at[0], last.at[2]], ball: radius * 1.05, depth });
    };
    for (const groove of this.scene.grooves) {
      groove.places.forEach((id) => done.add(id));
      const ends = [groove.places[0], groove.places.at(-1)].map((id) => this.places.get(id ?? ""));
      if (ends[0] && ends[1]) make(ends[0], ends[1], groove.radius);
    }
    for (const place of this.scene.places) {
      if (place.kind === "bowl" && !done.has(place.id)) make(place, place, place.radius);
    }
    // A tray on which nothing can lie shows the same hollows as the others.
    for (const slab of this.scene.slabs) {
      if (slab.kind !== "tray" || this.hollows.has(slab.id)) continue;
      const sister = this.scene.slabs.find((s) => s.kind === "tray" && this.hollows.has(s.id));
      if (sister) this.hollows.set(slab.id, this.hollows.get(sister.id)!);
    }
  }
}
