/** All that three.js draws: the renderer, the camera, the wood, the marbles and the lights. Knows no time. */
import type { BufferGeometry, Material } from "three";
import {
  Color,
  Group,
  Matrix4,
  Mesh,
  MeshStandardMaterial,
  PerspectiveCamera,
  Scene as World,
  SphereGeometry,
  TorusGeometry,
  Vector3,
  WebGLRenderer,
} from "three";
import type { Enlarged, Framed, Padding, Pose, Size } from "./camera";
import { axes, frame } from "./camera";
import { MarbleField, weave } from "./field";
import { feetOf, footing } from "./footing";
import { framing } from "./framing";
import type { Layout } from "./layout";
import type { Light as Glow } from "./lights";
import { Lights } from "./lights";
import type { Piece } from "./loose";
import { Loose } from "./loose";
import type { Ball } from "./marbles";
import { Marbles } from "./marbles";
import { brass, felt, wood, WOODS } from "./matters";
import { Atlas, print } from "./prints";
import { Light, RIGS, SUN } from "./rig";
import { ghostMaterial, place, rounds, wireMaterial } from "./rounds";
import type { Theme } from "./options";
import type { Point, Wood } from "./scene";
import type { Foot } from "./shadows";
import { Shadows } from "./shadows";
import type { Round } from "./signals";
import { build, moves } from "./woodwork";

type Timber = Exclude<Wood, "felt">;

/** Milliseconds between two looks at whether the machine is done. */
const POLL = 4;

/** The shorter side of a stage on which places would be too close for a finger if all were shown. */
const SMALL = 520;

export class Stage {
  readonly renderer: WebGLRenderer;
  readonly camera = new PerspectiveCamera(20, 1, 1, 100);
  private readonly world = new World();
  private readonly still = new Group();
  private readonly leaning = new Group();
  private readonly field = new MarbleField();
  private readonly light: Light;
  private readonly marbles = new Marbles(this.field);
  private readonly lights = new Lights();
  private readonly shadows = new Shadows();
  private readonly timbers = new Map<Timber, Material>();
  private readonly felts = new Map<string, Material>();
  private readonly brass: Material;
  private readonly atlas: Atlas;
  private readonly printed: MeshStandardMaterial;
  private readonly loose = new Loose((name) => this.timber(name));
  private readonly ghosts = rounds(new SphereGeometry(1, 40, 24), ghostMaterial());
  private readonly wires = rounds(
    new TorusGeometry(0.97, 0.042, 10, 72).rotateX(Math.PI / 2).translate(0, -0.3, 0),
    wireMaterial(),
  );
  private readonly beads = rounds(new SphereGeometry(1, 14, 10), wireMaterial(), 160);
  private built = "";
  private points: Point[] = [];
  /** Those that a small stage has room for. */
  private closePoints: Point[] = [];
  private size: Size = { width: 1, height: 1 };
  private feet: Foot[] = [];
  private sun = NaN;
  private tilted = "";
  private stood = "";
  readonly lean = new Matrix4();

  /** `redraw` is called when something drawn has changed by itself: a font that came late. `plain`: see `BoardOptions`. */
  constructor(canvas: HTMLCanvasElement, redraw: () => void, plain: boolean) {
    const antialias = !plain;
    this.renderer = new WebGLRenderer({ canvas, antialias, alpha: true, powerPreference: "high-performance" });
    this.renderer.setClearColor(0x000000, 0);
    this.light = new Light(this.world, this.renderer, plain ? 768 : 2048);
    this.atlas = new Atlas(redraw);
    this.brass = brass(this.field);
    Object.assign(this.brass, { polygonOffset: true, polygonOffsetFactor: -1, polygonOffsetUnits: -1 });
    this.printed = weave(
      new MeshStandardMaterial({
        map: this.atlas.texture,
        vertexColors: true,
        transparent: true,
        depthWrite: false,
        roughness: 0.6,
        polygonOffset: true,
        polygonOffsetFactor: -2,
        polygonOffsetUnits: -2,
      }),
      this.field,
      { key: "print" },
    );
    this.leaning.matrixAutoUpdate = false;
    this.world.add(
      this.still,
      this.leaning,
      this.marbles.group,
      this.loose.group,
      this.lights.mesh,
      this.shadows.mesh,
      this.ghosts,
      this.wires,
      this.beads,
    );
    this.face(0);
  }

