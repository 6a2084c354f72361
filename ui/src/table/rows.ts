/** The moves of a game in rows: one row per round, one column per player. */

import type { Entry } from "../server/messages";

export interface Row {
  number: number;
  /** Each with its text, and in words where those are known. */
  items: ({ ply: number; text: string; said?: string } | null)[];
}

type Played = Pick<Entry, "ply" | "player" | "move"> & { said?: string };

export function rowsOf(moves: readonly Played[], columns: number): Row[] {
  const rows: Row[] = [];
  let row: Row | null = null;
  let last = columns;
  for (const entry of moves) {
    const column = Math.min(columns, Math.max(1, entry.player)) - 1;
    // A player comes again, or one of an earlier column: a new round. (Roles may be exchanged, so the order is not fixed.)
    if (!row || column <= last) {
      row = { number: rows.length + 1, items: Array.from({ length: columns }, () => null) };
      rows.push(row);
    }
    row.items[column] = { ply: entry.ply, text: entry.move, said: entry.said };
    last = column;
  }
  return rows;
}
