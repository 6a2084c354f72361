/** What the engine says about a game: marks, mistakes, how it stands, and its course as a curve. */

import type { Marked, Result, Thought } from "../server/messages";

/** Marks by the node whose move they judge. */
export type Marks = ReadonlyMap<number, Marked>;

/** How a mark is written behind a move. */
export const SIGNS: Record<Marked["mark"], string> = { best: "", good: "", doubtful: "?!", mistake: "?" };

export const isMistake = (marked: Marked | undefined): boolean =>
  marked?.mark === "doubtful" || marked?.mark === "mistake";

/** The moves of a line that were not good, in order. */
export const mistakesOf = (line: readonly number[], marks: Marks): number[] =>
  line.filter((id) => isMistake(marks.get(id)));

export interface Point {
  ply: number;
  /** From -1 to 1: for player 1; with more than two players for the one whose curve it is. */
  value: number;
  /** Known for certain, not estimated. */
  exact: boolean;
}

export interface Curve {
  /** Whose it is; 0 where one curve tells about both players. */
  player: number;
  points: Point[];
}

/**
 * The course of a game: one curve for two players, one for each of several. A position is worth what the best move in it
 * is worth; where that is not known, what the move that led to it was worth.
 */
export function course(line: readonly number[], marks: Marks, players: number, end: Result | null): Curve[] {
  if (players > 2)
    return Array.from({ length: players }, (_, at) => ({
      player: at + 1,
      points: line.flatMap((id, ply): Point[] => {
        const marked = marks.get(id);
        return marked?.player === at + 1 ? [{ ply, value: marked.after, exact: marked.exact }] : [];
      }),
    }));
  const points = line.flatMap((id, ply): Point[] => {
    if (end && ply === line.length - 1) return [{ ply, value: worth(end), exact: true }];
    const [here, next] = [marks.get(id), marks.get(line[ply + 1] ?? -1)];
    if (next) return [{ ply, value: next.before, exact: next.exact }];
    return here ? [{ ply, value: here.after, exact: here.exact }] : [];
  });
  return [{ player: 0, points }];
}

/** A result as a score for player 1 of two. */
export const worth = (result: Result): number => (result.winner === 1 ? 1 : result.winner ? -1 : 0);

/** Parts of a curve that are known in the same way, each joined to the one before it. */
export function stretches(points: readonly Point[]): { exact: boolean; points: Point[] }[] {
  const found: { exact: boolean; points: Point[] }[] = [];
  points.forEach((point, at) => {
    const before = points[at - 1];
    if (!before || point.ply !== before.ply + 1) {
      found.push({ exact: point.exact, points: [point] });
      return;
    }
    // Between two positions only what is certain at both ends is certain.
    const exact = point.exact && before.exact;
    const last = found.at(-1)!;
    if (last.exact === exact || last.points.length === 1) {
      last.points.push(point);
      last.exact = exact;
    } else found.push({ exact, points: [before, point] });
  });
  return found;
}

export interface Standing {
  /** Whose share it is: player 1 of two; of several the one to move, or who has won. */
  player: number;
  /** From 0 to 1. */
  share: number;
}

/** How the game stands: by its result, or by what the engine has found so far. */
export function standing(result: Result | null, thought: Thought | null, players: number): Standing {
  if (players > 2) {
    if (result) return { player: result.winner || 1, share: result.winner ? 1 : 1 / players };
    const score = thought?.lines[0]?.score;
    return { player: thought?.player ?? 1, share: score === undefined ? 1 / players : (1 + score) / 2 };
  }
  if (result) return { player: 1, share: (1 + worth(result)) / 2 };
  const score = thought?.lines[0]?.score ?? 0;
  return { player: 1, share: (1 + (thought?.player === 2 ? -score : score)) / 2 };
}
