/** What a page tells a board when it makes it. */
import type { Padding } from "./camera";
import type { QualityChoice } from "./quality";
import type { Cue } from "./sound";

export type Theme = "light" | "dark";

export interface BoardOptions {
  theme: Theme;
  reducedMotion?: boolean;
  /** The number of the player the board is seen from. */
  side?: number;
  /** An upright stage: places large, nothing beside the board. */
  narrow?: boolean;
  /** Room kept free at the edges in CSS pixels: top, right, bottom, left. */
  padding?: Padding;
  /** After every drawn frame in which places may have moved on the screen. */
  onFrame?: () => void;
  /** The sounds of a play, as it begins; gives a way to silence those still to come. */
  onCues?: (cues: Cue[]) => (() => void) | void;
  /** Pixels drawn for a CSS pixel, whatever the quality. */
  ratio?: number;
  /** How finely it is drawn; by default two pixels for a CSS pixel, or what this machine can bear. */
  quality?: QualityChoice;
  /** Pixels for a CSS pixel that this machine was found to bear; 0 for not slow at all. */
  borne?: number;
  /** The machine was found to be slow, and to bear so many pixels for a CSS pixel. */
  onSlow?: (borne: number) => void;
  /** Drawn with little effort, on a machine that draws slowly: edges are not smoothed and shadows are coarse. */
  plain?: boolean;
  /** Draws only when told to: a board that is copied elsewhere, not looked at. */
  manual?: boolean;
}
