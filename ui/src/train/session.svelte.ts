/** A session of puzzles: which one comes next, the clock of a rush, and the worst moments of a game. */

import { isMistake } from "../analysis/marks";
import {
  endRush,
  makeMoments,
  nextPuzzle,
  practiceOf,
  puzzleOf,
  Refused,
  rushOf,
  tableOf,
  tableReviewAddress,
} from "../server/http";
import type { Marked, PuzzleTask, Training } from "../server/messages";
import { listen } from "../server/stream";

export type Mode = "day" | "puzzles" | "rush" | "mistakes" | "practice";
export const MODES: readonly Mode[] = ["day", "puzzles", "rush", "mistakes", "practice"];

/** So many moments of a game become puzzles. */
const WORST = 3;
/** Seconds for each move of a game that is looked through. */
const SECONDS = 0.2;

export interface Asked {
  game: string;
  variant: string;
  mode: Mode;
  theme: string;
  /** What is practised: a win, or a draw. */
  goal: string;
  /** The table whose worst moments are wanted. */
  table: string;
}

export class Session {
  /** Puzzles solved and missed in this session. */
  solved = $state(0);
  errors = $state(0);
  /** Of a rush: so many mistakes end it, and so many seconds are left. */
  allowed = $state(0);
  left = $state(0);
  over = $state(false);
  /** Of a game that is looked through: moves done, and all of them. */
  looked = $state(0);
  all = $state(0);
  /** Of a rush that is over: whether it was the best so far. */
  best = $state(false);
  private names: string[] | null = null;
  private ends = 0;
  private timer = 0;
  private leave: (() => void) | null = null;

  constructor(
    readonly asked: Asked,
    private readonly record: number,
  ) {}

  /** Prepares what is needed before the first puzzle. */
  async start(): Promise<void> {
    const { game, variant, mode, table } = this.asked;
    if (table) this.names = await this.moments(table);
    if (mode !== "rush") return;
    const rush = await rushOf(game, variant);
    this.names = [...rush.puzzles];
    this.allowed = rush.errors;
    this.left = rush.seconds;
  }

  /** Starts the clock of a rush: when its first puzzle is there. */
  run(): void {
    if (this.asked.mode !== "rush" || this.ends) return;
    this.ends = performance.now() + this.left * 1000;
    this.timer = window.setInterval(() => {
      this.left = Math.max(0, Math.ceil((this.ends - performance.now()) / 1000));
      if (!this.left) this.finish();
    }, 200);
  }

  /** The puzzle that was played out last. */
  private practised = "";

  /** The next puzzle; null where there is none. */
  async next(): Promise<PuzzleTask | null> {
    const { game, variant, mode, theme, goal } = this.asked;
    if (this.names) {
      const name = this.names.shift();
      if (name) return puzzleOf(game, variant, name);
      this.finish();
      return null;
    }
    if (mode === "rush") return null;
    try {
      if (mode !== "practice") return await nextPuzzle(game, variant, mode, theme);
      const task = await practiceOf(game, variant, goal, this.practised);
      this.practised = task.puzzle;
      return task;
    } catch (error) {
      if (error instanceof Refused && error.code === "not-found") return null;
      throw error;
    }
  }

  count(solved: boolean): void {
    if (this.over) return;
    if (solved) this.solved++;
    else this.errors++;
    if (this.asked.mode === "rush" && this.errors >= this.allowed) this.finish();
  }

  private finish(): void {
    if (this.over) return;
    clearInterval(this.timer);
    this.over = true;
    const { game, variant, mode } = this.asked;
    if (mode !== "rush") return;
    this.best = this.solved > this.record;
    void endRush(game, variant, this.solved).catch((): Training | null => null);
  }

  close(): void {
    clearInterval(this.timer);
    this.leave?.();
  }

  /** Looks through a game, and has puzzles made of one's worst moves. */
  private async moments(table: string): Promise<string[]> {
    const { you, status } = await tableOf(table);
    this.all = status.ply;
    const marks = await new Promise<Marked[]>((resolve, reject) => {
      const found: Marked[] = [];
      this.leave = listen<Marked>(tableReviewAddress(table, SECONDS), {
        name: "marked",
        heard: (marked) => {
          this.looked++;
          found.push(marked);
        },
        ended: (trouble) => (trouble ? reject(new Error(trouble)) : resolve(found)),
      });
    });
    const plies = worst(marks, you);
    return plies.length ? (await makeMoments(table, plies)).puzzles : [];
  }
}

/** The numbers of one's worst moves, the worst first. */
export function worst(marks: readonly Marked[], mine: readonly number[]): number[] {
  const players = Math.max(...marks.map((each) => each.player), 0);
  // Scores are for player 1, with more than two players for the one who moved.
  const lost = ({ before, after, player }: Marked): number =>
    (before - after) * (players <= 2 && player === 2 ? -1 : 1);
  return marks
    .filter((each) => mine.includes(each.player) && isMistake(each) && each.best !== each.move)
    .sort((a, b) => lost(b) - lost(a))
    .slice(0, WORST)
    .map((each) => each.ply);
}
