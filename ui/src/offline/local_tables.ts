/** The tables of a page with a server that live in this browser all the same: games that went on without it. */

import type { Summary } from "../server/messages";

const KEY = "billes-local-tables";
const MOST = 100;

/** As they were last seen, newest first; one that was not seen yet is known by its id alone. */
type Kept = { table: string; seen?: Summary }[];

function read(): Kept {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as Kept;
  } catch {
    return [];
  }
}

function write(kept: Kept): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept.slice(0, MOST)));
  } catch {
    // A private window may refuse storage: the game then ends with the page.
    unkept = kept;
  }
}
let unkept: Kept | null = null;
const all = (): Kept => unkept ?? read();

export const isLocal = (table: string): boolean => all().some((each) => each.table === table);

export function remember(table: string): void {
  if (!isLocal(table)) write([{ table }, ...all()]);
}

export const forget = (table: string): void => write(all().filter((each) => each.table !== table));

/** Keeps how they stand, so that they can be listed without starting the program. */
export function keepSeen(found: Summary[]): void {
  const news = new Map(found.map((one) => [one.table, one]));
  write(all().map((each) => ({ table: each.table, seen: news.get(each.table) ?? each.seen })));
}

export const seenTables = (): Summary[] => all().flatMap(({ seen }) => (seen ? [seen] : []));
