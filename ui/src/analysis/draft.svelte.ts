/** The position as a text that somebody may be writing, and as a board that is being set up by hand. */

import type { Lit } from "../board";
import { sentences, t } from "../lib/sentences.svelte";
import { onBoard } from "../table/anchors";
import type { Edits } from "../table/playable";
import { Arranging } from "./arranging.svelte";
import { cycled, letters, turned } from "./edit";
import type { FreeBoard } from "./free_board.svelte";

export class Draft {
  text = $state("");
  /** Whether a touch changes what lies there instead of playing. */
  editing = $state(false);
  readonly arranging = new Arranging();
  /** Somebody is writing: their text stays until they show it, whatever arrives on the board meanwhile. */
  typed = false;

  constructor(private readonly board: FreeBoard) {}

  private places = $derived.by(() =>
    this.editing && this.board.scene ? [...letters(this.board.scene, this.text).keys()] : [],
  );
  /** What can be touched to set up, for the stage. */
  edits = $derived.by<Edits | null>(() => {
    const { scene } = this.board;
    const { arranging } = this;
    if (!this.editing || !scene) return null;
    const found = (handles: string[]): string[] => handles.filter((handle) => onBoard(handle, scene));
    const held = found(arranging.held);
    return {
      handles: arranging.begun
        ? found([...arranging.may, ...arranging.first])
        : [...found(arranging.first), ...this.places],
      lit: held.length
        ? [
            ...found(arranging.may).map((handle): Lit => ({ handle, state: "may" })),
            ...held.map((handle): Lit => ({ handle, state: "selected" })),
          ]
        : [],
      onedit: (handle) => void this.edit(handle),
      labelOf: (handle) => arranging.labelOf(handle),
    };
  });

  /** What is asked while a position is set up. */
  get asked(): { first: string; second: string; lit: boolean } {
    const node = this.arranging.node;
    if (!node) return { first: t("page.analysis.edit.ask"), second: t("page.analysis.edit.more"), lit: true };
    const say = (more: string): string => sentences.say(`ask.${node.ask}${more}`, node.params, "");
    return { first: say(""), second: say(".more"), lit: true };
  }

  /** The board shows another position: the text follows it, unless somebody is writing. */
  follow(text: string): void {
    if (!this.typed) this.text = text;
  }

  /** What can be set up besides marbles is asked for whenever the text has changed. */
  look(): void {
    if (!this.editing) this.arranging.forget();
    else if (!this.typed) void this.arranging.look(this.board.game, this.board.variant, this.text);
  }

  /** Changes what lies on a place. What cannot stand yet stays in the text until it can. */
  async edit(place: string): Promise<void> {
    if (!this.board.scene) return;
    this.typed = false;
    if (this.arranging.begun || this.arranging.first.includes(place)) return this.arrange(place);
    this.text = cycled(this.board.scene, this.text, place);
    await this.show();
  }

  /** Moves what stands on the board. Unlike marbles it must stand at once, or it would not be where it is shown. */
  private async arrange(handle: string): Promise<void> {
    this.board.trouble = "";
    const wanted = this.arranging.touch(handle);
    if (wanted === null) return;
    const found = await this.board.set(this.board.game, this.board.variant, wanted);
    if (found === "laid") this.text = wanted;
    else if (found === "refused") this.arranging.putBack();
  }

  /** Passes the turn on. */
  async pass(): Promise<void> {
    if (!this.board.scene) return;
    this.typed = false;
    this.text = turned(this.board.scene, this.text);
    await this.show();
  }

  private async show(): Promise<void> {
    await this.board.set(this.board.game, this.board.variant, this.text);
  }
}
