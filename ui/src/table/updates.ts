/** What an event changes in what the page already shows. */

import type { Motion } from "../board";
import type { Entry, State, Update as TableEvent } from "../server/messages";

/** The seats of an event; an invitation is only told to its maker, and not again with every event. */
export function keepInvites(was: State, event: TableEvent): State["seats"] {
  return (event.seats ?? []).map((seat) => {
    const old = was.seats.find((each) => each.player === seat.player);
    return { ...seat, invite: seat.invite ?? (seat.free ? old?.invite : undefined), mine: seat.mine ?? old?.mine };
  });
}

const DECLINED = {
  draw: "page.offer.draw.declined",
  undo: "page.offer.undo.declined",
  rematch: "page.offer.rematch.declined",
} as const;

/** What to tell the reader about the offer that was open before an event: it was declined, withdrawn, or has lapsed. */
export function offerNews(was: State, event: TableEvent) {
  const offer = was.status.offer;
  if (!offer || was.you.includes(event.by ?? 0)) return null;
  if (event.kind === "decline") return event.by === offer.by ? "page.offer.withdrawn" : DECLINED[offer.offer];
  return event.kind === "move" && was.you.includes(offer.by) ? "page.offer.lapsed" : null;
}

const alike = (a: Motion | undefined, b: Motion | undefined): boolean =>
  !!a && !!b && a.kind === b.kind && a.what === b.what && a.to === b.to;

/** The motions of a move less those the hand has already shown; all of them where the two differ. */
export function rest(motions: Motion[], shown: readonly Motion[]): Motion[] | null {
  if (!shown.every((motion, at) => alike(motion, motions[at]))) return null;
  return motions.slice(shown.length);
}

/** A table with a line for each of its moves, also for those that it came without: one that is known, or an empty one. */
export function withEarlier(state: State, known: readonly Entry[]): State {
  if (!state.earlier) return state;
  const players = state.seats.length;
  const before = Array.from({ length: state.earlier }, (_, index): Entry => {
    return known[index] ?? { ply: index + 1, player: (index % players) + 1, move: "", sentences: [], clock: null };
  });
  return { ...state, moves: [...before, ...state.moves] };
}
