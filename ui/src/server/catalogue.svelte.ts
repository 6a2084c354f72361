/** What the server has on offer: games, their variants and looks, and all sentences in the visitor's language. */

import { settings, type Language } from "../lib/settings.svelte";
import type { Scene } from "../board";
import type { Sentence } from "./messages";
import { gamesOf, viewOf, wordsOf } from "./http";
import showcase from "./showcase.json";

export interface Spoken {
  en: string;
  fr: string;
  said?: Sentence[];
}

export interface VariantView {
  id: string;
  name: string;
  note: string;
  players: number;
  start: string;
  /** Names of the levels that the computer has here, weakest first. */
  levels: string[];
  /** One of those that no longer fit in a row of three. */
  rare: boolean;
}

export interface GameView {
  id: string;
  name: string;
  tagline: string;
  felt: string;
  variants: VariantView[];
  /** A fine position of it, for the picture on its card. */
  scene: Scene | null;
}

const SEGMENTS = 3;
/** Positions worth a picture; a game without one shows its start. */
const SHOWN: Record<string, { variant: string; text: string; last: string } | undefined> = showcase;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

class Catalogue {
  private infos = $state.raw<Awaited<ReturnType<typeof gamesOf>>>([]);
  private scenes = $state.raw<Record<string, Scene>>({});
  private sentences = $state.raw<Partial<Record<Language, Record<string, string>>>>({});
  failed = $state(false);
  private loading: Promise<void> | null = null;

  /** The games, named in the visitor's language; empty until both lists are there. */
  games = $derived.by<GameView[]>(() => {
    if (!this.ready) return [];
    return this.infos.map((info) => ({
      id: info.game,
      name: this.say(`game.${info.game}`),
      tagline: capital(this.say(`game.${info.game}.more`)),
      felt: this.scenes[info.game]?.felt ?? "",
      scene: this.scenes[info.game] ?? null,
      variants: info.variants.map(({ variant, players, start, levels }, at) => ({
        id: variant,
        name: this.say(`variant.${info.game}.${variant}`),
        note: capital(this.say(`variant.${info.game}.${variant}.more`, {}, "")),
        players,
        start,
        levels: info.levels.slice(0, levels).map((level) => level[settings.language]),
        rare: at >= SEGMENTS,
      })),
    }));
  });

  /** Whether sentences can be said in the chosen language. */
  get ready(): boolean {
    return settings.language in this.sentences;
  }

  constructor() {
    $effect.root(() => {
      $effect(() => void this.learn(settings.language).catch(() => (this.failed = true)));
    });
  }

  load(): Promise<void> {
    this.loading ??= this.fetch().catch(() => {
      this.failed = true;
      this.loading = null;
    });
    return this.loading;
  }

  /** A sentence by its key, its {placeholders} filled in. */
  say(key: string, params: Record<string, string | number> = {}, otherwise = key): string {
    const text = this.sentences[settings.language]?.[key];
    if (text === undefined) return otherwise;
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
  }

  has(key: string): boolean {
    return this.sentences[settings.language]?.[key] !== undefined;
  }

  /** What is said by key and parameters, players by their names; a reader who is himself meant is told so. */
  tell(said: Sentence, name: (player: number) => string, reader = 0): string {
    const named = Object.entries(said.players ?? {}).map(([slot, player]) => [slot, name(player)]);
    const own = `${said.key}.you`;
    const key = reader && said.players?.name === reader && this.has(own) ? own : said.key;
    return this.say(key, { ...said.params, ...Object.fromEntries(named) });
  }

  private async fetch(): Promise<void> {
    this.failed = false;
    await this.learn(settings.language);
    this.infos = await gamesOf();
    await Promise.all(
      this.infos.map(async (info) => {
        const shown = SHOWN[info.game];
        const { scene } = await viewOf({ game: info.game, variant: shown?.variant, text: shown?.text });
        this.scenes = { ...this.scenes, [info.game]: scene };
      }),
    );
  }

  private async learn(language: Language): Promise<void> {
    if (this.sentences[language]) return;
    try {
      const sentences = await wordsOf(language);
      this.sentences = { ...this.sentences, [language]: sentences };
    } catch (error) {
      if (!Object.keys(this.sentences).length) throw error;
    }
  }
}

export const catalogue = new Catalogue();
