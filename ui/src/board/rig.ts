/** The light: one key, and a painted studio filtered once into an environment map for each theme. */
import type { Scene as Stage, Texture, WebGLRenderer } from "three";
import {
  BackSide,
  Color,
  DirectionalLight,
  DoubleSide,
  Float32BufferAttribute,
  Mesh,
  MeshBasicMaterial,
  NeutralToneMapping,
  PCFShadowMap,
  PlaneGeometry,
  PMREMGenerator,
  Scene,
  SphereGeometry,
  Vector3,
} from "three";
import type { Theme } from "./options";

type Rgb = [number, number, number];

interface Rig {
  env: number;
  key: number;
  keyColour: number;
  wall: Rgb;
  ceiling: Rgb;
  floor: Rgb;
  box: number;
  window: number;
  rim: number;
  /** How strongly things darken the table they stand on. */
  ground: number;
}

export const RIGS: Record<Theme, Rig> = {
  light: {
    env: 0.84,
    key: 2.5,
    keyColour: 0xfff1de,
    wall: [0.62, 0.63, 0.62],
    ceiling: [0.95, 0.96, 0.97],
    floor: [0.42, 0.36, 0.3],
    box: 7,
    window: 5,
    rim: 2.5,
    ground: 0.55,
  },
  dark: {
    env: 0.8,
    key: 2.3,
    keyColour: 0xffeed8,
    wall: [0.19, 0.21, 0.23],
    ceiling: [0.36, 0.4, 0.44],
    floor: [0.16, 0.13, 0.11],
    box: 11,
    window: 10,
    rim: 8,
    ground: 0.85,
  },
};

/** Towards the key light: from behind left, so that shadows fall to the viewer's right. */
export const SUN = new Vector3(-0.55, 1, -0.3).normalize();

function studio(renderer: WebGLRenderer, rig: Rig): Texture {
  const room = new Scene();
  const shell = new SphereGeometry(20, 32, 24);
  const position = shell.getAttribute("position");
  const colours: number[] = [];
  for (let i = 0; i < position.count; i++) {
    const y = position.getY(i) / 20;
    const down = y < 0 ? Math.min(1, -y * 3) : 0;
    const up = Math.max(0, y);
    for (const j of [0, 1, 2] as const) {
      colours.push((rig.wall[j] * (1 - down) + rig.floor[j] * down) * (1 - up) + rig.ceiling[j] * up);
    }
  }
  shell.setAttribute("color", new Float32BufferAttribute(colours, 3));
  room.add(new Mesh(shell, new MeshBasicMaterial({ vertexColors: true, side: BackSide })));
  const panel = (w: number, h: number, at: Rgb, tone: Rgb, strength: number) => {
    const material = new MeshBasicMaterial({
      color: new Color(tone[0] * strength, tone[1] * strength, tone[2] * strength),
      side: DoubleSide,
    });
    const mesh = new Mesh(new PlaneGeometry(w, h), material);
    mesh.position.set(...at);
    mesh.lookAt(0, 0, 0);
    room.add(mesh);
  };
  panel(9, 6, [-7, 12, -5], [1, 0.96, 0.9], rig.box);
  for (const i of [-1, 1]) {
    for (const j of [-1, 1]) panel(2, 2.6, [13, 7 + 1.45 * j, -3 + 2.3 * i], [0.86, 0.93, 1], rig.window);
  }
  panel(1.2, 9, [-13, 4, 8], [1, 0.92, 0.82], rig.rim);
  panel(14, 1, [0, 3.2, -15], [1, 1, 1], rig.rim * 0.6);
  const filter = new PMREMGenerator(renderer);
  const map = filter.fromScene(room, 0.015, 0.1, 60).texture;
  filter.dispose();
  room.traverse((o) => {
    if (o instanceof Mesh) {
      (o.geometry as PlaneGeometry).dispose();
      (o.material as MeshBasicMaterial).dispose();
    }
  });
  return map;
}

export class Light {
  readonly key = new DirectionalLight();
  private readonly maps = new Map<Theme, Texture>();

  constructor(
    private readonly stage: Stage,
    private readonly renderer: WebGLRenderer,
    /** Pixels of the shadow map, on a side. */
    shadow: number,
  ) {
    renderer.toneMapping = NeutralToneMapping;
    renderer.toneMappingExposure = 1;
    renderer.shadowMap.enabled = true;
    renderer.shadowMap.type = PCFShadowMap;
    renderer.shadowMap.autoUpdate = false;
    this.key.castShadow = true;
    this.key.shadow.mapSize.set(shadow, shadow);
    this.key.shadow.radius = 3.5;
    this.key.shadow.normalBias = 0.02;
    this.key.shadow.bias = -0.0004;
    stage.add(this.key, this.key.target);
  }

  /** Lets the shadow map cover a circle round the middle. */
  cover(reach: number): void {
    const camera = this.key.shadow.camera;
    Object.assign(camera, { left: -reach, right: reach, top: reach, bottom: -reach, near: 5, far: 48 });
    camera.updateProjectionMatrix();
  }

  /** Where the key light comes from. */
  turn(sun: Vector3): void {
    this.key.position.copy(sun).multiplyScalar(26);
  }

  theme(theme: Theme): void {
    const rig = RIGS[theme];
    let map = this.maps.get(theme);
    if (!map) this.maps.set(theme, (map = studio(this.renderer, rig)));
    this.stage.environment = map;
    this.stage.environmentIntensity = rig.env;
    this.key.intensity = rig.key;
    this.key.color.set(rig.keyColour);
  }

  dispose(): void {
    for (const map of this.maps.values()) map.dispose();
    this.key.dispose();
  }
}
