/** A turn prepared while others move: touches, without any rule. What they can do is seen when the turn comes. */

import type { Scene } from "../board";

/** Touches that are kept at most: the longest chains of jumps are shorter. */
const MOST = 12;

/** What can be touched to prepare a turn: what a player handles, and where it can go. */
export function preparable(scene: Scene, player: number): string[] {
  const role = scene.players.find((each) => each.number === player)?.role;
  const named = (kind: string) => scene.places.filter((place) => (place.kind === "slot") === (kind === "slot"));
  if (role === "trays")
    return [
      ...scene.slabs.filter((slab) => slab.kind === "tray" && !slab.beside).map((slab) => slab.id.replace("-", ":")),
      ...named("slot").map((place) => `slot:${place.id}`),
    ];
  return [
    ...named("place")
      .filter((place) => place.kind !== "seat" && place.open)
      .map((place) => place.id),
    ...scene.arrows.map((arrow) => `arrow:${arrow.id}`),
    ...scene.stores
      .filter((store) => store.kind === "reserve" && store.owner === player)
      .map((store) => `${store.kind}:${store.owner}`),
  ];
}

/**
 * The touches prepared after one more. What can be taken into the hand begins a turn, a free place goes on with one that
 * began so; touched again, the last one is taken out. Nothing for what belongs to somebody else.
 */
export function prepareWith(
  before: readonly string[],
  handle: string,
  scene: Scene,
  player: number,
): readonly string[] | null {
  if (before.at(-1) === handle) return before.slice(0, -1);
  const marble = scene.marbles.find((each) => each.place === handle);
  if (marble && marble.owner && marble.owner !== player) return null;
  const free = !marble && (!handle.includes(":") || handle.startsWith("slot:"));
  const first = before[0];
  const held = first !== undefined && isThing(first, scene);
  return free && held && before.length < MOST ? [...before, handle] : [handle];
}

/** Whether a handle is something that a hand can take: a marble, a tray, a reserve. */
const isThing = (handle: string, scene: Scene): boolean =>
  scene.marbles.some((marble) => marble.place === handle) || /^(?!slot:|arrow:).+:/.test(handle);
