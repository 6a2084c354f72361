/** What a hand holds: marbles and trays lifted off the board, and put back. */
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

export class Hand {
  /** Ids of the places and slabs that are lifted. */
  held: string[] = [];

  constructor(
    private readonly actors: Actors,
    private readonly clock: Clock,
  ) {}

  /** Holds these and nothing else. */
  take(ids: string[], layout: Layout, quick: boolean): void {
    for (const id of this.held) if (!ids.includes(id)) this.raise(id, 0, layout, quick);
    for (const id of ids) this.raise(id, LIFT, layout, quick);
    this.held = ids;
  }

  /** Lets go as a play begins: what moves starts from where it is held, the rest is put back. */
  release(tracks: Track[], layout: Layout): void {
    for (const id of this.held) if (!tracks.some((t) => t.id === id)) this.raise(id, 0, layout, false);
    this.held = [];
  }

  private raise(id: string, to: number, layout: Layout, quick: boolean): void {
    const piece = this.actors.pieces.get(id);
    const thing = this.actors.balls.get(id) ?? piece;
    const goal = piece ? to * 0.25 : to;
    if (!thing || Math.abs(thing.lift - goal) < 0.001) return;
    const riders = piece ? [...this.actors.balls.values()].filter((b) => layout.places.get(b.place)?.on === id) : [];
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
