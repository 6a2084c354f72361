/** How many pixels this machine can bear: stepped down when frames come too slowly, and remembered. */

const KEY = "billes.ratio";
const SLOW_FRAME = 45;
const ENOUGH = 12;

export class Quality {
  private slow = 0;
  private last = 0;

  constructor(
    private readonly fixed: number | undefined,
    private readonly software: boolean,
  ) {}

  /** Pixels drawn for a CSS pixel. Two keep ribbons and grain crisp on any screen; software renderers get one. */
  get ratio(): number {
    if (this.fixed !== undefined) return this.fixed;
    if (this.software) return 1;
    try {
      return Number(localStorage.getItem(KEY)) || 2;
    } catch {
      return 2;
    }
  }

  /** Takes note of a frame; true when the ratio has been stepped down. Only frames that follow each other count. */
  note(now: number, moving: boolean): boolean {
    const pause = now - this.last;
    this.last = now;
    if (!moving || pause > 2000 || this.fixed !== undefined || this.software) return false;
    this.slow = pause > SLOW_FRAME ? this.slow + 1 : Math.max(0, this.slow - 1);
    if (this.slow < ENOUGH || this.ratio <= 1) return false;
    this.slow = 0;
    try {
      localStorage.setItem(KEY, String(this.ratio > 1.5 ? 1.5 : 1));
      return true;
    } catch {
      return false;
    }
  }
}
