/** What handles are called. */

import { capital } from "../lib/fill";
import { sentences } from "../lib/sentences.svelte";
import type { Scene } from "../board";
import type { Gestures } from "../server/messages";
import { onBoard } from "./anchors";
import type { Playable } from "./playable";

export interface PlainButton {
  handle: string;
  /** What it does, in words. */
  label: string;
  /** What is written on it: one of several alike shows only what sets it apart ("announce:3" is 3). */
  short: string;
  main: boolean;
}

const kindOf = (handle: string): string => handle.slice(0, Math.max(0, handle.lastIndexOf(":")));

/** Handles that may be touched and lie nowhere on the board: plain buttons. */
export function plainButtons(game: Playable): PlainButton[] {
  const scene = game.scene;
  if (!scene) return [];
  const off = game.may.filter((handle) => !onBoard(handle, scene));
  return off.map((handle) => {
    const label = game.labelOf(handle);
    const kind = kindOf(handle);
    const alike = kind && off.filter((other) => kindOf(other) === kind).length > 1;
    return {
      handle,
      label,
      short: alike ? handle.slice(kind.length + 1) : label,
      main: handle === "done" || handle === "pass",
    };
  });
}

/** What a handle is called: as the server names it, else by what lies there. */
export function labelOf(
  handle: string,
  gestures: Gestures | null | undefined,
  scene: Scene | null,
  reader: number,
): string {
  const label = gestures?.labels?.[handle];
  return capital(label ? sentences.tell(label, () => "") : plain(handle, scene, reader));
}

function plain(handle: string, scene: Scene | null, reader: number): string {
  const marble = scene?.marbles.find((each) => each.place === handle);
  const owner = !marble?.owner ? "" : marble.owner === reader ? ".own" : `.${marble.matter}`;
  const key = marble ? `handle.marble${owner}` : "handle.place";
  return sentences.say(sentences.own(key, scene?.game ?? ""), { place: handle }, handle);
}
