/** How many pixels this machine can bear: as chosen, or stepped down when frames come too slowly. */

const BEST = 2;
const SLOW_FRAME = 45;
const ENOUGH = 12;

export type QualityChoice = "auto" | "high" | "low";

export class Quality {
  private slow = 0;
  private last = 0;
  private choice: QualityChoice = "auto";
  /** What this machine was found to bear; 0 for not slow at all. */
  private borne = 0;

  /** `lowered` is told what a slow machine can bear, to remember it. */
  constructor(
    private readonly fixed: number | undefined,
    private readonly software: boolean,
    private readonly lowered: (ratio: number) => void,
  ) {}

  /** Draws as chosen; `borne` is what was found out before. */
  choose(choice: QualityChoice, borne: number): void {
    this.slow = 0;
    this.choice = choice;
    this.borne = borne;
  }

  /** Whether more than the least may be done: not where the processor draws, unless it is wanted. */
  get rich(): boolean {
    return this.choice === "high" || (this.choice === "auto" && !this.software);
  }

  /** Pixels drawn for a CSS pixel. Two keep ribbons and grain crisp on any screen. */
  get ratio(): number {
    if (this.fixed !== undefined) return this.fixed;
    // Where the page is shown smaller than usual its pixels are many already.
    if (!this.rich) return Math.min(1, globalThis.devicePixelRatio ?? 1);
    return this.choice === "high" ? BEST : this.borne || BEST;
  }

  /** Takes note of a frame; true when the ratio has been stepped down. Only frames that follow each other count. */
  note(now: number, moving: boolean): boolean {
    const pause = now - this.last;
    this.last = now;
    if (!moving || pause > 2000 || this.fixed !== undefined || this.choice !== "auto" || !this.rich) return false;
    this.slow = pause > SLOW_FRAME ? this.slow + 1 : Math.max(0, this.slow - 1);
    if (this.slow < ENOUGH || this.ratio <= 1) return false;
    this.slow = 0;
    this.borne = this.ratio > 1.5 ? 1.5 : 1;
    this.lowered(this.borne);
    return true;
  }
}
