/** The flat board: shows scenes, plays motions, holds what is lifted. The counterpart of the board in space. */

import { Clock } from "../board/clock";
import { clamp, inOut, mix, out, parabola, tremble } from "../board/curves";
import { replay } from "../board/replay";
import type { Motion, MotionKind, Point, Scene } from "../board/scene";
import type { Cue } from "../board/sound";
import { moment, plan, type Plan, type Track } from "../board/timeline";
import { placed, toScene, type FlatLayout } from "./layout";
import { targetOf } from "./spots";
import { type Ball, type Piece, Things } from "./things.svelte";

/** How high a marble is held, in the scene's units; a tray is held lower. */
const LIFT = 0.58;
const LOW = 0.15;
const GLIDE = 260;
/** Milliseconds before its end in which a rolled marble's sign comes to look up again. */
const SETTLE = 120;
/** Degrees by which a board that would tip over shivers. */
const SHIVER = 0.6;
const GLEAM = 420;

/** Motions that go over what lies on the board. */
const OVER: ReadonlySet<MotionKind | "fade" | "drop"> = new Set<MotionKind | "drop">([
  "drop",
  "place",
  "take",
  "raise",
  "jump",
  "leave",
  "lift",
  "round",
]);

interface Cast {
  track: Track;
  ball: Ball | null;
  piece: Piece | null;
  from: Point;
  /** How high it was held when it began. */
  lifted: number;
  /** Radius of a marble, or width of a piece, at both ends. */
  size: [number, number];
  begun: boolean;
  over: boolean;
}

interface Playing {
  plan: Plan;
  cast: Cast[];
  start: number;
  after: Scene;
  degrees: [number, number];
  hush: (() => void) | void;
  done: () => void;
}

interface Waiting {
  motions: Motion[];
  after: Scene | null;
  done: () => void;
}

export interface FlatOptions {
  reduced: boolean;
  /** The sounds of a play, as it begins; gives a way to silence those still to come. */
  onCues: (cues: Cue[]) => (() => void) | void;
}

export class FlatBoard {
  readonly things = new Things();
  /** The scene that is shown, as the server made it, and as it is laid out flat. */
  private shown = $state.raw<Scene | null>(null);
  scene = $state.raw<Scene | null>(null);
  /** Whether motions are being played. */
  busy = $state(false);
  /** How far the board leans now. */
  degrees = $state(0);
  /** Sideways shake of what was refused, in pixels. */
  shake = $state(0);
  reduced: boolean;
  private layout: FlatLayout | null = null;
  private playing: Playing | null = null;
  private readonly waiting: Waiting[] = [];
  private held: string[] = [];
  private carrying = false;
  private readonly clock = new Clock(
    () => performance.now(),
    () => this.frame(),
  );

  constructor(private readonly options: FlatOptions) {
    this.reduced = options.reduced;
  }

  /** The scene that is shown, as the server made it. */
  get told(): Scene | null {
    return this.shown;
  }

  // ------------------------------------------------------------------------------------------------ scenes
  /** Takes another size or side of the stage: everything is at its new place at once. */
  lay(layout: FlatLayout): void {
    // The same again moves nothing: what is on its way stays so.
    const same = JSON.stringify(layout) === JSON.stringify(this.layout);
    this.layout = layout;
    if (!this.shown || same) return;
    this.skip();
    this.put(this.shown, false);
  }

  /** Shows a scene at once, or with everything gliding to where it now lies. Ends whatever was playing. */
  show(scene: Scene, glide = false): void {
    this.skip();
    this.put(scene, glide && !this.reduced && !document.hidden);
  }

  private put(scene: Scene, glide: boolean): void {
    this.shown = scene;
    if (!this.layout) return;
    this.scene = placed(scene, this.layout);
    const moved = this.things.fit(this.scene);
    const was = this.degrees;
    const to = scene.tilt?.degrees ?? 0;
    this.degrees = to;
    if (glide) {
      for (const { ball, from, rides } of moved.balls) this.glide(ball, from, rides);
      for (const { piece, from } of moved.pieces) this.glide(piece, from, true);
      if (was !== to) this.clock.run(300, (t) => (this.degrees = mix(was, to, inOut(t))));
    }
    for (const id of this.held) this.raise(id, true, true);
  }

  /** Lets something come to where it lies: in a small arc, or along the board. */
  private glide(thing: Ball | Piece, from: Point, along: boolean): void {
    const to = thing.at;
    const track: Track = { thing: "marble", id: "", end: "", kind: "raise", start: 0, length: 0, from, to };
    this.clock.run(GLIDE, (t) => {
      if (along) thing.at = way(from, to, inOut(t));
      else fly(thing, track, t, from);
      if (t >= 1) Object.assign(thing, { at: to, lift: 0, air: false });
    });
  }

