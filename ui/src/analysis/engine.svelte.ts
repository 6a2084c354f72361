/** The engine's thoughts about one position, as they come. */

import type { Line, Thought } from "../server/messages";
import { analysisAddress } from "../server/http";
import { listen } from "../server/stream";

const LINES = 3;
const SECONDS = 20;

export class Engine {
  on = $state(true);
  thinking = $state(false);
  thought = $state.raw<Thought | null>(null);
  private stop: (() => void) | null = null;

  lines = $derived<Line[]>(this.thought?.lines ?? []);
  /** How well player 1 stands, from -1 to 1; with more than two players, the one to move. */
  score = $derived.by(() => {
    const best = this.lines[0];
    if (!best || !this.thought) return 0;
    return this.thought.player === 2 ? -best.score : best.score;
  });

  /** Thinks about a position; whatever it thought about before is dropped. */
  look(position: { game: string; variant: string; text: string } | null): void {
    this.stop?.();
    this.stop = null;
    this.thought = null;
    this.thinking = false;
    if (!position || !this.on) return;
    this.thinking = true;
    this.stop = listen<Thought>(analysisAddress({ ...position, lines: LINES, seconds: SECONDS }), {
      name: "thought",
      heard: (thought) => (this.thought = thought),
      ended: () => (this.thinking = false),
    });
  }

  close(): void {
    this.stop?.();
  }
}
