/** A pointer over the board: a touch goes to what is nearest, a drag carries what lies there or turns the board. */

import { nearest, type Spot } from "./anchors";
import type { Playable } from "./playable";

/** Pixels a pointer may stray and still be a touch. */
const SLACK = 7;
/** Pixels from where it was taken within which something let go of stays in the hand, as after a touch. */
const STAYS = 20;
/** Pixels beside a place within which a touch, and something let go of, still reaches it. */
const TOUCH_REACH = 26;
const DROP_REACH = 44;

/** What the pointer has to do with, as the stage shows it now. */
export interface Ground {
  readonly game: Playable;
  /** The stage is used for setting up: nothing is carried. */
  readonly arranging: boolean;
  readonly spots: Spot[];
  /** The handle of a store that a part of the page stands for. */
  storeOf(target: EventTarget | null): string | null;
  /** Which of some handles lies at a point, whether it has a button or not. */
  find(handles: string[], x: number, y: number): string | null;
  /** What lies at a point and may not be touched now. */
  under(x: number, y: number): string | null;
  touch(handle: string): void;
  turn(dx: number, dy: number): void;
  /** Lets what is in hand follow the pointer; `null` lets it go back over its place. */
  carry(at: { x: number; y: number } | null): void;
}

interface Drag {
  id: number;
  from: { x: number; y: number };
  x: number;
  y: number;
  /** What can be carried from where the pointer came down. */
  source: string | null;
  doing: "nothing" | "turning" | "carrying";
}

export class Pointing {
  /** Where what is in hand is carried now, in pixels of the stage. */
  carried = $state.raw<{ x: number; y: number } | null>(null);
  /** The lit place where it would be let go. */
  over = $state<string | null>(null);
  private drag: Drag | null = null;
  /** The click that ends a drag is none. */
  private dragged = false;

  constructor(private readonly ground: Ground) {}

  down(event: PointerEvent): void {
    this.dragged = false;
    if (!event.isPrimary || event.button !== 0) return this.cancel();
    const at = place(event);
    this.drag = { id: event.pointerId, from: at, ...at, source: this.source(event.target, at), doing: "nothing" };
  }

  move(event: PointerEvent): void {
    const drag = this.drag;
    if (!drag || drag.id !== event.pointerId) return;
    const at = place(event);
    if (drag.doing === "nothing") {
      if (Math.hypot(at.x - drag.from.x, at.y - drag.from.y) < SLACK) return;
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
      drag.doing = drag.source && this.take(drag.source) ? "carrying" : "turning";
      this.dragged = true;
    }
    if (drag.doing === "turning") this.ground.turn(at.x - drag.x, at.y - drag.y);
    else this.carry(at);
    Object.assign(drag, at);
  }

  up(event: PointerEvent): void {
    const drag = this.drag;
    if (!drag || drag.id !== event.pointerId) return;
    this.drag = null;
    if (drag.doing === "carrying") this.drop(place(event), drag);
  }

  /** Whatever was carried goes back over its place. */
  cancel(): void {
    const carrying = this.drag?.doing === "carrying";
    this.drag = null;
    this.carried = null;
    this.over = null;
    if (carrying) this.ground.carry(null);
  }

  /** A touch beside all buttons goes to the nearest within reach, or asks why what lies there may not be touched. */
  click(event: MouseEvent): void {
    if (this.dragged) {
      this.dragged = false;
      event.stopPropagation();
      event.preventDefault();
      return;
    }
    const { ground } = this;
    if (event.target instanceof Element && event.target.closest("button")) return;
    const { x, y } = place(event);
    if (ground.game.preparing) {
      const wanted = ground.under(x, y);
      return wanted ? ground.game.prepare?.(wanted) : ground.game.putBack();
    }
    const handle = ground.storeOf(event.target) ?? nearest(ground.spots, x, y, TOUCH_REACH);
    if (handle) return ground.touch(handle);
    const other = ground.under(x, y);
    if (other) ground.game.why(other);
    else if (ground.game.begun) ground.game.putBack();
  }

  /** What can be carried from a point: something that a touch would take into the hand, or that lies in it already. */
  private source(target: EventTarget | null, { x, y }: { x: number; y: number }): string | null {
    const { game, arranging, spots } = this.ground;
    if (arranging) return null;
    const held = game.begun && game.hand.node?.held?.length ? game.hand.touches.slice(-1) : [];
    const handle = this.ground.find(held, x, y) ?? this.ground.storeOf(target) ?? nearest(spots, x, y, TOUCH_REACH);
    return handle && game.carries(handle) ? handle : null;
  }

  /** Takes something into the hand, unless it is there; tells whether it is. */
  private take(handle: string): boolean {
    const { game } = this.ground;
    if (!game.begun || game.hand.touches.at(-1) !== handle) game.touch(handle);
    return game.begun && !!game.hand.node?.held?.length;
  }

  private carry(at: { x: number; y: number }): void {
    this.carried = at;
    this.over = this.target(at);
    this.ground.carry(at);
  }

  private target({ x, y }: { x: number; y: number }): string | null {
    const may = new Set(this.ground.game.may);
    return nearest(
      this.ground.spots.filter((spot) => may.has(spot.handle)),
      x,
      y,
      DROP_REACH,
    );
  }

  private drop(at: { x: number; y: number }, drag: Drag): void {
    const { ground } = this;
    const target = this.target(at);
    const near = Math.hypot(at.x - drag.from.x, at.y - drag.from.y) < STAYS;
    this.carried = null;
    this.over = null;
    if (target && !near) return ground.touch(target);
    ground.carry(null);
    if (near) return;
    const other = ground.under(at.x, at.y);
    if (other && other !== drag.source) ground.game.why(other);
    if (!ground.game.hand.shown.length) ground.game.putBack();
  }
}

/** Where an event is, in pixels of the element that listens. */
function place(event: MouseEvent): { x: number; y: number } {
  const frame = (event.currentTarget as HTMLElement).getBoundingClientRect();
  return { x: event.clientX - frame.left, y: event.clientY - frame.top };
}
