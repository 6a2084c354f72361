/** What is burnt, inlaid or painted on the wood: coordinates, medallions, lips of goals, rings of seats. */
import {
  BufferGeometry,
  CanvasTexture,
  Color,
  Float32BufferAttribute,
  LinearFilter,
  LinearMipmapLinearFilter,
  SRGBColorSpace,
} from "three";
import type { Layout } from "./layout";
import { isDark } from "./matters";
import type { Flat, Matter, Zone } from "./scene";

const CELL = 128;
const SIDE = 8;
const BURNT = 0x4a2c14;
const PALE = 0xf0dfc0;
const FONT = `500 ${CELL * 0.72}px "Figtree Variable", system-ui, sans-serif`;

/** What a goal is painted in: the owner's matter, as enamel. */
const ENAMEL: Record<Matter, { ground: string; sign: string; lip: number }> = {
  ivory: { ground: "#f3ead8", sign: "#7a5230", lip: 0xf3ead8 },
  night: { ground: "#25377f", sign: "#ffffff", lip: 0x2c479c },
  amber: { ground: "#f0922c", sign: "#fff7e6", lip: 0xf0922c },
  celadon: { ground: "#4aa394", sign: "#f6f1e4", lip: 0x4aa394 },
  ribbon: { ground: "#c8ccd0", sign: "#ffffff", lip: 0xc8ccd0 },
  steel: { ground: "#8a9096", sign: "#ffffff", lip: 0x8a9096 },
};

/** Draws letters and medallions into one canvas, each into a cell of its own. */
export class Atlas {
  readonly texture: CanvasTexture;
  private readonly cells = new Map<string, number>();
  private readonly draws: ((pen: CanvasRenderingContext2D) => void)[] = [];
  private readonly pen: CanvasRenderingContext2D;

  /** `changed` is called when the letters have been drawn again in a font that came late. */
  constructor(changed: () => void) {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = CELL * SIDE;
    this.pen = canvas.getContext("2d")!;
    this.texture = new CanvasTexture(canvas);
    this.texture.colorSpace = SRGBColorSpace;
    this.texture.anisotropy = 8;
    this.texture.minFilter = LinearMipmapLinearFilter;
    this.texture.magFilter = LinearFilter;
    this.cell("", (pen) => pen.fillRect(0, 0, CELL, CELL));
    if (document.fonts.check(FONT)) return;
    void document.fonts.load(FONT).then((faces) => {
      if (!faces.length) return;
      this.draws.forEach((_, index) => this.draw(index));
      changed();
    });
  }

  private draw(index: number): void {
    const pen = this.pen;
    pen.save();
    pen.translate((index % SIDE) * CELL, Math.floor(index / SIDE) * CELL);
    pen.beginPath();
    pen.rect(1, 1, CELL - 2, CELL - 2);
    pen.clip();
    pen.clearRect(0, 0, CELL, CELL);
    pen.fillStyle = "#fff";
    this.draws[index]!(pen);
    pen.restore();
    this.texture.needsUpdate = true;
  }

  /** Where a cell lies in the texture: left, bottom, right, top. */
  cell(name: string, draw: (pen: CanvasRenderingContext2D) => void): [number, number, number, number] {
    let index = this.cells.get(name);
    if (index === undefined) {
      index = this.cells.size;
      this.cells.set(name, index);
      this.draws.push(draw);
      this.draw(index);
    }
    const [x, y] = [index % SIDE, Math.floor(index / SIDE)];
    const e = 1.5 / CELL;
    return [(x + e) / SIDE, 1 - (y + 1 - e) / SIDE, (x + 1 - e) / SIDE, 1 - (y + e) / SIDE];
  }

  letter(text: string): [number, number, number, number] {
    return this.cell(`t${text}`, (pen) => {
      pen.font = FONT;
      pen.textAlign = "center";
      pen.textBaseline = "middle";
      pen.fillText(text, CELL / 2, CELL * 0.54);
    });
  }

  medal(matter: Matter): [number, number, number, number] {
    return this.cell(`m${matter}`, (pen) => drawMedal(pen, matter));
  }

  dispose(): void {
    this.texture.dispose();
  }
}

