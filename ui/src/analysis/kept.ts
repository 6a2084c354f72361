/** What was analysed last in this tab: moves only, so that a page that is loaded anew shows all its lines again. */

import type { WriteRecord } from "../server/messages";

const KEY = "billes.analysis";

export interface Kept {
  /** The address under which it was shown. */
  address: string;
  /** The table whose game it is, if it is one's. */
  table: string;
  record: WriteRecord;
  /** The moves from the start to the position that was looked at. */
  path: string[];
}

/** Keeps what is shown; null where there is nothing that its address does not say. */
export function keep(kept: Kept | null): void {
  try {
    if (kept) sessionStorage.setItem(KEY, JSON.stringify(kept));
    else sessionStorage.removeItem(KEY);
  } catch {
    // Then a page that is loaded anew shows the position only.
  }
}

/** What was kept of an address. */
export function keptAt(address: string): Kept | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as Kept | null;
    return kept?.address === address ? kept : null;
  } catch {
    return null;
  }
}
