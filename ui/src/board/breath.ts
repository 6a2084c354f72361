/** The one idle motion: lit rings breathe at twenty frames per second. */
import type { Stage } from "./stage";

const PERIOD = 2400;
const BEAT = 50;
/** A machine that takes longer to draw, in milliseconds, does not breathe. */
const SLOW = 90;

export class Breath {
  private timer = 0;

  /** `idle` tells whether nothing else moves, so that the last frame can be drawn again as it is. */
  constructor(
    private readonly stage: Stage,
    private readonly idle: () => boolean,
  ) {}

  set(on: boolean): void {
    if (!on) {
      clearTimeout(this.timer);
      this.timer = 0;
      this.stage.breathe(1);
    } else if (!this.timer && !this.stage.software) this.timer = window.setTimeout(this.beat, BEAT);
  }

  private readonly beat = (): void => {
    const before = performance.now();
    if (!document.hidden && this.idle()) {
      this.stage.breathe(0.925 + 0.075 * Math.cos((before / PERIOD) * 2 * Math.PI));
      this.stage.render();
    }
    this.timer = performance.now() - before > SLOW ? 0 : window.setTimeout(this.beat, BEAT);
  };
}
