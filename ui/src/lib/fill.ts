/** Sentences as the server's catalogue writes them, and how they are put into words. */

import type { Sentence } from "../server/messages";

/** A text with {placeholders}, or its forms by the parameter that decides between them. */
export type Text = string | Record<string, Record<string, string>>;
export type Params = Record<string, string | number>;

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A part of a compound that reads badly at the end of a line, or at the beginning of one, is no longer than this. */
const SHORT = 4;

/**
 * Compounds of short words in one piece: "est-ce" and "peut-être" are not broken after their hyphen at the end of a line. A
 * word joiner does that, which no font draws and no search in the page minds. A word by itself, such as the name of a game,
 * stays as it is written.
 */
export const unbroken = (text: string): string =>
  /\s/.test(text)
    ? text.replace(/(\p{L}+)-(?=(\p{L}+))/gu, (piece, before: string, after: string) =>
        Math.min(before.length, after.length) > SHORT ? piece : `${piece}\u2060`,
      )
    : text;

/** The same for a page's text; what stands there as code is copied, and stays as it is. */
export const unbrokenHtml = (html: string): string =>
  html.replace(/<(pre|code)\b[^]*?<\/\1>|<[^>]*>|[^<]+/g, (piece) => (piece.startsWith("<") ? piece : unbroken(piece)));

/** Letters that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A name that does not turn around what stands beside it: where it is written from right to left it is set apart. */
export const isolated = (name: string): string => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name);

/**
 * Puts a sentence into words, and those that its placeholders stand for: players by their names; a reader who is the
 * player called {name}, or {other} where nobody is called {name}, is told so.
 */
export function tell(
  sentence: Sentence,
  texts: Record<string, Text>,
  language: string,
  name: (player: number) => string = String,
  reader = 0,
): string {
  const own = `${sentence.key}.you`;
  const about = sentence.players?.name ?? sentence.players?.other;
  const key = reader && about === reader && own in texts ? own : sentence.key;
  const params: Params = {};
  for (const [slot, value] of Object.entries(sentence.params ?? {}))
    params[slot] = typeof value === "object" ? tell(value, texts, language, name, reader) : value;
  for (const [slot, player] of Object.entries(sentence.players ?? {})) params[slot] = name(player);
  return fill(texts[key] ?? key, params, language);
}

const rules = new Map<string, Intl.PluralRules>();

/** How a language counts; one that the browser does not know counts as English does. */
function counting(language: string): Intl.PluralRules {
  let found = rules.get(language);
  if (!found) rules.set(language, (found = new Intl.PluralRules(known(language) ? language : "en")));
  return found;
}

function known(language: string): boolean {
  try {
    return Intl.PluralRules.supportedLocalesOf(language).length > 0;
  } catch {
    return false; // not written as languages are
  }
}

const PLACEHOLDER = /\{(\w+)(?::(?:(clause)|(\+?)\.(\d)))?\}/g;

/**
 * Puts parameters into a text. `{score:+.2}` is a number with its sign and two decimals, `{why:clause}` a sentence
 * without its capital and full stop.
 */
export function fill(text: Text, params: Params, language: string): string {
  const counts = counting(language);
  const plain = unbroken(typeof text === "string" ? text : chosen(text, params, counts));
  return plain.replace(PLACEHOLDER, (whole, name: string, clause?: string, sign?: string, decimals?: string) => {
    const value = params[name];
    if (typeof value === "string" && clause) return value.charAt(0).toLowerCase() + value.slice(1).replace(/\.+$/, "");
    if (typeof value !== "number") return value ?? whole;
    if (!sign && decimals === undefined && Number.isInteger(value)) return String(value);
    const digits = decimals === undefined ? undefined : Number(decimals);
    return numbers(counts.resolvedOptions().locale, !!sign, digits).format(value);
  });
}

const formats = new Map<string, Intl.NumberFormat>();

/** How a language writes numbers. Making one takes far longer than using it, and a table says hundreds of numbers. */
function numbers(locale: string, sign: boolean, digits?: number): Intl.NumberFormat {
  const key = `${locale} ${sign} ${digits}`;
  let found = formats.get(key);
  if (!found) {
    found = new Intl.NumberFormat(locale, {
      useGrouping: false,
      signDisplay: sign ? "always" : "auto",
      minimumFractionDigits: digits,
      maximumFractionDigits: digits ?? 20,
    });
    formats.set(key, found);
  }
  return found;
}

function chosen(text: Record<string, Record<string, string>>, params: Params, counts: Intl.PluralRules): string {
  const [slot, forms] = Object.entries(text)[0] ?? ["", {}];
  const value = params[slot];
  const named = typeof value === "number" ? (forms[`=${value}`] ?? forms[counts.select(value)]) : undefined;
  return named ?? forms.other ?? "";
}

/** The first of the visitor's languages that there is, by its whole tag or its first part; else English. */
export function preferred(wanted: readonly string[], available: readonly string[]): string {
  for (const tag of wanted) {
    const found = available.find((each) => each.toLowerCase() === tag.toLowerCase()) ?? nearest(tag, available);
    if (found) return found;
  }
  return available.includes("en") ? "en" : (available[0] ?? "en");
}

const nearest = (tag: string, available: readonly string[]): string | undefined =>
  available.find((each) => each.toLowerCase() === tag.toLowerCase().split("-")[0]);
