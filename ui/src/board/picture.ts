/** Still pictures of boards, for cards: one renderer draws them all, one after another. */
import { Board } from "./board";
import type { Padding } from "./camera";
import { Layout } from "./layout";
import type { Scene, Theme } from "./scene";

let shared: { board: Board; canvas: HTMLCanvasElement } | null = null;
let queue: Promise<unknown> = Promise.resolve();
let rest = 0;

/** Draws a scene without what stands beside the board and copies it into a canvas of its own. */
export function picture(
  scene: Scene,
  width: number,
  height: number,
  theme: Theme,
  padding: Padding = [10, 12, 10, 12],
): Promise<HTMLCanvasElement> {
  const made = queue.then(() => draw(scene, width, height, theme, padding));
  queue = made.catch(() => undefined);
  return made;
}

function draw(scene: Scene, width: number, height: number, theme: Theme, padding: Padding): HTMLCanvasElement {
  clearTimeout(rest);
  if (!shared) {
    const canvas = document.createElement("canvas");
    shared = { canvas, board: new Board(canvas, { theme, reducedMotion: true, padding }) };
  }
  const { board, canvas } = shared;
  board.setTheme(theme);
  board.setNarrow(false, padding);
  board.resize(width, height);
  board.show(alone(scene));
  board.draw();
  const copy = document.createElement("canvas");
  copy.width = canvas.width;
  copy.height = canvas.height;
  copy.getContext("2d")!.drawImage(canvas, 0, 0);
  // The renderer is given back once no more pictures are asked for.
  rest = window.setTimeout(() => {
    shared?.board.dispose();
    shared = null;
  }, 20000);
  return copy;
}

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
