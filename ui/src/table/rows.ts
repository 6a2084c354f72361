/** The moves of a game in rows: one row per round, one column per player. */

import type { Entry } from "../server/messages";

export interface Row {
  number: number;
  items: ({ ply: number; text: string } | null)[];
}

export function rowsOf(moves: readonly Pick<Entry, "ply" | "player" | "move">[], columns: number): Row[] {
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
    row.items[column] = { ply: entry.ply, text: entry.move };
    last = column;
  }
  return rows;
}
