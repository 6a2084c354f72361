/** What moves when a move is played, as the server sends it (mirrors `billes.scenes.motions`). */

export type MotionKind =
  "place" | "take" | "raise" | "jump" | "step" | "slide" | "round" | "lift" | "leave" | "roll" | "tilt";

/**
 * One thing on its way. `what` is the place a marble lies on when its step begins, or a slab's id; `to` the place or id
 * it has when the step is over. Motions of one step run together, each beginning when `delay` (0 to 1) of the step's
 * first motion is over.
 */
export interface Motion {
  kind: MotionKind;
  what: string;
  to: string;
  step: number;
  thing?: "marble" | "slab" | "board";
  via?: string[];
  delay?: number;
}
