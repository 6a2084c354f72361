/** Light on the wood: rings, outlines and arrows, all drawn in one call. Teal: you may. Brass: this happened. */
import type { Quaternion, Vector3 } from "three";
import {
  Color,
  InstancedBufferAttribute,
  InstancedMesh,
  Matrix4,
  PlaneGeometry,
  ShaderMaterial,
  Vector3 as V3,
} from "three";

const SHAPES = { ring: 0, outline: 1, arrow: 2 } as const;

export interface Light {
  shape: keyof typeof SHAPES;
  at: Vector3;
  /** Turns the flat shape (drawn in x, z with its arrow towards +x) to where it lies. */
  turn: Quaternion;
  /** Radius, or half the width and depth. */
  size: [number, number];
  line: number;
  glow: number;
  colour: Color;
  strength: number;
  /** Teal wants a dark edge and a faint fill; brass and engravings have none. */
  lit: boolean;
  /** Whether it breathes. */
  breathes?: boolean;
}

const ROOM = 320;

export class Lights {
  readonly mesh: InstancedMesh;
  private readonly shape = new InstancedBufferAttribute(new Float32Array(ROOM * 4), 4);
  private readonly size = new InstancedBufferAttribute(new Float32Array(ROOM * 4), 4);
  private readonly look = new InstancedBufferAttribute(new Float32Array(ROOM * 4), 4);
  private readonly breath = { value: 1 };

  constructor() {
    const geometry = new PlaneGeometry(2, 2).rotateX(-Math.PI / 2);
    geometry.setAttribute("aShape", this.shape);
    geometry.setAttribute("aSize", this.size);
    geometry.setAttribute("aLook", this.look);
    const material = new ShaderMaterial({
      transparent: true,
      depthWrite: false,
      toneMapped: false,
      polygonOffset: true,
      polygonOffsetFactor: -3,
      polygonOffsetUnits: -3,
      uniforms: { breath: this.breath },
      vertexShader: /* glsl */ `
        attribute vec4 aShape, aSize, aLook; varying vec2 v; varying vec4 vShape, vSize, vLook;
        void main() {
          vec2 reach = max(aSize.xy, aShape.x < 0.5 ? aSize.xx : aSize.xy) + aSize.z + max(aSize.w, 0.05);
          v = position.xz * reach; vShape = aShape; vSize = aSize; vLook = aLook;
          gl_Position = projectionMatrix * modelViewMatrix * instanceMatrix * vec4(v.x, 0.0, v.y, 1.0);
        }`,
      fragmentShader: /* glsl */ `
        varying vec2 v; varying vec4 vShape, vSize, vLook; uniform float breath;
        float box(vec2 p, vec2 h, float r) { vec2 d = abs(p) - h + r; return length(max(d, 0.0)) + min(max(d.x, d.y), 0.0) - r; }
        float triangle(vec2 p, vec2 h) {                   // tip at +x, a little rounded
          h -= 0.025;
          p = vec2(abs(p.y), h.x - p.x);
          vec2 q = vec2(h.y, 2.0 * h.x);
          vec2 a = p - q * clamp(dot(p, q) / dot(q, q), 0.0, 1.0), b = p - q * vec2(clamp(p.x / q.x, 0.0, 1.0), 1.0);
          vec2 d = min(vec2(dot(a, a), p.y * q.x - p.x * q.y), vec2(dot(b, b), q.y - p.y));
          return -sqrt(d.x) * sign(d.y) - 0.025;
        }
        void main() {
          float kind = vShape.x, lit = vShape.y, line = vSize.z, glow = vSize.w, sd, d;
          if (kind < 0.5) { sd = length(v) - vSize.x; d = abs(sd); }
          else if (kind < 1.5) { sd = box(v, vSize.xy, vShape.w); d = abs(sd); }
          else { sd = triangle(v, vSize.xy); d = max(sd, 0.0); }
          float w = fwidth(sd);
          float core = 1.0 - smoothstep(line, line + w * 1.2, d);
          float halo = glow > 0.0 ? pow(max(0.0, 1.0 - d / glow), 2.2) : 0.0;
          float fill = kind < 0.5 ? lit * 0.20 * (1.0 - smoothstep(-w, 0.0, sd)) : 0.0;
          float rim = lit * 0.70 * (1.0 - smoothstep(line + 0.012, line + 0.030 + w, d));   // dark edge: teal alone is as bright as oak
          float strength = vLook.a * mix(1.0, breath, vShape.z);
          float shade = kind > 1.5 && lit < 0.5 ? 0.72 + 0.28 * smoothstep(0.0, -0.07, sd) : 1.0;
          vec3 c = mix(vec3(0.0, 0.047, 0.034), vLook.rgb * shade, max(core, 1.0 - rim));
          gl_FragColor = vec4(c, strength * max(max(core, rim), max(0.55 * halo, fill)));
          #include <colorspace_fragment>
        }`,
    });
    this.mesh = new InstancedMesh(geometry, material, ROOM);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 5;
    this.mesh.count = 0;
  }

  set(lights: Light[]): void {
    const matrix = new Matrix4();
    const one = new V3(1, 1, 1);
    const count = Math.min(ROOM, lights.length);
    for (let i = 0; i < count; i++) {
      const l = lights[i]!;
      this.mesh.setMatrixAt(i, matrix.compose(l.at, l.turn, one));
      this.shape.setXYZW(i, SHAPES[l.shape], l.lit ? 1 : 0, l.breathes ? 1 : 0, 0.12);
      this.size.setXYZW(i, l.size[0], l.size[1], l.line, l.glow);
      this.look.setXYZW(i, l.colour.r, l.colour.g, l.colour.b, l.strength);
    }
    this.mesh.count = count;
    this.mesh.instanceMatrix.needsUpdate = true;
    this.shape.needsUpdate = true;
    this.size.needsUpdate = true;
    this.look.needsUpdate = true;
  }

  /** How much of their full strength breathing lights have now. */
  breathe(share: number): void {
    this.breath.value = share;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    (this.mesh.material as ShaderMaterial).dispose();
    this.mesh.dispose();
  }
}

/** Colours of the two signals, by theme and by what they lie on. */
export const MAY = { light: new Color(0x00a88e), dark: new Color(0x2be3c3) };
export const DID = { onDark: new Color(0xf0bf5c), onLight: new Color(0x7d4508) };
export const ENGRAVED = new Color(0x1d0f07);
