/** The engine's thoughts about one position, as they come. */

import type { Line, Thought } from "../server/messages";
import { analysisAddress } from "../server/http";
import { listen } from "../server/stream";

const LINES = 3;
/** Seconds for a position, and for one while a review waits for the engine too. */
const SECONDS = { alone: 20, shared: 1.5 };
/** Milliseconds that a position must be looked at: whoever only passes through asks for nothing. */
const REST = 160;
/** Milliseconds after which a refused question is asked again, and how often. */
const AGAIN = 1200;
const TRIES = 4;

interface Position {
  game: string;
  variant: string;
  text: string;
}

export class Engine {
  on = $state(true);
  thinking = $state(false);
  /** What went wrong, for people. */
  trouble = $state("");
  thought = $state.raw<Thought | null>(null);
  private stop: (() => void) | null = null;
  private timer = 0;

  lines = $derived<Line[]>(this.thought?.lines ?? []);

  /** Thinks about a position; whatever it thought about before is dropped. */
  look(position: Position | null, shared = false): void {
    this.close();
    // What was found about the same position stays until more is found.
    const { thought } = this;
    if (thought?.text !== position?.text || thought?.variant !== position?.variant) this.thought = null;
    this.trouble = "";
    this.thinking = !!position && this.on;
    if (!position || !this.on) return;
    this.timer = window.setTimeout(() => this.ask(position, shared, 1), REST);
  }

  private ask(position: Position, shared: boolean, attempt: number): void {
    const seconds = shared ? SECONDS.shared : SECONDS.alone;
    this.stop = listen<Thought>(analysisAddress({ ...position, lines: LINES, seconds }), {
      name: "thought",
      heard: (thought) => {
        if (thought.final || thought.depth >= (this.thought?.depth ?? 0)) this.thought = thought;
      },
      ended: (trouble) => {
        this.stop = null;
        if (trouble && attempt < TRIES) {
          // An analysis that was just left may still count: the server allows so many at once.
          this.timer = window.setTimeout(() => this.ask(position, shared, attempt + 1), AGAIN);
          return;
        }
        this.thinking = false;
        this.trouble = trouble;
      },
    });
  }

  close(): void {
    clearTimeout(this.timer);
    this.stop?.();
    this.stop = null;
  }
}
