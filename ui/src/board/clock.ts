/** Time on the board: runs of values, and frames asked for only when something changes. */
import { clamp } from "./curves";

/** A value that runs by itself for a time: called with its share of time until it is over. */
interface Run {
  start: number;
  length: number;
  step: (share: number) => void;
}

export class Clock {
  private runs: Run[] = [];
  private asked = 0;
  private stopped = false;

  constructor(
    readonly now: () => number,
    private readonly frame: () => void,
  ) {}

  /** Whether anything runs by itself. */
  get running(): boolean {
    return this.runs.length > 0;
  }

  run(length: number, step: (share: number) => void): void {
    this.runs.push({ start: this.now(), length, step });
    this.ask();
  }

  /** Takes every run to where it is now. */
  step(): void {
    const now = this.now();
    const all = this.runs;
    this.runs = [];
    for (const run of all) {
      const t = clamp((now - run.start) / run.length);
      run.step(t);
      if (t < 1) this.runs.push(run);
    }
  }

  /** Takes every run to its end. */
  finish(): void {
    for (const run of this.runs.splice(0)) run.step(1);
  }

  /** Asks for a frame. */
  ask(): void {
    if (this.asked || this.stopped) return;
    this.asked = requestAnimationFrame(() => {
      this.asked = 0;
      if (!this.stopped) this.frame();
    });
  }

  stop(): void {
    this.stopped = true;
    cancelAnimationFrame(this.asked);
  }
}
