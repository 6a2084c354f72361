/**
 * The marble field. Every marble is a sphere, so its shadow needs no shadow map and no ambient-occlusion pass: each
 * surface asks the list of spheres how much sky and how much key light they hide.
 */
import type { IUniform, MeshStandardMaterial } from "three";
import { Color, Data3DTexture, LinearFilter, RedFormat, RepeatWrapping, ShaderChunk, Vector3, Vector4 } from "three";
import { FIELD, MAX_MARBLES, NOISE, NOISE_SIDE, SHADE } from "./glsl";

export interface Sphere {
  position: Vector3;
  radius: number;
  /** Light let through, and how much of it: 0 for what is not clear. */
  tint: Color;
  clear: number;
}

/** A cube of random bytes, the same every time. */
function randomCube(): Data3DTexture {
  const bytes = new Uint8Array(NOISE_SIDE ** 3);
  let state = 0x9e3779b9;
  for (let i = 0; i < bytes.length; i++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    bytes[i] = state >>> 24;
  }
  const cube = new Data3DTexture(bytes, NOISE_SIDE, NOISE_SIDE, NOISE_SIDE);
  cube.format = RedFormat;
  cube.minFilter = cube.magFilter = LinearFilter;
  cube.wrapS = cube.wrapT = cube.wrapR = RepeatWrapping;
  cube.needsUpdate = true;
  return cube;
}

export class MarbleField {
  readonly uniforms = {
    uNoise: { value: randomCube() },
    uMarble: { value: Array.from({ length: MAX_MARBLES }, () => new Vector4()) },
    uTint: { value: Array.from({ length: MAX_MARBLES }, () => new Vector4()) },
    uMarbles: { value: 0 },
    uSun: { value: new Vector3(0, 1, 0) },
    /** What is seen through the bottom of a glass marble. */
    uFloor: { value: new Color(0x7a5636) },
  };

  dispose(): void {
    this.uniforms.uNoise.value.dispose();
  }

  set(spheres: Sphere[]): void {
    const count = Math.min(spheres.length, MAX_MARBLES);
    this.uniforms.uMarbles.value = count;
    for (let i = 0; i < count; i++) {
      const { position, radius, tint, clear } = spheres[i]!;
      this.uniforms.uMarble.value[i]!.set(position.x, position.y, position.z, radius);
      this.uniforms.uTint.value[i]!.set(tint.r, tint.g, tint.b, clear);
    }
  }
}

/** A passing gleam: what a marble's fade has over 1. */
const GLEAM =
  "totalEmissiveRadiance += max(0.0, vFade - 1.0) * vec3(1.0, 0.95, 0.85) * (0.10 + 0.9 * pow(1.0 - max(0.0, dot(-wV, wN)), 2.0));";

export interface Weaving {
  /** Names the program: materials with the same key share one. */
  key: string;
  pars?: string;
  vertexPars?: string;
  vertex?: string;
  /** Code that may change diffuseColor and roughnessFactor. */
  colour?: string;
  /** Code that may change totalEmissiveRadiance. */
  glow?: string;
  /** Code that may change radiance, what a mirror sees of the room, and ground, what it sees of the board. */
  mirror?: string;
  marble?: boolean;
  local?: Record<string, IUniform>;
}

/** Weaves the field and any extra shader code into a standard or physical material. */
export function weave<M extends MeshStandardMaterial>(material: M, field: MarbleField, w: Weaving): M {
  const ball = w.marble ? "vec4(whole[3].xyz, size)" : "vec4(1e6)";
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, field.uniforms, w.local);
    shader.vertexShader = shader.vertexShader
      .replace(
        "void main() {",
        `varying vec3 vWorld, vLocal; varying vec4 vBall; varying mat3 vTurn;
        ${w.marble ? "attribute float aFade; varying float vFade;" : "attribute float aShade; varying float vShade;"}
        ${w.vertexPars ?? ""}
        void main() {`,
      )
      .replace(
        "#include <project_vertex>",
        `#include <project_vertex>
        mat4 whole = modelMatrix;
        #ifdef USE_INSTANCING
          whole = modelMatrix * instanceMatrix;
        #endif
        vWorld = (whole * vec4(transformed, 1.0)).xyz;
        vLocal = transformed;
        float size = length(whole[0].xyz);
        vTurn = mat3(whole) / size;
        vBall = ${ball};
        ${w.marble ? "vFade = aFade;" : "vShade = aShade;"}
        ${w.vertex ?? ""}`,
      );
    shader.fragmentShader = shader.fragmentShader
      .replace(
        "void main() {",
        `${w.marble ? "#define MARBLE\nvarying float vFade;" : "varying float vShade;"}
        varying vec3 vLocal; varying mat3 vTurn;
        ${NOISE}${FIELD}${w.pars ?? ""}
        void main() {
        ${w.marble ? "if (vFade < fract(52.98 * fract(dot(floor(gl_FragCoord.xy), vec2(0.0671, 0.00584))))) discard;" : ""}`,
      )
      .replace(
        "#include <metalnessmap_fragment>",
        `#include <metalnessmap_fragment>
        ${w.colour ?? ""}
        ${w.marble ? "" : "diffuseColor.rgb *= vShade;"}`,
      )
      .replace(
        "#include <emissivemap_fragment>",
        `#include <emissivemap_fragment>\n${SHADE}${w.glow ?? ""}${w.marble ? GLEAM : ""}`,
      )
      .replace(
        "#include <lights_fragment_begin>",
        ShaderChunk.lights_fragment_begin.replace(
          "getDirectionalLightInfo( directionalLight, directLight );",
          "getDirectionalLightInfo( directionalLight, directLight ); directLight.color *= fKey;",
        ),
      )
      .replace(
        "#include <lights_fragment_end>",
        `#ifdef MARBLE
          vec3 over = textureLod(envMap, envMapRotation * vec3(0.0, 1.0, 0.0), ENVMAP_MAX_LOD).rgb * envMapIntensity;
          vec3 ground = uFloor;
          ${w.mirror ?? ""}
          vec3 seen = mix(ground * over * fSky * 0.8, fMirror.rgb * over * 0.3, fMirror.a);
          fMirror.a = max(fMirror.a, 0.85 * smoothstep(0.02, -0.22, reflect(wV, wN).y));
          radiance = mix(radiance, seen, fMirror.a);
          #ifdef USE_CLEARCOAT
            clearcoatRadiance = mix(clearcoatRadiance, seen, fMirror.a);
          #endif
        #endif
        #include <lights_fragment_end>
        reflectedLight.indirectDiffuse *= fSky;
        reflectedLight.indirectSpecular *= mix(1.0, fSky, 0.75)${w.marble ? "" : " * mix(1.0, vShade, 0.6)"};`,
      );
  };
  material.customProgramCacheKey = () => w.key;
  return material;
}
