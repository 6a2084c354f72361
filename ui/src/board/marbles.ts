/** The marbles: one instanced mesh per matter, and the spheres of the field. */
import type { Material } from "three";
import {
  Color,
  Group,
  InstancedBufferAttribute,
  InstancedMesh,
  Matrix4,
  Quaternion,
  SphereGeometry,
  Vector3,
} from "three";
import type { MarbleField, Sphere } from "./field";
import { HUES } from "./hues";
import { marble, TINTS } from "./matters";
import type { Marble, Matter } from "./scene";

/** A marble as it is drawn now. */
export interface Ball {
  marble: Marble;
  /** The place it lies on, or goes to. */
  place: string;
  /** Keeps its look while it lives: hue and the way it is turned. */
  hue: number;
  seed: number;
  /** Centre, in the space of the board before it leans. */
  at: Vector3;
  /** 0 to 1: how much it goes with a leaning board. */
  lean: number;
  /** How far it is lifted out of its place. */
  lift: number;
  turn: Quaternion;
  fade: number;
  /** 0 to 1: a passing gleam. */
  gleam: number;
}

const ROOM = 64;
const UP = new Vector3(0, 1, 0);

/** A number from 0 to 1 that looks random but stays the same for the same seed. */
function chance(seed: number): number {
  const x = Math.sin(seed * 127.1 + 311.7) * 43758.5453;
  return x - Math.floor(x);
}

/** How a marble lies at rest: its sign looks at the viewer, no two quite alike; ribbons lie as they fell. */
export function restTurn(ball: Ball, yaw: number, pitch: number): Quaternion {
  if (ball.marble.matter === "ribbon") {
    const [u, v, w] = [chance(ball.seed), chance(ball.seed + 1.7), chance(ball.seed + 3.1)];
    const [a, b] = [Math.sqrt(1 - u), Math.sqrt(u)];
    return new Quaternion(
      a * Math.sin(6.2832 * v),
      a * Math.cos(6.2832 * v),
      b * Math.sin(6.2832 * w),
      b * Math.cos(6.2832 * w),
    );
  }
  const spin = new Quaternion().setFromAxisAngle(UP, (chance(ball.seed) - 0.5) * 0.35);
  const towards = new Quaternion().setFromAxisAngle(new Vector3(1, 0, 0), (0.83 * (90 - pitch) * Math.PI) / 180);
  return new Quaternion()
    .setFromAxisAngle(UP, (yaw * Math.PI) / 180)
    .multiply(towards)
    .multiply(spin);
}

export class Marbles {
  readonly group = new Group();
  private readonly meshes = new Map<Matter, { mesh: InstancedMesh; fade: InstancedBufferAttribute }>();
  private readonly white = new Color(0xffffff);
  private readonly tints = new Map<string, Color>();

  constructor(private readonly field: MarbleField) {}

  private mesh(matter: Matter): { mesh: InstancedMesh; fade: InstancedBufferAttribute } {
    let found = this.meshes.get(matter);
    if (!found) {
      const geometry = new SphereGeometry(1, 40, 24);
      const fade = new InstancedBufferAttribute(new Float32Array(ROOM), 1);
      geometry.setAttribute("aFade", fade);
      const mesh = new InstancedMesh(geometry, marble(this.field, matter), ROOM);
      mesh.frustumCulled = false;
      mesh.receiveShadow = true;
      mesh.renderOrder = -3;
      mesh.count = 0;
      this.group.add(mesh);
      this.meshes.set(matter, (found = { mesh, fade }));
    }
    return found;
  }

  private tint(hex: number): Color {
    let found = this.tints.get(`${hex}`);
    if (!found) this.tints.set(`${hex}`, (found = new Color(hex)));
    return found;
  }

  /** Draws the balls where they are, on a board that leans by `lean`. */
  set(balls: Iterable<Ball>, lean: Matrix4): void {
    const spheres: Sphere[] = [];
    const counts = new Map<Matter, number>();
    const matrix = new Matrix4();
    const at = new Vector3();
    const leaned = new Vector3();
    const size = new Vector3();
    for (const ball of balls) {
      if (ball.fade <= 0.001) continue;
      const { matter, radius } = ball.marble;
      const { mesh, fade } = this.mesh(matter);
      const index = counts.get(matter) ?? 0;
      if (index >= ROOM) continue;
      counts.set(matter, index + 1);
      at.copy(ball.at);
      at.y += ball.lift;
      if (ball.lean > 0) at.lerp(leaned.copy(at).applyMatrix4(lean), ball.lean);
      mesh.setMatrixAt(index, matrix.compose(at, ball.turn, size.setScalar(radius)));
      fade.setX(index, ball.fade + ball.gleam);
      const hue = matter === "ribbon" ? this.tint(HUES[ball.hue % HUES.length]!) : this.white;
      mesh.setColorAt(index, hue);
      const { tint, clear } = TINTS[matter];
      spheres.push({
        position: at.clone(),
        radius: radius * Math.min(1, ball.fade * 1.2),
        tint: matter === "ribbon" ? this.tint(HUES[ball.hue % HUES.length]!) : this.tint(tint),
        clear,
      });
    }
    for (const [matter, { mesh, fade }] of this.meshes) {
      mesh.count = counts.get(matter) ?? 0;
      mesh.visible = mesh.count > 0;
      mesh.instanceMatrix.needsUpdate = true;
      if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
      fade.needsUpdate = true;
    }
    this.field.set(spheres);
  }

  dispose(): void {
    for (const { mesh } of this.meshes.values()) {
      mesh.geometry.dispose();
      (mesh.material as Material).dispose();
      mesh.dispose();
    }
  }
}
