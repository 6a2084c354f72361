/** What stands on what: the feet that darken the table and the felt. */
import type { Layout } from "./layout";
import type { Piece } from "./loose";
import type { Foot } from "./shadows";
import { moves } from "./woodwork";

/** What stands on the table or on other pieces and stays there. */
export function footing(layout: Layout, narrow: boolean): Foot[] {
  return layout.scene.slabs.flatMap((slab): Foot[] => {
    if (moves(slab) || slab.matter === "felt" || slab.kind === "rim" || (narrow && layout.apart(slab.id))) return [];
    const below = slab.at[1] - slab.size[1];
    const under = layout.apart(slab.id) ? null : layout.faceAt(slab.at[0], slab.at[2], below + 0.1, slab);
    const floor = under ? under.y : layout.ground;
    const rim = layout.scene.slabs.find((s) => s.kind === "rim" && slab.kind === "base");
    const top = Math.max(slab.at[1], rim?.at[1] ?? -Infinity);
    const round = slab.shape === "disc" ? slab.size[0] / 2 : slab.corner;
    const height = Math.max(0.25, (top - floor) * (under ? 0.9 : 0.85));
    return [
      {
        x: slab.at[0],
        y: floor + 0.004,
        z: slab.at[2],
        hx: slab.size[0] / 2,
        hz: slab.size[2] / 2,
        round,
        height,
        strength: under ? 0.6 : 1,
      },
    ];
  });
}

/** The feet of tiles and trays, where they are now. */
export function feetOf(pieces: Piece[], layout: Layout): Foot[] {
  return pieces
    .filter((p) => p.fade > 0.01)
    .map(({ slab, at, lift }): Foot => {
      const under = layout.faceAt(at.x, at.z, slab.at[1] - slab.size[1] + 0.1);
      const floor = under && under.slab.kind === "floor" ? under.y : at.y - slab.size[1];
      const height = 0.3 + Math.max(0, at.y + lift - slab.size[1] - floor) * 0.8;
      const strength = slab.kind === "tile" ? 0.5 : 1;
      const [hx, hz] = [slab.size[0] / 2, slab.size[2] / 2];
      return { x: at.x, y: floor + 0.004, z: at.z, hx, hz, round: slab.corner, height, strength };
    });
}
