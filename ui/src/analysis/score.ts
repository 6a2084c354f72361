/** Scores in words. */

import { sentences, t } from "../lib/sentences.svelte";
import type { Sentence } from "../server/messages";

/** What a score means, by the name of who wins where somebody does. It is given for the player to move. */
export function verdict(
  said: readonly Sentence[],
  player: number,
  players: number,
  name: (player: number) => string,
): string {
  const first = said[0];
  if (!first) return "";
  const key = first.key;
  const count = first.params?.count;
  const lost = key === "score.loss" || key === "score.lost";
  const winner = key === "score.win" || key === "score.won" ? player : lost && players === 2 ? 3 - player : 0;
  if (winner && typeof count === "number") return t("page.analysis.wins.in", { name: name(winner), count });
  if (winner) return t("page.analysis.wins", { name: name(winner) });
  if (key === "score.draw") return t("page.analysis.drawn");
  const told = said.map((one) => sentences.tell(one, name)).join(" ");
  return key === "score.left" ? told : t("page.analysis.stands", { name: name(player), score: told });
}
