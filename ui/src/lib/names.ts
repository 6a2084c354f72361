/**
 * What players are called, by one rule everywhere. A person: by name. The computer: "Computer", numbered where there
 * are several. A person without a name: "You" on the plate of the reader's only seat, else as the game calls that side.
 */

import type { Seat } from "../server/messages";
import { isolated } from "./fill";
import { sentences, t } from "./sentences.svelte";

type Named = Pick<Seat, "player" | "kind" | "name"> & Partial<Pick<Seat, "free" | "left" | "mine">>;

export class Names {
  /** Of a player of two to four seats: the reader's are those marked `mine`. */
  constructor(
    private readonly seats: readonly Named[],
    private readonly game: string,
  ) {}

  /** The player who is the reader, where one person reads: sentences about them say "you". */
  get reader(): number {
    const mine = this.seats.filter((seat) => seat.mine);
    return mine.length === 1 ? mine[0]!.player : 0;
  }

  /** On a plate and in lists, where the name stands by itself. */
  plate(player: number): string {
    const seat = this.seats.find((each) => each.player === player);
    if (seat?.free) return t("page.seat.free");
    if (seat && !seat.name && this.reader === player) return t("page.seat.you");
    return this.called(seat, player, "");
  }

  /** Within a sentence: "the computer", and never "You", which takes another form of the verb. */
  spoken(player: number): string {
    return this.called(
      this.seats.find((each) => each.player === player),
      player,
      ".spoken",
    );
  }

  private called(seat: Named | undefined, player: number, within: "" | ".spoken"): string {
    if (seat?.name) return isolated(seat.name);
    if (!seat || !computer(seat)) return sentences.player(player, this.game);
    const all = this.seats.filter(computer);
    if (all.length === 1) return sentences.say(`called.computer${within}`);
    return sentences.say(`called.computer.several${within}`, { number: all.indexOf(seat) + 1 });
  }
}

/** Whether the computer has sat there from the start: a person who left keeps the seat's name. */
const computer = (seat: Named): boolean => seat.kind === "computer" && !seat.left;
