/** Plays whole games on a small canvas and checks after every move that things lie where the scene says.
 * smoke.html?games=g-quits-four,g-balanx-standard&narrow=1&reduced=1; trouble is listed in window.trouble. */
import type { Motion, Scene } from "../src/board";
import { Board } from "../src/board";

interface Step {
  motions: Motion[];
  after: Scene;
  move: string;
}

interface Inside {
  actors: {
    balls: Map<
      string,
      { place: string; at: { x: number; y: number; z: number }; fade: number; marble: { matter: string } }
    >;
    pieces: Map<string, { at: { x: number; y: number; z: number } }>;
  };
  frame(): void;
}

const ask = new URLSearchParams(location.search);
const trouble: string[] = [];

async function run(name: string): Promise<void> {
  const { first, steps } = (await (await fetch(`./fixtures/${name}.json`)).json()) as { first: Scene; steps: Step[] };
  let clock = 0;
  const canvas = document.querySelector("canvas")!;
  const board = new Board(canvas, {
    theme: "dark",
    narrow: ask.has("narrow"),
    reducedMotion: ask.has("reduced"),
    now: () => clock,
    ratio: 1,
  });
  const inside = board as unknown as Inside;
  board.show(first);
  await board.ready;
  for (const { motions, after, move } of steps) {
    const from = motions.find((m) => (m.thing ?? "marble") === "marble")?.what ?? null;
    board.lift(from);
    clock += 200;
    inside.frame();
    let over = false;
    void board.play(motions, after).then(() => (over = true));
    for (let i = 0; i < 3; i++) {
      clock += 150;
      inside.frame();
    }
    for (let i = 0; i < 40; i++) {
      clock += 500;
      inside.frame();
      await Promise.resolve();
      if (over) break;
      if (i === 39) trouble.push(`${name} ${move}: never ends`);
    }
    for (const marble of after.marbles) {
      const ball = inside.actors.balls.get(marble.place);
      const place = after.places.find((p) => p.id === marble.place)!;
      if (!ball) trouble.push(`${name} ${move}: no ball on ${marble.place}`);
      else if (ball.marble.matter !== marble.matter) trouble.push(`${name} ${move}: wrong matter on ${marble.place}`);
      else if (Math.hypot(ball.at.x - place.at[0], ball.at.y - place.at[1], ball.at.z - place.at[2]) > 0.001)
        trouble.push(`${name} ${move}: ${marble.place} is elsewhere`);
    }
    if (inside.actors.balls.size !== after.marbles.length)
      trouble.push(`${name} ${move}: ${inside.actors.balls.size} balls`);
  }
  board.dispose();
}

async function main(): Promise<void> {
  for (const name of (ask.get("games") ?? "").split(",")) await run(name);
  document.title = `done ${trouble.length}`;
  Object.assign(window, { trouble });
}

main().catch((error: unknown) => {
  document.title = `done with error ${String(error)}`;
});
