/** The things on the board that move, kept alive from scene to scene so that each keeps its grain, hue and turn. */
import { Quaternion, Vector3 } from "three";
import type { Layout } from "./layout";
import type { Piece } from "./loose";
import type { Ball } from "./marbles";
import { restTurn } from "./marbles";
import type { Marble, Point, Slab } from "./scene";
import { moves } from "./woodwork";

export interface Facing {
  yaw: number;
  pitch: number;
}

export class Actors {
  /** By the place each lies on. */
  balls = new Map<string, Ball>();
  /** By the slab's id. */
  pieces = new Map<string, Piece>();
  private born = 0;

  /** Fits the actors to a scene: those at their places stay, others are found by matter, the rest are new. */
  fit(layout: Layout, facing: Facing, narrow: boolean): Moved {
    const slid = this.fitPieces(layout, narrow);
    const balls = new Map<string, Ball>();
    const free = new Set(this.balls.values());
    const missing: Marble[] = [];
    const rode: Moved["balls"] = [];
    const flew: Moved["balls"] = [];
    const take = (marble: Marble, ball: Ball) => {
      free.delete(ball);
      balls.set(marble.place, ball);
      this.settle(ball, marble, layout, facing, narrow);
    };
    for (const marble of layout.scene.marbles) {
      const on = slid.get(layout.places.get(marble.place)?.on ?? "");
      const ball = this.balls.get(marble.place);
      if (!on && ball && ball.marble.matter === marble.matter) take(marble, ball);
      else missing.push(marble);
    }
    for (const marble of missing) {
      const like = [...free].filter((b) => b.marble.matter === marble.matter && b.marble.owner === marble.owner);
      const place = layout.places.get(marble.place);
      const way = slid.get(place?.on ?? "");
      const start = way && place && new Vector3(...place.at).sub(way);
      const rider = start && like.find((b) => b.at.distanceTo(start) < 0.1);
      const old = rider ?? like[0];
      const from: Point = old ? [old.at.x, old.at.y + old.lift, old.at.z] : [0, 0, 0];
      const ball = old ?? this.newBall(marble);
      take(marble, ball);
      if (old) (rider ? rode : flew).push({ ball, from, rides: !!rider });
    }
    this.balls = balls;
    const pieces = [...slid].map(([id, way]) => ({ piece: this.pieces.get(id)!, way }));
    return { balls: [...rode, ...flew], pieces };
  }

  /** Lets signs look at the viewer again: gives the turn, to be called with a share of it. */
  face({ yaw, pitch }: Facing): (share: number) => void {
    const signed = [...this.balls.values()].filter((b) => b.marble.matter !== "ribbon");
    const ways = signed.map((ball) => ({ ball, from: ball.turn.clone(), to: restTurn(ball, yaw, pitch) }));
    return (share) => ways.forEach(({ ball, from, to }) => ball.turn.slerpQuaternions(from, to, share));
  }

  private newBall(marble: Marble): Ball {
    const seed = ++this.born;
    return {
      marble,
      place: marble.place,
      hue: marble.hue,
      seed,
      at: new Vector3(),
      lean: 0,
      lift: 0,
      turn: new Quaternion(),
      fade: 1,
      gleam: 0,
    };
  }

  private settle(ball: Ball, marble: Marble, layout: Layout, facing: Facing, narrow: boolean): void {
    const place = layout.places.get(marble.place);
    ball.marble = marble;
    ball.place = marble.place;
    if (place) ball.at.set(...place.at);
    ball.lean = layout.leans(marble.place) ? 1 : 0;
    ball.lift = 0;
    ball.fade = narrow && layout.aside(marble.place) ? 0 : 1;
    ball.turn.copy(restTurn(ball, facing.yaw, facing.pitch));
  }

  /** Pieces keep their grain where they have come to lie, whatever they are called there. Gives how far some had to go. */
  private fitPieces(layout: Layout, narrow: boolean): Map<string, Vector3> {
    const old = [...this.pieces.values()];
    const slid = new Map<string, Vector3>();
    const later: Slab[] = [];
    this.pieces = new Map();
    const put = (slab: Slab, at: Vector3, seed: number) =>
      this.pieces.set(slab.id, { slab, id: slab.id, seed, at, lift: 0, fade: narrow && layout.apart(slab.id) ? 0 : 1 });
    for (const slab of layout.scene.slabs.filter(moves)) {
      const at = new Vector3(...layout.stand(slab));
      const near = old.findIndex((p) => p.slab.kind === slab.kind && p.at.distanceTo(at) < 0.05);
      if (near < 0) later.push(slab);
      else put(slab, at, old.splice(near, 1)[0]!.seed);
    }
    for (const slab of later) {
      const at = new Vector3(...layout.stand(slab));
      const same = old.findIndex((p) => p.slab.kind === slab.kind);
      const piece = same < 0 ? null : old.splice(same, 1)[0]!;
      if (piece) slid.set(slab.id, at.clone().sub(piece.at));
      put(slab, at, piece?.seed ?? ++this.born * 1.7);
    }
    return slid;
  }
}

/** What was found elsewhere than where it now lies: marbles (some on a piece that moved) and pieces. */
export interface Moved {
  balls: { ball: Ball; from: Point; rides: boolean }[];
  pieces: { piece: Piece; way: Vector3 }[];
}