function drawMedal(pen: CanvasRenderingContext2D, matter: Matter): void {
  const { ground, sign } = ENAMEL[matter];
  const c = CELL / 2;
  const round = (r: number, x = c, y = c) => {
    pen.beginPath();
    pen.arc(x, y, r, 0, 2 * Math.PI);
  };
  pen.fillStyle = ground;
  round(c);
  pen.fill();
  pen.fillStyle = pen.strokeStyle = sign;
  if (matter === "ivory") {
    pen.lineWidth = 5;
    round(c * 0.5);
    pen.stroke();
    pen.lineWidth = 2.5;
    round(c * 0.64);
    pen.stroke();
    pen.lineWidth = 2;
    round(c * 0.3);
    pen.stroke();
  } else if (matter === "night") {
    for (let i = 0; i < 6; i++) {
      const a = (i * Math.PI) / 3 + 0.26;
      pen.beginPath();
      pen.moveTo(c + c * 0.74 * Math.cos(a), c + c * 0.74 * Math.sin(a));
      for (const s of [0.52, -0.52]) pen.lineTo(c + c * 0.16 * Math.cos(a + s), c + c * 0.16 * Math.sin(a + s));
      pen.fill();
    }
    round(c * 0.16);
    pen.fill();
  } else if (matter === "amber") {
    pen.beginPath();
    pen.ellipse(c, c, c * 0.14, c * 0.56, 0, 0, 2 * Math.PI);
    pen.fill();
  } else if (matter === "celadon") {
    for (let i = 0; i < 3; i++) {
      const a = (i * 2 * Math.PI) / 3 + Math.PI / 2;
      round(c * 0.2, c + c * 0.38 * Math.cos(a), c - c * 0.38 * Math.sin(a));
      pen.fill();
    }
  }
}

/** Gathers flat quads and bands that lie on the wood. */
export class Prints {
  private readonly positions: number[] = [];
  private readonly uvs: number[] = [];
  private readonly colours: number[] = [];
  private readonly indices: number[] = [];
  private readonly ink = new Color();

  constructor(private readonly atlas: Atlas) {}

  get empty(): boolean {
    return this.indices.length === 0;
  }

  /** A square picture of the atlas, turned about the vertical so that its foot looks to `turn`. */
  picture(
    uv: [number, number, number, number],
    x: number,
    y: number,
    z: number,
    half: number,
    turn: number,
    ink: number,
    alpha = 1,
  ): void {
    const [c, s] = [Math.cos(turn), Math.sin(turn)];
    const corner = (u: number, v: number): Flat => [x + half * (u * c + v * s), z + half * (v * c - u * s)];
    this.quad([corner(-1, -1), corner(-1, 1), corner(1, 1), corner(1, -1)], y, ink, alpha, [
      [uv[0], uv[3]],
      [uv[0], uv[1]],
      [uv[2], uv[1]],
      [uv[2], uv[3]],
    ]);
  }

  /** A plain quad; corners anticlockwise as seen from above. */
  quad(corners: Flat[], y: number, ink: number, alpha: number, uvs?: Flat[]): void {
    const first = this.positions.length / 3;
    const [l, b, r, t] = this.atlas.cell("", () => undefined);
    const middle: Flat = [(l + r) / 2, (b + t) / 2];
    this.ink.set(ink);
    corners.forEach(([x, z], i) => {
      this.positions.push(x, y, z);
      this.uvs.push(...(uvs?.[i] ?? middle));
      this.colours.push(this.ink.r, this.ink.g, this.ink.b, alpha);
    });
    for (let i = 2; i < corners.length; i++) this.indices.push(first, first + i - 1, first + i);
  }

  /** A ring of a given width. */
  ring(x: number, y: number, z: number, radius: number, width: number, ink: number, alpha: number): void {
    const steps = 48;
    const at = (i: number, r: number): Flat => {
      const a = (-2 * Math.PI * i) / steps;
      return [x + r * Math.cos(a), z + r * Math.sin(a)];
    };
    for (let i = 0; i < steps; i++) {
      this.quad([at(i, radius - width), at(i, radius), at(i + 1, radius), at(i + 1, radius - width)], y, ink, alpha);
    }
  }

