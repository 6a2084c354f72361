/** A free board: any position, moves played on it for both sides, and the way back. */

import { settings } from "../lib/settings.svelte";
import { catalogue, type Spoken } from "../server/catalogue.svelte";
import type { View } from "../server/messages";
import { Refused, viewAt, viewOf, whyNot } from "../server/http";
import { midTurn } from "../table/between";
import { Hand } from "../table/hand";
import { labelOf } from "../table/labels";
import type { Cue, Playable, Step } from "../table/playable";

interface Stop {
  view: View;
  /** The move that led here, if one did. */
  move: string;
  player: number;
}

export class Free implements Playable {
  private stops = $state.raw<Stop[]>([]);
  private at = $state(0);
  private asked = 0;
  hand = $state.raw(Hand.over(null));
  moving = $state(false);
  trouble = $state("");
  busy = $state(false);
  stepped = $state(0);
  readonly steps: Step[] = [];
  readonly hinted = null;
  readonly side = 1;
  oncue: (cue: Cue) => void = () => {};

  view = $derived(this.stops[this.at]?.view ?? null);
  scene = $derived(this.view?.scene ?? null);
  mine = $derived(this.view !== null && this.view.result === null);
  begun = $derived(this.mine && this.hand.begun);
  may = $derived(this.mine && !this.busy && !this.moving ? this.hand.may : []);
  ply = $derived(this.at);
  plies = $derived(Math.max(0, this.stops.length - 1));
  moves = $derived(this.stops.slice(1).map((stop, at) => ({ ply: at + 1, player: stop.player, move: stop.move })));

  get instead(): string[] {
    if (!this.begun || this.hand.shown.length || this.moving) return [];
    const first = this.view?.gestures.nodes[0];
    return first ? Object.keys(first.next).filter((handle) => !this.hand.may.includes(handle)) : [];
  }

  labelOf(handle: string): string {
    return labelOf(handle, this.view?.gestures, this.scene, this.view?.player ?? 0);
  }

  name(player: number): string {
    const matter = this.scene?.players.find((each) => each.number === player)?.matter;
    return matter ? catalogue.say(`matter.${matter}`) : "";
  }

  said(text: Spoken | null | undefined): string {
    return text?.[settings.language] ?? "";
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
      this.trouble = error instanceof Refused ? error.message : String(error);
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

  private arrive(motions: Step["motions"]): void {
    this.hand = Hand.over(this.view?.gestures ?? null);
    if (!this.scene) return;
    this.steps.push({ scene: this.scene, motions });
    this.stepped++;
  }

  look(ply: number): void {
    if (ply < 0 || ply > this.plies || ply === this.at) return;
    const forward = ply === this.at + 1;
    this.at = ply;
    this.arrive(forward ? (this.view?.motions ?? null) : null);
  }

  touch(handle: string): void {
    if (this.busy || this.moving) return;
    this.trouble = "";
    const fresh = this.hand.shown.length === 0;
    if (fresh && this.hand.begun && this.hand.touches.at(-1) === handle) return this.putBack();
    let { hand, touch } = this.hand.touch(handle);
    if (touch.kind === "refused" && fresh && this.hand.begun)
      ({ hand, touch } = Hand.over(this.view!.gestures).touch(handle));
    if (touch.kind === "refused") return this.oncue({ kind: "refused" });
    if (touch.kind === "move") return void this.play(touch.move, touch.touches);
    this.hand = hand;
    const shows = hand.node?.shows;
    if (!shows?.length || !this.scene) return;
    const scene = midTurn(this.scene, hand.stages);
    this.steps.push({ scene, motions: shows });
    this.stepped++;
  }

  putBack(): void {
    if (this.begun) this.arrive(null);
  }

  async why(handle: string): Promise<void> {
    const view = this.view;
    if (!view || !this.mine) return;
    this.oncue({ kind: "refused" });
    const because = await whyNot({
      game: view.game,
      variant: view.variant,
      text: view.text,
      handle,
      touched: [...this.hand.touches],
    });
    if (this.view === view) this.trouble = because[settings.language];
  }

  /** Plays a move here; whatever came after this position before is given up. */
  async play(move: string, touched: string[] = []): Promise<void> {
    const view = this.view;
    if (!view || this.busy) return;
    this.busy = true;
    const shown = this.hand.shown.length > 0;
    try {
      const next = await viewOf({ game: view.game, variant: view.variant, text: view.text, move, touched });
      this.stops = [...this.stops.slice(0, this.at + 1), { view: next, move, player: view.player }];
      this.at += 1;
      this.arrive(shown ? null : (next.motions ?? null));
    } catch (error) {
      this.trouble = error instanceof Refused ? error.message : String(error);
      this.arrive(null);
    } finally {
      this.busy = false;
    }
  }
}
