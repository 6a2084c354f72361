/** Wires round marbles that lie too close for rings, ghosts of marbles to come, and the small lights of a way. */
import type { BufferGeometry, Material } from "three";
import { InstancedBufferAttribute, InstancedMesh, Matrix4, ShaderMaterial } from "three";
import type { Round } from "./signals";

/** An instanced mesh for wires, ghosts or the lights of a way: so many at most. */
export function rounds(geometry: BufferGeometry, material: Material, most = 40): InstancedMesh {
  geometry.setAttribute("aLook", new InstancedBufferAttribute(new Float32Array(most * 4), 4));
  const mesh = new InstancedMesh(geometry, material, most);
  mesh.frustumCulled = false;
  mesh.count = 0;
  mesh.renderOrder = 6;
  return mesh;
}

/** Draws these and no others. */
export function place(mesh: InstancedMesh, list: Round[]): void {
  const matrix = new Matrix4();
  const look = mesh.geometry.getAttribute("aLook") as InstancedBufferAttribute;
  mesh.count = Math.min(look.count, list.length);
  mesh.visible = mesh.count > 0;
  for (let i = 0; i < mesh.count; i++) {
    const { at, radius, colour, strength } = list[i]!;
    mesh.setMatrixAt(i, matrix.makeScale(radius, radius, radius).setPosition(at));
    look.setXYZW(i, colour.r, colour.g, colour.b, strength);
  }
  mesh.instanceMatrix.needsUpdate = true;
  look.needsUpdate = true;
}

const ROUND_VERTEX = /* glsl */ `
  attribute vec4 aLook; varying vec4 vLook; varying vec3 vN, vV;
  void main() {
    vec4 w = instanceMatrix * vec4(position, 1.0);
    vN = normalize(mat3(instanceMatrix) * normal); vV = normalize(cameraPosition - w.xyz); vLook = aLook;
    gl_Position = projectionMatrix * viewMatrix * w;
  }`;

/** A marble to come: rim light only. */
export function ghostMaterial(): ShaderMaterial {
  return new ShaderMaterial({
    transparent: true,
    depthWrite: false,
    toneMapped: false,
    vertexShader: ROUND_VERTEX,
    fragmentShader: /* glsl */ `
      varying vec4 vLook; varying vec3 vN, vV;
      void main() {
        float f = 1.0 - max(0.0, dot(normalize(vN), normalize(vV)));
        float a = 0.07 + 0.26 * pow(f, 2.0) + 0.65 * smoothstep(0.78, 0.98, f);
        gl_FragColor = vec4(vLook.rgb, min(1.0, a * vLook.a));
        #include <colorspace_fragment>
      }`,
  });
}

/** A wire round a marble: bright where the lamp meets it. */
export function wireMaterial(): ShaderMaterial {
  return new ShaderMaterial({
    transparent: true,
    toneMapped: false,
    vertexShader: ROUND_VERTEX,
    fragmentShader: /* glsl */ `
      varying vec4 vLook; varying vec3 vN, vV;
      void main() {
        vec3 n = normalize(vN);
        float k = 0.62 + 0.38 * max(0.0, n.y) + 0.5 * pow(max(0.0, dot(n, normalize(vec3(-0.45, 0.75, 0.35)))), 12.0);
        gl_FragColor = vec4(vLook.rgb * k, vLook.a);
        #include <colorspace_fragment>
      }`,
  });
}
