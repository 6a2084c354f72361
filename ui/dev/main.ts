/** Shows one fixture: ?scene=quits&theme=dark&w=900&h=740&narrow=1&lit=a1,arrow:3>&lift=c3&side=2&at=200&overlay=1 */
import type { Motion, Scene, State, Theme } from "../src/board";
import { Board, picture } from "../src/board";

const ask = new URLSearchParams(location.search);
const load = async <T>(name: string): Promise<T> => (await (await fetch(`./fixtures/${name}.json`)).json()) as T;
const [width, height] = [Number(ask.get("w") ?? 900), Number(ask.get("h") ?? 740)];
const theme = (ask.get("theme") ?? "light") as Theme;
const list = (key: string) => (ask.get(key) ?? "").split(",").filter(Boolean);

document.body.classList.toggle("dark", theme === "dark");
const canvas = document.querySelector("canvas")!;
canvas.style.cssText = `width:${width}px;height:${height}px`;

async function main(): Promise<void> {
  const name = ask.get("scene") ?? "pylos";
  if (ask.has("cards")) {
    canvas.remove();
    for (const [i, card] of ["pylos", "quits-four", "balanx", "bilitaire"].entries()) {
      const copy = await picture({
        scene: await load<Scene>(card),
        theme,
        width: 410,
        height: 270,
        padding: [10, 12, 10, 12],
      });
      copy.style.cssText = `position:absolute;width:410px;height:270px;left:${(i % 2) * 430}px;top:${Math.floor(i / 2) * 300}px`;
      document.body.append(copy);
    }
    document.title = "done";
    return;
  }
  let clock = 0;
  const at = ask.get("at");
  const now = at === null ? undefined : () => clock;
  const board = new Board(canvas, {
    theme,
    narrow: ask.has("narrow"),
    side: Number(ask.get("side") ?? 1),
    reducedMotion: ask.has("reduced"),
    now,
    ratio: Number(ask.get("ratio") ?? 1),
  });
  Object.assign(window, { board });
  if (at === null) board.show(await load<Scene>(name));
  else {
    const { before, motions, after } = await load<{ before: Scene; motions: Motion[]; after: Scene }>(name);
    board.show(before);
    board.lift(ask.get("lift"));
    clock = 1000;
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    void board.play(motions, after);
    const advance = (ms: number): void => {
      clock = 1000 + ms;
      (board as unknown as { frame(): void }).frame();
    };
    Object.assign(window, { advance });
    clock += Number(at);
  }
  board.light([
    ...["may", "hover", "pressed", "selected", "hint"].flatMap((s) =>
      list(s).map((handle) => ({ handle, state: s as State })),
    ),
  ]);
  board.trail(list("trail"));
  if (at === null) board.lift(ask.get("lift"));
  if (ask.has("yaw")) board.turn(-Number(ask.get("yaw")) / 0.35, 0);
  await new Promise((done) => setTimeout(done, Number(ask.get("wait") ?? 700)));
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  if (ask.has("overlay")) {
    for (const handle of list("overlay")) {
      const spot = board.project(handle);
      if (!spot) continue;
      const dot = document.createElement("i");
      dot.style.cssText = `left:${spot.x - spot.r}px;top:${spot.y - spot.r}px;width:${2 * spot.r}px;height:${2 * spot.r}px`;
      document.body.append(dot);
    }
  }
  document.title = `done ${board.calls} calls`;
}

void main();
