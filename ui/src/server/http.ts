/** Asking the server over HTTP. */

import type { Language, Theme } from "../lib/settings.svelte";
import type { GameInfo, Gestures, Invitation, NewTable, State, Summary, View } from "./messages";

/** The server's refusal: a code for the page, a sentence for people. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

async function ask<Answer>(
  path: string,
  body?: unknown,
  method = body === undefined ? "GET" : "POST",
): Promise<Answer> {
  const answer = await fetch(path, {
    method,
    headers: body === undefined ? {} : { "content-type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (answer.ok) return (await answer.json()) as Answer;
  const problem = (await answer.json().catch(() => ({}))) as { error?: string; message?: string };
  throw new Refused(problem.error ?? "trouble", problem.message ?? answer.statusText, answer.status);
}

const query = (fields: Record<string, string | number>): string =>
  new URLSearchParams(Object.entries(fields).map(([key, value]) => [key, String(value)])).toString();

export const gamesOf = (): Promise<GameInfo[]> => ask("/api/games");
export const wordsOf = (language: Language): Promise<Record<string, string>> => ask(`/api/words/${language}`);
export const rulesOf = (game: string, language: Language): Promise<{ title: string; html: string }> =>
  ask(`/api/rules/${language}/${encodeURIComponent(game)}`);

export const setTable = (table: Omit<NewTable, "game"> & { game: string }): Promise<State> => ask("/api/tables", table);
export const myTables = (): Promise<Summary[]> => ask("/api/tables");
export const viewAt = (table: string, ply: number): Promise<View> =>
  ask(`/api/tables/${encodeURIComponent(table)}/plies/${ply}`);
export const recordAddress = (table: string): string => `/api/tables/${encodeURIComponent(table)}/record`;
export const recordOf = async (table: string): Promise<string> => (await fetch(recordAddress(table))).text();

export const invitation = (invite: string): Promise<Invitation> => ask(`/api/join/${encodeURIComponent(invite)}`);
export const join = (invite: string, name: string): Promise<State> =>
  ask(`/api/join/${encodeURIComponent(invite)}`, { name });

export const call = (name: string): Promise<unknown> => ask("/api/me", { name }, "PUT");

export interface PositionAsked {
  game: string;
  variant?: string;
  text?: string;
  move?: string;
  touched?: string[];
}
export const viewOf = (position: PositionAsked): Promise<View> => ask("/api/position", position);

/** Address of the flat drawing of a position. */
export const drawing = (position: {
  game: string;
  variant: string;
  text: string;
  last?: string;
  theme: Theme;
  language?: Language;
}): string => `/api/svg?${query({ ...position, last: position.last ?? "", language: position.language ?? "en" })}`;

export const analysisAddress = (position: {
  game: string;
  variant: string;
  text: string;
  lines: number;
  seconds: number;
}): string => `/api/analysis?${query(position)}`;
export const reviewAddress = (table: string): string => `/api/tables/${encodeURIComponent(table)}/review`;

/** What can be set up by hand besides marbles: where a move would stand, the text that a gesture makes. */
export const setUpOf = (position: PositionAsked): Promise<{ gestures: Gestures }> =>
  ask("/api/position/setup", position);
export const whyNot = (asked: PositionAsked & { handle: string }): Promise<{ en: string; fr: string }> =>
  ask("/api/position/why", asked);
export const tableOf = (table: string): Promise<State> => ask(`/api/tables/${encodeURIComponent(table)}`);
