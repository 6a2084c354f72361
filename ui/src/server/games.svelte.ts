/** The games that can be played here: their variants, levels and looks, named in the visitor's language. */

import type { Scene } from "../board";
import { capital } from "../lib/fill";
import { sentences } from "../lib/sentences.svelte";
import { gamesOf } from "./http";
import type { GameInfo } from "./messages";

export interface LevelView {
  level: number;
  name: string;
  /** How it finds its moves, in a line. */
  about: string;
}

export interface VariantView {
  id: string;
  name: string;
  note: string;
  /** What speaks for another variant, if anything does. */
  advice: string;
  players: number;
  start: string;
  /** How many puzzles come with it. */
  puzzles: number;
  /** The levels that the computer has here, weakest first. */
  levels: LevelView[];
  /** One of those that no longer fit in a row of three. */
  rare: boolean;
  /** Whether perfect play is known. */
  solvable: boolean;
}

export interface GameView {
  id: string;
  name: string;
  tagline: string;
  felt: string;
  variants: VariantView[];
  /** The variant that is recommended where another one has an advice. */
  recommended: string;
  /** Whether it can be played on other boards, given as texts. */
  boards: boolean;
  /** How many steps its lessons have; 0 where there are none. */
  lessons: number;
  /** A position of it, for the picture on its card. */
  scene: Scene;
}

const SEGMENTS = 3;

class Games {
  private infos = $state.raw<GameInfo[]>([]);
  failed = $state(false);
  private loading: Promise<void> | null = null;

  list = $derived<GameView[]>(this.infos.map((info) => this.viewOf(info)));

  load(): Promise<void> {
    this.loading ??= this.fetch().catch(() => {
      this.failed = true;
      this.loading = null;
    });
    return this.loading;
  }

  find(id: string | undefined): GameView | undefined {
    return this.list.find((game) => game.id === id);
  }

  private viewOf({ game, variants, scene, recommended, boards, lessons }: GameInfo): GameView {
    return {
      id: game,
      name: sentences.say(`game.${game}`),
      tagline: capital(sentences.say(`game.${game}.more`, {}, "")),
      felt: scene.felt,
      scene,
      recommended: recommended ?? "",
      boards: boards ?? false,
      lessons: lessons ?? 0,
      variants: variants.map(({ variant, players, start, levels, about, solvable, puzzles }, at) => ({
        solvable,
        id: variant,
        name: sentences.say(`variant.${game}.${variant}`, {}, variant),
        note: capital(sentences.say(`variant.${game}.${variant}.more`, {}, "")),
        advice: sentences.say(`variant.${game}.${variant}.advice`, {}, ""),
        players,
        start,
        puzzles: puzzles ?? 0,
        levels: levels.map((level, nth) => ({
          level,
          name: sentences.say(`level.${level}`, {}, String(level)),
          about: about[nth] ? sentences.tell(about[nth], String) : "",
        })),
        rare: at >= SEGMENTS,
      })),
    };
  }

  private async fetch(): Promise<void> {
    this.failed = false;
    this.infos = await gamesOf();
  }
}

export const games = new Games();
