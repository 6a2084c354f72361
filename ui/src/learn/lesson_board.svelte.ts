/** The board of a lesson: a position, what is to be done there, and what is said to a try. */

import type { Motion } from "../board";
import { announcer } from "../lib/announcer.svelte";
import { settings } from "../lib/settings.svelte";
import { complaint, tryMove } from "../server/http";
import type { Lesson, LessonHint, Sentence, View } from "../server/messages";
import { Hand } from "../table/hand";
import { rest } from "../table/updates";
import { ViewBoard } from "../table/view_board.svelte";

/** Milliseconds that a board is looked at before the opponent's move. */
const LOOK = 700;

/**
 * Where a step stands: the opponent's move is shown first; a move is wanted; a wrong one is looked at before it is put
 * back; all is done.
 */
export type Phase = "showing" | "trying" | "wrong" | "done";

export class LessonBoard extends ViewBoard {
  lesson = $state.raw<Lesson | null>(null);
  phase = $state<Phase>("showing");
  /** What was said to the last try. */
  said = $state.raw<{ right: boolean; sentences: readonly Sentence[] } | null>(null);
  private wrongs = $state(0);
  /** The moves of the game at the end. */
  moves = $state.raw<readonly string[]>([]);
  private hint = $state.raw<LessonHint | null>(null);
  private timer = 0;
  readonly side = 1;

  game = $derived(this.lesson?.game ?? "");
  reader = $derived(this.lesson?.view.player ?? 0);
  mine = $derived(this.phase === "trying" && !!this.view);
  hinted = $derived.by(() => {
    const touches = this.hint?.touches ?? [];
    const begun = this.hand.touches.every((handle, at) => touches[at] === handle);
    return touches.length && begun && this.mine ? { touches: [...touches] } : null;
  });
  lights = $derived.by((): ReadonlySet<string> | null => {
    const { lesson } = this;
    if (!lesson || lesson.plies || (lesson.find && !this.wrongs)) return null;
    const wanted = new Set(lesson.right);
    return new Set(this.hand.may.filter((handle) => this.hand.leadsTo(handle, wanted)));
  });

  /** Lays out a step, from its beginning. */
  open(lesson: Lesson): void {
    clearTimeout(this.timer);
    this.lesson = lesson;
    this.said = null;
    this.trouble = "";
    this.wrongs = 0;
    this.moves = [];
    this.hint = lesson.hint;
    this.sending = false;
    if (!lesson.before) return this.begin(null);
    this.phase = "showing";
    this.shown = { scene: lesson.before, view: null };
    this.hand = Hand.over(null);
    this.show(lesson.before, null);
    this.timer = window.setTimeout(() => this.begin(lesson.view.motions ?? null), LOOK);
  }

  /** A move is wanted in the step's position. */
  private begin(motions: Motion[] | null): void {
    const { view } = this.lesson!;
    this.lay(view, motions);
    this.phase = "trying";
    if (view.entry) announcer.say(this.spoken(view.entry.sentences));
  }

  /** Puts a wrong move back; what was said to it stays until something is touched. */
  again(): void {
    if (this.phase === "wrong") this.begin(null);
  }

  protected clear(): void {
    this.said = null;
    this.trouble = "";
  }

  protected complete(move: string, touches: string[], shown: Motion[]): void {
    void this.attempt(move, touches, shown);
  }

  private async attempt(move: string, touched: string[], shown: Motion[]): Promise<void> {
    const { lesson, view: before } = this;
    if (!lesson || !before || this.sending) return;
    this.sending = true;
    try {
      const answer = await tryMove(lesson.game, lesson.step, { move, touched, moves: [...this.moves] });
      if (this.lesson !== lesson) return;
      this.lay(answer.view, answer.view.motions ? rest(answer.view.motions, shown) : null, false);
      if (lesson.plies) {
        const key = this.hint?.move === move ? "lesson.play.hint" : "lesson.play.own";
        this.said = { right: true, sentences: answer.done ? answer.sentences : [{ key }] };
        this.moves = [...this.moves, move];
        this.hint = answer.hint;
        if (answer.reply) this.replied(answer.reply);
      } else {
        this.said = { right: answer.right, sentences: answer.sentences };
        if (!answer.right) this.wrongs++;
      }
      this.phase = answer.done ? "done" : lesson.plies ? "trying" : "wrong";
      if (answer.done) settings.learn(lesson.game, lesson.step);
      if (answer.done && answer.view.result?.winner) this.oncue({ kind: "win", player: answer.view.result.winner });
    } catch (error) {
      if (this.lesson !== lesson) return;
      this.lay(before, null);
      this.trouble = complaint(error);
    } finally {
      if (this.lesson === lesson) this.sending = false;
    }
  }

  /** The opponent has answered. */
  private replied(reply: View): void {
    const { entry } = reply;
    if (entry) this.moves = [...this.moves, entry.move];
    this.lay(reply, reply.motions ?? null);
    if (entry && this.said) this.said = { ...this.said, sentences: [...this.said.sentences, ...entry.sentences] };
  }

  close(): void {
    clearTimeout(this.timer);
    this.lesson = null;
  }
}
