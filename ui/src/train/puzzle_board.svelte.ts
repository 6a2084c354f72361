/** The board of a puzzle: its position, the solver's moves and the answers to them. */

import type { Motion } from "../board";
import { announcer } from "../lib/announcer.svelte";
import { complaint, practise, tryPuzzle } from "../server/http";
import type { PuzzleAnswer, PuzzleTask, Standing, View } from "../server/messages";
import { rest } from "../table/updates";
import { ViewBoard } from "../table/view_board.svelte";
import type { Mode } from "./session.svelte";

/** Milliseconds between two moves of a solution that is shown. */
const STEP = 1300;

/** A move is wanted; a wrong one is looked at before it is put back; the solution is being shown; all is done. */
export type Phase = "trying" | "wrong" | "showing" | "done";

export class PuzzleBoard extends ViewBoard {
  task = $state.raw<PuzzleTask | null>(null);
  phase = $state<Phase>("trying");
  /** Whether a wrong move was made, or the solution was shown. */
  missed = $state(false);
  standing = $state.raw<Standing | null>(null);
  /** In practice: what the position is worth after the last move. */
  verdict = $state("");
  /** The solver's moves that were right; in practice those of both players. */
  found = $state.raw<readonly string[]>([]);
  /** Called when it is decided whether the puzzle was solved. */
  onend: (solved: boolean) => void = () => {};
  private mode: Mode = "puzzles";
  private last: View | null = null;
  private timer = 0;
  readonly hinted = null;

  game = $derived(this.task?.game ?? "");
  reader = $derived(this.task?.view.player ?? 0);
  side = $derived(this.reader || 1);
  mine = $derived(this.phase === "trying" && !!this.view);

  /** Lays out a puzzle. */
  open(task: PuzzleTask, mode: Mode): void {
    clearTimeout(this.timer);
    this.task = task;
    this.mode = mode;
    this.missed = false;
    this.standing = null;
    this.trouble = "";
    this.verdict = "";
    this.found = [];
    this.sending = false;
    this.begin(task.view);
  }

  close(): void {
    clearTimeout(this.timer);
    this.task = null;
  }

  private begin(view: View, motions: Motion[] | null = null): void {
    this.last = view;
    this.lay(view, motions);
    this.phase = "trying";
  }

  /** Puts a wrong move back. */
  again(): void {
    if (this.phase === "wrong" && this.last) this.begin(this.last);
  }

  protected clear(): void {
    this.trouble = "";
  }

  protected complete(move: string, touches: string[], shown: Motion[]): void {
    void this.attempt(move, touches, shown);
  }

  private async attempt(move: string, touched: string[], shown: Motion[]): Promise<void> {
    const { task, view: before } = this;
    if (!task || !before || this.sending) return;
    this.sending = true;
    try {
      const answer = await this.ask(task, [...this.found, move], touched);
      if (this.task === task) this.answered(answer, move, shown);
    } catch (error) {
      if (this.task !== task) return;
      this.lay(before, null);
      this.trouble = complaint(error);
    } finally {
      if (this.task === task) this.sending = false;
    }
  }

  private ask(task: PuzzleTask, moves: string[], touched: string[], show = false): Promise<PuzzleAnswer> {
    if (this.mode === "practice") return practise(task, { moves, touched, show });
    return tryPuzzle(task, { moves, touched, mode: this.mode, show });
  }

  private answered(answer: PuzzleAnswer, move: string, shown: Motion[]): void {
    this.lay(answer.view, answer.view.motions ? rest(answer.view.motions, shown) : null, false);
    this.verdict = answer.verdict ? this.spoken([answer.verdict]) : "";
    if (answer.right) this.found = [...this.found, move];
    if (answer.reply) {
      if (this.mode === "practice" && answer.reply.entry) this.found = [...this.found, answer.reply.entry.move];
      this.replied(answer.reply);
    }
    if (answer.done || !answer.right) this.phase = answer.right ? "done" : "wrong";
    if (this.verdict && answer.right) announcer.say(this.verdict);
    if (answer.standing) this.ended(answer.right, answer.standing);
    else if (!answer.right) this.missed = true;
  }

  /** The opponent has answered. */
  private replied(reply: View): void {
    this.begin(reply, reply.motions ?? null);
    if (reply.entry) announcer.say(this.spoken(reply.entry.sentences));
  }

  /** Only the first end of a try counts. */
  private ended(solved: boolean, standing: Standing): void {
    if (!this.missed) {
      this.standing = standing;
      this.onend(solved);
    }
    if (!solved) this.missed = true;
  }

  /** Nothing more is to be done here. */
  stop(): void {
    this.putBack();
    this.phase = "done";
  }

  /** Shows the rest of the solution, move by move; in practice a good move is played, and the game goes on. */
  async showSolution(): Promise<void> {
    const { task } = this;
    if (!task || this.sending || this.phase === "showing" || this.phase === "done") return;
    this.sending = true;
    try {
      const answer = await this.ask(task, [...this.found], [], true);
      if (this.task !== task) return;
      if (this.mode === "practice") {
        this.missed = true;
        this.answered(answer, answer.view.entry?.move ?? "", []);
        return;
      }
      this.phase = "showing";
      this.lay(answer.view, null, false);
      if (answer.standing) this.ended(false, answer.standing);
      this.play(answer.line);
    } catch (error) {
      if (this.task === task) this.trouble = complaint(error);
    } finally {
      if (this.task === task) this.sending = false;
    }
  }

  private play(line: readonly View[]): void {
    const [first, ...others] = line;
    if (!first) {
      this.phase = "done";
      return;
    }
    this.lay(first, first.motions ?? null, false);
    if (first.entry) announcer.say(this.spoken(first.entry.sentences));
    this.timer = window.setTimeout(() => this.play(others), STEP);
  }
}