  build(): BufferGeometry {
    const geometry = new BufferGeometry();
    const count = this.positions.length / 3;
    geometry.setAttribute("position", new Float32BufferAttribute(this.positions, 3));
    geometry.setAttribute(
      "normal",
      new Float32BufferAttribute(Array.from({ length: count }, () => [0, 1, 0]).flat(), 3),
    );
    geometry.setAttribute("uv", new Float32BufferAttribute(this.uvs, 2));
    geometry.setAttribute("color", new Float32BufferAttribute(this.colours, 4));
    geometry.setAttribute("aShade", new Float32BufferAttribute(new Array(count).fill(1), 1));
    geometry.setIndex(this.indices);
    return geometry;
  }
}

/** Everything printed for a scene, apart for what stays level and what leans; `turn` is the way letters look. */
export function print(layout: Layout, atlas: Atlas, turn: number, narrow: boolean): { still: Prints; leaning: Prints } {
  const { scene } = layout;
  const made = { still: new Prints(atlas), leaning: new Prints(atlas) };
  const on = (x: number, z: number) => {
    const face = layout.faceAt(x, z);
    return face && { ...face, prints: face.slab.fixed ? made.still : made.leaning };
  };
  for (const { text, at, size } of scene.labels) {
    const face = on(at[0], at[2]);
    if (!face) continue;
    const dark = isDark(face.slab.matter);
    face.prints.picture(
      atlas.letter(text),
      at[0],
      face.y + 0.003,
      at[2],
      size * 0.62,
      turn,
      dark ? PALE : BURNT,
      dark ? 0.8 : 0.85,
    );
  }
  const matter = (owner: number): Matter => scene.players.find((p) => p.number === owner)?.matter ?? "ivory";
  for (const medal of scene.medals) {
    const face = on(medal.at[0], medal.at[2]);
    face?.prints.picture(
      atlas.medal(matter(medal.owner)),
      medal.at[0],
      face.y + 0.012,
      medal.at[2],
      medal.radius * 0.93,
      turn,
      0xffffff,
    );
  }
  for (const zone of scene.zones)
    if (zone.kind === "goal") lips(layout, zone, made.still, ENAMEL[matter(zone.owner)].lip);
  for (const store of scene.stores) {
    if (store.kind !== "out") continue;
    for (const id of store.seats) {
      if (narrow && layout.aside(id)) continue;
      const place = layout.places.get(id);
      const cup = place && layout.slabs.get(place.on);
      if (place && cup)
        made.still.ring(
          place.at[0],
          layout.cupFloor(cup) + 0.004,
          place.at[2],
          place.radius * 0.86,
          0.035,
          0xdfe6ec,
          0.42,
        );
    }
  }
  return made;
}

/** A goal's lip: bars on the frame along the outer sides of the corner, never on the tiles, which move. */
function lips(layout: Layout, zone: Zone, prints: Prints, ink: number): void {
  const ring = zone.outline;
  const middle: Flat = [0, 0];
  for (const [x, z] of ring) {
    middle[0] += x / ring.length;
    middle[1] += z / ring.length;
  }
  const rim = layout.scene.slabs.find((s) => s.kind === "rim" && s.hole && s.shape === "box");
  if (!rim?.hole) return;
  const [hx, hz] = [rim.hole[0] / 2 + 0.06, rim.hole[1] / 2 + 0.06];
  const half = 0.034;
  const y = rim.at[1] + 0.003;
  const [sx, sz] = [Math.sign(middle[0]), Math.sign(middle[1])];
  const far = ring.reduce((m, [x]) => Math.min(m, Math.abs(x)), Infinity) + 0.06;
  const box = (x0: number, x1: number, z0: number, z1: number) => {
    const [a, b, c, d] = [Math.min(x0, x1), Math.max(x0, x1), Math.min(z0, z1), Math.max(z0, z1)];
    prints.quad(
      [
        [a, c],
        [a, d],
        [b, d],
        [b, c],
      ],
      y,
      ink,
      1,
    );
  };
  box(sx * (hx - half), sx * (hx + half), sz * far, sz * (hz + half));
  box(sx * far, sx * (hx - half), sz * (hz - half), sz * (hz + half));
}
