/** Sentences as the server's catalogue writes them, and how they are put into words. */

/** A text with {placeholders}, or its forms by the parameter that decides between them. */
export type Text = string | Record<string, Record<string, string>>;
export type Params = Record<string, string | number>;

/** How a language counts and writes numbers; a tag that the browser does not know counts as English does. */
function counting(language: string): { form: (value: number) => string; locale: string } {
  const locale = known(language) ? language : "en";
  const rules = new Intl.PluralRules(locale);
  return { form: (value) => rules.select(value), locale };
}

function known(language: string): boolean {
  try {
    return Intl.PluralRules.supportedLocalesOf(language).length > 0;
  } catch {
    return false; // not written as languages are
  }
}

const PLACEHOLDER = /\{(\w+)(?::(\+?)\.(\d))?\}/g;

/** Puts parameters into a text. `{score:+.2}` is a number with its sign and two decimals. */
export function fill(text: Text, params: Params, language: string): string {
  const { form, locale } = counting(language);
  const plain = typeof text === "string" ? text : chosen(text, params, form);
  return plain.replace(PLACEHOLDER, (whole, name: string, sign?: string, decimals?: string) => {
    const value = params[name];
    if (typeof value !== "number") return value ?? whole;
    const digits = decimals === undefined ? undefined : Number(decimals);
    return value.toLocaleString(locale, {
      useGrouping: false,
      signDisplay: sign ? "always" : "auto",
      minimumFractionDigits: digits,
      maximumFractionDigits: digits ?? 20,
    });
  });
}

function chosen(text: Record<string, Record<string, string>>, params: Params, form: (value: number) => string): string {
  const [slot, forms] = Object.entries(text)[0] ?? ["", {}];
  const value = params[slot];
  const named = typeof value === "number" ? (forms[`=${value}`] ?? forms[form(value)]) : undefined;
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
