/** Asking the server over HTTP. */

import { at } from "../lib/base";
import { backend } from "./backend";
import { sentences } from "../lib/sentences.svelte";
import { capital, type Text } from "../lib/fill";
import type {
  Because,
  Code,
  Deleted,
  Entry,
  ExploredPosition,
  GameInfo,
  Invitation,
  LanguageInfo,
  Lesson,
  LessonAnswer,
  LessonList,
  LessonMove,
  LevelMove,
  Me,
  Moments,
  MoreGestures,
  MyGames,
  NewTable,
  PositionRequest,
  Problem,
  PracticeMove,
  PuzzleAnswer,
  PuzzleTask,
  PuzzleTry,
  RecordText,
  RulesPage,
  Rush,
  Sentence,
  State,
  Summary,
  TablebaseState,
  Training,
  View,
  WholeGame,
  WhyNot,
  WriteRecord,
} from "./messages";

/** The server's refusal: a code for the page, a sentence for people. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    readonly sentence: Sentence | null,
    readonly status: number,
  ) {
    super(code);
  }
}

/** What to tell a visitor about an error: what the server says, or that it does not answer. */
export const complaint = (error: unknown): string =>
  error instanceof Refused && error.sentence
    ? capital(sentences.tell(error.sentence, String))
    : sentences.say("page.trouble.offline");

