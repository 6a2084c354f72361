/** The catalogue of sentences in the visitor's language. The server has it, whole, for every language there is. */

import type { PageSentences } from "../server/sentence_keys";
import type { LanguageInfo, Sentence } from "../server/messages";
import { serverless } from "../server/backend";
import { languagesOf, partSentencesOf, sentencesOf, type Part } from "../server/http";
import { preferred, tell, type Text } from "./fill";
import { notices } from "./notices.svelte";
import { settings } from "./settings.svelte";

/** Where there is no server, it is the program in this browser that does not answer or cannot write. */
const WITHOUT_SERVER = {
  "page.trouble.offline": "page.trouble.program",
  "page.trouble.unwritten": "page.trouble.unkept",
} satisfies Partial<Record<keyof PageSentences, keyof PageSentences>>;

class Sentences {
  /** The languages there are. */
  languages = $state.raw<LanguageInfo[]>([]);
  /** The one that is shown. */
  language = $state("en");
  private texts = $state.raw<Record<string, Text>>({});
  /** The parts of the page that have been opened: their own sentences are needed too. */
  private parts: readonly Part[] = [];

  /** Fetches the sentences of the visitor's language; nothing can be shown before. */
  async start(): Promise<void> {
    // The server marks the page with the language that the browser asked for.
    const guess = settings.language || document.documentElement.lang;
    this.tellServer();
    const [languages, texts] = await Promise.all([languagesOf(), sentencesOf(guess).catch(() => null)]);
    this.languages = languages;
    const codes = languages.map((each) => each.language);
    const language = texts ? guess : preferred([guess, ...navigator.languages], codes);
    this.show(language, texts ?? (await sentencesOf(language)));
  }

  /** Changes the language and remembers it. What is shown stays until its sentences are there. */
  async choose(language: string): Promise<void> {
    try {
      const wanted = [sentencesOf(language), ...this.parts.map((part) => partSentencesOf(language, part))];
      this.show(language, Object.assign({}, ...(await Promise.all(wanted))) as Record<string, Text>);
      settings.keep({ language });
      this.tellServer();
    } catch {
      notices.say(t("page.trouble.offline"));
    }
  }

  /** Fetches what only a part of the page says; the others do not wait for it. */
  async need(part: Part): Promise<void> {
    if (this.parts.includes(part)) return;
    const { language } = this;
    const more = await partSentencesOf(language, part);
    this.parts = [...this.parts, part];
    // Another language may have been chosen meanwhile.
    if (language === this.language) this.texts = { ...this.texts, ...more };
    else await this.choose(this.language);
  }

  /** The server marks the page with this language from the next visit on, and sends its sentences at once. */
  private tellServer(): void {
    if (settings.language) document.cookie = `language=${settings.language}; path=/; max-age=31536000; samesite=lax`;
  }

  private show(language: string, texts: Record<string, Text>): void {
    const shown = { ...texts };
    if (serverless) for (const [key, instead] of Object.entries(WITHOUT_SERVER)) shown[key] = texts[instead]!;
    this.texts = shown;
    this.language = language;
  }

  has(key: string): boolean {
    return key in this.texts;
  }

  /** A sentence by its key, its placeholders filled in. */
  say(key: string, params: Sentence["params"] = {}, otherwise = key): string {
    return this.has(key) ? tell({ key, params }, this.texts, this.language) : otherwise;
  }

  /** The key of a game's own way of saying something, where it has one; else the key itself. */
  own(key: string, game: string): string {
    return this.has(`${key}.${game}`) ? `${key}.${game}` : key;
  }

  /** What players are called in a game where they have no names of their own. */
  player(number: number, game: string): string {
    return this.say(this.own(`player.${number}`, game), {}, String(number));
  }

  /** A sentence of the server's, players by their names; a reader who is the player called {name} is told so. */
  tell(sentence: Sentence, name: (player: number) => string, reader = 0): string {
    return tell(sentence, this.texts, this.language, name, reader);
  }
}

export const sentences = new Sentences();

type Needed<Key extends keyof PageSentences> = PageSentences[Key] extends null ? [] : [params: PageSentences[Key]];

/** A sentence of the page's own: its key and parameters are checked when the page is built. */
export const t = <Key extends keyof PageSentences>(key: Key, ...[params]: Needed<Key>): string =>
  sentences.say(key, params ?? {});
