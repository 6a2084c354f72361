/** What the stage needs to know of a game: a table's, or a free board's. */

import type { Motion, Scene } from "../board";
import type { Lit } from "../board";
import type { Sentence } from "../server/messages";
import type { Hand } from "./hand";

/** Something the stage is to show: a scene, and the motions that lead to it where they are to be seen. */
export interface Step {
  scene: Scene;
  motions: Motion[] | null;
}

/** Something to be shown once. */
export type Cue =
  { kind: "tremble" } | { kind: "win"; player: number } | { kind: "turn" | "refused" | "tick" | "drawn" };

/** Setting up by hand: what can be touched instead of what a turn offers. */
export interface Edits {
  handles: string[];
  /** Those worth showing: what is in hand, and where it can go. */
  lit: Lit[];
  onedit: (handle: string) => void;
  /** What a handle is called, where the turn has no name for it. */
  labelOf: (handle: string) => string | null;
}

export interface Playable {
  readonly scene: Scene | null;
  readonly hand: Hand;
  /** Whether it is for someone at this screen to move. */
  readonly mine: boolean;
  /** Whether a turn has begun that can still be put back. */
  readonly begun: boolean;
  /** What may be touched now, on the board and off it. */
  readonly may: string[];
  /** Handles of the turn's beginning that may be touched instead of going on. */
  readonly instead: string[];
  readonly hinted: { touches: string[] } | null;
  /** Those of what may be touched that are lit, where not all of it is. */
  readonly lights?: ReadonlySet<string> | null;
  /** The player whose side of the table is nearest. */
  readonly side: number;
  /** The player whose marbles are "yours" to whoever reads the board; 0 is nobody's. */
  readonly reader: number;
  /** Whether the stage is still moving things. */
  moving: boolean;
  /** What is still to be shown, in order; the stage takes it from here. */
  readonly steps: Step[];
  /** Counts the steps asked for, so that the stage looks. */
  readonly stepped: number;
  oncue: (cue: Cue) => void;
  /** Whether a turn can be prepared while others move, and the touches prepared so far. */
  readonly preparing?: boolean;
  readonly prepared?: readonly string[];
  prepare?(handle: string): void;
  touch(handle: string): void;
  /** Whether touching a handle takes something into the hand, or it is there: it can then be carried. */
  carries(handle: string): boolean;
  putBack(): void;
  /** Says why something may not be touched. */
  why(handle: string): void;
  labelOf(handle: string): string;
  name(player: number): string;
  /** Sentences of the server's in words. */
  spoken(said: readonly Sentence[]): string;
}
