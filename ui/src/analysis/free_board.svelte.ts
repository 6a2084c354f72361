/** A free board: any position or game, moves played on it for all sides, and the tree of what was played. */

import type { Motion, Scene } from "../board";
import { announcer } from "../lib/announcer.svelte";
import { isolated } from "../lib/fill";
import { sentences } from "../lib/sentences.svelte";
import type { Entry, Marked, Result, Sentence, View, WholeGame } from "../server/messages";
import { complaint, viewOf, whyNot } from "../server/http";
import { Hand } from "../table/hand";
import { labelOf } from "../table/labels";
import { TouchPlay } from "../table/touchplay.svelte";
import { rest } from "../table/updates";
import type { Marks } from "./marks";
import { START, Tree } from "./tree";

/** A position of the tree and what led to it. */
export interface Stop {
  text: string;
  /** The player to move, 0 when the game is over here. */
  player: number;
  scene: Scene;
  motions: Motion[] | null;
  /** How the game ends here on the board. */
  result: Result | null;
  /** The move that led here, if one did. */
  entry: Entry | null;
  comment: string;
}

/** All that is laid out, so that it can be laid out again. */
interface Laid {
  /** Stays the same while lines are added: nodes of other trees may have the same numbers. */
  key: symbol;
  game: string;
  variant: string;
  tree: Tree<Stop>;
  at: number;
  marks: Marks;
  /** The players' names, player 1 first; empty where they have none. */
  names: string[];
  tags: Record<string, string>;
  /** How many moves were played in earnest. */
  played: number;
  /** How the game that was played ended, also where the board does not say so. */
  end: Result | null;
}

/** What is left to be shown of a move, after what the hand has shown of it. */
const left = (motions: Motion[] | null, shown: Motion[]): Motion[] | null => motions && rest(motions, shown);

/** Milliseconds that a position is looked at before it is asked what may be touched there. */
const REST = 90;

export class FreeBoard extends TouchPlay {
  private laid = $state.raw<Laid | null>(null);
  /** What lay here before something else was laid out or a line was deleted. */
  former = $state.raw<Laid | null>(null);
  private handled = $state.raw<{ stop: Stop; view: View } | null>(null);
  private readonly views = new WeakMap<Stop, View>();
  private asked = 0;
  private timer = 0;
  trouble = $state("");
  /** The touches of a move worth showing. */
  best = $state.raw<readonly string[]>([]);
  readonly side = 1;

  game = $derived(this.laid?.game ?? "");
  variant = $derived(this.laid?.variant ?? "");
  rules = $derived({ game: this.game, variant: this.variant });
  tree = $derived(this.laid?.tree ?? null);
  key = $derived(this.laid?.key ?? null);
  at = $derived(this.laid?.at ?? START);
  /** How many moves were played in earnest. */
  played = $derived(this.laid?.played ?? 0);
  marks = $derived<Marks>(this.laid?.marks ?? new Map<number, Marked>());
  node = $derived(this.tree?.get(this.at) ?? null);
  stop = $derived(this.node?.data ?? null);
  scene = $derived(this.stop?.scene ?? null);
  players = $derived(this.scene?.players.length ?? 2);
  reader = $derived(this.stop?.player ?? 0);
  /** What may be done here, once the server has said so. */
  view = $derived(this.handled && this.handled.stop === this.stop ? this.handled.view : null);
  mine = $derived(this.view !== null && this.view.result === null);
  protected before = $derived(this.stop && { scene: this.stop.scene, gestures: this.view?.gestures ?? null });
  /** How the game ended, where this is its end. */
  result = $derived(this.stop?.result ?? (this.laid && this.ended ? this.laid.end : null));
  /** The line that is looked at, from the start to its end. */
  line = $derived(this.tree ? [...this.tree.path(this.at), ...this.tree.onward(this.at).slice(1)] : []);
  hinted = $derived.by(() => {
    const { best } = this;
    const begun = this.hand.touches.every((handle, at) => best[at] === handle);
    return best.length && begun && this.mine ? { touches: [...best] } : null;
  });

  private get ended(): boolean {
    return this.played > 0 && !!this.node?.played && this.node.ply === this.played;
  }

  labelOf(handle: string): string {
    return labelOf(handle, this.view?.gestures, this.scene, this.reader);
  }

