/**
 * A card whose board turns with a pointer over it, or a finger drawn along it. All cards share one renderer, so one
 * turns at a time. A frame is asked for when the last one is done, and none between a press and its click: a machine
 * that draws slowly leaves frames out instead of keeping the visitor waiting.
 */

import type { Theme } from "../lib/settings.svelte";
import type { GameView } from "../server/games.svelte";
import { subjectOf } from "./portraits.svelte";
import { Turn } from "./turn";

/**
 * Milliseconds a pointer stays before a card begins to turn, so that passing by starts nothing. It is longer where the
 * renderer has to be made first: somebody who came to click has done so by then.
 */
const DWELL = 90;
const DWELL_COLD = 400;
/** Milliseconds for which the renderer is sure to be kept after a frame. */
const WARM = 15_000;
/** Pixels a finger goes before it turns the board instead of choosing the card. */
const SLACK = 8;

let current: TurningCard | null = null;
let drawn = -Infinity;

export class TurningCard {
  /** Whether the turning picture is shown instead of the still one. */
  shown = $state(false);
  /** Whether it goes back by fading: the pointer went to another card before the board was back. */
  fading = $state(false);
  private readonly turn = new Turn();
  private readonly context: ImageBitmapRenderingContext | null;
  private over = false;
  private awake = false;
  private pressed = false;
  private running = false;
  private timer = 0;
  private finger: { id: number; x: number; y: number; turning: boolean } | null = null;
  private turned = false;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    /** What to draw; nothing where the card is to stay still. */
    private readonly subject: () => { game: GameView; theme: Theme } | null,
  ) {
    this.context = canvas.getContext("bitmaprenderer");
  }

  // -------------------------------------------------------------------------------------------------- a pointer
  enter(event: PointerEvent): void {
    if (event.pointerType === "touch") return;
    this.over = true;
    const warm = performance.now() - drawn < WARM;
    this.timer = window.setTimeout(
      () => {
        this.awake = true;
        this.run();
      },
      warm ? DWELL : DWELL_COLD,
    );
    this.follow(event);
  }

  move(event: PointerEvent): void {
    if (this.finger?.id === event.pointerId) this.drag(event, this.finger);
    else if (this.over) {
      this.follow(event);
      if (this.awake) this.run();
    }
  }

  leave(): void {
    clearTimeout(this.timer);
    this.over = this.awake = this.pressed = false;
    this.release();
  }

  private follow(event: PointerEvent): void {
    const { left, top, width, height } = (event.currentTarget as HTMLElement).getBoundingClientRect();
    this.turn.over(((event.clientX - left) / width) * 2 - 1, ((event.clientY - top) / height) * 2 - 1);
  }

  // --------------------------------------------------------------------------------------------------- a finger
  down(event: PointerEvent): void {
    this.turned = false;
    if (event.pointerType === "touch" && event.isPrimary)
      this.finger = { id: event.pointerId, x: event.clientX, y: event.clientY, turning: false };
    else this.pressed = true;
  }

  up(event: PointerEvent): void {
    this.pressed = false;
    if (this.finger?.id === event.pointerId) {
      this.finger = null;
      this.release();
    } else if (this.awake) this.run();
  }

  private drag(event: PointerEvent, finger: { x: number; y: number; turning: boolean }): void {
    const [dx, dy] = [event.clientX - finger.x, event.clientY - finger.y];
    if (!finger.turning && (Math.abs(dx) < SLACK || Math.abs(dx) < Math.abs(dy))) return;
    finger.turning = this.turned = true;
    this.turn.drag(dx);
    this.run();
  }

  /** A click that ends a turn of the board chooses nothing. */
  click(event: MouseEvent): void {
    if (this.turned) event.preventDefault();
    this.turned = false;
  }

  // ---------------------------------------------------------------------------------------------------- drawing
  private release(): void {
    this.turn.home();
    if (this.shown) this.run();
  }

  private run(): void {
    if (this.running || !this.subject()) return;
    if (current !== this) current?.abandon();
    current = this;
    this.running = true;
    void this.frames()
      .catch(() => (this.shown = false))
      .finally(() => (this.running = false));
  }

  private async frames(): Promise<void> {
    const { glimpse } = await import("../board");
    this.turn.from(performance.now());
    while (current === this && !this.pressed && (this.turn.moving || !this.shown)) {
      const subject = this.subject();
      if (!subject || (!this.over && !this.finger && !this.shown)) break;
      const seen = await glimpse(subjectOf(subject.game, subject.theme), () => this.turn.at(performance.now()));
      drawn = performance.now();
      if (current !== this) return seen.close();
      if (this.canvas.width !== seen.width) Object.assign(this.canvas, { width: seen.width, height: seen.height });
      this.context?.transferFromImageBitmap(seen);
      this.fading = false;
      this.shown = true;
      await new Promise((done) => requestAnimationFrame(done));
    }
    const away = !this.over && !this.finger && !this.turn.moving;
    if (away || !this.subject()) this.shown = false;
  }

  private abandon(): void {
    this.fading = true;
    this.shown = false;
    this.turn.home();
    this.turn.at(Infinity);
  }

  stop(): void {
    clearTimeout(this.timer);
    if (current === this) current = null;
  }
}
