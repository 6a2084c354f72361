/** Where things stand on the table or on felt: contact darkening and an offset soft shadow, one quad per thing. */
import {
  InstancedBufferAttribute,
  InstancedMesh,
  Matrix4,
  PlaneGeometry,
  ShaderMaterial,
  Vector2,
  Vector3,
} from "three";

export interface Foot {
  x: number;
  y: number;
  z: number;
  hx: number;
  hz: number;
  round: number;
  /** Height of what stands there. */
  height: number;
  strength: number;
}

const ROOM = 48;

export class Shadows {
  readonly mesh: InstancedMesh;
  private readonly box = new InstancedBufferAttribute(new Float32Array(ROOM * 4), 4);
  private readonly more = new InstancedBufferAttribute(new Float32Array(ROOM * 4), 4);
  private readonly strength = { value: 0.55 };
  private readonly slope = { value: new Vector2() };
  private readonly page = { value: new Vector3(1, 1, 1) };

  constructor() {
    const geometry = new PlaneGeometry(2, 2).rotateX(-Math.PI / 2);
    geometry.setAttribute("aBox", this.box);
    geometry.setAttribute("aMore", this.more);
    const material = new ShaderMaterial({
      transparent: true,
      depthWrite: false,
      toneMapped: false,
      uniforms: { sun: this.slope, k: this.strength, page: this.page },
      vertexShader: /* glsl */ `
        attribute vec4 aBox, aMore; varying vec2 v; varying vec4 vBox, vMore;
        void main() {
          vec4 w = modelMatrix * instanceMatrix * vec4(position, 1.0);
          v = w.xz; vBox = aBox; vMore = aMore;
          gl_Position = projectionMatrix * viewMatrix * w;
        }`,
      fragmentShader: /* glsl */ `
        varying vec2 v; varying vec4 vBox, vMore; uniform vec2 sun; uniform float k; uniform vec3 page;
        float box(vec2 p) { vec2 d = abs(p - vBox.xy) - vBox.zw + vMore.x; return length(max(d, 0.0)) + min(max(d.x, d.y), 0.0) - vMore.x; }
        void main() {
          float h = vMore.y, d = box(v);
          float light = 1.0 - 0.75 * exp(-max(d, 0.0) * 2.6 / h) * (1.0 - smoothstep(0.0, 5.0 * h, d));
          float s = box(v + sun * h * 0.55);
          light *= 1.0 - 0.60 * (1.0 - smoothstep(-0.9 * h, 1.35 * h, s));
          vec2 edge = min(gl_FragCoord.xy, page.xy - gl_FragCoord.xy) / page.z;   // the canvas ends softly
          float near = smoothstep(0.0, 34.0, edge.x) * smoothstep(0.0, 34.0, edge.y);
          gl_FragColor = vec4(vec3(0.003), (1.0 - light) * k * vMore.z * near);
          #include <colorspace_fragment>
        }`,
    });
    this.mesh = new InstancedMesh(geometry, material, ROOM);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = -1;
    this.mesh.count = 0;
  }

  sun(sun: Vector3): void {
    this.slope.value.set(sun.x / sun.y, sun.z / sun.y);
  }

  /** Pixels of the canvas, and how many there are for a CSS pixel. */
  resize(width: number, height: number, ratio: number): void {
    this.page.value.set(width, height, ratio);
  }

  theme(ground: number): void {
    this.strength.value = ground;
  }

  set(feet: Foot[]): void {
    const matrix = new Matrix4();
    const count = Math.min(ROOM, feet.length);
    for (let i = 0; i < count; i++) {
      const f = feet[i]!;
      const reach = 5.2 * f.height + 0.4;
      matrix.makeScale(f.hx + reach, 1, f.hz + reach).setPosition(f.x, f.y, f.z);
      this.mesh.setMatrixAt(i, matrix);
      this.box.setXYZW(i, f.x, f.z, f.hx, f.hz);
      this.more.setXYZW(i, f.round, f.height, f.strength, 0);
    }
    this.mesh.count = count;
    this.mesh.instanceMatrix.needsUpdate = true;
    this.box.needsUpdate = true;
    this.more.needsUpdate = true;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    (this.mesh.material as ShaderMaterial).dispose();
    this.mesh.dispose();
  }
}
