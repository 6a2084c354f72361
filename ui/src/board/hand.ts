/** What a hand holds: marbles and trays lifted off the board, and put back. */
import type { Matrix4 } from "three";
import { Vector3 } from "three";
import type { Actors, Moved } from "./actors";
import type { Clock } from "./clock";
import { inOut, mix, out } from "./curves";
import type { Layout } from "./layout";
import type { Ball } from "./marbles";
import type { Motion, Point } from "./scene";
import type { Track } from "./timeline";
import { moment } from "./timeline";

const LIFT = 0.58;
/** How far a carried marble keeps above all that lies on the board. */
const CLEAR = 0.35;

export class Hand {
  /** Ids of the places and slabs that are lifted. */
  held: string[] = [];
  private carrying = false;

  constructor(
    private readonly actors: Actors,
    private readonly clock: Clock,
  ) {}

  /** Holds these and nothing else. */
  take(ids: string[], layout: Layout, quick: boolean): void {
    for (const id of this.held) if (!ids.includes(id)) this.raise(id, 0, layout, quick);
    for (const id of ids) if (!this.carrying || !this.held.includes(id)) this.raise(id, LIFT, layout, quick);
    if (ids.join() !== this.held.join()) this.carrying = false;
    this.held = ids;
  }

  /** Ids of what follows a pointer. */
  get carried(): ReadonlySet<string> {
    return new Set(this.carrying ? this.held : []);
  }

  /** The height at which what is in hand is carried: a marble above all others, a slab where it is held. */
  carryHeight(layout: Layout): number | null {
    const id = this.held[0];
    const ball = this.actors.balls.get(id ?? "");
    if (!ball) {
      const piece = this.actors.pieces.get(id ?? "");
      return piece ? piece.at.y + piece.lift : null;
    }
    const others = [...this.actors.balls.values()].filter((b) => b !== ball && !layout.aside(b.place));
    return Math.max(ball.at.y + LIFT, ...others.map((b) => b.at.y + b.marble.radius + CLEAR));
  }

  /** Puts what is held at a point of the world. */
  carry(to: Vector3, lean: Matrix4, layout: Layout): void {
    const begins = !this.carrying;
    this.carrying = true;
    for (const id of this.held) {
      const thing = this.actors.balls.get(id) ?? this.actors.pieces.get(id);
      if (!thing) continue;
      const at = layout.leans(id) ? to.clone().applyMatrix4(lean.clone().invert()) : to;
      const way = new Vector3(at.x - thing.at.x, 0, at.z - thing.at.z);
      for (const each of [thing, ...this.riders(id, layout)]) each.at.add(way);
      if (begins && this.actors.balls.has(id)) this.rise(thing, at.y - thing.at.y);
    }
  }

  private rise(thing: { lift: number }, goal: number): void {
    const from = thing.lift;
    this.clock.run(120, (t) => (thing.lift = mix(from, goal, out(t))));
  }

  /** Lets what was carried come back over its place, where it stays lifted while it is held. */
  putDown(layout: Layout, quick: boolean): void {
    if (!this.carrying) return;
    this.carrying = false;
    for (const id of this.held) {
      const piece = this.actors.pieces.get(id);
      for (const rider of this.riders(id, layout)) this.back(rider.at, layout.places.get(rider.place)?.at, quick);
      if (piece) this.back(piece.at, layout.stand(piece.slab), quick);
      const ball = this.actors.balls.get(id);
      if (!ball) continue;
      this.back(ball.at, layout.places.get(id)?.at, quick);
      if (ball.lift > LIFT) this.rise(ball, LIFT);
    }
  }

  private back(at: Vector3, home: Point | undefined, quick: boolean): void {
    if (!home) return;
    const from = at.clone();
    at.set(...home);
    if (!quick) this.push(at, from);
  }

  /** The marbles that lie on a piece. */
  private riders(id: string, layout: Layout): Ball[] {
    if (!this.actors.pieces.has(id)) return [];
    return [...this.actors.balls.values()].filter((b) => layout.places.get(b.place)?.on === id);
  }

  /** Lets go as a play begins: what moves starts from where it is held, the rest is put back. */
  release(tracks: Track[], layout: Layout): void {
    for (const id of this.held) if (!tracks.some((t) => t.id === id)) this.raise(id, 0, layout, false);
    this.held = [];
    this.carrying = false;
  }

  private raise(id: string, to: number, layout: Layout, quick: boolean): void {
    const piece = this.actors.pieces.get(id);
    const thing = this.actors.balls.get(id) ?? piece;
    const goal = piece ? to * 0.25 : to;
    if (!thing || Math.abs(thing.lift - goal) < 0.001) return;
    const riders = this.riders(id, layout);
    const from = thing.lift;
    this.clock.run(quick ? 1 : to > 0 ? 160 : 180, (t) => {
      thing.lift = mix(from, goal, out(t));
      for (const rider of riders) rider.lift = thing.lift;
    });
  }

  /** A marble under a finger sinks a little. */
  press(places: Set<string>): void {
    for (const ball of this.actors.balls.values()) {
      const pressed = places.has(ball.place);
      if (pressed !== ball.lift < 0) ball.lift = pressed ? -0.02 : Math.max(0, ball.lift);
    }
  }

  /** Lets everything that was moved come to where it lies: marbles in small arcs, pieces flat with what rides on them. */
  settle({ balls, pieces }: Moved): void {
    for (const { ball, from, rides } of balls) {
      if (rides) this.push(ball.at, new Vector3(...from));
      else this.glide(ball, from);
    }
    for (const { piece, way } of pieces) this.push(piece.at, piece.at.clone().sub(way));
  }

  private push(at: Vector3, from: Vector3): void {
    const to = at.clone();
    this.clock.run(260, (t) => at.lerpVectors(from, to, inOut(t)));
  }

  private glide(ball: Ball, from: Point): void {
    const to: Point = [ball.at.x, ball.at.y, ball.at.z];
    const track: Track = { thing: "marble", id: "", end: ball.place, kind: "raise", start: 0, length: 0, from, to };
    this.clock.run(260, (t) => ball.at.set(...moment(track, t, from).at));
  }

  /** A hand takes the marble it sees; the one that a motion names then comes to its seat. */
  swap(motions: Motion[], layout: Layout): void {
    for (const { what } of motions) {
      const store = layout.scene.stores.find((s) => s.seats.includes(what));
      const held = this.held.find((id) => id !== what && store?.seats.includes(id));
      const [named, taken] = [this.actors.balls.get(what), held && this.actors.balls.get(held)];
      if (!held || !named || !taken) continue;
      this.actors.balls.set(what, taken).set(held, named);
      this.held = this.held.map((id) => (id === held ? what : id));
      const from: Point = [named.at.x, named.at.y, named.at.z];
      named.place = held;
      taken.place = what;
      named.at.set(...(layout.places.get(held)?.at ?? from));
      this.glide(named, from);
    }
  }
}
