/** Lists of my games: those at the server, and before them those that live in this browser. */

import { local } from "../server/backend";
import { myGames, myTables } from "../server/http";
import type { MyGames, Summary } from "../server/messages";
import { isLocal, keepSeen, seenTables } from "./local_tables";
import { running } from "./running.svelte";

/** Asks the program in this browser how its games stand, and keeps the answer. */
export async function look(): Promise<void> {
  const answer = await (await local()).fetch("/api/tables");
  if (answer.ok) keepSeen((await answer.json()) as Summary[]);
}

/** The games in this browser as they were last seen: the program is not started for a list. */
async function here(): Promise<Summary[]> {
  if (running.known) await look().catch(() => {});
  return seenTables();
}

/** All games; those at the server as they were known, where it does not answer. */
export async function allTables(known: Summary[]): Promise<Summary[]> {
  const [mine, theirs] = await Promise.all([here(), myTables().catch(() => null)]);
  return [...mine, ...(theirs ?? known.filter(({ table }) => !isLocal(table)))];
}

/** A page of them, those in this browser on the first one. */
export async function allGames(page: number): Promise<MyGames> {
  const [mine, theirs] = await Promise.allSettled([here(), myGames(page)]);
  const shown = mine.status === "fulfilled" ? mine.value : [];
  if (theirs.status === "rejected") {
    if (!shown.length) throw theirs.reason;
    return { games: shown, total: shown.length, page: 1, pages: 1 };
  }
  const found = theirs.value;
  const games = found.page === 1 ? [...shown, ...found.games] : found.games;
  return { ...found, games, total: found.total + shown.length };
}
