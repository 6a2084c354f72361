/** Seats as their plates show them. */

import { Names } from "../lib/names";
import { sentences, t } from "../lib/sentences.svelte";
import type { Count, Player, Scene } from "../board";
import type { Seat, State } from "../server/messages";

export interface ClockView {
  /** Milliseconds left at the instant `at` (of `Date.now()`). */
  left: number;
  at: number;
  running: boolean;
}

export interface CountView {
  name: string;
  label: string;
  value: string;
  pips: { of: number; matters: string[] } | null;
}

export interface SeatView {
  number: number;
  name: string;
  /** What is drawn: the player's matter, or what he handles. */
  sign: string;
  caption: string[];
  /** What the game calls that side, or the role of the player: "Light", "Marble player". */
  side: string;
  /** What the player has just said. */
  said: string;
  short: string;
  toMove: boolean;
  thinking: boolean;
  won: boolean;
  clock: ClockView | null;
  counts: CountView[];
}

const MOST_PIPS = 15;

/** All seats; the scene tells matters, roles and counts (it may be one looked back at), the table everything else. */
export function seatViews(
  state: State,
  scene: Scene,
  offset: number,
  said: (player: number) => string = () => "",
): SeatView[] {
  const names = new Names(state.seats, state.game);
  return state.seats.map((seat) => {
    const player = scene.players.find((each) => each.number === seat.player);
    const thinks =
      state.status.phase === "playing" &&
      state.status.player === seat.player &&
      (seat.kind === "computer" || !!seat.left);
    return {
      number: seat.player,
      name: names.plate(seat.player),
      sign: player?.role === "trays" ? "trays" : player?.role === "marbles" ? "ribbon" : (player?.matter ?? "ivory"),
      caption: captionOf(seat, state, player, names.plate(seat.player)),
      side: sideOf(seat, state, player),
      said: said(seat.player),
      short: shortOf(seat, state),
      toMove: state.status.phase === "playing" && state.status.player === seat.player,
      thinking: thinks,
      won: state.status.result?.winner === seat.player,
      clock: clockOf(seat, state, offset),
      counts: (player?.counts ?? []).map((count, _, all) => countView(count, player!, state.game, all.length === 1)),
    };
  });
}

function captionOf(seat: Seat, state: State, player: Player | undefined, name: string): string[] {
  const parts = [sideOf(seat, state, player)];
  if (seat.left) parts.push(t("page.seat.left"));
  else parts.push(shortOf(seat, state));
  return parts.filter((part, at) => part && part !== name && parts.indexOf(part) === at);
}

const sideOf = (seat: Seat, state: State, player: Player | undefined): string =>
  player?.role ? sentences.say(`role.${player.role}`) : sentences.player(seat.player, state.game);

/** How one sits there: computer and its level, at this screen, online or away. */
function shortOf(seat: Seat, state: State): string {
  if (seat.free) return t("page.seat.waiting");
  if (seat.kind === "computer") return t("page.seat.level", { level: seat.level });
  if (seat.mine) return state.you.length > 1 ? t("page.seat.here") : seat.name ? t("page.seat.you.caption") : "";
  return state.presence.players.includes(seat.player) ? t("page.seat.online") : t("page.seat.away");
}

function clockOf(seat: Seat, state: State, offset: number): ClockView | null {
  const clocks = state.clocks;
  const left = clocks?.remaining[seat.player - 1];
  if (!clocks || left === null || left === undefined) return null;
  return {
    left: left * 1000,
    at: (clocks.at - offset) * 1000,
    running: clocks.running === seat.player && state.status.phase === "playing",
  };
}

/**
 * A count as its sentence, the number set apart so that it can stand out: "Reserve" and "3". A single count that is not
 * too large is also shown as a row of marbles.
 */
function countView(count: Count, player: Player, game: string, single: boolean): CountView {
  const params = { value: count.value, of: count.of };
  const said = sentences.say(sentences.own(`count.${count.name}`, game), params, String(count.value));
  const cut = said.search(/\d/);
  const pips = single && count.of > 0 && count.of <= MOST_PIPS && !player.role;
  const own = Array.from({ length: count.value }, () => player.matter as string);
  return {
    name: count.name,
    label: cut > 0 ? said.slice(0, cut).trim() : "",
    value: cut > 0 ? said.slice(cut) : said,
    pips: pips ? { of: count.of, matters: count.matters.length ? [...count.matters] : own } : null,
  };
}
