import { describe, expect, test } from "vitest";
import { readFileSync } from "node:fs";
import { isolated, tell, unbrokenHtml, type Text } from "./fill";

/** Generic sentences and those of Pylos, as the server sends them. */
function textsOf(language: string): Record<string, Text> {
  const files = ["locale/LANG/board.json", "locale/LANG/errors.json", "games/pylos/locale/LANG.json"];
  const read = (file: string): string => readFileSync(`../src/billes/${file.replace("LANG", language)}`, "utf8");
  return Object.assign({}, ...files.map((file) => JSON.parse(read(file)) as Record<string, Text>));
}

const [english, french] = [textsOf("en"), textsOf("fr")];
const row = {
  key: "list.and",
  params: { rest: { key: "list.comma", params: { rest: "1a1", last: "1b1" } }, last: "1a2" },
};
const unsupported = { key: "illegal.pylos.supported", params: { cell: "2a1", cells: row, count: 3 } };

describe("a sentence with others in it", () => {
  test("is put into words as a whole", () => {
    expect(tell(unsupported, english, "en")).toBe("2a1 is not supported: 1a1, 1b1 and 1a2 below it are empty");
    expect(tell(unsupported, french, "fr")).toBe(
      "2a1 n’est pas soutenue\u00a0: en dessous, 1a1, 1b1 et 1a2 sont vides",
    );
  });

  test("loses its capital and full stop within another", () => {
    const outcome = { key: "outcome.won", params: { player: 2, why: { key: "why.top" } } };
    const over = { key: "illegal.over", params: { outcome } };
    expect(tell(over, english, "en")).toBe(
      "the game is over (player 2 wins: the last ball is on the top), no move can be played",
    );
    expect(tell(over, french, "fr")).toBe(
      "la partie est finie (le joueur 2 gagne\u00a0: la dernière bille est au sommet), aucun coup ne peut être joué",
    );
  });

  test("leaves alone what looks like a placeholder in a text that was typed", () => {
    const typed = { key: "quoted", params: { text: "{form} $& {text}" } };
    expect(tell({ key: "illegal.form", params: { text: typed, form: "…" } }, french, "fr")).toBe(
      "«\u00a0{form} $& {text}\u00a0» n’est pas un coup\u00a0: …",
    );
  });

  test("names players, and says you to the reader", () => {
    const won = { key: "end.won", players: { name: 2 } };
    expect(tell({ key: "plain", params: { text: won } }, english, "en", () => "Claire")).toBe("Claire wins.");
    expect(tell({ key: "plain", params: { text: won } }, english, "en", () => "Claire", 2)).toBe("You win.");
    const resigned = { key: "why.resignation.other", players: { other: 1 } };
    expect(tell(resigned, french, "fr", () => "Claire", 1)).toBe("Vous avez abandonné.");
  });

  test("is its key where the language lacks it", () => {
    expect(tell({ key: "no.such.key" }, english, "en")).toBe("no.such.key");
  });
});

test("a compound of short words is not broken after its hyphen; names, moves and code stay as they are written", () => {
  const texts = { asked: "Est-ce {name}, {move} ? Joue-t-on ?", long: "Single-letter shortcuts", game: "Bi-litaire" };
  const said = tell({ key: "asked", params: { name: "Anne-Lise", move: "1a1-1b1" } }, texts, "fr");
  expect(said).toBe("Est-\u2060ce Anne-Lise, 1a1-1b1 ? Joue-\u2060t-\u2060on ?");
  expect(tell({ key: "long" }, texts, "en")).toBe(texts.long);
  expect(tell({ key: "game" }, texts, "en")).toBe(texts.game);
  expect(unbrokenHtml('<a href="/rules/bi-litaire">Le Bi-litaire</a> <code>standard-icga</code> est peut-être')).toBe(
    '<a href="/rules/bi-litaire">Le Bi-\u2060litaire</a> <code>standard-icga</code> est peut-\u2060être',
  );
});

test("a name from right to left turns nothing around", () => {
  const name = "\u05d3\u05d9\u05e0\u05d4";
  expect(isolated(name)).toBe(`\u2068${name}\u2069`);
  expect(isolated("\u0641 3")).toBe("\u2068\u0641 3\u2069");
  expect(isolated("Zoé 2")).toBe("Zoé 2");
  expect(isolated("")).toBe("");
});
