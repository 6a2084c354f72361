/** What this browser remembers: language, theme, sound, view, name and the last choices on the home page. */

import { drawing } from "./drawing.svelte";

export type Theme = "light" | "dark";

/** How boards are to be drawn. */
export type View = "automatic" | "space" | "flat";

/** How finely the board in space is drawn: as this machine can bear it, or as chosen. */
export type Quality = "auto" | "high" | "low";

interface Kept {
  language?: string;
  theme?: Theme;
  muted?: boolean;
  /** Flat or in space; nothing leaves it to what this machine can draw. */
  flat?: boolean;
  quality?: Quality;
  /** Pixels per CSS pixel that this machine could bear when it was found to be slow. */
  ratio?: number;
  /** Whether one's turn is told by vibration, and by a notification. */
  vibrates?: boolean;
  notifies?: boolean;
  /** Whether single letters are shortcuts. */
  letters?: boolean;
  name?: string;
  /** Names of the others at this screen, by seat. */
  others?: string[];
  /** Whether what others say is hidden. */
  quiet?: boolean;
  /** The last choice on the home page, by game. */
  choices?: Record<string, unknown>;
  game?: string;
  /** The games whose aim was read. */
  aims?: string[];
  /** The steps of lessons that were done, by game. */
  lessons?: Record<string, string[]>;
}

const KEY = "billes";

function read(): Kept {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof kept === "object" && kept !== null ? kept : {};
  } catch {
    return {};
  }
}

const systemDark = matchMedia("(prefers-color-scheme: dark)");
const stillness = matchMedia("(prefers-reduced-motion: reduce)");

class Settings {
  private kept = $state<Kept>(read());
  private systemTheme = $state<Theme>(systemDark.matches ? "dark" : "light");
  /** Whether the visitor asked the system for less motion. */
  still = $state(stillness.matches);

  /** The language chosen by hand, if one was. */
  language = $derived(this.kept.language);
  theme = $derived<Theme>(this.kept.theme ?? this.systemTheme);
  muted = $derived(this.kept.muted ?? false);
  /** Whether boards are drawn flat: as chosen, else as this machine has shown to be better. */
  flat = $derived(drawing.verdict === "none" || drawing.unfetched || (this.kept.flat ?? drawing.verdict !== "fast"));
  view = $derived<View>(
    drawing.unfetched || this.kept.flat ? "flat" : this.kept.flat === undefined ? "automatic" : "space",
  );
  quality = $derived<Quality>(this.kept.quality ?? "auto");
  ratio = $derived(this.kept.ratio ?? 0);
  vibrates = $derived(this.kept.vibrates ?? true);
  notifies = $derived(this.kept.notifies ?? false);
  letters = $derived(this.kept.letters ?? true);
  name = $derived(this.kept.name ?? "");
  others = $derived(this.kept.others ?? []);
  quiet = $derived(this.kept.quiet ?? false);
  game = $derived(this.kept.game ?? "");

  constructor() {
    systemDark.addEventListener("change", () => (this.systemTheme = systemDark.matches ? "dark" : "light"));
    stillness.addEventListener("change", () => (this.still = stillness.matches));
  }

  /** Remembers what is given; `undefined` forgets it. */
  keep(change: Kept): void {
    if ("flat" in change) drawing.unfetched = false; // it is tried again
    this.kept = { ...this.kept, ...change };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.kept));
    } catch {
      // A private window may refuse storage; the choice then lasts as long as the page.
    }
  }

  /** Remembers the name of another one at this screen, by their seat. */
  keepOther(at: number, name: string): void {
    const others = Array.from({ length: Math.max(this.others.length, at + 1) }, (_, each) => this.others[each] ?? "");
    others[at] = name;
    this.keep({ others });
  }

  /** Chooses a quality; whatever was found out about this machine is forgotten, so that there is a way back up. */
  keepQuality(quality: Quality): void {
    this.keep({ quality, ratio: undefined });
  }

  aimRead(game: string): boolean {
    return this.kept.aims?.includes(game) ?? false;
  }

  readAim(game: string): void {
    if (game && !this.aimRead(game)) this.keep({ aims: [...(this.kept.aims ?? []), game] });
  }

  /** The steps of a game's lessons that were done. */
  learned(game: string): readonly string[] {
    return this.kept.lessons?.[game] ?? [];
  }

  learn(game: string, step: string): void {
    const done = this.learned(game);
    if (!done.includes(step)) this.keep({ lessons: { ...this.kept.lessons, [game]: [...done, step] } });
  }

  choice(game: string): unknown {
    return this.kept.choices?.[game];
  }

  keepChoice(game: string, choice: unknown): void {
    this.keep({ game, choices: { ...this.kept.choices, [game]: choice } });
  }
}

export const settings = new Settings();
