/** Pictures of boards, for cards: one renderer draws them all, one after another. */
import { Board } from "./board";
import type { Padding } from "./camera";
import { Layout } from "./layout";
import type { Theme } from "./options";
import type { Scene } from "./scene";

/** What is to be drawn, and how large. */
export interface Subject {
  scene: Scene;
  theme: Theme;
  width: number;
  height: number;
  padding: Padding;
}

let shared: { board: Board; canvas: HTMLCanvasElement } | null = null;
let last: Subject | null = null;
let queue: Promise<unknown> = Promise.resolve();
let rest = 0;
/** How long the renderer is kept for the next picture. */
const KEPT = 20_000;

/** Draws a scene without what stands beside the board and copies it into a canvas of its own. */
export async function picture(subject: Subject): Promise<HTMLCanvasElement> {
  const seen = await glimpse(subject, () => ({ yaw: 0, pitch: 0 }));
  const copy = document.createElement("canvas");
  copy.width = seen.width;
  copy.height = seen.height;
  copy.getContext("2d")!.drawImage(seen, 0, 0);
  seen.close();
  return copy;
}

/**
 * The same seen from some degrees beside and above, as told when its turn has come. Fulfilled when it is drawn, however
 * long that takes: a caller that waits for it never has two under way, and copying it blocks nothing.
 */
export function glimpse(subject: Subject, from: () => { yaw: number; pitch: number }): Promise<ImageBitmap> {
  return turn(async () => {
    const { board, canvas } = await pose(subject);
    const { yaw, pitch } = from();
    board.drawFrom(yaw, pitch);
    const seen = createImageBitmap(canvas);
    await board.drawn();
    return seen;
  });
}

/** One after another; an error of one does not stop the next. */
function turn<T>(draw: () => Promise<T>): Promise<T> {
  const made = queue.then(draw);
  queue = made.catch(() => undefined);
  return made;
}

/** Sets the board up for a subject, unless it is the one it was set up for last. */
async function pose(subject: Subject): Promise<{ board: Board; canvas: HTMLCanvasElement }> {
  clearTimeout(rest);
  const { scene, theme, width, height, padding } = subject;
  if (!shared) {
    const canvas = document.createElement("canvas");
    shared = { canvas, board: new Board(canvas, { theme, reducedMotion: true, padding, manual: true }) };
    last = null;
  }
  const { board } = shared;
  if (!last || !same(last, subject)) {
    last = subject;
    board.setTheme(theme);
    board.setNarrow(false, padding);
    board.resize(width, height);
    board.show(alone(scene));
    await board.prepared;
  }
  // The renderer is given back once no more pictures are asked for.
  rest = window.setTimeout(() => {
    shared?.board.dispose();
    shared = null;
  }, KEPT);
  return shared;
}

const same = (a: Subject, b: Subject): boolean =>
  a.scene === b.scene && a.theme === b.theme && a.width === b.width && a.height === b.height;

/** The board by itself: no cups, no side trays, no traces of the last move. */
function alone(scene: Scene): Scene {
  const layout = new Layout(scene);
  return {
    ...scene,
    slabs: scene.slabs.filter((s) => !layout.apart(s.id)),
    places: scene.places.filter((p) => !layout.aside(p.id)),
    marbles: scene.marbles.filter((m) => !layout.aside(m.place)),
    stores: scene.stores.filter((s) => !s.seats.some((id) => layout.aside(id))),
    marks: [],
  };
}