  // ------------------------------------------------------------------------------------------------ motions
  /** Plays motions and then shows the scene after them; plays asked for meanwhile wait their turn. */
  play(motions: Motion[], after: Scene | null = null): Promise<void> {
    return new Promise((done) => {
      if (!this.shown || !this.scene) {
        if (after) this.put(after, false);
        return done();
      }
      this.waiting.push({ motions, after, done });
      if (!this.playing) this.next();
      if (this.reduced || document.hidden) this.skip();
    });
  }

  /** Ends what is playing, and all that waits, at once. */
  skip(): void {
    while (this.playing || this.waiting.length) {
      if (!this.playing) this.next();
      if (this.playing) this.finish();
    }
    this.clock.finish();
  }

  private next(): void {
    const wanted = this.waiting.shift();
    if (!wanted || !this.shown || !this.scene || !this.layout) return;
    const after = wanted.after ?? replay(this.shown, wanted.motions);
    const target = placed(after, this.layout);
    const made = plan(wanted.motions, this.scene, target, false, new Set(this.carrying ? this.held : []));
    this.clock.finish();
    this.carrying = false;
    for (const id of this.held) if (!made.tracks.some((track) => track.id === id)) this.raise(id, false, false);
    this.held = [];
    const sizes = new Map([...this.scene.places, ...target.places].map((place) => [place.id, place.radius]));
    const widths = new Map(target.slabs.map((slab) => [slab.id, slab.size[0]]));
    this.busy = true;
    this.playing = {
      plan: made,
      cast: made.tracks.map((track): Cast => {
        const ball = track.thing === "marble" ? (this.things.ball(track.id) ?? null) : null;
        const piece = track.thing === "slab" ? (this.things.piece(track.id) ?? null) : null;
        const size = ball?.radius ?? piece?.width ?? 0;
        const to = ball ? sizes.get(track.end) : widths.get(track.end);
        return { track, ball, piece, from: track.from, lifted: 0, size: [size, to ?? size], begun: false, over: false };
      }),
      start: this.clock.now(),
      after,
      degrees: [this.degrees, after.tilt?.degrees ?? 0],
      hush: this.options.onCues(this.reduced ? landing(made.cues) : made.cues),
      done: wanted.done,
    };
    this.clock.ask();
  }

  private frame(): void {
    this.clock.step();
    if (this.playing && !this.advance(this.playing)) {
      this.finish();
      if (this.waiting.length) this.next();
    }
    if (this.playing || this.clock.running) this.clock.ask();
  }

  /** Puts everything where it is now; false when all is over. */
  private advance({ cast, plan: made, start, degrees }: Playing): boolean {
    const time = this.clock.now() - start;
    for (const one of cast) {
      const { track, ball, piece } = one;
      if (one.over || time < track.start) continue;
      const t = clamp((time - track.start) / Math.max(1, track.length));
      if (track.thing === "board") this.degrees = mix(...degrees, moment(track, t).share);
      const thing = ball ?? piece;
      if (thing) this.move(one, thing, t);
      one.over = t >= 1;
    }
    return time < made.length;
  }

  private move(cast: Cast, thing: Ball | Piece, t: number): void {
    const { track, ball, piece, size } = cast;
    if (!cast.begun) {
      cast.begun = true;
      cast.from = thing.at;
      cast.lifted = thing.lift;
      size[0] = ball?.radius ?? piece!.width;
    }
    const share = fly(thing, track, t, cast.from, cast.lifted);
    if (piece) piece.width = mix(...size, share);
    if (!ball) return;
    ball.radius = mix(...size, share);
    if (track.to && (track.kind === "roll" || track.kind === "step")) ball.spin = rolled(track, t, ball.radius);
    if (t >= 1) ball.place = track.end;
  }

  private finish(): void {
    const { after, hush, done } = this.playing!;
    // What was still to sound is left out, unless all of it sounds at once.
    if (!this.reduced) hush?.();
    for (const { ball, track } of this.playing!.cast) if (ball) ball.place = track.end;
    this.playing = null;
    this.busy = this.waiting.length > 0;
    this.put(after, false);
    done();
  }

  // ------------------------------------------------------------------------------------------------ what a hand does
  /** Lifts what handles name into the hand, and puts everything else back. */
  take(handles: readonly string[]): void {
    const { scene } = this;
    if (!scene) return;
    const ids = handles.flatMap((handle) => {
      const target = targetOf(scene, handle) ?? targetOf(scene, handle.replace("-", ":"));
      return !target || target.kind === "arrow" ? [] : [target.kind === "slab" ? target.slab.id : target.place.id];
    });
    for (const id of this.held) if (!ids.includes(id)) this.raise(id, false, false);
    for (const id of ids) this.raise(id, true, false);
    this.held = ids;
  }

