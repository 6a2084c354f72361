/** A table in this browser that goes on from where one of a server stands. */

import type { NewTable, State } from "../server/messages";

/** Whether nobody plays but whoever sits at this screen, and the computer. */
export const alone = ({ status, seats, you }: State): boolean =>
  status.phase === "playing" &&
  you.length > 0 &&
  seats.every((seat) => you.includes(seat.player) || (seat.kind === "computer" && !seat.left));

/** A table that goes on from where another one stands: the same players with the same colours, the same one to move. */
export function following(state: State, strongest = Infinity): NewTable {
  const { game, variant, text, clocks, you } = state;
  const left = clocks?.remaining[(you[0] ?? 1) - 1];
  return {
    game,
    variant,
    start: text,
    // Seats are listed by player, and the position says who is to move.
    starts: 1,
    seats: state.seats.map((seat) =>
      seat.kind === "computer"
        ? { kind: "computer", level: Math.min(seat.level, strongest) }
        : { kind: "here", name: seat.name },
    ),
    clock: clocks && left ? { main: Math.max(1, left), increment: clocks.increment } : null,
  };
}
