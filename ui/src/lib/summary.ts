/** A game of mine in words: with whom, and how it stands. */

import type { Seat, Summary } from "../server/messages";
import { capital } from "./fill";
import { Names } from "./names";
import { sentences, t } from "./sentences.svelte";
import { settings } from "./settings.svelte";

/** The others at the table, in one line: those elsewhere, and at this screen those with another name than mine. */
export function others({ seats, you, game }: Summary): string {
  const names = new Names(seats, game);
  const beside = ({ player, name }: Seat) => you.includes(player) && name !== "" && name !== settings.name;
  return seats
    .filter((seat) => !seat.free && (!you.includes(seat.player) || (you.length > 1 && beside(seat))))
    .map((seat) => names.plate(seat.player))
    .join(", ");
}

/** Whether other people have this game too. */
export const shared = ({ seats, you }: Summary): boolean =>
  seats.some((seat) => !you.includes(seat.player) && !seat.free && (seat.kind === "human" || seat.left));

/** The result, whose turn it is, or that a player is missing. */
export function told(table: Summary): string {
  const names = new Names(table.seats, table.game);
  if (table.damaged) return t("page.mine.damaged");
  if (table.phase === "over") {
    const said = (table.result?.sentences ?? []).map((one) =>
      capital(sentences.tell(one, (player) => names.spoken(player), names.reader)),
    );
    return said.join(" ") || t("page.mine.over");
  }
  if (table.phase === "waiting") return t("page.mine.open");
  return table.your_turn ? t("page.mine.turn.you") : t("page.mine.turn", { name: names.spoken(table.player) });
}

/** What opening it is called. */
export const opening = (table: Summary): string =>
  table.phase === "over"
    ? t("page.mine.review")
    : table.your_turn || table.phase === "waiting"
      ? t("page.mine.resume")
      : t("page.mine.watch");