async function ask<Answer>(
  path: string,
  body?: unknown,
  method = body === undefined ? "GET" : "POST",
): Promise<Answer> {
  const answer = await backend.fetch(path, {
    ...(method === "GET" ? {} : { method }),
    headers: body === undefined ? {} : { "content-type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (answer.ok) return (await answer.json()) as Answer;
  throw await refusalOf(answer);
}

/** What an answer refuses. */
export async function refusalOf(answer: Response): Promise<Refused> {
  const problem = (await answer.json().catch(() => ({}))) as Partial<Problem>;
  return new Refused(problem.error ?? "trouble", problem.sentence ?? null, answer.status);
}

const query = (fields: Record<string, string | number>): string =>
  new URLSearchParams(Object.entries(fields).map(([key, value]) => [key, String(value)])).toString();

export const gamesOf = (): Promise<GameInfo[]> => ask("/api/games");
export const languagesOf = (): Promise<LanguageInfo[]> => ask("/api/languages");
/** All sentences of a language, by their keys. */
export const sentencesOf = (language: string): Promise<Record<string, Text>> =>
  ask(`/api/sentences/${encodeURIComponent(language)}`);
/** Parts of the page that have sentences of their own, which the others need not wait for. */
export type Part = "lessons" | "training";
/** Those that only a part of the page shows. */
export const partSentencesOf = (language: string, part: Part): Promise<Record<string, Text>> =>
  ask(`/api/sentences/${encodeURIComponent(language)}/${part}`);
export const rulesOf = (game: string, language: string): Promise<RulesPage> =>
  ask(`/api/rules/${language}/${encodeURIComponent(game)}`);

export const createTable = (table: NewTable): Promise<State> => ask("/api/tables", table);
/** One page of my games, from 1. */
export const myGames = (page: number): Promise<MyGames> => ask(`/api/me/games?${query({ page })}`);
export const deleteGame = (table: string): Promise<Deleted> =>
  ask(`/api/tables/${encodeURIComponent(table)}`, undefined, "DELETE");
export const rename = (name: string): Promise<Me> => ask("/api/me", { name }, "PUT");
/** A code that makes me known on another device. */
export const newCode = (): Promise<Code> => ask("/api/me/code", {});
/** Makes this device known as the one that shows a code. */
export const takeCode = (code: string): Promise<Me> => ask("/api/me/take", { code });
export const myTables = (): Promise<Summary[]> => ask("/api/tables");
export const viewAt = (table: string, ply: number): Promise<View> =>
  ask(`/api/tables/${encodeURIComponent(table)}/plies/${ply}`);
export const recordAddress = (table: string): string => at(`/api/tables/${encodeURIComponent(table)}/record`);
export const recordOf = async (table: string): Promise<string> =>
  (await backend.fetch(`/api/tables/${encodeURIComponent(table)}/record`)).text();

export const invitation = (invite: string): Promise<Invitation> => ask(`/api/join/${encodeURIComponent(invite)}`);
export const join = (invite: string, name: string): Promise<State> =>
  ask(`/api/join/${encodeURIComponent(invite)}`, { name });

export const viewOf = (position: PositionRequest): Promise<View> => ask("/api/position", position);

export const analysisAddress = (position: {
  game: string;
  variant: string;
  text: string;
  lines: number;
  seconds: number;
}): string => `/api/analysis?${query(position)}`;
export const reviewAddress = (): string => "/api/review";

/** A page of a table's move list: the lines after so many. */
export const entriesOf = (table: string, after: number): Promise<Entry[]> =>
  ask(`/api/tables/${encodeURIComponent(table)}/entries?after=${after}`);

/** A table's whole game. */
export async function gameOf(table: string): Promise<WholeGame> {
  const address = `/api/tables/${encodeURIComponent(table)}/game`;
  const whole: WholeGame = await ask(address);
  // A long game comes in pages; each step of a later one says what it follows, like all others.
  while (whole.steps.length <= whole.plies) {
    const more: WholeGame = await ask(`${address}?after=${whole.steps.length - 1}`);
    if (!more.steps.length) break;
    whole.steps.push(...more.steps);
  }
  return whole;
}
/** A game of a record, likewise. */
export const openRecord = (text: string, number: number): Promise<WholeGame> => ask("/api/record", { text, number });
export const writeRecord = (record: WriteRecord): Promise<RecordText> => ask("/api/record/text", record);

const exploredAddress = (game: string, variant: string): string =>
  `/api/explore/${encodeURIComponent(game)}/${encodeURIComponent(variant)}`;
export const exploredOf = (game: string, variant: string, text: string): Promise<ExploredPosition> =>
  ask(`${exploredAddress(game, variant)}?${query({ text })}`);
export const levelMovesOf = (game: string, variant: string, text: string): Promise<LevelMove[]> =>
  ask(`${exploredAddress(game, variant)}/levels?${query({ text })}`);
const tablebaseAddress = (game: string, variant: string): string => `${exploredAddress(game, variant)}/tablebase`;
export const tablebaseOf = (game: string, variant: string): Promise<TablebaseState> =>
  ask(tablebaseAddress(game, variant));
export const makeTablebase = (game: string, variant: string): Promise<TablebaseState> =>
  ask(tablebaseAddress(game, variant), {});
/** What can be set up by hand besides marbles: where a move would stand, the text that a gesture makes. */
export const setUpOf = (position: PositionRequest): Promise<MoreGestures> => ask("/api/position/setup", position);
export const whyNot = (asked: WhyNot): Promise<Because> => ask("/api/position/why", asked);

/** The games that can be learned, and the titles of their steps. */
export const lessonsOf = (): Promise<LessonList[]> => ask("/api/lessons");
const lessonAddress = (game: string, step: string): string =>
  `/api/lessons/${encodeURIComponent(game)}/${encodeURIComponent(step)}`;
export const lessonOf = (game: string, step: string): Promise<Lesson> => ask(lessonAddress(game, step));
/** What is said to a learner's move. */
export const tryMove = (game: string, step: string, move: LessonMove): Promise<LessonAnswer> =>
  ask(lessonAddress(game, step), move);
export const tableOf = (table: string): Promise<State> => ask(`/api/tables/${encodeURIComponent(table)}`);

const trainingAddress = (game: string, variant: string): string =>
  `/api/training/${encodeURIComponent(game)}/${encodeURIComponent(variant)}`;
/** What there is to train in a variant, and how far one has come. */
export const trainingOf = (game: string, variant: string): Promise<Training> => ask(trainingAddress(game, variant));
/** The puzzle of the day, a new one, or a mistake that comes back. */
export const nextPuzzle = (game: string, variant: string, mode: string, theme: string): Promise<PuzzleTask> =>
  ask(`${trainingAddress(game, variant)}/next?${query({ mode, theme })}`);
export const puzzleOf = (game: string, variant: string, puzzle: string): Promise<PuzzleTask> =>
  ask(`${trainingAddress(game, variant)}/puzzles/${puzzle}`);
/** What a solver's move has come to. */
export const tryPuzzle = ({ game, variant, puzzle }: PuzzleTask, tried: PuzzleTry): Promise<PuzzleAnswer> =>
  ask(`${trainingAddress(game, variant)}/puzzles/${puzzle}`, tried);
/** A position to be won, or to be held; another one than that just played out. */
export const practiceOf = (game: string, variant: string, goal: string, but: string): Promise<PuzzleTask> =>
  ask(`${trainingAddress(game, variant)}/practice?${query(but ? { goal, but } : { goal })}`);
/** The verdict on a move of practice, and the answer to it. */
export const practise = ({ game, variant, puzzle }: PuzzleTask, played: PracticeMove): Promise<PuzzleAnswer> =>
  ask(`${trainingAddress(game, variant)}/practice/${puzzle}`, played);
export const rushOf = (game: string, variant: string): Promise<Rush> => ask(`${trainingAddress(game, variant)}/rush`);
export const endRush = (game: string, variant: string, solved: number): Promise<Training> =>
  ask(`${trainingAddress(game, variant)}/rush`, { solved });
export const tableReviewAddress = (table: string, seconds: number): string =>
  `/api/tables/${encodeURIComponent(table)}/review?${query({ seconds })}`;
/** Has puzzles made of some moves of a game. */
export const makeMoments = (table: string, plies: number[]): Promise<Moments> =>
  ask(`/api/tables/${encodeURIComponent(table)}/moments`, { plies });
