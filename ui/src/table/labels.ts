/** What handles are called. */

import { capital, type Params } from "../lib/fill";
import { sentences, t } from "../lib/sentences.svelte";
import type { Scene } from "../board";
import type { Gestures } from "../server/messages";
import { onBoard } from "./anchors";
import { BESIDE, SLIDING, type Cell } from "./cells";
import type { Playable } from "./playable";

export interface PlainButton {
  handle: string;
  /** What it does, in words. */
  label: string;
  /** What is written on it: one of several alike shows only what sets it apart ("announce:3" is 3). */
  short: string;
  main: boolean;
  /** Whether it is what a lesson asks for, or a hint. */
  lit: boolean;
}

const kindOf = (handle: string): string => handle.slice(0, Math.max(0, handle.lastIndexOf(":")));

/** Handles that may be touched and lie nowhere on the board: plain buttons. */
export function plainButtons(game: Playable): PlainButton[] {
  const scene = game.scene;
  if (!scene) return [];
  const off = game.may.filter((handle) => !onBoard(handle, scene));
  return off.map((handle) => {
    const label = game.labelOf(handle);
    const kind = kindOf(handle);
    const alike = kind && off.filter((other) => kindOf(other) === kind).length > 1;
    return {
      handle,
      label,
      short: alike ? handle.slice(kind.length + 1) : label,
      main: !game.lights && (handle === "done" || handle === "pass"),
      lit: game.lights?.has(handle) ?? game.hinted?.touches[game.hand.touches.length] === handle,
    };
  });
}

/** What a handle is called: as the server names it, else by what lies there. */
export function labelOf(
  handle: string,
  gestures: Gestures | null | undefined,
  scene: Scene | null,
  reader: number,
): string {
  const label = gestures?.labels?.[handle];
  return capital(label ? sentences.tell(label, () => "") : scene ? plain(handle, scene, reader) : handle);
}

/** What a part of the scene is called, whether or not it may be touched. */
function plain(handle: string, scene: Scene, reader: number): string {
  const say = (key: string, params: Params): string => sentences.say(sentences.own(key, scene.game), params, handle);
  const cut = handle.lastIndexOf(":");
  const [kind, name] = [handle.slice(0, Math.max(0, cut)), handle.slice(cut + 1)];
  const of = (owner: number, matter: string): string => (!owner ? "" : owner === reader ? ".own" : `.${matter}`);
  const lying = new Map(scene.marbles.map((marble) => [marble.place, marble]));
  const arrow = kind === "arrow" && scene.arrows.find((each) => each.id === name);
  if (arrow) return say(arrow.label, { row: arrow.row, end: arrow.end });
  const slab = kind && scene.slabs.find((each) => each.id === `${kind}-${name}`);
  if (slab) {
    const on = new Set(scene.places.filter((place) => place.on === slab.id).map((place) => place.id));
    return say(`handle.${slab.kind}`, { slot: name, count: scene.marbles.filter((each) => on.has(each.place)).length });
  }
  const store = kind && scene.stores.find((each) => each.id === kind + name);
  if (store) {
    const matter = scene.players.find((player) => player.number === store.owner)?.matter ?? "";
    const count = store.seats.filter((seat) => lying.has(seat)).length;
    return say(`handle.${store.kind}${of(store.owner, matter)}`, { count });
  }
  if (kind === "slot") return say("handle.slot.free", { slot: name });
  const marble = lying.get(handle);
  return say(marble ? `handle.marble${of(marble.owner, marble.matter)}` : "handle.place", { place: handle });
}

/** What else there is to say of a cell: what it means to a player, and what the last move did there. */
export function aboutCell(cell: Cell, scene: Scene, reader: number): string[] {
  const name = cell.key.slice(cell.key.lastIndexOf(":") + 1);
  const place = scene.places.find((each) => each.id === name);
  const found = scene.zones
    .filter((zone) => zone.places.includes(cell.key))
    .map((zone) =>
      sentences.tell(
        { key: `zone.${zone.kind}`, players: { name: zone.owner } },
        (player) => sentences.player(player, scene.game),
        reader,
      ),
    );
  if (cell.group === BESIDE) return found;
  const arrow = cell.key.startsWith("arrow:");
  if (arrow) return scene.arrows.some((each) => each.id === name && each.barred) ? [sentences.say("barred")] : [];
  const slab = cell.group === SLIDING ? cell.handle.replace(":", "-") : (place?.on ?? "");
  for (const mark of scene.marks) {
    const here = mark.places.includes(name);
    if (mark.kind === "rest" && here) found.push(t("page.board.rest"));
    else if (mark.kind === "from" && here) found.push(t("page.board.from"));
    else if (mark.kind === "taken" && here) found.push(t("page.board.taken"));
    else if (mark.kind === "gone" && here && cell.group === SLIDING) found.push(t("page.board.gone"));
    else if (mark.kind === "slid" && mark.slabs.includes(slab)) found.push(t("page.board.slid"));
  }
  return [...new Set(found)];
}

/** What may be done with a handle now, as words after its name. */
export function whatMayBeDone(handle: string, game: Playable): string[] {
  const { hand } = game;
  if (game.begun && hand.touches.at(-1) === handle && !hand.shown.length) return [t("page.board.held")];
  if (game.lights?.has(handle) || game.hinted?.touches[hand.touches.length] === handle) return [t("page.board.hint")];
  const leads = hand.node?.next[handle];
  return [typeof leads === "string" ? t("page.board.plays", { move: leads }) : t("page.board.playable")];
}
