/** Tiles and trays: pieces of wood that slide, one instanced mesh per kind; each keeps its own grain wherever it goes. */
import type { Material } from "three";
import { Group, InstancedBufferAttribute, InstancedMesh, Matrix4, Vector3 } from "three";
import { outline } from "./felting";
import type { Layout } from "./layout";
import { Pieces } from "./pieces";
import type { Slab, Wood } from "./scene";
import { bevelOf, moves } from "./woodwork";

/** A tile or tray as it is drawn now. */
export interface Piece {
  slab: Slab;
  id: string;
  seed: number;
  /** The middle of its upper face. */
  at: Vector3;
  lift: number;
  fade: number;
}

const ROOM = 40;

export class Loose {
  readonly group = new Group();
  private readonly meshes = new Map<string, { mesh: InstancedMesh; grain: InstancedBufferAttribute }>();

  constructor(private readonly timber: (name: Exclude<Wood, "felt">) => Material) {}

  /** Cuts one of each kind a scene has. */
  cut(layout: Layout): void {
    for (const slab of layout.scene.slabs) {
      if (!moves(slab) || this.meshes.has(slab.kind) || slab.matter === "felt") continue;
      const pieces = new Pieces();
      pieces.plate(
        outline(slab, false, 0, 0),
        null,
        layout.hollows.get(slab.id) ?? [],
        0,
        -slab.size[1],
        bevelOf(slab),
      );
      const geometry = pieces.build();
      const grain = new InstancedBufferAttribute(new Float32Array(ROOM * 3), 3);
      geometry.setAttribute("aGrain", grain);
      const mesh = new InstancedMesh(geometry, this.timber(slab.matter), ROOM);
      mesh.castShadow = true;
      mesh.receiveShadow = true;
      mesh.frustumCulled = false;
      mesh.renderOrder = -2;
      this.group.add(mesh);
      this.meshes.set(slab.kind, { mesh, grain });
    }
  }

  set(pieces: Iterable<Piece>): void {
    const matrix = new Matrix4();
    const counts = new Map<string, number>();
    for (const piece of pieces) {
      const found = this.meshes.get(piece.slab.kind);
      const index = counts.get(piece.slab.kind) ?? 0;
      if (!found || piece.fade <= 0.001 || index >= ROOM) continue;
      counts.set(piece.slab.kind, index + 1);
      const size = 0.9 + 0.1 * piece.fade;
      matrix.makeScale(size, size, size).setPosition(piece.at.x, piece.at.y + piece.lift, piece.at.z);
      found.mesh.setMatrixAt(index, matrix);
      found.grain.setXYZ(index, piece.seed, 0, 0);
    }
    for (const [kind, { mesh, grain }] of this.meshes) {
      mesh.count = counts.get(kind) ?? 0;
      mesh.instanceMatrix.needsUpdate = true;
      grain.needsUpdate = true;
    }
  }

  clear(): void {
    for (const { mesh } of this.meshes.values()) {
      mesh.geometry.dispose();
      mesh.dispose();
      this.group.remove(mesh);
    }
    this.meshes.clear();
  }
}
