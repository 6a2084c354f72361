/** The choices made on the home page, as they are remembered and as they are sent. */

import type { SeatChoice } from "../server/messages";

export type Opponent = "computer" | "screen" | "link";
export type Starter = "lot" | "me" | "they";
export type ClockName = "none" | "5+3" | "10+5" | "own";
export type SeatKind = "me" | "here" | "link" | "computer";

export interface Setup {
  variant: string;
  opponent: Opponent;
  level: number;
  starter: Starter;
  clock: ClockName;
  minutes: number;
  increment: number;
  /** Who sits where, in games of more than two; the first list entry is seat 1. */
  seats: SeatKind[];
}

export const fresh = (variant: string): Setup => ({
  variant,
  opponent: "computer",
  level: 3,
  starter: "lot",
  clock: "none",
  minutes: 15,
  increment: 10,
  seats: ["me", "computer", "computer", "computer"],
});

const oneOf = <Value>(value: unknown, options: readonly Value[], otherwise: Value): Value =>
  options.includes(value as Value) ? (value as Value) : otherwise;

const within = (value: unknown, least: number, most: number, otherwise: number): number =>
  typeof value === "number" && Number.isFinite(value) ? Math.min(most, Math.max(least, Math.round(value))) : otherwise;

/** Reads a remembered choice; whatever no longer fits falls back to the ordinary one. */
export function restored(kept: unknown, variants: readonly string[], levels = 9): Setup {
  const ordinary = fresh(variants[0] ?? "");
  if (typeof kept !== "object" || kept === null) return ordinary;
  const was = kept as Record<string, unknown>;
  const seats = Array.isArray(was.seats) ? was.seats : [];
  return {
    variant: oneOf(was.variant, variants, ordinary.variant),
    opponent: oneOf(was.opponent, ["computer", "screen", "link"] as const, ordinary.opponent),
    level: within(was.level, 1, levels, ordinary.level),
    starter: oneOf(was.starter, ["lot", "me", "they"] as const, ordinary.starter),
    clock: oneOf(was.clock, ["none", "5+3", "10+5", "own"] as const, ordinary.clock),
    minutes: within(was.minutes, 1, 180, ordinary.minutes),
    increment: within(was.increment, 0, 60, ordinary.increment),
    seats: ordinary.seats.map((seat, at) => oneOf(seats[at], ["me", "here", "link", "computer"] as const, seat)),
  };
}

/** Main time and increment in seconds, or nothing. */
export function clockOf(setup: Setup): { main: number; increment: number } | null {
  if (setup.clock === "none") return null;
  if (setup.clock === "own") return { main: setup.minutes * 60, increment: setup.increment };
  const [main = 0, increment = 0] = setup.clock.split("+").map(Number);
  return { main: main * 60, increment };
}

/**
 * The seats as the server wants them: myself first where there are two, in order of play where there are more. `others`
 * are the names of those at the same screen, by seat.
 */
export function seatsOf(setup: Setup, players: number, name = "", others: readonly string[] = []): SeatChoice[] {
  if (players > 2) {
    return setup.seats.slice(0, players).map((kind, at) => {
      if (kind === "computer") return { kind, level: setup.level };
      return kind === "link" ? { kind } : { kind: "here", name: kind === "me" ? name : (others[at] ?? "") };
    });
  }
  const other: Record<Opponent, SeatChoice> = {
    computer: { kind: "computer", level: setup.level },
    screen: { kind: "here", name: others[1] ?? "" },
    link: { kind: "link" },
  };
  return [{ kind: "here", name }, other[setup.opponent]];
}

/** The listed seat that plays first, 0 for a random one. */
export function startsOf(setup: Setup, players: number): number {
  if (setup.starter === "lot") return 0;
  if (players === 2) return setup.starter === "me" ? 1 : 2;
  const me = setup.seats.slice(0, players).indexOf("me");
  return me < 0 ? 1 : me + 1;
}
