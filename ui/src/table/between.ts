/** The scene in the middle of a turn: what the touches so far have made of the last position. */

import { replay } from "../board/timeline";
import type { Motion, Scene } from "../server/contract";

/** The scene after all touches so far, each of which may have moved something. */
export const midTurn = (scene: Scene, stages: Motion[][]): Scene => stages.reduce(between, scene);

/**
 * The scene after the motions of an unfinished turn. The server sends none for it, and the places cut into a slab that
 * was moved have other names where it stands now: they go along, called as the marbles lying on them are.
 */
export function between(scene: Scene, motions: Motion[]): Scene {
  const after = replay(scene, motions);
  const moved = motions.filter((motion) => motion.thing === "slab");
  if (moved.length === 0) return after;
  const stood = new Map(scene.slabs.map((slab) => [slab.id, slab.at]));
  const stands = new Map(after.slabs.map((slab) => [slab.id, slab.at]));
  const renamed = new Map(
    motions.filter((motion) => (motion.thing ?? "marble") === "marble").map((motion) => [motion.what, motion.to]),
  );
  const places = scene.places.map((place) => {
    const motion = moved.find((each) => each.what === place.on);
    const [from, to] = motion ? [stood.get(motion.what), stands.get(motion.to)] : [];
    if (!motion || !from || !to) return place;
    const [x, y, z] = place.at;
    const at: typeof place.at = [x + to[0] - from[0], y + to[1] - from[1], z + to[2] - from[2]];
    return { ...place, id: renamed.get(place.id) ?? `${motion.to}/${place.id}`, on: motion.to, at };
  });
  return { ...after, places };
}
