/** The things on the board that move, kept alive from scene to scene so that each keeps its grain, hue and turn. */
import { Quaternion, Vector3 } from "three";
import type { Layout } from "./layout";
import type { Piece } from "./loose";
import type { Ball } from "./marbles";
import { restTurn } from "./marbles";
import type { Marble, Point } from "./scene";
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
  fit(layout: Layout, facing: Facing, narrow: boolean): { ball: Ball; from: Point }[] {
    const { scene } = layout;
    const balls = new Map<string, Ball>();
    const free = new Set(this.balls.values());
    const missing: Marble[] = [];
    for (const marble of scene.marbles) {
      const ball = this.balls.get(marble.place);
      if (ball && ball.marble.matter === marble.matter) {
        free.delete(ball);
        balls.set(marble.place, ball);
        this.settle(ball, marble, layout, facing, narrow);
      } else missing.push(marble);
    }
    const moved: { ball: Ball; from: Point }[] = [];
    for (const marble of missing) {
      const old = [...free].find((b) => b.marble.matter === marble.matter && b.marble.owner === marble.owner);
      const ball = old ?? this.newBall(marble);
      const from: Point = [ball.at.x, ball.at.y + ball.lift, ball.at.z];
      balls.set(marble.place, ball);
      this.settle(ball, marble, layout, facing, narrow);
      if (old) {
        free.delete(old);
        moved.push({ ball, from });
      }
    }
    this.balls = balls;
    this.fitPieces(layout, narrow);
    return moved;
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

  /** Pieces keep their grain where they have come to lie, whatever they are called there. */
  private fitPieces(layout: Layout, narrow: boolean): void {
    const old = [...this.pieces.values()];
    const pieces = new Map<string, Piece>();
    const todo = layout.scene.slabs.filter(moves);
    const take = (index: number) => old.splice(index, 1)[0]!;
    const later: typeof todo = [];
    for (const slab of todo) {
      const at = new Vector3(...layout.stand(slab));
      const near = old.findIndex((p) => p.slab.kind === slab.kind && p.at.distanceTo(at) < 0.05);
      if (near < 0) later.push(slab);
      else
        pieces.set(slab.id, {
          slab,
          id: slab.id,
          seed: take(near).seed,
          at,
          lift: 0,
          fade: narrow && layout.apart(slab.id) ? 0 : 1,
        });
    }
    for (const slab of later) {
      const same = old.findIndex((p) => p.slab.kind === slab.kind);
      const seed = same < 0 ? ++this.born * 1.7 : take(same).seed;
      pieces.set(slab.id, {
        slab,
        id: slab.id,
        seed,
        at: new Vector3(...layout.stand(slab)),
        lift: 0,
        fade: narrow && layout.apart(slab.id) ? 0 : 1,
      });
    }
    this.pieces = pieces;
  }
}