  /** Lets what is in hand follow a pointer, or go back over its place. */
  carry(to: { x: number; y: number } | null): void {
    if (!this.layout || !this.scene || this.playing || (!to && !this.carrying)) return;
    this.carrying = to !== null;
    for (const id of this.held) {
      const thing = this.things.ball(id) ?? this.things.piece(id);
      if (!thing) continue;
      const home = this.homeOf(id);
      const [x, , z] = to ? toScene(this.layout, to, 0) : home;
      const all = [thing, ...this.riders(id)].map((each) => ({ each, from: each.at }));
      const [dx, dz] = [x - thing.at[0], z - thing.at[2]];
      const put = (share: number) => {
        for (const { each, from } of all) each.at = [from[0] + dx * share, from[1], from[2] + dz * share];
      };
      if (to || this.reduced) put(1);
      else this.clock.run(GLIDE, (t) => put(inOut(t)));
    }
  }

  private homeOf(id: string): Point {
    const { places, slabs } = this.scene!;
    return (places.find((each) => each.id === id) ?? slabs.find((each) => each.id === id))?.at ?? [0, 0, 0];
  }

  private riders(id: string): Ball[] {
    return this.things.piece(id) ? this.things.balls.filter((ball) => this.isOn(ball.place, id)) : [];
  }

  private raise(id: string, up: boolean, quick: boolean): void {
    const piece = this.things.piece(id);
    const thing = this.things.ball(id) ?? piece;
    const to = !up ? 0 : piece ? LOW : LIFT;
    if (!thing || Math.abs(thing.lift - to) < 0.001) return;
    const all = [thing, ...this.riders(id)];
    const from = thing.lift;
    for (const each of all) each.air = true;
    this.clock.run(quick || this.reduced ? 1 : up ? 160 : 180, (t) => {
      for (const each of all) {
        each.lift = mix(from, to, out(t));
        if (t >= 1 && !up) each.air = false;
      }
    });
  }

  private isOn(place: string, slab: string): boolean {
    return this.scene?.places.some((each) => each.id === place && each.on === slab) ?? false;
  }

  /** Shakes the light of what was refused. */
  refuse(): void {
    if (!this.reduced) this.clock.run(160, (t) => (this.shake = 4 * Math.sin(t * Math.PI * 4) * (1 - t)));
  }

  /** The board trembles: its weight lies on the other side. */
  tremble(): void {
    const at = this.degrees;
    if (this.scene?.tilt && !this.reduced)
      this.clock.run(700, (t) => (this.degrees = at + (t < 1 ? SHIVER * tremble(t * 0.7) : 0)));
  }

  /** The marbles of a player gleam one after another, from left to right. */
  glint(player: number): void {
    const own = this.things.balls.filter((ball) => ball.marble.owner === player);
    if (this.reduced || !own.length) return;
    own.sort((a, b) => a.at[0] + a.at[2] * 0.4 - b.at[0] - b.at[2] * 0.4);
    const length = 40 * own.length + GLEAM;
    this.clock.run(length, (t) =>
      own.forEach((ball, i) => (ball.gleam = 0.9 * parabola((t * length - 40 * i) / GLEAM))),
    );
  }

  dispose(): void {
    this.clock.stop();
    this.playing?.hush?.();
    for (const { done } of [...(this.playing ? [this.playing] : []), ...this.waiting]) done();
    this.playing = null;
    this.waiting.length = 0;
  }
}

const way = (from: Point, to: Point, e: number): Point => [
  mix(from[0], to[0], e),
  mix(from[1], to[1], e),
  mix(from[2], to[2], e),
];

/** Puts something at a share of its track, which it began so high above where it lay; gives the share of its way. */
function fly(thing: Ball | Piece, track: Track, t: number, from: Point, lifted = 0): number {
  const now = moment(track, t, [from[0], from[1] + lifted, from[2]]);
  const level = mix(from[1], (track.to ?? from)[1], now.share);
  thing.at = [now.at[0], level, now.at[2]];
  thing.lift = Math.max(0, now.at[1] - level);
  thing.fade = now.fade;
  thing.air = t < 1 && OVER.has(track.kind);
  return now.share;
}

/** How a rolling marble has turned; at the end of its way its sign looks up again. */
function rolled(track: Track, t: number, radius: number): { angle: number; towards: [number, number] } | null {
  if (t >= 1) return null;
  const [dx, dz] = [track.to![0] - track.from[0], track.to![2] - track.from[2]];
  const far = Math.hypot(dx, dz) || 1;
  const full = 2 * Math.PI;
  const angle = moment(track, t).rolled / radius;
  const left = (1 - t) * track.length;
  const rest = Math.round(angle / full) * full;
  return {
    angle: left < SETTLE ? mix(rest, angle, left / SETTLE) : angle,
    towards: [dx / far, dz / far],
  };
}

/** Of the sounds of a play that is not seen, the one it ends with. */
function landing(cues: Cue[]): Cue[] {
  const last = cues
    .filter((cue) => cue.sound !== "roll" && cue.sound !== "hush")
    .sort((a, b) => a.at - b.at)
    .at(-1);
  return last ? [{ ...last, at: 0 }] : [];
}
