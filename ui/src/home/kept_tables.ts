/** The list of games as it was last shown, for pages whose program is still being started. */

import type { Summary } from "../server/messages";

const KEY = "billes-games";

export function keptTables(): Summary[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as Summary[];
  } catch {
    return [];
  }
}

export function keepTables(tables: Summary[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(tables.slice(0, 10)));
  } catch {
    // A private window may refuse storage: the list then comes a little later.
  }
}
