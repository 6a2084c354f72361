/** The one idle motion: lit rings breathe at twenty frames per second, for a while after something has changed. */
import type { Stage } from "./stage";

const PERIOD = 2400;
const BEAT = 50;
/** Whole breaths, in milliseconds, after which the rings rest: nothing is drawn while nothing happens. */
const CALM = 3 * PERIOD;
/** A machine that takes longer to draw, in milliseconds, does not breathe. */
const SLOW = 90;

export class Breath {
  private timer = 0;
  private began = 0;

  /** `idle` tells whether nothing else moves, so that the last frame can be drawn again as it is. */
  constructor(
    private readonly stage: Stage,
    private readonly idle: () => boolean,
  ) {}

  /** Begins to breathe, or goes on for as long as at the beginning; or stops. */
  set(on: boolean): void {
    this.began = performance.now();
    if (!on) {
      clearTimeout(this.timer);
      this.timer = 0;
      this.stage.breathe(1);
    } else if (!this.timer) this.timer = window.setTimeout(this.beat, BEAT);
  }

  private readonly beat = (): void => {
    const before = performance.now();
    const over = before - this.began >= CALM;
    if (!document.hidden && this.idle()) {
      this.stage.breathe(over ? 1 : 0.925 + 0.075 * Math.cos(((before - this.began) / PERIOD) * 2 * Math.PI));
      this.stage.render();
    }
    this.timer = over || performance.now() - before > SLOW ? 0 : window.setTimeout(this.beat, BEAT);
  };
}
