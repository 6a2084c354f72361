/**
 * The pictures on the cards: boards in space, drawn one after another by one renderer while the page is idle, and kept
 * for the next visit. Cards show flat boards until a picture is there, and where drawing in space would be slow.
 */

import { SvelteMap } from "svelte/reactivity";
import type { Padding, Subject } from "../board";
import type { Theme } from "../lib/settings.svelte";
import type { GameView } from "../server/games.svelte";

const WIDTH = 420;
const HEIGHT = 290;
/** Room round the board for its shadow. */
const PADDING: Padding = [4, 9, 20, 9];
const STORE = "billes-portraits";
const drawn = new SvelteMap<string, string>();
const asked = new Set<string>();
let queue: Promise<unknown> = Promise.resolve();

/** What the picture of a game shows. */
export const subjectOf = (game: GameView, theme: Theme): Subject => ({
  scene: game.scene,
  theme,
  width: WIDTH,
  height: HEIGHT,
  padding: PADDING,
});

/** The address of a game's picture in a theme; nothing until it is drawn. */
export function portrait(game: GameView, theme: Theme): string | null {
  // Whatever draws differently must have another name: the renderer's sources are part of it.
  const key = `/portrait/${__BOARD__}/${theme}/${game.id}/${encodeURIComponent(game.scene.text)}`;
  if (!asked.has(key)) {
    asked.add(key);
    queue = queue.then(() => draw(game, theme, key)).catch(() => undefined);
  }
  return drawn.get(key) ?? null;
}

async function draw(game: GameView, theme: Theme, key: string): Promise<void> {
  const blob = (await kept(key)) ?? (await paint(game, theme, key));
  if (blob) drawn.set(key, URL.createObjectURL(blob));
}

async function paint(game: GameView, theme: Theme, key: string): Promise<Blob | null> {
  const { Board, picture } = await import("../board");
  if (!Board.supported()) return null;
  // On a machine without a graphics card a picture takes its time: the page may be touched in between.
  await new Promise((done) =>
    "requestIdleCallback" in window ? requestIdleCallback(done, { timeout: 2000 }) : setTimeout(done, 50),
  );
  const canvas = await picture(subjectOf(game, theme));
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/webp", 0.92));
  if (blob) await keep(key, blob);
  return blob;
}

async function kept(key: string): Promise<Blob | null> {
  try {
    return (await (await (await caches.open(STORE)).match(key))?.blob()) ?? null;
  } catch {
    return null; // there is no such store outside secure pages
  }
}

async function keep(key: string, blob: Blob): Promise<void> {
  try {
    const store = await caches.open(STORE);
    for (const old of await store.keys())
      if (!new URL(old.url).pathname.startsWith(`/portrait/${__BOARD__}/`)) await store.delete(old);
    await store.put(key, new Response(blob));
  } catch {
    // Then it is drawn again next time.
  }
}
