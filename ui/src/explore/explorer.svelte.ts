/** What is known of the position on a board of a solved variant, and the tablebase it comes from. */

import type { ExploredPosition, TablebaseState } from "../server/messages";
import { complaint, exploredOf, makeTablebase, tablebaseOf } from "../server/http";

/** Milliseconds between two looks at a tablebase that is being made. */
const AGAIN = 1000;

export class Explorer {
  found = $state.raw<ExploredPosition | null>(null);
  state = $state.raw<TablebaseState | null>(null);
  trouble = $state("");
  private asked = 0;
  private timer = 0;

  /** Looks up a position. What was asked for before and comes later is left aside. */
  async look(game: string, variant: string, text: string): Promise<void> {
    const number = ++this.asked;
    try {
      const found = await exploredOf(game, variant, text);
      if (number !== this.asked) return;
      this.found = found;
      this.trouble = "";
    } catch (error) {
      if (number === this.asked) this.trouble = complaint(error);
    }
  }

  /** Looks at the tablebase of a variant, again and again while it is being made; `done` is called when it is there. */
  async watch(game: string, variant: string, done: () => void): Promise<void> {
    clearTimeout(this.timer);
    const making = this.state?.share != null;
    try {
      this.state = await tablebaseOf(game, variant);
    } catch {
      return;
    }
    if (this.state.share != null) this.timer = window.setTimeout(() => void this.watch(game, variant, done), AGAIN);
    else if (making && this.state.form) done();
  }

  /** Has the tablebase of a variant made. */
  async make(game: string, variant: string, done: () => void): Promise<void> {
    try {
      this.state = await makeTablebase(game, variant);
      await this.watch(game, variant, done);
    } catch (error) {
      this.trouble = complaint(error);
    }
  }

  close(): void {
    clearTimeout(this.timer);
    this.asked++;
  }
}
