/** The things on the flat board that move, kept alive from scene to scene so that each keeps its grain and its hue. */

import type { Flat, Marble, Place, Point, Scene, Slab } from "../board/scene";
import { isLoose } from "./layout";

/** How far a marble has rolled, and in which direction. */
export interface Spin {
  angle: number;
  towards: Flat;
}

/** A marble as it is drawn now. */
export class Ball {
  marble: Marble;
  /** Where it lies or passes, without what it is lifted by. */
  at = $state.raw<Point>([0, 0, 0]);
  lift = $state(0);
  radius = $state(0);
  fade = $state(1);
  gleam = $state(0);
  spin = $state.raw<Spin | null>(null);
  /** Over all that lies: in a hand, or on its way through the air. */
  air = $state(false);
  place: string;
  /** The hue it came with: it keeps it, whatever seat it comes to. */
  readonly hue: number;

  constructor(
    readonly key: number,
    marble: Marble,
  ) {
    this.marble = $state.raw(marble);
    this.place = marble.place;
    this.hue = marble.hue;
  }
}

/** A tile or tray as it is drawn now. */
export class Piece {
  slab: Slab;
  at = $state.raw<Point>([0, 0, 0]);
  /** How wide it looks. */
  width = $state(0);
  lift = $state(0);
  fade = $state(1);
  air = $state(false);
  /** Where hollows are cut into it and the radius of marbles that lie in them, as shares of its width. */
  hollows = $state.raw<{ at: Flat; radius: number }[]>([]);
  id: string;

  constructor(
    readonly key: number,
    slab: Slab,
  ) {
    this.slab = $state.raw(slab);
    this.id = slab.id;
  }
}

/** What was found elsewhere than where it now lies. */
export interface Moved {
  balls: { ball: Ball; from: Point; rides: boolean }[];
  pieces: { piece: Piece; from: Point }[];
}

const near = (a: Point, b: Point): boolean => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) < 0.1;

export class Things {
  balls = $state.raw<Ball[]>([]);
  pieces = $state.raw<Piece[]>([]);
  private born = 0;

  ball(place: string): Ball | undefined {
    return this.balls.find((ball) => ball.place === place);
  }

  piece(id: string): Piece | undefined {
    return this.pieces.find((piece) => piece.id === id);
  }

  /** Fits everything to a scene: what is at its place stays, the rest is found by its matter or is new. */
  fit(scene: Scene): Moved {
    const places = new Map(scene.places.map((place) => [place.id, place]));
    const pieces = this.fitPieces(scene);
    const slid = new Map(pieces.map(({ piece, from }) => [piece.id, { from, to: piece.at }]));
    const balls: Moved["balls"] = [];
    const free = new Set(this.balls);
    const lying = new Map(this.balls.map((ball) => [ball.place, ball]));
    const found = new Map<Marble, Ball>();
    for (const marble of scene.marbles) {
      const ball = lying.get(marble.place);
      if (!ball || ball.marble.matter !== marble.matter || slid.has(places.get(marble.place)?.on ?? "")) continue;
      found.set(marble, ball);
      free.delete(ball);
    }
    for (const marble of scene.marbles) {
      if (found.has(marble)) continue;
      const place = places.get(marble.place);
      const way = slid.get(place?.on ?? "");
      const start = way && place && (place.at.map((v, i) => v - way.to[i]! + way.from[i]!) as Point);
      const like = [...free].filter(
        (ball) => ball.marble.matter === marble.matter && ball.marble.owner === marble.owner,
      );
      const rider = start && like.find((ball) => near(ball.at, start));
      const old = rider ?? like.find((ball) => ball.hue === marble.hue) ?? like[0];
      const ball = old ?? new Ball(++this.born, marble);
      if (old) balls.push({ ball, from: [old.at[0], old.at[1], old.at[2]], rides: !!rider });
      free.delete(ball);
      found.set(marble, ball);
    }
    for (const [marble, ball] of found) settle(ball, marble, places.get(marble.place));
    // Those that lie higher are drawn later, and so over the others.
    this.balls = [...found.values()].sort((a, b) => a.at[1] - b.at[1]);
    return { balls, pieces };
  }

  private fitPieces(scene: Scene): Moved["pieces"] {
    const old = [...this.pieces];
    const moved: Moved["pieces"] = [];
    const fresh: Slab[] = [];
    const kept: Piece[] = [];
    const take = (piece: Piece, slab: Slab) => {
      kept.push(piece);
      Object.assign(piece, { slab, id: slab.id, at: slab.at, width: slab.size[0], lift: 0, fade: 1, air: false });
      const hollows = hollowsOf(scene, slab);
      if (hollows.length || !piece.hollows.length) piece.hollows = hollows;
    };
    for (const slab of scene.slabs.filter(isLoose)) {
      const same = old.findIndex((piece) => piece.slab.kind === slab.kind && near(piece.at, slab.at));
      if (same < 0) fresh.push(slab);
      else take(old.splice(same, 1)[0]!, slab);
    }
    for (const slab of fresh) {
      const like = old.findIndex((piece) => piece.slab.kind === slab.kind);
      const piece = like < 0 ? new Piece(++this.born, slab) : old.splice(like, 1)[0]!;
      const from = piece.at;
      take(piece, slab);
      if (like >= 0) moved.push({ piece, from });
    }
    // A tray on which nothing can lie shows the same hollows as the others.
    const sister = kept.find((piece) => piece.hollows.length);
    for (const piece of kept) if (!piece.hollows.length && sister) piece.hollows = sister.hollows;
    this.pieces = kept.sort((a, b) => a.at[1] - b.at[1]);
    return moved;
  }
}

function settle(ball: Ball, marble: Marble, place: Place | undefined): void {
  ball.marble = marble;
  ball.place = marble.place;
  if (place) ball.at = place.at;
  Object.assign(ball, { radius: marble.radius, lift: 0, fade: 1, spin: null, air: false });
}

/** The hollows cut into a slab, from its middle, as shares of its width. */
export const hollowsOf = (scene: Scene, slab: Slab): { at: Flat; radius: number }[] =>
  scene.places
    .filter((place) => place.on === slab.id && place.kind === "bowl")
    .map((place) => ({
      at: [(place.at[0] - slab.at[0]) / slab.size[0], (place.at[2] - slab.at[2]) / slab.size[0]],
      radius: place.radius / slab.size[0],
    }));
