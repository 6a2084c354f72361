/** Setting up what is no marble on a place, such as trays: by gestures the server names, each ending in a new text. */

import { sentences } from "../lib/sentences.svelte";
import type { Gestures, Node } from "../server/messages";
import { setUpOf } from "../server/http";
import { Hand } from "../table/hand";

export class Arranging {
  private graph = $state.raw<Gestures | null>(null);
  private hand = $state.raw(Hand.over(null));
  /** The position looked at last. */
  private seen = "";

  /** Whether there is anything of that kind in this game. */
  some = $derived((this.graph?.nodes.length ?? 0) > 0);
  begun = $derived(this.hand.begun);
  node = $derived<Node | null>(this.hand.node);
  /** What may be touched now. */
  may = $derived(this.hand.may);
  /** What may be touched to begin with, and still may be later, instead of going on. */
  first = $derived(Object.keys(this.graph?.nodes[0]?.next ?? {}));
  /** What is in hand. */
  held = $derived(this.hand.touches.slice(-1));

  /** Looks at a position, given by its text. */
  async look(game: string, variant: string, text: string): Promise<void> {
    const seen = `${game} ${variant} ${text}`;
    if (seen === this.seen) return;
    this.seen = seen;
    this.putBack();
    const found = await setUpOf({ game, variant, text }).catch(() => null);
    if (seen !== this.seen) return; // another one has been looked at since
    // What was taken in hand meanwhile stays there.
    const { touches } = this.hand;
    this.graph = found?.gestures ?? null;
    this.hand = touches.reduce((hand, handle) => hand.touch(handle).hand, Hand.over(this.graph));
  }

  forget(): void {
    this.seen = "";
    this.graph = null;
    this.hand = Hand.over(null);
  }

  putBack(): void {
    this.hand = Hand.over(this.graph);
  }

  /** Touches a handle; gives the text that is complete with it. */
  touch(handle: string): string | null {
    if (this.held[0] === handle) {
      this.putBack();
      return null;
    }
    let { hand, touch } = this.hand.touch(handle);
    if (touch.kind === "refused") ({ hand, touch } = Hand.over(this.graph).touch(handle));
    if (touch.kind === "move") return touch.move;
    if (touch.kind === "on") this.hand = hand;
    return null;
  }

  labelOf(handle: string): string | null {
    const label = this.graph?.labels?.[handle];
    if (!label) return null;
    const text = sentences.tell(label, () => "");
    return text.charAt(0).toUpperCase() + text.slice(1);
  }
}
