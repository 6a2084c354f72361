/** A board whose positions the server sends one by one, each with all that is to be seen and touched: lessons, puzzles. */

import type { Motion, Scene } from "../board";
import { sentences } from "../lib/sentences.svelte";
import { complaint, whyNot } from "../server/http";
import type { Sentence, View } from "../server/messages";
import { Hand } from "./hand";
import { labelOf } from "./labels";
import { TouchPlay } from "./touchplay.svelte";

export abstract class ViewBoard extends TouchPlay {
  /** Why something did not work, or may not be touched. */
  trouble = $state("");
  protected shown = $state.raw<{ scene: Scene; view: View | null } | null>(null);

  abstract readonly game: string;
  view = $derived(this.shown?.view ?? null);
  scene = $derived(this.shown?.scene ?? null);
  protected before = $derived(this.shown && { scene: this.shown.scene, gestures: this.view?.gestures ?? null });

  labelOf(handle: string): string {
    return labelOf(handle, this.view?.gestures, this.scene, this.reader);
  }

  name(player: number): string {
    return player ? sentences.player(player, this.game) : "";
  }

  spoken(said: readonly Sentence[]): string {
    return said.map((one) => sentences.tell(one, (player) => this.name(player), this.reader)).join(" ");
  }

  protected lay(view: View, motions: Motion[] | null, handled = true): void {
    this.shown = { scene: view.scene, view: handled ? view : null };
    this.hand = Hand.over(handled ? view.gestures : null);
    this.show(view.scene, motions);
  }

  async why(handle: string): Promise<void> {
    const { view } = this;
    if (!view || !this.mine) return;
    this.refuse();
    this.clear(handle);
    try {
      const { game, variant, text } = view;
      const because = await whyNot({ game, variant, text, handle, touched: [...this.hand.touches] });
      if (this.view === view) this.trouble = this.spoken(because.sentences);
    } catch (error) {
      if (this.view === view) this.trouble = complaint(error);
    }
  }
}
