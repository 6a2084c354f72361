/** From motions to tracks in time: what moves when, from where to where, and where it is at any instant. Pure functions. */
import { clamp, inOut, jumpHeight, jumpTime, mix, out, parabola, rollDown, tipOver } from "./curves";
import type { Marble, Motion, MotionKind, Point, Scene, Slab } from "./scene";
import type { Cue } from "./sound";

export interface Track {
  thing: "marble" | "slab" | "board";
  /** The place or slab id the thing has before the first step: its name for the whole play. */
  id: string;
  /** The place or slab id it has when the track is over. */
  end: string;
  kind: MotionKind | "fade" | "drop";
  /** Milliseconds. */
  start: number;
  length: number;
  from: Point;
  /** Nothing where the page cannot know it: the thing then fades away. */
  to: Point | null;
}

export interface Plan {
  tracks: Track[];
  cues: Cue[];
  length: number;
}

/** Where a thing is at a share of its track: its centre, how far it has rolled, how much of it is to be seen. */
export interface Moment {
  at: Point;
  rolled: number;
  fade: number;
  /** Share of the way, for what leans or turns with it. */
  share: number;
}

const REST = 60;
const FADE = 120;
const DROP = 140;

const distance = (a: Point, b: Point) => Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
const level = (a: Point, b: Point) => Math.hypot(b[0] - a[0], b[2] - a[2]);

/** Places and slabs of the scenes before and after: names keep their points, so that later ones only add. */
export class Points {
  private readonly places = new Map<string, Point>();
  private readonly slabs = new Map<string, Point>();

  constructor(...scenes: Scene[]) {
    for (const scene of scenes) {
      for (const place of scene.places) this.places.set(place.id, place.at);
      for (const slab of scene.slabs) this.slabs.set(slab.id, slab.at);
    }
  }

  place(id: string): Point | null {
    return this.places.get(id) ?? null;
  }

  /** A slab's point by its id; for a tray not yet there, the slot its name ends with. */
  slab(id: string): Point | null {
    return this.slabs.get(id) ?? this.places.get(id.slice(id.indexOf("-") + 1)) ?? null;
  }
}

/** How long a motion takes, in milliseconds. */
function lengthOf(kind: MotionKind, from: Point, to: Point | null, slab?: Slab): number {
  const way = to ? distance(from, to) : 0;
  switch (kind) {
    case "place":
    case "take":
      return 420;
    case "raise":
    case "jump":
      return jumpTime(way);
    case "step":
      return 220;
    case "slide":
      return slab?.kind === "tray" ? 240 + (90 * way) / Math.max(1, slab.size[0]) : 360;
    case "round":
      return 460;
    case "lift":
      return 560;
    case "leave":
      return 480;
    case "roll":
      return Math.min(760, 300 * Math.max(1, Math.sqrt(way)));
    case "tilt":
      return 620;
  }
}

/**
 * Lays motions out in time, from the scene before them to the one after (when it is known). Marbles that a hand has
 * carried are only let go of.
 */
export function plan(
  motions: Motion[],
  before: Scene,
  after: Scene | null,
  reduced = false,
  carried: ReadonlySet<string> = new Set(),
): Plan {
  const points = after ? new Points(before, after) : new Points(before);
  const marbles = new Map(before.marbles.map((m) => [m.place, m.place]));
  const slabs = new Map(before.slabs.map((s) => [s.id, s.id]));
  const matter = new Map(before.marbles.map((m) => [m.place, m]));
  const slabOf = new Map(before.slabs.map((s) => [s.id, s]));
  const tracks: Track[] = [];
  const cues: Cue[] = [];
  const steps = [...new Set(motions.map((m) => m.step))].sort((a, b) => a - b);
  let now = 0;
  let end = 0;
  let last: MotionKind | null = null;
  for (const step of steps) {
    const group = motions.filter((m) => m.step === step);
    const lead = group[0]!;
    if (last === "jump" && lead.kind === "jump" && !reduced) now += REST;
    last = lead.kind;
    const ride = group.find((m) => m.thing === "slab" && (m.kind === "slide" || m.kind === "lift"));
    const renamed: (() => void)[] = [];
    let leadLength = 0;
    let next = now;
    for (const motion of group) {
      const thing = motion.thing ?? "marble";
      const names = thing === "slab" ? slabs : marbles;
      const id = thing === "board" ? motion.what : names.get(motion.what);
      if (id === undefined) continue;
      const find = (name: string) => (thing === "slab" ? points.slab(name) : points.place(name));
      const from: Point = thing === "board" ? [0, 0, 0] : (find(motion.what) ?? [0, 0, 0]);
      const to = thing === "board" ? from : find(motion.to);
      const carrier = thing === "marble" && ride && (motion.kind === "slide" || motion.kind === "lift") ? ride : motion;
      const slab = slabOf.get(slabs.get(carrier.what) ?? "");
      const dropped = thing === "marble" && carried.has(id) && step === steps[0];
      let length = dropped ? DROP : lengthOf(motion.kind, from, to, slab);
      if (motion === lead) leadLength = length;
      let start = now + (motion.delay ?? 0) * leadLength;
      if (motion.kind === "slide" && slab?.kind === "tile") {
        start += 120;
        length = 240;
      }
      if (motion.kind === "roll") start += 60 * clamp(0.5 - from[2] / 16);
      const kind = dropped ? "drop" : motion.kind;
      const track: Track = { thing, id, end: motion.to, kind, start, length, from, to };
      if (reduced)
        Object.assign(track, {
          kind: thing === "board" ? "tilt" : "fade",
          start: now,
          length: thing === "board" ? 1 : FADE,
        });
      tracks.push(track);
      if (motion.kind !== "leave" || motion === lead) next = Math.max(next, track.start + track.length);
      end = Math.max(end, track.start + track.length);
      cues.push(...cuesOf(track, motion, matter.get(id), slab, motion === lead));
      if (thing !== "board") {
        renamed.push(() => names.delete(motion.what));
        renamed.push(() => names.set(motion.to, id));
      }
    }
    // All leave their names before any takes a new one: things may change places within a step.
    renamed.filter((_, i) => i % 2 === 0).forEach((f) => f());
    renamed.filter((_, i) => i % 2 === 1).forEach((f) => f());
    now = next;
  }
  return { tracks, cues, length: end };
}

