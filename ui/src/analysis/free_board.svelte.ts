/** A free board: any position, moves played on it for both sides, and the way back. */

import type { Motion } from "../board";
import { sentences } from "../lib/sentences.svelte";
import type { Sentence, View } from "../server/messages";
import { complaint, viewAt, viewOf, whyNot } from "../server/http";
import { Hand } from "../table/hand";
import { labelOf } from "../table/labels";
import { TouchPlay } from "../table/touchplay.svelte";
import { rest } from "../table/updates";

interface Stop {
  view: View;
  /** The move that led here, if one did. */
  move: string;
  player: number;
}

export class FreeBoard extends TouchPlay {
  private stops = $state.raw<Stop[]>([]);
  private at = $state(0);
  private asked = 0;
  trouble = $state("");
  readonly hinted = null;
  readonly side = 1;

  view = $derived(this.stops[this.at]?.view ?? null);
  scene = $derived(this.view?.scene ?? null);
  reader = $derived(this.view?.player ?? 0);
  mine = $derived(this.view !== null && this.view.result === null);
  protected before = $derived(this.view);
  ply = $derived(this.at);
  plies = $derived(Math.max(0, this.stops.length - 1));
  moves = $derived(
    this.stops.slice(1).map((stop, at) => ({
      ply: at + 1,
      player: stop.player,
      move: stop.move,
      said: stop.view.entry ? this.spoken(stop.view.entry.sentences) : "",
    })),
  );

  labelOf(handle: string): string {
    return labelOf(handle, this.view?.gestures, this.scene, this.reader);
  }

  name(player: number): string {
    return this.view && player ? sentences.player(player, this.view.game) : "";
  }

  spoken(said: readonly Sentence[]): string {
    return said.map((one) => sentences.tell(one, (player) => this.name(player))).join(" ");
  }

  /** Lays out a position given by its text; an empty one is the usual start. Tells whether it could be read. */
  async set(game: string, variant: string, text: string): Promise<boolean> {
    const number = ++this.asked;
    try {
      const view = await viewOf({ game, variant, text });
      if (number !== this.asked) return false; // something else has been asked for since
      this.begin(view);
      return true;
    } catch (error) {
      if (number !== this.asked) return false;
      this.trouble = complaint(error);
      return false;
    }
  }

  /** Takes over the game of a table, up to the move looked at. */
  async follow(table: string, plies: number, ply: number): Promise<void> {
    const views = await Promise.all(Array.from({ length: plies + 1 }, (_, at) => viewAt(table, at)));
    this.stops = views.map((view) => ({ view, move: view.entry?.move ?? "", player: view.entry?.player ?? 0 }));
    this.at = -1;
    this.look(Math.min(ply, plies));
  }

  private begin(view: View): void {
    this.trouble = "";
    this.stops = [{ view, move: "", player: 0 }];
    this.at = 0;
    this.arrive(null);
  }

  private arrive(motions: Motion[] | null): void {
    this.hand = Hand.over(this.view?.gestures ?? null);
    if (this.scene) this.show(this.scene, motions);
  }

  look(ply: number): void {
    if (ply < 0 || ply > this.plies || ply === this.at) return;
    const forward = ply === this.at + 1;
    this.at = ply;
    this.arrive(forward ? (this.view?.motions ?? null) : null);
  }

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
    const because = await whyNot({
      game: view.game,
      variant: view.variant,
      text: view.text,
      handle,
      touched: [...this.hand.touches],
    });
    if (this.view === view) this.trouble = this.spoken(because.sentences);
  }

  /** Plays a move here; whatever came after this position before is given up. */
  async play(move: string, touched: string[] = [], shown: Motion[] = []): Promise<void> {
    const view = this.view;
    if (!view || this.sending) return;
    this.sending = true;
    try {
      const next = await viewOf({ game: view.game, variant: view.variant, text: view.text, move, touched });
      this.stops = [...this.stops.slice(0, this.at + 1), { view: next, move, player: view.player }];
      this.at += 1;
      this.arrive(next.motions ? rest(next.motions, shown) : null);
    } catch (error) {
      this.trouble = complaint(error);
      this.arrive(null);
    } finally {
      this.sending = false;
    }
  }
}
