/** What one player has announced to the one who is to move, in games where players have roles. */

import { sentences } from "../lib/sentences.svelte";
import type { Scene } from "../board";
import type { Playable } from "./playable";

export interface Announced {
  /** Who announced it. */
  player: number;
  who: string;
  what: string;
  all: number;
  done: number;
}

/** The player who may announce something, or 0. */
export const announcerIn = (scene: Scene | null): number =>
  scene?.players.find((player) => player.role && !player.to_move)?.number ?? 0;

/** What is announced now; one is what is played without a word. */
export function announcementOf(game: Playable): Announced | null {
  const all = game.scene?.counts.find((count) => count.name === "announced")?.value ?? 0;
  if (all < 2) return null;
  const jumped = game.mine ? Math.max(0, game.hand.touches.length - 1) : 0;
  const player = announcerIn(game.scene);
  return {
    player,
    who: game.spoken([{ key: "announces", players: { name: player } }]),
    what: sentences.say("announced", { jumps: all }),
    all,
    done: Math.min(all, jumped + 1),
  };
}