function cuesOf(
  track: Track,
  motion: Motion,
  marble: Marble | undefined,
  slab: Slab | undefined,
  lead: boolean,
): Cue[] {
  const stop = track.start + track.length;
  const touch: Cue["sound"] = marble && (marble.matter === "ivory" || marble.matter === "celadon") ? "tock" : "glass";
  switch (motion.kind) {
    case "place":
    case "jump":
    case "step":
    case "raise":
      return [{ sound: motion.kind === "raise" ? "click" : touch, at: stop - 25, gain: 1 }];
    case "take":
    case "leave":
      return [{ sound: touch, at: stop - 60, gain: 0.6 }];
    case "slide":
      if (motion.thing !== "slab" || (!lead && slab?.kind === "tray")) return [];
      return lead || slab?.kind === "tray"
        ? [
            { sound: "hush", at: track.start, gain: 1, length: track.length },
            { sound: "knock", at: stop - 10, gain: 1 },
          ]
        : [];
    case "round":
      return [
        ...(lead ? [{ sound: "hush", at: track.start + 120, gain: 1, length: 240 } as Cue] : []),
        { sound: "knock", at: stop - 10, gain: 0.8 },
      ];
    case "lift":
      return motion.thing === "slab" ? [{ sound: "knock", at: stop - 20, gain: 0.8 }] : [];
    case "roll":
      return [
        { sound: "roll", at: track.start, gain: 0.7, length: track.length * 0.8 },
        { sound: "click", at: track.start + track.length * 0.8, gain: 0.35 },
      ];
    case "tilt":
      return [{ sound: "tilt", at: track.start, gain: 1 }];
  }
}

/** Where a thing is at a share `t` of its track. `from` may differ from the plan's: a lifted marble starts higher. */
export function moment(track: Track, t: number, from: Point = track.from): Moment {
  const still = track.to === null;
  const to = track.to ?? from;
  const far = level(from, to);
  const way = (e: number, lift: number): Point => [
    mix(from[0], to[0], e),
    mix(from[1], to[1], e) + lift,
    mix(from[2], to[2], e),
  ];
  const make = (at: Point, share: number, rolled = 0, fade = 1): Moment => ({
    at,
    share,
    rolled,
    fade: still ? 1 - clamp(t * 1.5 - 0.5) : fade,
  });
  switch (track.kind) {
    case "fade":
      return make(t < 0.5 ? from : to, t < 0.5 ? 0 : 1, 0, Math.abs(1 - 2 * t));
    case "drop":
      return make(way(out(t), 0), out(t));
    case "place":
    case "take": {
      // Up first, across, then down onto the place.
      const e = inOut(clamp((t - 0.1) / 0.84));
      return make(way(e, (0.75 + 0.1 * far) * parabola(t ** 0.9)), e);
    }
    case "raise":
    case "leave": {
      const e = inOut(clamp((t - 0.05) / 0.92));
      return make(way(e, (jumpHeight(far) + (track.kind === "leave" ? 0.25 : 0.1)) * parabola(t)), e);
    }
    case "jump": {
      const e = inOut(t);
      const settle = t > 0.9 ? 0.03 * parabola((t - 0.9) / 0.1) : 0;
      return make(way(e, jumpHeight(far) * parabola(t / 0.94) * (t < 0.94 ? 1 : 0) + settle), e);
    }
    case "step": {
      const e = inOut(t);
      return make(way(e, 0.15 * parabola(t)), e, far * e);
    }
    case "slide":
      return make(way(inOut(t), 0), inOut(t));
    case "round": {
      // Lifted out, carried over the marbles of its row, set down at the other end.
      const e = inOut(clamp((t - 0.2) / 0.56));
      const up = out(clamp(t / 0.3)) * (1 - out(clamp((t - 0.74) / 0.26)));
      return make(way(e, 0.5 * up + 0.75 * parabola(clamp((t - 0.12) / 0.78))), e);
    }
    case "lift": {
      const e = inOut(clamp((t - 0.12) / 0.76));
      return make(way(e, 1.1 * parabola(t)), e);
    }
    case "roll": {
      const e = rollDown(t);
      return make(way(e, 0), e, far * e);
    }
    case "tilt":
      return make(from, tipOver(t));
  }
}

/** Places of both scenes: a marble may go where only one of them has a place. */
export function bothPlaces(before: Scene, after: Scene): Scene["places"] {
  const known = new Set(after.places.map((p) => p.id));
  return [...after.places, ...before.places.filter((p) => !known.has(p.id))];
}
