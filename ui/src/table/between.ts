/** The scene in the middle of a turn: what the touches so far have made of the last position. */

import { replay } from "../board/replay";
import type { Motion, Scene } from "../board";

/** The scene after all touches so far, each of which may have moved something. The server sends none for it. */
export const midTurn = (scene: Scene, stages: Motion[][]): Scene => stages.reduce(replay, scene);
