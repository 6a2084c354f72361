/** A game against the computer goes on in this browser when its server is gone. */

import { at } from "../lib/base";
import { fallback, local } from "../server/backend";
import { refusalOf } from "../server/http";
import type { State } from "../server/messages";
import { following } from "./following";
import { remember } from "./local_tables";

/** How long a table is played at before the program is fetched, just in case: milliseconds. */
const SETTLED = 10_000;
/** The strongest level that needs nothing but the program. */
const STRONGEST = 8;

/** Whether the program is here, or can be had. */
export async function available(): Promise<boolean> {
  if (!fallback) return false;
  try {
    const answer = await fetch(at("/offline/files.json"));
    return answer.ok && ((await answer.json()) as { version: string }).version === fallback;
  } catch {
    return false;
  }
}

/** Makes that table in this browser; gives its id. */
export async function goOn(state: State): Promise<string> {
  const program = await local();
  for (const strongest of [Infinity, STRONGEST]) {
    const body = JSON.stringify(following(state, strongest));
    const answer = await program.fetch("/api/tables", { method: "POST", body });
    if (answer.ok) {
      const { table } = (await answer.json()) as State;
      remember(table);
      return table;
    }
    const refusal = await refusalOf(answer);
    if (refusal.code !== "bad-choice" || strongest === STRONGEST) throw refusal;
  }
  throw new Error("unreachable");
}

/** Has the program kept for a time without the network, once somebody has settled at a table; gives how to stop that. */
export function prepare(wanted: () => boolean): () => void {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (!fallback || !navigator.serviceWorker || connection?.saveData) return () => {};
  const ask = async (): Promise<void> => {
    if (wanted()) (await navigator.serviceWorker.ready).active?.postMessage("keep-program");
  };
  const timer = setTimeout(() => {
    if ("requestIdleCallback" in window) requestIdleCallback(() => void ask());
    else void ask();
  }, SETTLED);
  return () => clearTimeout(timer);
}