  private timber(name: Timber): Material {
    let material = this.timbers.get(name);
    if (!material) this.timbers.set(name, (material = wood(this.field, name)));
    return material;
  }

  private felting(name: string): Material {
    let material = this.felts.get(name);
    if (!material) this.felts.set(name, (material = felt(this.field, name)));
    return material;
  }

  /** Turns the light with the seat the board is seen from, so that shadows always fall to the viewer's right. */
  face(degrees: number): void {
    const turned = (degrees * Math.PI) / 180;
    if (turned === this.sun) return;
    this.sun = turned;
    const sun = SUN.clone().applyAxisAngle(new Vector3(0, 1, 0), this.sun);
    this.field.uniforms.uSun.value.copy(sun);
    this.shadows.sun(sun);
    this.world.environmentRotation.set(0, this.sun, 0);
    this.light.turn(sun);
    this.renderer.shadowMap.needsUpdate = true;
  }

  theme(theme: Theme): void {
    this.light.theme(theme);
    this.shadows.theme(RIGS[theme].ground);
  }

  /** Builds the wood of a scene, unless it stands there already (false); `turn` in degrees is the way letters look. */
  construct(layout: Layout, narrow: boolean, turn: number): boolean {
    const { scene } = layout;
    const fixed = scene.slabs.filter((s) => !moves(s));
    const parts = [
      fixed,
      scene.grooves,
      scene.lines,
      scene.labels,
      scene.medals,
      scene.zones,
      scene.felt,
      scene.tilt?.pivot,
      narrow,
      turn,
    ];
    const key = JSON.stringify([...parts, scene.stores.map((s) => s.seats.length)]);
    this.points = framing(layout, narrow);
    this.closePoints = narrow ? framing(layout, narrow, true) : this.points;
    if (key === this.built) {
      this.loose.cut(layout);
      return false;
    }
    this.built = key;
    this.stood = "nothing";
    this.clear();
    const made = build(layout, narrow);
    const printed = print(layout, this.atlas, (turn * Math.PI) / 180, narrow);
    for (const part of ["still", "leaning"] as const) {
      const group = this[part];
      const add = (geometry: BufferGeometry, material: Material, casts: boolean) => {
        const mesh = new Mesh(geometry, material);
        mesh.castShadow = casts;
        mesh.receiveShadow = true;
        // What lies on top is drawn first, so that costly wood under it is never shaded.
        if (part === "leaning") mesh.renderOrder = -1;
        group.add(mesh);
        return mesh;
      };
      const heap = made[part];
      for (const [name, pieces] of heap.woods) if (!pieces.empty) add(pieces.build(), this.timber(name), true);
      if (!heap.felt.empty) add(heap.felt.build(), this.felting(scene.felt), false);
      if (!heap.brass.empty) add(heap.brass.build(), this.brass, false);
      if (!printed[part].empty) add(printed[part].build(), this.printed, false).renderOrder = 2;
    }
    this.loose.cut(layout);
    const under = scene.slabs.find(
      (s) => s.matter !== "felt" && (s.kind === "board" || s.kind === "tile" || s.kind === "tray"),
    );
    const timber = (under?.matter ?? "walnut") as Timber;
    this.field.uniforms.uFloor.value.set(WOODS[timber].light).lerp(new Color(WOODS[timber].dark), 0.5);
    this.feet = footing(layout, narrow);
    const reach = Math.max(...this.points.map((p) => Math.hypot(p[0], p[2])));
    this.light.cover(reach * 1.02);
    this.renderer.shadowMap.needsUpdate = true;
    return true;
  }

  private clear(): void {
    for (const group of [this.still, this.leaning]) {
      for (const mesh of [...group.children] as Mesh[]) {
        mesh.geometry.dispose();
        group.remove(mesh);
      }
    }
    this.loose.clear();
  }

  tilt(degrees: number, pivot: Point): void {
    const key = `${degrees} ${pivot.join(" ")}`;
    if (key === this.tilted) return;
    this.tilted = key;
    const [x, y, z] = pivot;
    this.lean.makeTranslation(x, y, z);
    this.lean.multiply(new Matrix4().makeRotationX((degrees * Math.PI) / 180));
    this.lean.multiply(new Matrix4().makeTranslation(-x, -y, -z));
    this.leaning.matrix.copy(this.lean);
    this.leaning.matrixWorldNeedsUpdate = true;
    this.renderer.shadowMap.needsUpdate = true;
  }

