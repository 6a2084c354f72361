/** The one sentence: what is asked now, or why nothing is. */

import { capital } from "../lib/fill";
import { sentences, t } from "../lib/sentences.svelte";
import type { KnownTable } from "./known_table.svelte";

export interface StatusText {
  first: string;
  second: string;
  /** Whether something is asked of somebody at this screen. */
  lit: boolean;
}

const OFFERS = { draw: "page.offer.draw", undo: "page.offer.undo", rematch: "page.offer.rematch" } as const;

export function statusOf(game: KnownTable): StatusText {
  const state = game.state;
  const quiet = (first: string, second = ""): StatusText => ({ first, second, lit: false });
  if (!state) return quiet(t("page.table.loading"));
  const moved = game.spoken(game.entry?.sentences);
  if (game.offer)
    return { first: capital(t(OFFERS[game.offer.offer], { name: game.name(game.offer.by) })), second: "", lit: true };
  if (game.looking)
    return {
      first: game.ply ? t("page.status.replay", { ply: game.ply, all: game.plies }) : t("page.status.replay.start"),
      second: game.awaited ? t("page.status.replay.turn") : moved || t("page.status.replay.more"),
      lit: game.awaited,
    };
  if (state.status.result) {
    const told = state.status.result.sentences.map((one) => game.spoken([one]));
    return ending([...told, t("page.status.moves", { count: game.plies })]);
  }
  if (game.phase === "waiting")
    return quiet(t("page.status.players"), game.watching ? "" : t("page.status.players.more"));
  if (game.awaited && !game.mine) return { first: sentences.say("turn.you"), second: moved, lit: true };
  if (!game.mine) return waiting(game, moved);
  if (game.complaint) return { first: game.complaint, second: "", lit: true };
  if (game.hinted) {
    const first = `${t("page.do.hint")} · ${game.spoken(game.hinted.sentences)}`;
    return { first, second: game.spoken(game.hinted.reasons), lit: true };
  }
  if (game.hinting) return { ...asked(game), second: t("page.status.hint") };
  return asked(game);
}

/** The result: who won in the first line, why and after how many moves in the second. */
const ending = ([first = "", ...rest]: string[]): StatusText => ({ first, second: rest.join(" "), lit: false });

function waiting(game: KnownTable, moved: string): StatusText {
  const player = game.state?.status.player ?? 0;
  const seat = game.seats.find((each) => each.number === player);
  const name = game.name(player);
  const first = capital(seat?.thinking ? sentences.say("turn.thinking", { name }) : sentences.say("turn", { name }));
  if (game.prepared.length) {
    const touches = game.prepared.map((handle) => handle.slice(handle.lastIndexOf(":") + 1)).join(" → ");
    return { first, second: t("page.prepare.ready", { touches }), lit: false };
  }
  return { first, second: game.watching ? moved || t("page.status.watching") : moved, lit: false };
}

function asked(game: KnownTable): StatusText {
  const node = game.hand.node;
  if (!node) return { first: sentences.say("turn.you"), second: "", lit: true };
  const params = node.params ?? {};
  const first = sentences.say(`ask.${node.ask}`, params, sentences.say("turn.you"));
  let second = sentences.say(`ask.${node.ask}.more`, params, "");
  if (game.state?.status.warning && !game.begun) second = game.spoken([game.state.status.warning]);
  const several = (game.state?.you.length ?? 0) > 1;
  if (several && !game.hand.begun)
    return { first: `${game.name(game.state!.status.player)} · ${first}`, second, lit: true };
  return { first, second, lit: true };
}
