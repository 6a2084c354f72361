/** Playing by touch, at a table or on a free board: the turn in hand, and what is still to be shown of it. */

import type { Motion, Scene } from "../board";
import type { Gestures, Sentence } from "../server/messages";
import { midTurn } from "./between";
import { Hand, type Touch } from "./hand";
import type { Cue, Playable, Step } from "./playable";

export abstract class TouchPlay implements Playable {
  hand = $state.raw(Hand.over(null));
  /** A move sent and not yet confirmed. */
  sending = $state(false);
  /** Whether the stage is still moving things. */
  moving = $state(false);
  /** What is still to be shown, in order; the stage takes it from here. */
  readonly steps: Step[] = [];
  /** Counts the steps asked for, so that the stage looks. */
  stepped = $state(0);
  /** What is to be shown once. */
  oncue: (cue: Cue) => void = () => {};

  abstract readonly scene: Scene | null;
  abstract readonly mine: boolean;
  abstract readonly side: number;
  abstract readonly reader: number;
  abstract readonly hinted: { touches: string[] } | null;
  abstract why(handle: string): void;
  abstract labelOf(handle: string): string;
  abstract name(player: number): string;
  abstract spoken(said: readonly Sentence[]): string;

  /** The scene and the gestures that a turn begins with. */
  protected abstract readonly before: { scene: Scene; gestures: Gestures | null } | null;
  /** A move is complete. */
  protected abstract complete(move: string, touches: string[], shown: Motion[]): void;
  /** Something is about to be touched or put back. */
  protected abstract clear(handle: string): void;
  /** The graph ends here and has to be asked for. */
  protected askMore(_touches: string[], _from: Hand): void {}

  begun = $derived.by(() => this.mine && this.hand.begun && !this.sending);
  /** What may be touched now, on the board and off it. */
  may = $derived.by(() => (this.mine && !this.sending && !this.moving ? this.hand.may : []));

  /** Handles of the turn's beginning that may still be touched instead of going on with what is in hand. */
  get instead(): string[] {
    if (!this.begun || this.hand.shown.length || this.moving) return [];
    const first = this.before?.gestures?.nodes[0];
    return first ? Object.keys(first.next).filter((handle) => !this.hand.may.includes(handle)) : [];
  }

  /** Whether touching a handle takes something into the hand, or it is there: it can then be carried. */
  carries(handle: string): boolean {
    if (!this.mine || this.sending || this.moving) return false;
    if (this.begun && this.hand.touches.at(-1) === handle) return !!this.hand.node?.held?.length;
    const { hand, touch } = this.touched(handle);
    return touch.kind !== "move" && touch.kind !== "refused" && !!hand.node?.held?.length;
  }

  /** What touching a handle leads to. */
  private touched(handle: string): { hand: Hand; touch: Touch } {
    const led = this.hand.touch(handle);
    if (led.touch.kind !== "refused" || !this.hand.begun || this.hand.shown.length) return led;
    // Another marble than the one in hand: nothing was moved yet, so it is simply taken instead.
    return Hand.over(this.before?.gestures ?? null).touch(handle);
  }

  /** Touches a handle: lifts, lands, chooses; the last touch of a turn completes the move. */
  touch(handle: string): void {
    if (!this.mine || this.sending || this.moving) return;
    this.clear(handle);
    const fresh = this.hand.shown.length === 0;
    if (fresh && this.hand.begun && this.hand.touches.at(-1) === handle) return this.putBack();
    const { hand, touch } = this.touched(handle);
    if (touch.kind === "refused") return this.refuse();
    this.hand = hand;
    if (touch.kind === "more") this.askMore(touch.touches, hand);
    const shows = hand.node?.shows;
    if (shows?.length && this.before) this.show(midTurn(this.before.scene, hand.stages), shows);
    if (touch.kind === "move") this.complete(touch.move, touch.touches, hand.shown);
  }

  /** Puts everything of this turn back. */
  putBack(): void {
    if (!this.begun) return;
    this.clear("");
    const shown = this.hand.shown.length > 0;
    this.hand = Hand.over(this.before?.gestures ?? null);
    if (shown && this.before) this.show(this.before.scene, null);
  }

  protected refuse(): void {
    this.oncue({ kind: "refused" });
  }

  protected show(scene: Scene, motions: Motion[] | null): void {
    this.steps.push({ scene, motions });
    this.stepped++;
  }
}
