/** The face of titles in the one weight that is used: half the bytes of all weights. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";

const WEIGHT = 600;
const MADE = new URL("./node_modules/.fonts/", import.meta.url);
const GIVEN = new URL("./node_modules/@fontsource-variable/bricolage-grotesque/files/", import.meta.url);
/** Every character that `src/styles/fonts.css` asks one of the files for. */
const RANGES = [[0x20, 0x2ff], [0x1e00, 0x1eff], [0x2000, 0x22ff]] as const; // prettier-ignore

/** Makes the files and gives the folder that they are in. */
export async function titleFonts(): Promise<string> {
  const characters = RANGES.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => from + i));
  const text = String.fromCodePoint(...characters);
  mkdirSync(MADE, { recursive: true });
  for (const part of ["latin", "latin-ext"]) {
    const all = readFileSync(new URL(`bricolage-grotesque-${part}-opsz-normal.woff2`, GIVEN));
    const one = await subsetFont(all, text, { targetFormat: "woff2", variationAxes: { wght: WEIGHT } });
    writeFileSync(new URL(`bricolage-grotesque-${part}-opsz-${WEIGHT}.woff2`, MADE), one);
  }
  return fileURLToPath(MADE);
}