  drawMarbles(balls: Iterable<Ball>): void {
    this.marbles.set(balls, this.lean);
  }

  drawPieces(pieces: Iterable<Piece>, layout: Layout): void {
    const list = [...pieces];
    const key = list
      .map((p) => `${p.at.x.toFixed(3)} ${(p.at.y + p.lift).toFixed(3)} ${p.at.z.toFixed(3)} ${p.fade} ${p.seed}`)
      .join();
    if (key === this.stood) return;
    this.stood = key;
    this.loose.set(list);
    this.shadows.set([...this.feet, ...feetOf(list, layout)]);
    this.renderer.shadowMap.needsUpdate = true;
  }

  drawSignals(lights: Glow[], ghosts: Round[], wires: Round[], beads: Round[]): void {
    this.lights.set(lights);
    place(this.ghosts, ghosts);
    place(this.wires, wires);
    place(this.beads, beads);
  }

  breathe(share: number): void {
    this.lights.breathe(share);
  }

  resize(size: Size, ratio: number): void {
    this.size = size;
    this.renderer.setPixelRatio(ratio);
    this.renderer.setSize(size.width, size.height, false);
    this.camera.aspect = size.width / size.height;
    this.shadows.resize(size.width * ratio, size.height * ratio, ratio);
  }

  /** Whether the picture shows what is played on only. */
  get close(): boolean {
    return this.closePoints !== this.points && Math.min(this.size.width, this.size.height) < SMALL;
  }

  /** Puts the camera where everything fits; gives what it took. */
  look(pose: Pose, padding: Padding, least = 0): Framed {
    const framed = frame(this.close ? this.closePoints : this.points, pose, this.size, padding, least);
    const { right, up, back } = axes(pose.yaw, pose.pitch);
    const camera = this.camera;
    camera.fov = pose.fov;
    camera.position.set(...framed.eye);
    const turn = new Matrix4().makeBasis(new Vector3(...right), new Vector3(...up), new Vector3(...back));
    camera.quaternion.setFromRotationMatrix(turn);
    camera.near = Math.max(1, framed.far - 18);
    camera.far = framed.far + 22;
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
    return framed;
  }

  /** Shows a part of what the camera sees, enlarged. */
  enlarge({ scale, x, y }: Enlarged): void {
    const { width, height } = this.size;
    if (scale > 1) this.camera.setViewOffset(width * scale, height * scale, x, y, width, height);
    else this.camera.clearViewOffset();
  }

  render(): void {
    this.renderer.render(this.world, this.camera);
  }

  /** Gets the shaders ready without holding the page up, where the browser can. */
  compile(): Promise<unknown> {
    if (!this.renderer.extensions.has("KHR_parallel_shader_compile")) return Promise.resolve();
    return this.renderer.compileAsync(this.world, this.camera);
  }

  /** Fulfilled when all that was told to be drawn has been: asked for again and again, so that nothing waits. */
  drawn(): Promise<void> {
    const gl = this.renderer.getContext() as WebGL2RenderingContext;
    const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    gl.flush();
    return new Promise((done) => {
      const look = (): void => {
        const waits = fence && !gl.isContextLost() && gl.getSyncParameter(fence, gl.SYNC_STATUS) === gl.UNSIGNALED;
        if (waits) return void setTimeout(look, POLL);
        gl.deleteSync(fence);
        done();
      };
      look();
    });
  }

  /** Whether frames are drawn by the processor. */
  get software(): boolean {
    const gl = this.renderer.getContext();
    const info = gl.getExtension("WEBGL_debug_renderer_info");
    const name = String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
    return /swiftshader|llvmpipe|software|basic render/i.test(name);
  }

  /** Draw calls of the last frame. */
  get calls(): number {
    return this.renderer.info.render.calls;
  }

  dispose(): void {
    this.clear();
    this.marbles.dispose();
    this.lights.dispose();
    this.shadows.dispose();
    this.light.dispose();
    this.field.dispose();
    this.atlas.dispose();
    for (const material of [...this.timbers.values(), ...this.felts.values(), this.brass, this.printed])
      material.dispose();
    for (const mesh of [this.ghosts, this.wires, this.beads]) {
      mesh.geometry.dispose();
      (mesh.material as Material).dispose();
      mesh.dispose();
    }
    this.renderer.dispose();
  }
}