  name(player: number): string {
    return player ? isolated(this.laid?.names[player - 1] ?? "") || sentences.player(player, this.game) : "";
  }

  spoken(said: readonly Sentence[]): string {
    return said.map((one) => sentences.tell(one, (player) => this.name(player))).join(" ");
  }

  // ------------------------------------------------------------------------------------------------- what lies here
  /**
   * Lays out a position given by its text; an empty one is the usual start. Tells whether it could be read, or whether
   * something else has been asked for since.
   */
  async set(game: string, variant: string, text: string): Promise<"laid" | "refused" | "late"> {
    const number = ++this.asked;
    try {
      const view = await viewOf({ game, variant, text });
      if (number !== this.asked) return "late";
      const stop = this.stopOf(view);
      const tree = Tree.start(stop);
      const { game: found, variant: rules } = view;
      const names = { names: [], tags: {}, played: 0, end: null };
      this.lay({ key: Symbol(), game: found, variant: rules, tree, at: START, marks: new Map(), ...names });
      return "laid";
    } catch (error) {
      if (number !== this.asked) return "late";
      this.trouble = complaint(error);
      return "refused";
    }
  }

  /** Lays out a whole game, up to a move of it. */
  open(whole: WholeGame, ply: number): void {
    this.asked++;
    const scenes: Scene[] = [];
    const steps = whole.steps.map((step) => {
      const follows = step.follows ?? -1;
      const scene = { ...scenes[follows], ...step.scene } as Scene;
      scenes.push(scene);
      const { text, player, entry, motions, comment, result } = step;
      const data: Stop = {
        ...{ text, player, scene, motions: motions ?? null, entry: entry ?? null, result: result ?? null },
        comment: comment ?? "",
      };
      return { follows, move: entry?.move ?? "", data };
    });
    const tree = Tree.game(steps, whole.plies);
    const { game, variant, players: names, tags, plies: played, result: end } = whole;
    const at = Math.max(START, Math.min(ply, played));
    this.lay({ key: Symbol(), game, variant, tree, at, marks: new Map(), names, tags, played, end });
  }

  private lay(laid: Laid): void {
    if (this.laid && this.laid.tree.size > 1) this.former = this.laid;
    this.trouble = "";
    this.laid = laid;
    this.arrive(null);
  }

  /** Lays out again what lay here before; a second time goes forward again. */
  restore(): void {
    const { former, laid } = this;
    if (!former) return;
    this.trouble = "";
    this.former = laid;
    this.laid = former;
    this.arrive(null);
  }

  private stopOf(view: View): Stop {
    const { text, player, scene, motions, result, entry } = view;
    const stop = { text, player, scene, motions: motions ?? null, result, entry, comment: "" };
    this.views.set(stop, view);
    return stop;
  }

  /** Keeps a mark of a move of what was laid out under this key. */
  mark(key: symbol, id: number, marked: Marked): void {
    if (this.laid?.key === key && this.laid.tree.has(id))
      this.laid = { ...this.laid, marks: new Map(this.laid.marks).set(id, marked) };
  }

  /** The game with the lines beside it, as the server wants it to write a record. */
  get record() {
    const { laid } = this;
    if (!laid) return null;
    const { game, variant, tree, tags, played: plies, end } = laid;
    const listed = tree.listed();
    const numbers = new Map([[START, 0], ...listed.map((node, at): [number, number] => [node.id, at + 1])]);
    const { text: start, comment } = tree.get(START).data;
    const moves = listed.map(({ parent, move, data }) => ({
      move,
      follows: numbers.get(parent ?? START)!,
      comment: data.comment,
      clock: data.entry?.clock ?? null,
    }));
    return { game, variant, start, comment, moves, tags, plies, reason: end?.reason ?? "", winner: end?.winner ?? 0 };
  }

  // ----------------------------------------------------------------------------------------------- going through it
  go(id: number | null): void {
    if (id === null || !this.laid || id === this.at || !this.laid.tree.has(id)) return;
    const forward = this.laid.tree.get(id).parent === this.at;
    this.trouble = "";
    this.laid = { ...this.laid, at: id };
    this.arrive(forward ? (this.stop?.motions ?? null) : null);
  }

