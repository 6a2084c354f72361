/**
 * Setting up a position by hand: a touch changes what lies on a place, that is one letter of the position text. The text
 * lists the places in the scene's own order; what its letters mean is left to the server, which judges the result.
 */

import type { Scene } from "../board";

/** Letters that stand for no place at all. */
const NOWHERE = /[/_]/;

/** Where in the text each place of the board is written. */
export function letters(scene: Scene, text: string): Map<string, number> {
  const board = text.split(" ")[0] ?? "";
  const places = scene.places.filter((place) => place.kind === "bowl" || place.kind === "pocket");
  const written = [...board].flatMap((letter, at) => (NOWHERE.test(letter) ? [] : [at]));
  if (written.length !== places.length) return new Map();
  return new Map(places.map((place, at) => [place.id, written[at]!]));
}

/** What may lie on a place: nothing, or a marble of any player; marbles nobody owns are written with one letter. */
export function alphabet(scene: Scene, text: string): string[] {
  const board = text.split(" ")[0] ?? "";
  const other = [...board].find((letter) => !/[./_\d]/.test(letter));
  return other ? [".", other] : [".", ...scene.players.map((player) => String(player.number))];
}

/** The text after a touch on a place: its letter goes on to the next one. */
export function cycled(scene: Scene, text: string, place: string): string {
  const at = letters(scene, text).get(place);
  if (at === undefined) return text;
  const signs = alphabet(scene, text);
  const next = signs[(signs.indexOf(text[at]!) + 1) % signs.length]!;
  return text.slice(0, at) + next + text.slice(at + 1);
}

/**
 * The text with the turn passed on to the next player. The turn is written with the player's number, or where players
 * have roles with the first letter of the role.
 */
export function turned(scene: Scene, text: string): string {
  const fields = text.split(" ");
  const signs = scene.players.map((player) => player.role.charAt(0) || String(player.number));
  const at = signs.indexOf(fields[1] ?? "");
  if (at < 0) return text;
  fields[1] = signs[(at + 1) % signs.length]!;
  return fields.join(" ");
}
