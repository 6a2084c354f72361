/** What an event changes in what the page already shows. */

import type { Motion } from "../board";
import type { State, Update as TableEvent } from "../server/messages";

/** The seats of an event; an invitation is only told to its maker, and not again with every event. */
export function keepInvites(was: State, event: TableEvent): State["seats"] {
  return (event.seats ?? []).map((seat) => {
    const old = was.seats.find((each) => each.player === seat.player);
    return { ...seat, invite: seat.invite ?? (seat.free ? old?.invite : undefined), mine: seat.mine ?? old?.mine };
  });
}

const alike = (a: Motion | undefined, b: Motion | undefined): boolean =>
  !!a && !!b && a.kind === b.kind && a.what === b.what && a.to === b.to;

/** The motions of a move less those the hand has already shown; all of them where the two differ. */
export function rest(motions: Motion[], shown: readonly Motion[]): Motion[] | null {
  if (!shown.every((motion, at) => alike(motion, motions[at]))) return null;
  return motions.slice(shown.length);
}
