/** What is known of the position on a board of a solved variant, and the tablebase it comes from. */

import type { ExploredPosition, TablebaseState } from "../server/messages";
import { complaint, exploredOf, levelMovesOf, makeTablebase, tablebaseOf } from "../server/http";

/** Milliseconds between two looks at a tablebase that is being made. */
const AGAIN = 1000;
/** Milliseconds that somebody stays at a position before the computer is asked what it would play there. */
const STAYS = 400;

export class Explorer {
  found = $state.raw<ExploredPosition | null>(null);
  state = $state.raw<TablebaseState | null>(null);
  trouble = $state("");
  /** The levels of the computer that play a move in the position, by move. */
  levels = $state.raw<ReadonlyMap<string, readonly number[]>>(new Map());
  private asked = 0;
  private timer = 0;
  private staying = 0;

  /** Looks up a position. What was asked for before and comes later is left aside. */
  async look(game: string, variant: string, text: string): Promise<void> {
    const number = ++this.asked;
    clearTimeout(this.staying);
    this.levels = new Map();
    try {
      const found = await exploredOf(game, variant, text);
      if (number !== this.asked) return;
      this.found = found;
      this.trouble = "";
      if (found.moves.length > 1) {
        this.staying = window.setTimeout(() => void this.askLevels(game, variant, text, number), STAYS);
      }
    } catch (error) {
      if (number === this.asked) this.trouble = complaint(error);
    }
  }

  /** Asks what strong levels play; where they do not answer, nothing is shown. */
  private async askLevels(game: string, variant: string, text: string, number: number): Promise<void> {
    const played = await levelMovesOf(game, variant, text).catch(() => []);
    if (number !== this.asked) return;
    const levels = new Map<string, number[]>();
    for (const { level, move } of played) levels.set(move, [...(levels.get(move) ?? []), level]);
    this.levels = levels;
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
    clearTimeout(this.staying);
    this.asked++;
  }
}
