/** Colours that do not change with the theme, and the figures that wood, felt and glass are drawn with. */

import { disc } from "./shapes";

/** What a player's lips and outlines are painted with: their matter, bright enough for dark wood. */
export const INKS: Record<string, string> = {
  ivory: "#f6eedd",
  night: "#7b97f5",
  amber: "#f39a2b",
  celadon: "#55b0a3",
};

/** What a player's medallion is made of. */
export const COINS: Record<string, string> = {
  ivory: "#f3ead8",
  night: "#26398a",
  amber: "#ee9427",
  celadon: "#3f9186",
};

/** The colour of coordinates on each wood. */
export const BURNT: Record<string, string> = {
  oak: "#5b3a1c",
  walnut: "#f3e3cc",
  ebony: "#d9cdbd",
  beech: "#5b3a1c",
};

/** What each matter is shaded with, from its lit side to its edge. */
export const BODIES: Record<string, [number, string][]> = {
  ivory: [
    [0, "#fffdf6"],
    [0.55, "#f3ead8"],
    [0.86, "#d9c9ab"],
    [1, "#a8946f"],
  ],
  night: [
    [0, "#33499f"],
    [0.5, "#17245f"],
    [0.85, "#0a1132"],
    [1, "#05081a"],
  ],
  amber: [
    [0, "#ffc564"],
    [0.5, "#f39a2b"],
    [0.85, "#c9650f"],
    [1, "#8a3d05"],
  ],
  celadon: [
    [0, "#7cc9bb"],
    [0.55, "#3f9186"],
    [0.86, "#286a61"],
    [1, "#174640"],
  ],
  steel: [
    [0, "#ffffff"],
    [0.3, "#cfd5da"],
    [0.7, "#858d95"],
    [1, "#43494f"],
  ],
};

/** Glass gathers the light on the side away from the lamp. */
export const GLOWS: Record<string, string> = { night: "#6f8df0", amber: "#ffe6a8" };

/** How bright the light is that a matter throws back. */
export const glintOf = (matter: string): number => (matter === "night" ? 0.75 : 0.6);

/** Six tapering rays. */
export const STAR = `M${Array.from({ length: 12 }, (_, n) => {
  const [angle, far] = [((30 * n - 90) * Math.PI) / 180, n % 2 ? 11 : 72];
  return `${(far * Math.cos(angle)).toFixed(1)} ${(far * Math.sin(angle)).toFixed(1)}`;
}).join("L")}Z`;

/** Width and height of a patch of grain, which repeats. */
export const GRAIN = { width: 900, height: 520 };

/** A number between 0 and 1 that looks like chance and never changes. */
const chance = (n: number): number => {
  const x = Math.sin(n * 127.1 + 11.7) * 43758.5453;
  return x - Math.floor(x);
};

/** How many sorts of fine fibres there are, and of wide and faint ones: those of a sort are drawn together. */
const SORTS = { fine: 5, wide: 2 };

/** The fibres of wood: long lines that waver together, some of them wide and faint, most of them fine. */
export function fibres(): { d: string; width: number; strength: number }[] {
  const { width, height } = GRAIN;
  const count = 34;
  const sorts = new Map<string, { d: string; width: number; strength: number }>();
  for (let n = 0; n < count; n++) {
    const y = ((n + 0.8 * chance(n)) * height) / count;
    // Neighbours bend alike; both ends are at the same height, so that patches join.
    const bend = 16 * Math.sin((y / height) * 2 * Math.PI) + 5 * (chance(n + 100) - 0.5);
    const d = `M0 ${y.toFixed(1)}C${width * 0.2} ${(y + bend).toFixed(1)} ${width * 0.32} ${(y - bend * 0.7).toFixed(1)} ${width / 2} ${(y + bend * 0.3).toFixed(1)}S${width * 0.82} ${(y + bend * 0.8).toFixed(1)} ${width} ${y.toFixed(1)}`;
    const wide = chance(n + 200) > 0.8;
    const of = wide ? SORTS.wide : SORTS.fine;
    const sort = Math.floor(chance(n + 300) * of);
    const share = (sort + 0.5) / of;
    const found = sorts.get(`${wide} ${sort}`);
    if (found) found.d += d;
    else
      sorts.set(`${wide} ${sort}`, {
        d,
        width: wide ? 7 + 7 * share : 0.9 + 2.1 * share,
        // The finest are the darkest.
        strength: wide ? 0.05 : 0.2 - 0.13 * share,
      });
  }
  return [...sorts.values()];
}

/** The speckle of felt, in a patch of so many units: what is lighter than it, and what is darker. */
export const WEAVE = 72;
export const specks = (light: boolean): string =>
  Array.from({ length: 28 }, (_, half) => {
    const n = 2 * half + (light ? 0 : 1);
    return disc(chance(n) * WEAVE, chance(n + 500) * WEAVE, 0.7 + chance(n + 900) * 1.1);
  }).join("");

/** How far a ribbon marble is turned: anything, but always the same for a marble. */
export const turnOf = (key: number): number => Math.round(chance(key) * 360);
