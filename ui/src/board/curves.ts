/** Easing curves of the table: pure functions of a share of time, 0 to 1. */

export type Curve = (t: number) => number;

/** A CSS cubic-bezier with the given control points. */
export function bezier(x1: number, y1: number, x2: number, y2: number): Curve {
  const at = (a: number, b: number, s: number) => ((1 - 3 * b + 3 * a) * s + (3 * b - 6 * a)) * s * s + 3 * a * s;
  return (t) => {
    if (t <= 0) return 0;
    if (t >= 1) return 1;
    // x grows with the parameter, so halving always finds it; 24 halvings are finer than any pixel.
    let low = 0;
    let high = 1;
    for (let i = 0; i < 24; i++) {
      const middle = (low + high) / 2;
      if (at(x1, x2, middle) < t) low = middle;
      else high = middle;
    }
    return at(y1, y2, (low + high) / 2);
  };
}

export const out = bezier(0.22, 0.8, 0.3, 1);
export const inOut = bezier(0.6, 0, 0.3, 1);
export const fall = bezier(0.5, 0, 0.9, 0.6);

export const clamp = (t: number, low = 0, high = 1): number => Math.min(high, Math.max(low, t));
export const mix = (a: number, b: number, t: number): number => a + (b - a) * t;

/** Height of an arc: 0 at both ends, 1 in the middle. */
export const parabola: Curve = (t) => 4 * clamp(t) * (1 - clamp(t));

/** A roll downhill: gathers speed for most of the time, knocks at the end and comes back by `bounce` once. */
export function rollDown(t: number, bounce = 0.06): number {
  const knock = 0.8;
  if (t <= 0) return 0;
  if (t >= 1) return 1;
  if (t < knock) return fall(t / knock);
  return 1 - bounce * parabola((t - knock) / (1 - knock));
}

/** A board tipping over: eased, and past the knock it swings back once by `swing`. */
export function tipOver(t: number, swing = 0.08): number {
  const knock = 0.78;
  if (t <= 0) return 0;
  if (t >= 1) return 1;
  if (t < knock) return inOut(t / knock);
  return 1 - swing * parabola((t - knock) / (1 - knock));
}

/** A tremble: a sine that dies away; `t` and `length` in seconds, the result in units of the amplitude. */
export function tremble(t: number, hertz = 9, length = 0.7): number {
  if (t <= 0 || t >= length) return 0;
  const left = 1 - t / length;
  return Math.sin(2 * Math.PI * hertz * t) * left * left;
}

/** How long an arc over a distance takes, in milliseconds. */
export const jumpTime = (distance: number): number => Math.min(520, 260 + 40 * distance);

/** How high an arc over a distance rises. */
export const jumpHeight = (distance: number): number => 0.55 + 0.18 * distance;
