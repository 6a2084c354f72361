/** Runs a plan: moves the actors along their tracks as time goes by. */
import { Quaternion, Vector3 } from "three";
import type { Actors, Facing } from "./actors";
import { clamp } from "./curves";
import type { Layout } from "./layout";
import type { Piece } from "./loose";
import type { Ball } from "./marbles";
import { restTurn } from "./marbles";
import type { Motion, Point, Scene } from "./scene";
import type { Plan, Track } from "./timeline";
import { moment } from "./timeline";

interface Cast {
  track: Track;
  ball: Ball | null;
  piece: Piece | null;
  /** Where it really started: a lifted marble starts higher. */
  from: Point;
  turn: Quaternion;
  begun: boolean;
  over: boolean;
}

const SETTLE = 120;

export class Player {
  private readonly cast: Cast[];
  /** How far the board has tipped over, 0 to 1. */
  tipped = 0;
  private readonly tips: boolean;

  constructor(
    readonly plan: Plan,
    actors: Actors,
    private readonly layout: Layout,
    private readonly facing: Facing,
    private readonly narrow: boolean,
  ) {
    this.tips = plan.tracks.some((t) => t.thing === "board");
    this.cast = plan.tracks.map((track) => ({
      track,
      ball: track.thing === "marble" ? (actors.balls.get(track.id) ?? null) : null,
      piece: track.thing === "slab" ? (actors.pieces.get(track.id) ?? null) : null,
      from: track.from,
      turn: new Quaternion(),
      begun: false,
      over: false,
    }));
  }

  get tilts(): boolean {
    return this.tips;
  }

  /** Puts everything where it is so many milliseconds after the beginning; true while something still moves. */
  at(time: number): boolean {
    for (const cast of this.cast) {
      const { track } = cast;
      if (cast.over || time < track.start) continue;
      const t = clamp((time - track.start) / Math.max(1, track.length));
      if (!cast.begun) this.begin(cast);
      if (cast.ball) this.roll(cast, cast.ball, t);
      else if (cast.piece) slide(cast, cast.piece, t);
      else if (track.thing === "board") this.tipped = moment(track, t).share;
      cast.over = t >= 1;
    }
    return time < this.plan.length;
  }

  private begin(cast: Cast): void {
    cast.begun = true;
    const { ball, piece } = cast;
    if (ball) {
      cast.from = [ball.at.x, ball.at.y + ball.lift, ball.at.z];
      cast.turn.copy(ball.turn);
      ball.lift = 0;
    } else if (piece) {
      cast.from = [piece.at.x, piece.at.y + piece.lift, piece.at.z];
      piece.lift = 0;
    }
  }

  private roll(cast: Cast, ball: Ball, t: number): void {
    const { track, from } = cast;
    const now = moment(track, t, from);
    ball.at.set(...now.at);
    ball.fade = now.fade;
    if (this.narrow && track.to) {
      const gone = this.layout.aside(track.end);
      const came = this.layout.aside(ball.place);
      if (gone) ball.fade = Math.min(ball.fade, 1 - clamp((t - 0.35) / 0.4));
      else if (came) ball.fade = Math.min(ball.fade, clamp(t / 0.3));
    }
    if (now.rolled && track.to) {
      const way = new Vector3(track.to[0] - from[0], 0, track.to[2] - from[2]).normalize();
      const axis = new Vector3(way.z, 0, -way.x);
      ball.turn.setFromAxisAngle(axis, now.rolled / ball.marble.radius).multiply(cast.turn);
      const left = (1 - t) * track.length;
      if (left < SETTLE) ball.turn.slerp(restTurn(ball, this.facing.yaw, this.facing.pitch), 1 - left / SETTLE);
    }
    const leans = this.layout.leans(track.end) ? 1 : 0;
    ball.lean += (leans - ball.lean) * now.share;
    if (t >= 1) ball.place = track.end;
  }
}

function slide(cast: Cast, piece: Piece, t: number): void {
  const now = moment(cast.track, t, cast.from);
  piece.at.set(...now.at);
  piece.fade = now.fade;
}

/** A play under way. */
export interface Playing {
  player: Player;
  start: number;
  after: Scene;
  /** Degrees the board leans by before and after. */
  from: number;
  to: number;
  hush: (() => void) | void;
  done: () => void;
}

/** A play that waits its turn. */
export interface Waiting {
  motions: Motion[];
  after: Scene | null;
  done: () => void;
}
