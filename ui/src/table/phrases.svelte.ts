/** What people at the table have said lately: shown at their plates for a while, unless the reader hides it. */

import { sentences } from "../lib/sentences.svelte";
import { settings } from "../lib/settings.svelte";
import type { Phrase } from "../server/messages";

/** What can be said, in the order of a game. */
export const PHRASES: readonly Phrase[] = [
  "hello",
  "good-luck",
  "well-played",
  "thank-you",
  "sorry",
  "one-moment",
  "your-turn",
  "good-game",
];
/** Milliseconds for which a phrase is shown. */
const SHOWN = 8000;

export const phraseText = (phrase: Phrase): string => sentences.say(`phrase.${phrase}`);

export class Phrases {
  private said = $state<Record<number, Phrase>>({});

  /** `announce` tells what was said to those who do not see the plate. */
  constructor(private readonly announce: (player: number, text: string) => void) {}

  /** Somebody said something at an instant in seconds; what is long past is not shown any more. */
  hear(player: number, phrase: Phrase, at: number): void {
    const left = SHOWN - (Date.now() - at * 1000);
    if (settings.quiet || left <= 0) return;
    this.said = { ...this.said, [player]: phrase };
    this.announce(player, phraseText(phrase));
    setTimeout(() => {
      if (this.said[player] === phrase) this.said = { ...this.said, [player]: undefined } as Record<number, Phrase>;
    }, left);
  }

  /** What a player has just said, in the reader's language. */
  of(player: number): string {
    const phrase = this.said[player];
    return phrase && !settings.quiet ? phraseText(phrase) : "";
  }
}
