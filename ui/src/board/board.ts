/** The board on the page: shows scenes, plays motions, lights what may be touched. Knows no game and no rule. */
import { Actors } from "./actors";
import { Breath } from "./breath";
import type { Enlarged, Padding } from "./camera";
import { Clock } from "./clock";
import { inOut, mix } from "./curves";
import { Effects } from "./effects";
import { Finder } from "./finder";
import { spare, seat } from "./framing";
import { Hand } from "./hand";
import { Layout } from "./layout";
import type { BoardOptions, Theme } from "./options";
import type { Playing, Waiting } from "./player";
import { Player } from "./player";
import type { QualityChoice } from "./quality";
import { Quality } from "./quality";
import { replay } from "./replay";
import type { Motion, Scene } from "./scene";
import type { Lit } from "./signals";
import { leanLights, signals } from "./signals";
import { Stage } from "./stage";
import { bothPlaces, plan } from "./timeline";
import type { Spot } from "./viewpoint";
import { Viewpoint } from "./viewpoint";

export class Board {
  private readonly stage: Stage;
  private readonly actors = new Actors();
  private readonly clock: Clock;
  private readonly hand: Hand;
  private readonly view: Viewpoint;
  private readonly quality: Quality;
  private readonly effects: Effects;
  private readonly finder: Finder;
  private readonly breath: Breath;
  private scene: Scene | null = null;
  private layout: Layout | null = null;
  private theme: Theme;
  private reduced: boolean;
  private lit: Lit[] = [];
  private ways: readonly (readonly string[])[] = [];
  private playing: Playing | null = null;
  private readonly waiting: Waiting[] = [];
  private degrees = 0;
  private breathing = false;
  private compiling = false;
  /** Fulfilled when the shaders of what is shown are ready: drawing then holds nothing up. */
  prepared: Promise<void> = Promise.resolve();
  private gone = false;

