/** Where the board is seen from: a seat, a stage wide or narrow, and how far a finger has turned it. */
import { Vector3 } from "three";
import type { Enlarged, Padding, Pose, Size } from "./camera";
import { NARROW_PADDING, nearest, Turning, WIDE_PADDING } from "./camera";
import type { Clock } from "./clock";
import { inOut, mix } from "./curves";
import { seat } from "./framing";
import type { Point, Scene } from "./scene";
import type { Stage } from "./stage";

/** Where a handle is on the page, in CSS pixels of the canvas. */
export interface Spot {
  x: number;
  y: number;
  r: number;
  visible: boolean;
}

/** How much wider than high a stage is that lies. */
const LYING = 1.2;

export class Viewpoint {
  readonly turning = new Turning();
  size: Size = { width: 1, height: 1 };
  zoom: Enlarged = { scale: 1, x: 0, y: 0 };
  /** Whether a finger has turned the board since the signs last looked at the viewer. */
  moved = false;

  constructor(
    public side: number,
    public narrow: boolean,
    public padding: Padding | null,
  ) {}

  /** Where the camera belongs. */
  home(scene: Scene): Pose {
    const { view } = scene;
    const turn = seat(scene, this.side);
    return {
      yaw: (this.narrow ? view.narrow_yaw : view.yaw) + turn,
      // A stage that lies is filled better from lower down.
      pitch: this.narrow && this.size.width < LYING * this.size.height ? view.narrow_pitch : view.pitch,
      fov: view.fov,
    };
  }

  /** The way letters look: to the nearest eighth of a turn. */
  letters(scene: Scene): number {
    return Math.round(this.home(scene).yaw / 45) * 45;
  }

  /** Puts the camera back at once. */
  reset(scene: Scene): void {
    const { yaw, pitch } = this.home(scene);
    Object.assign(this.turning, { yaw, pitch });
    this.turning.stop();
  }

  /** Puts the camera so many degrees beside and above where it belongs. */
  stray(scene: Scene, yaw: number, pitch: number): void {
    const home = this.home(scene);
    Object.assign(this.turning, { yaw: home.yaw + yaw, pitch: home.pitch + pitch });
  }

  /** Lets the camera glide back. */
  glideHome(scene: Scene, clock: Clock, length: number, then: () => void): void {
    const { pitch } = this.turning;
    const to = this.home(scene);
    const yaw = nearest(this.turning.yaw, to.yaw);
    this.turning.stop();
    clock.run(length, (t) => {
      this.turning.yaw = mix(yaw, to.yaw, inOut(t));
      this.turning.pitch = mix(pitch, to.pitch, inOut(t));
      if (t >= 1) then();
    });
  }

  /** Points the camera; it never comes nearer than where it belongs. */
  look(stage: Stage, scene: Scene): void {
    const home = this.home(scene);
    const padding = this.padding ?? (this.narrow ? NARROW_PADDING : WIDE_PADDING);
    const { far } = stage.look(home, padding);
    const { yaw, pitch } = this.turning;
    if (yaw !== home.yaw || pitch !== home.pitch) stage.look({ yaw, pitch, fov: home.fov }, padding, far);
    stage.enlarge(this.zoom);
  }

  /** The point of the world at some height that lies under one of the page. */
  point(stage: Stage, x: number, y: number, height: number): Vector3 | null {
    const { camera } = stage;
    const seen = new Vector3((x / this.size.width) * 2 - 1, 1 - (y / this.size.height) * 2, 0.5).unproject(camera);
    const way = seen.sub(camera.position);
    const share = (height - camera.position.y) / way.y;
    return share > 0 ? camera.position.clone().addScaledVector(way, share) : null;
  }

  /** Where a point of the world is on the page. */
  spot(stage: Stage, at: Point, radius: number, leans: boolean): Spot {
    const centre = new Vector3(...at);
    if (leans) centre.applyMatrix4(stage.lean);
    const { camera } = stage;
    const { width, height } = this.size;
    const depth = -centre.clone().applyMatrix4(camera.matrixWorldInverse).z;
    const scale = (this.zoom.scale * height) / (2 * Math.tan((camera.fov * Math.PI) / 360));
    const seen = centre.project(camera);
    const x = ((seen.x + 1) / 2) * width;
    const y = ((1 - seen.y) / 2) * height;
    const inside = x >= 0 && y >= 0 && x <= width && y <= height;
    return { x, y, r: (radius * scale) / depth, visible: inside && depth > 0 };
  }
}
