/** A review: the engine marks the moves of a line, one after the other. */

import type { Marked, ReviewRequest } from "../server/messages";
import { reviewAddress } from "../server/http";
import { listen } from "../server/stream";
import type { FreeBoard } from "./free_board.svelte";

/** Seconds for all searches of a review together, and the least and the most for one of them. */
const WHOLE = 45;
const LEAST = 0.1;
const MOST = 0.3;
/** Milliseconds after which a refused review is asked for again, and how often. */
const AGAIN = 1200;
const TRIES = 4;

export class Review {
  running = $state(false);
  /** Moves judged, and to be judged. */
  done = $state(0);
  all = $state(0);
  trouble = $state("");
  private leave: (() => void) | null = null;

  constructor(private readonly board: FreeBoard) {}

  /** Marks the moves of the line that is looked at, to its end, except those that have a mark already. */
  start(): void {
    const { board } = this;
    const { tree, key } = board;
    if (!tree || !key) return;
    const line = board.line;
    const after = line.slice(1).findIndex((id) => !board.marks.has(id));
    this.stop();
    if (after < 0) return;
    this.running = true;
    this.trouble = "";
    this.done = 0;
    this.all = line.length - 1 - after;
    const seconds = Math.min(MOST, Math.max(LEAST, WHOLE / 2 / this.all));
    const moves = line.slice(1).map((id) => tree.get(id).move);
    const { game, variant } = board;
    const body = { game, variant, start: tree.get(line[0]!).data.text, moves, after, seconds };
    this.ask(body, line, key, 1);
  }

  private ask(body: ReviewRequest, line: readonly number[], key: symbol, attempt: number): void {
    const before = this.done;
    const stop = listen<Marked>(reviewAddress(), {
      body,
      name: "marked",
      heard: (marked) => {
        this.done++;
        // Bound to the node, not to the number: whatever becomes of the tree meanwhile, the mark stays with its move.
        const id = line[marked.ply];
        if (id !== undefined) this.board.mark(key, id, marked);
      },
      ended: (trouble) => {
        const marked = this.done - before;
        if (!trouble && marked > 0 && this.done < this.all) {
          // A long line is reviewed in pages.
          this.ask({ ...body, after: (body.after ?? 0) + marked }, line, key, 1);
          return;
        }
        if (trouble && this.done === 0 && attempt < TRIES) {
          // A review that was just left may still count: the server allows so many at once.
          const timer = window.setTimeout(() => this.ask(body, line, key, attempt + 1), AGAIN);
          this.leave = () => clearTimeout(timer);
          return;
        }
        this.running = false;
        this.trouble = trouble;
      },
    });
    this.leave = stop;
  }

  stop(): void {
    this.leave?.();
    this.leave = null;
    this.running = false;
  }
}
