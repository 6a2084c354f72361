import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { fill, preferred } from "../src/lib/fill";

const LOCALE = new URL("../../src/billes/locale/", import.meta.url);
const LANGUAGES = readdirSync(LOCALE).map((language) => ({
  language,
  ...(JSON.parse(readFileSync(new URL(`${language}/language.json`, LOCALE), "utf8")) as {
    plural: string;
    forms: string[];
    decimal: string;
  }),
}));

describe("plural forms", () => {
  it.each(LANGUAGES)("are those of the server in $language", ({ language, plural, forms }) => {
    // A gettext rule is an expression that JavaScript reads as well; what is true counts as 1.
    const rule = new Function("n", `return Number(${plural})`) as (n: number) => number;
    const text = { n: Object.fromEntries(forms.map((form) => [form, form])) };
    for (let n = 0; n <= 200; n++) expect(fill(text, { n }, language), `${n}`).toBe(forms[rule(n)]);
  });

  it("an exact number comes first, and other serves where a form is missing", () => {
    const text = { count: { "=0": "none", one: "{count} marble", other: "{count} marbles" } };
    expect([0, 1, 7].map((count) => fill(text, { count }, "en"))).toEqual(["none", "1 marble", "7 marbles"]);
    expect(fill({ count: { other: "{count}" } }, { count: 1 }, "en")).toBe("1");
  });

  it("a language that the browser does not know counts as English does", () => {
    const text = { n: { one: "one", other: "other" } };
    expect([0, 1, 2].map((n) => fill(text, { n }, "qps"))).toEqual(["other", "one", "other"]);
    expect(fill(text, { n: 1 }, "no language")).toBe("one");
  });
});

describe("placeholders", () => {
  it.each(LANGUAGES)("numbers are written as the server writes them in $language", ({ language, decimal }) => {
    expect(fill("{score:+.2}", { score: 0.5 }, language)).toBe(`+0${decimal}50`);
    expect(fill("{score:+.2}", { score: -1.25 }, language)).toBe(`-1${decimal}25`);
    expect(fill("{left:.1} {left}", { left: 1234.5 }, language)).toBe(`1234${decimal}5 1234${decimal}5`);
  });

  it("texts are put in as they are, and what is missing stays", () => {
    expect(fill("{name}: {what}", { name: "{what}" }, "en")).toBe("{what}: {what}");
  });
});

describe("the language of a visitor", () => {
  it("is the first that there is", () => {
    expect(preferred(["de-DE", "fr-CA", "en"], ["en", "fr"])).toBe("fr");
    expect(preferred(["pt-BR"], ["en", "pt-BR"])).toBe("pt-BR");
    expect(preferred(["de"], ["en", "fr"])).toBe("en");
    expect(preferred([], ["fr"])).toBe("fr");
  });
});