  back(): void {
    this.go(this.tree?.previous(this.at) ?? null);
  }

  forward(): void {
    this.go(this.tree?.next(this.at) ?? null);
  }

  first(): void {
    this.go(START);
  }

  last(): void {
    this.go(this.line.at(-1) ?? null);
  }

  /** Goes to another move instead of the one that led here. */
  other(by: number): void {
    this.go(this.tree?.instead(this.at, by) ?? null);
  }

  /** Goes along moves from the start, as far as they are in the tree. */
  follow(moves: readonly string[]): void {
    let id: number | null = START;
    for (const move of moves) {
      const next: number | null = this.tree?.child(id, move) ?? null;
      if (next === null) break;
      id = next;
    }
    this.go(id);
  }

  promote(): void {
    if (this.laid) this.laid = { ...this.laid, tree: this.laid.tree.promote(this.at) };
  }

  /** Deletes the line that is looked at: from where it begins, or on the first line from this move on. */
  remove(): void {
    const { laid } = this;
    if (!laid) return;
    const from = laid.tree.branch(this.at) ?? this.at;
    const tree = laid.tree.remove(from);
    if (tree === laid.tree) return;
    this.former = laid;
    this.laid = { ...laid, tree, at: laid.tree.previous(from) ?? START };
    this.arrive(null);
  }

  private arrive(motions: Motion[] | null): void {
    const { stop } = this;
    if (!stop) return;
    clearTimeout(this.timer);
    const known = this.views.get(stop);
    this.best = [];
    this.handled = known ? { stop, view: known } : null;
    this.hand = Hand.over(known?.gestures ?? null);
    this.show(stop.scene, motions);
    if (stop.entry) announcer.say(this.spoken(stop.entry.sentences));
    // Whoever only passes through needs no hand.
    if (!known) this.timer = window.setTimeout(() => void this.ask(stop), REST);
  }

  private async ask(stop: Stop): Promise<void> {
    try {
      const view = await viewOf({ game: this.game, variant: this.variant, text: stop.text });
      this.views.set(stop, view);
      if (this.stop !== stop) return;
      this.handled = { stop, view };
      this.hand = Hand.over(view.gestures);
    } catch (error) {
      if (this.stop === stop) this.trouble = complaint(error);
    }
  }

  // -------------------------------------------------------------------------------------------------------- playing
  protected clear(): void {
    this.trouble = "";
  }

  protected complete(move: string, touches: string[], shown: Motion[]): void {
    void this.play(move, touches, shown);
  }

  async why(handle: string): Promise<void> {
    const view = this.view;
    if (!view || !this.mine) return;
    this.refuse();
    try {
      const { game, variant, text } = view;
      const because = await whyNot({ game, variant, text, handle, touched: [...this.hand.touches] });
      if (this.view === view) this.trouble = this.spoken(because.sentences);
    } catch (error) {
      if (this.view === view) this.trouble = complaint(error);
    }
  }

  /** Plays a move here, beside whatever was played here before. Tells whether it could be played. */
  async play(move: string, touched: string[] = [], shown: Motion[] = []): Promise<boolean> {
    const { laid, stop } = this;
    if (!laid || !stop || this.sending) return false;
    const known = laid.tree.child(laid.at, move);
    if (known !== null) {
      this.laid = { ...laid, at: known };
      this.arrive(left(this.stop?.motions ?? null, shown));
      return true;
    }
    this.sending = true;
    try {
      const { game, variant } = laid;
      const view = await viewOf({ game, variant, text: stop.text, move, touched });
      if (this.stop !== stop) return false; // something else is looked at by now
      const next = this.stopOf(view);
      const { tree, id } = this.laid!.tree.add(this.at, move, next);
      this.laid = { ...this.laid!, tree, at: id };
      this.sending = false;
      this.arrive(left(next.motions, shown));
      return true;
    } catch (error) {
      this.arrive(null);
      this.trouble = complaint(error);
      return false;
    } finally {
      this.sending = false;
    }
  }

  /** Plays moves one after the other. */
  async playAll(moves: readonly string[]): Promise<void> {
    for (const move of moves) if (!(await this.play(move))) return;
  }

  close(): void {
    clearTimeout(this.timer);
  }
}