  /** Whether this browser can draw it at all. */
  static supported(): boolean {
    try {
      return !!document.createElement("canvas").getContext("webgl2");
    } catch {
      return false;
    }
  }

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly options: BoardOptions,
  ) {
    this.stage = new Stage(canvas, () => this.clock.ask(), options.plain ?? false);
    this.clock = new Clock(
      () => performance.now(),
      () => {
        if (!options.manual) this.frame();
      },
    );
    this.hand = new Hand(this.actors, this.clock);
    this.view = new Viewpoint(options.side ?? 1, options.narrow ?? false, options.padding ?? null);
    this.quality = new Quality(options.ratio, this.stage.software, (ratio) => options.onSlow?.(ratio));
    this.quality.choose(options.quality ?? "auto", options.borne ?? 0);
    this.effects = new Effects(this.clock);
    this.finder = new Finder(this.actors, this.view, this.stage);
    this.breath = new Breath(
      this.stage,
      () => !this.playing && !this.clock.running && !this.compiling && !!this.layout,
    );
    this.theme = options.theme;
    this.reduced = options.reducedMotion ?? false;
    this.stage.theme(this.theme);
    this.resize();
  }

  // ------------------------------------------------------------------------------------------------ scenes

  /** Shows a scene at once, or with marbles gliding to where they now lie. Ends whatever was playing. */
  show(scene: Scene, glide = false): void {
    this.skip();
    this.place(scene, glide && !this.reduced);
  }

  private place(scene: Scene, glide: boolean): void {
    const first = this.scene === null || this.scene.game !== scene.game || this.scene.variant !== scene.variant;
    const { view, stage } = this;
    this.scene = scene;
    const layout = (this.layout = this.finder.layout = new Layout(scene));
    if (first) view.reset(scene);
    stage.face(seat(scene, view.side));
    const fresh = stage.construct(layout, view.narrow, view.letters(scene));
    const was = this.degrees;
    this.degrees = scene.tilt?.degrees ?? 0;
    const moved = this.actors.fit(layout, view.turning, view.narrow);
    if (glide) {
      this.hand.settle(moved);
      const to = this.degrees;
      if (was !== to && !first) this.clock.run(300, (t) => (this.degrees = mix(was, to, inOut(t))));
    }
    this.hand.take(this.hand.held, layout, true);
    if (fresh && !this.compiling) this.compile();
    this.clock.ask();
  }

  /** Compiles the shaders without blocking the page; the first frame waits for them. */
  private compile(): void {
    this.compiling = true;
    this.stage.drawMarbles(this.actors.balls.values());
    this.prepared = this.stage.compile().then(() => {
      this.compiling = false;
      this.clock.ask();
    });
  }

  /**
   * Plays motions and then shows the scene after them; plays asked for meanwhile wait their turn. Without a scene the
   * board goes on from what the motions themselves make of the present one (a turn that is not over yet).
   */
  play(motions: Motion[], after: Scene | null = null): Promise<void> {
    return new Promise((done) => {
      if (!this.scene || this.gone) {
        if (after && !this.gone) this.place(after, false);
        done();
        return;
      }
      this.waiting.push({ motions, after, done });
      if (!this.playing) this.next();
    });
  }

  /** Ends what is playing, and all that waits, at once. */
  skip(): void {
    while (this.playing || this.waiting.length) {
      if (!this.playing) this.next();
      if (this.playing) this.finish();
    }
    this.clock.finish();
  }

  private next(): void {
    const wanted = this.waiting.shift();
    const { scene, layout, view } = this;
    if (!wanted || !scene || !layout) return;
    const after = wanted.after ?? replay(scene, wanted.motions);
    this.clock.finish();
    this.hand.swap(wanted.motions, layout);
    const made = plan(wanted.motions, scene, wanted.after, this.reduced, this.hand.carried);
    this.hand.release(made.tracks, layout);
    const both = new Layout({ ...after, places: bothPlaces(scene, after) });
    for (const track of made.tracks) {
      const slab = track.thing === "slab" ? both.slabs.get(track.end) : undefined;
      if (slab) track.to = both.stand(slab);
    }
    this.playing = {
      player: new Player(made, this.actors, both, view.turning, view.narrow),
      start: this.clock.now(),
      after,
      from: this.degrees,
      to: after.tilt?.degrees ?? 0,
      hush: this.options.onCues?.(made.cues),
      done: wanted.done,
    };
    this.clock.ask();
  }

  private finish(): void {
    const { player, after, hush, done } = this.playing!;
    player.at(player.plan.length + 1);
    hush?.();
    this.playing = null;
    // Actors are found again by the places they have come to.
    this.actors.balls = new Map([...this.actors.balls.values()].map((b) => [b.place, b]));
    this.place(after, false);
    done();
  }

  // ------------------------------------------------------------------------------------------------ light

  /** Lights what may be touched; replaces what was lit before. */
  light(lights: Lit[]): void {
    const hinted = lights.some((l) => l.state === "hint") && !this.lit.some((l) => l.state === "hint");
    this.lit = lights;
    if (hinted) this.effects.hinting();
    this.hand.press(new Set(lights.filter((l) => l.state === "pressed").map((l) => l.handle)));
    this.clock.ask();
    this.pulse();
  }

  /** Draws ways that a marble goes or would go, by places; replaces those drawn before. */
  trace(ways: readonly (readonly string[])[]): void {
    if (!ways.length && !this.ways.length) return;
    this.ways = ways;
    this.clock.ask();
  }

  /** Whether lit rings breathe while nothing else moves: only on one's own turn. */
  breathe(on: boolean): void {
    this.breathing = on;
    this.pulse();
  }

  /** Shakes the light of what was refused. */
  refuse(): void {
    this.effects.refuse();
  }

  /** Lifts a marble or slabs into the hand, by handle or id, or puts everything back. */
  lift(handles: string | readonly string[] | null): void {
    if (!this.layout) return;
    const wanted = handles === null ? [] : typeof handles === "string" ? [handles] : handles;
    this.hand.take(
      wanted.flatMap((h) => this.finder.id(h) ?? []),
      this.layout,
      this.reduced,
    );
  }

  /** Lets what is in hand follow a pointer, given in CSS pixels of the canvas. */
  carry(x: number, y: number): void {
    if (!this.layout || this.playing) return;
    const height = this.hand.carryHeight(this.layout);
    const at = height === null ? null : this.view.point(this.stage, x, y, height);
    if (at) this.hand.carry(at, this.stage.lean, this.layout);
    this.clock.ask();
  }

  /** Lets what was carried go back over its place. */
  putDown(): void {
    if (this.layout) this.hand.putDown(this.layout, this.reduced);
  }

  /** The board trembles: its weight lies on the other side. */
  tremble(): void {
    if (this.scene?.tilt && !this.reduced) this.effects.tremble();
  }

  /** The marbles of the winner gleam one after another. */
  glint(player: number): void {
    const own = [...this.actors.balls.values()].filter((b) => b.marble.owner === player);
    if (!this.reduced && own.length) this.effects.glint(own);
  }

  // ------------------------------------------------------------------------------------------------ view

  /** Turns the board by a finger's way, in CSS pixels. */
  turn(dx: number, dy: number): void {
    this.view.turning.by(dx, dy, this.clock.now());
    this.view.moved = true;
    this.clock.ask();
  }

  /** Draws the board from so many degrees beside and above where the camera belongs. */
  drawFrom(yaw: number, pitch: number): void {
    if (this.scene) this.view.stray(this.scene, yaw, pitch);
    this.draw();
  }

  /** Fulfilled when the machine has done all drawing it was told to do; nothing is held up by waiting for it. */
  drawn(): Promise<void> {
    return this.stage.drawn();
  }

  /** Glides back to where the camera belongs. */
  resetCamera(): void {
    if (this.scene) this.view.glideHome(this.scene, this.clock, this.reduced ? 1 : 420, () => this.rest());
  }

  /** Signs look at the viewer again once the camera rests. */
  private rest(): void {
    this.view.moved = false;
    const turn = this.actors.face(this.view.turning);
    this.clock.run(this.reduced ? 1 : 420, (t) => turn(inOut(t)));
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    this.stage.theme(theme);
    this.clock.ask();
  }

  setSide(side: number): void {
    if (side === this.view.side) return;
    this.view.side = side;
    this.again();
  }

  setNarrow(narrow: boolean, padding: Padding | null = null): void {
    const same = narrow === this.view.narrow;
    Object.assign(this.view, { narrow, padding });
    if (same) this.clock.ask();
    else this.again();
  }

  /** Draws as finely as chosen, or as this machine was found to bear. */
  setQuality(choice: QualityChoice, borne: number): void {
    const before = this.quality.ratio;
    this.quality.choose(choice, borne);
    if (this.quality.ratio !== before) this.resize(this.view.size.width, this.view.size.height);
    this.pulse();
  }

  /** Shows a part of the picture enlarged. */
  setZoom(zoom: Enlarged): void {
    this.view.zoom = zoom;
    this.clock.ask();
  }

  setReducedMotion(reduced: boolean): void {
    this.reduced = reduced;
    this.pulse();
  }

  private again(): void {
    if (!this.scene) return;
    this.skip();
    this.view.reset(this.scene);
    this.place(this.scene, false);
  }

  /** Takes the size of the canvas on the page (or another). */
  resize(width = this.canvas.clientWidth, height = this.canvas.clientHeight): void {
    this.view.size = { width: Math.max(1, width), height: Math.max(1, height) };
    this.stage.resize(this.view.size, this.quality.ratio);
    // A canvas that changes its size is empty: it is drawn again before the page is.
    if (this.layout && !this.compiling) this.draw();
  }

  /** Where a handle is on the page: its middle and the radius of a finger's aim. */
  project(handle: string): Spot | null {
    return this.finder.spot(handle);
  }

  // ------------------------------------------------------------------------------------------------ time

  private frame(): void {
    if (this.gone || this.compiling || !this.layout) return;
    const now = this.clock.now();
    this.clock.step();
    if (this.playing) this.advance(now, this.playing);
    let coasts = false;
    if (this.view.moved && !this.playing) {
      coasts = this.view.turning.coast(now);
      if (!coasts) this.rest();
    }
    const busy = coasts || this.clock.running || this.playing !== null;
    this.draw();
    if (this.quality.note(now, busy)) this.resize(this.view.size.width, this.view.size.height);
    if (busy) this.clock.ask();
  }

  private advance(now: number, playing: Playing): void {
    const { player, start, from, to } = playing;
    const moving = player.at(now - start);
    if (player.tilts) this.degrees = mix(from, to, player.tipped);
    if (moving) return;
    this.finish();
    if (!this.playing && this.waiting.length) this.next();
  }

  /** Draws what there is now. */
  draw(): void {
    const { layout, stage, scene, playing } = this;
    if (!layout || !scene) return;
    stage.tilt(this.degrees + this.effects.shiver, scene.tilt?.pivot ?? [0, 0, 0]);
    const balls = [...this.actors.balls.values()];
    stage.drawMarbles(stage.close ? balls.filter((ball) => !spare(layout, ball)) : balls);
    stage.drawPieces(this.actors.pieces.values(), layout);
    this.view.look(stage, scene);
    const { lights, ghosts, wires, beads } = signals({
      layout,
      theme: this.theme,
      balls: this.actors.balls,
      pieces: this.actors.pieces,
      lit: playing ? [] : this.lit,
      ways: playing ? [] : this.ways,
      hint: this.effects.hint,
      shake: this.effects.shake,
      marks: !playing,
      seen: this.finder.seen,
    });
    if (scene.tilt) {
      leanLights(lights, stage.lean, (l) => layout.faceAt(l.at.x, l.at.z)?.slab.fixed === false);
      for (const round of [...ghosts, ...wires, ...beads]) round.at.applyMatrix4(stage.lean);
    }
    stage.drawSignals(lights, ghosts, wires, beads);
    stage.render();
    this.options.onFrame?.();
  }

  private pulse(): void {
    const { breathing, reduced, gone, quality } = this;
    this.breath.set(breathing && !reduced && !gone && quality.rich && this.lit.some((l) => l.state === "may"));
  }

  dispose(): void {
    this.gone = true;
    this.clock.stop();
    this.breath.set(false);
    this.playing?.hush?.();
    for (const { done } of [...(this.playing ? [this.playing] : []), ...this.waiting]) done();
    this.playing = null;
    this.waiting.length = 0;
    this.stage.dispose();
  }
}
