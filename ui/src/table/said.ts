/** The one sentence: what is asked now, or why nothing is. */

import { words } from "../lib/words/index.svelte";
import { catalogue } from "../server/catalogue.svelte";
import type { Game } from "./game.svelte";

export interface Sentence {
  first: string;
  second: string;
  /** Whether something is asked of whoever sits here. */
  lit: boolean;
}

const OFFERS = { draw: "drawOffered", undo: "undoAsked", rematch: "rematchOffered" } as const;

export function statusOf(game: Game): Sentence {
  const w = words().table;
  const state = game.state;
  const quiet = (first: string, second = ""): Sentence => ({ first, second, lit: false });
  if (!state || !catalogue.ready) return quiet(w.loading);
  const moved = game.spoken(game.entry);
  if (game.offer) return { first: w[OFFERS[game.offer.offer]](game.name(game.offer.by)), second: "", lit: true };
  if (game.looking) return quiet(game.ply ? w.replay(game.ply, game.plies) : w.replayStart, moved || w.replaySecond);
  if (state.status.result) return ending(game.spoken(state.status.result));
  if (game.phase === "waiting") return quiet(w.waitPlayers, game.watching ? "" : w.waitPlayersSecond);
  if (!game.mine) return waiting(game, moved);
  if (game.complaint) return { first: game.complaint, second: "", lit: true };
  if (game.hinted) return { first: w.hintIs(game.spoken(game.hinted)), second: w.hintMore, lit: true };
  return asked(game);
}

/** The result: who won in the first line, why in the second. */
function ending(sentence: string): Sentence {
  const cut = sentence.search(/[.!] \S/);
  if (cut < 0) return { first: sentence, second: "", lit: false };
  return { first: sentence.slice(0, cut + 1), second: sentence.slice(cut + 2), lit: false };
}

function waiting(game: Game, moved: string): Sentence {
  const player = game.state?.status.player ?? 0;
  const seat = game.seats.find((each) => each.number === player);
  const name = seat?.name ?? "";
  const w = words().table;
  const first = seat?.thinking
    ? catalogue.say("turn.thinking", { name }, w.thinking(name))
    : catalogue.say("turn", { name }, w.waitFor(name));
  return { first, second: game.watching ? moved || w.spectating : moved, lit: false };
}

function asked(game: Game): Sentence {
  const node = game.hand.node;
  if (!node) return { first: catalogue.say("turn.you"), second: "", lit: true };
  const params = node.params ?? {};
  const first = catalogue.say(`ask.${node.ask}`, params, catalogue.say("turn.you"));
  let second = catalogue.say(`ask.${node.ask}.more`, params, "");
  if (game.state?.status.omen && !game.begun) second = catalogue.say("omen.you", {}, second);
  const several = (game.state?.you.length ?? 0) > 1;
  if (several && !game.begun) return { first: `${game.name(game.state!.status.player)} · ${first}`, second, lit: true };
  return { first, second, lit: true };
}
