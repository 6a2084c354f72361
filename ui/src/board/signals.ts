/** Which lights, ghosts and wires a scene shows: what may be touched in teal, what just happened in brass. */
import type { Color, Matrix4 } from "three";
import { Quaternion, Vector3 } from "three";
import type { Seen, Target } from "./handles";
import { resolve } from "./handles";
import type { Layout } from "./layout";
import type { Light } from "./lights";
import { DID, ENGRAVED, MAY } from "./lights";
import { jumpHeight, mix, parabola } from "./curves";
import { isDark } from "./matters";
import type { Ball } from "./marbles";
import type { Piece } from "./loose";
import type { Theme } from "./options";
import type { Place } from "./scene";

/** aim: where a hint, or a move prepared, leads. */
export type State = "may" | "hover" | "pressed" | "selected" | "hint" | "aim";

export interface Lit {
  handle: string;
  state: State;
}

/** A wire round the lower third of a marble, or a ghost of one to come. */
export interface Round {
  at: Vector3;
  radius: number;
  colour: Color;
  strength: number;
}

export interface Signals {
  lights: Light[];
  wires: Round[];
  ghosts: Round[];
  /** Small lights along the way of a marble. */
  beads: Round[];
}

export interface Drawn {
  layout: Layout;
  theme: Theme;
  balls: Map<string, Ball>;
  pieces: Map<string, Piece>;
  lit: Lit[];
  /** Ways that a marble goes or would go, by places. */
  ways: readonly (readonly string[])[];
  /** 0 to 1: how strongly a hint shows now. */
  hint: number;
  /** Sideways shake of refused lights, in units. */
  shake: number;
  marks: boolean;
  /** Which seats are in the picture. */
  seen: Seen;
}

const ARROW: [number, number] = [0.155, 0.185];
const LEVEL = new Quaternion();
const UP = new Vector3(0, 1, 0);
const LOOK: Record<State, { line: number; glow: number; strength: number; breathes: boolean }> = {
  may: { line: 0.03, glow: 0.17, strength: 1, breathes: true },
  hover: { line: 0.03, glow: 0.255, strength: 1, breathes: false },
  pressed: { line: 0.039, glow: 0.2, strength: 1, breathes: false },
  selected: { line: 0.03, glow: 0.17, strength: 1, breathes: false },
  hint: { line: 0.036, glow: 0.26, strength: 1, breathes: false },
  aim: { line: 0.022, glow: 0.1, strength: 0.75, breathes: false },
};

export function signals(drawn: Drawn): Signals {
  const made: Signals = { lights: [], wires: [], ghosts: [], beads: [] };
  if (drawn.marks) marks(drawn, made);
  for (const way of drawn.ways) trail(drawn.layout, made, way, MAY[drawn.theme]);
  engravings(drawn, made);
  const filled = (id: string) => drawn.balls.has(id);
  for (const { handle, state } of drawn.lit) {
    const target = resolve(drawn.layout, handle, filled, drawn.seen);
    if (target) show(drawn, made, target, state);
  }
  return made;
}

/** Puts lights that lie on a leaning board where it leans. */
export function leanLights(lights: Light[], lean: Matrix4, leans: (light: Light) => boolean): void {
  const turn = new Quaternion().setFromRotationMatrix(lean);
  for (const light of lights) {
    if (!leans(light)) continue;
    light.at.applyMatrix4(lean);
    light.turn = turn.clone().multiply(light.turn);
  }
}

function show(drawn: Drawn, made: Signals, target: Target, state: State): void {
  const look = LOOK[state];
  const strength = state === "hint" ? drawn.hint : look.strength;
  const colour = MAY[drawn.theme];
  const base = { line: look.line, glow: look.glow, colour, strength, lit: true, breathes: look.breathes };
  if (target.kind === "arrow") {
    const { at, towards } = target.arrow;
    made.lights.push({
      ...base,
      shape: "arrow",
      at: lay(at[0] + drawn.shake, at[1] + 0.006, at[2]),
      turn: aimed(towards),
      size: ARROW,
      line: 0,
    });
    return;
  }
  if (target.kind === "slab") {
    const piece = drawn.pieces.get(target.slab.id);
    const at = piece ? piece.at.clone().add(new Vector3(0, piece.lift, 0)) : lay(...target.slab.at);
    at.y += 0.006;
    const half = target.slab.size[0] / 2 - 0.075;
    made.lights.push({
      ...base,
      shape: "outline",
      at,
      turn: LEVEL.clone(),
      size: [half, target.slab.size[2] / 2 - 0.075],
      line: base.line * 0.9,
    });
    return;
  }
  const { place } = target;
  if (place.kind === "slot") {
    const y = drawn.layout.faceAt(place.at[0], place.at[2], place.at[1] - 0.05)?.y ?? place.at[1];
    const half = 0.86 * place.radius;
    made.lights.push({
      ...base,
      shape: "outline",
      at: lay(place.at[0], y + 0.012, place.at[2]),
      turn: LEVEL.clone(),
      size: [half, half],
    });
    return;
  }
  const ball = drawn.balls.get(place.id);
  if (place.kind === "pocket" && !ball) {
    const at = lay(...place.at);
    made.ghosts.push({ at, radius: place.radius * 0.985, colour, strength: strength * (state === "hover" ? 1.35 : 1) });
    made.lights.push({
      ...base,
      shape: "ring",
      at: lay(place.at[0], place.at[1] - place.radius * 0.5, place.at[2]),
      turn: LEVEL.clone(),
      size: [place.radius * 0.6, 0],
      line: base.line * 0.9,
      glow: base.glow * 0.7,
    });
    return;
  }
  if (ball && ball.lift < 0.02 && wired(drawn.layout, place)) {
    made.wires.push({ at: ball.at.clone(), radius: place.radius, colour, strength });
    if (state === "hint") made.wires.push({ at: ball.at.clone(), radius: place.radius * 1.07, colour, strength });
    return;
  }
  const [x, y, z] = foot(drawn.layout, place);
  made.lights.push({
    ...base,
    shape: "ring",
    at: lay(x + drawn.shake, y + 0.008, z),
    turn: LEVEL.clone(),
    size: [ringRadius(place), 0],
  });
  // A hint has a ring more than all others, and keeps it.
  if (state === "hint")
    made.lights.push({
      ...base,
      shape: "ring",
      at: lay(x + drawn.shake, y + 0.007, z),
      turn: LEVEL.clone(),
      size: [ringRadius(place) + 0.13, 0],
      line: 0.018,
      glow: 0,
    });
}

/** How far apart the small lights of a way stand, and how far a way has to go to have any. */
const BEAD = { apart: 0.36, radius: 0.065, least: 1.5 };

/** Small lights along the arcs from place to place. */
function trail(layout: Layout, made: Signals, ids: readonly string[], colour: Color): void {
  const places = ids.flatMap((id) => layout.places.get(id) ?? []);
  for (const [n, to] of places.entries()) {
    const from = places[n - 1];
    if (!from) continue;
    const far = Math.hypot(to.at[0] - from.at[0], to.at[2] - from.at[2]);
    if (far < BEAD.least && places.length < 3) continue;
    const count = Math.round(far / BEAD.apart);
    for (let i = 1; i < count; i++) {
      const t = i / count;
      const [x, y, z] = [0, 1, 2].map((axis) => mix(from.at[axis]!, to.at[axis]!, t)) as [number, number, number];
      const at = lay(x, y + jumpHeight(far) * parabola(t), z);
      made.beads.push({ at, radius: BEAD.radius, colour, strength: 1 });
    }
  }
}

/** The ring of a place: outside the foot of a marble, so that it is seen whether one lies there or not. */
function ringRadius(place: Place): number {
  return place.radius > 0.45 ? place.radius * 0.86 : place.radius * 1.04;
}

function wired(layout: Layout, place: Place): boolean {
  return place.kind === "pocket" || layout.crowded(place.id);
}

/** Where a marble's foot stands: the face its hollow is cut into. */
function foot(layout: Layout, place: Place): [number, number, number] {
  const face = layout.face(place.id);
  const cup = layout.slabs.get(place.on);
  const y = cup?.kind === "cup" ? layout.cupFloor(cup) : (face?.y ?? place.at[1] - place.radius);
  return [place.at[0], y, place.at[2]];
}

function marks(drawn: Drawn, made: Signals): void {
  const { layout } = drawn;
  for (const mark of layout.scene.marks) {
    if (mark.kind === "path") {
      trail(layout, made, mark.places, DID.onDark);
      continue;
    }
    for (const id of mark.places) {
      const place = layout.places.get(id);
      if (!place) continue;
      if (place.kind === "slot") {
        const y = layout.faceAt(place.at[0], place.at[2], place.at[1] - 0.05)?.y ?? place.at[1];
        const half = 0.86 * place.radius;
        made.lights.push(brass("outline", lay(place.at[0], y + 0.01, place.at[2]), [half, half], 0.012, true, 0.55));
        continue;
      }
      const ball = drawn.balls.get(id);
      if ((mark.kind === "rest" || mark.kind === "won") && ball && wired(layout, place)) {
        made.wires.push({ at: ball.at.clone(), radius: place.radius, colour: DID.onDark, strength: 1 });
        continue;
      }
      if (place.kind === "pocket") continue;
      const [x, y, z] = foot(layout, place);
      const face = layout.face(id);
      const dark = !face || isDark(face.slab.matter);
      if (mark.kind === "won") {
        made.lights.push({ ...brass("ring", lay(x, y + 0.009, z), [place.radius * 1.3, 0], 0.03, dark, 1), glow: 0.2 });
        continue;
      }
      const rest = mark.kind === "rest";
      const size = rest ? place.radius * 1.07 : place.radius * (place.radius > 0.45 ? 0.6 : 0.64);
      made.lights.push(
        brass("ring", lay(x, y + 0.007, z), [size, 0], rest ? 0.024 : 0.015, dark, mark.kind === "taken" ? 0.7 : 1),
      );
    }
    const moved = mark.slabs.map((id) => drawn.pieces.get(id)).filter((p) => p !== undefined);
    if (moved.length) {
      const xs = moved.flatMap((p) => [p.at.x - p.slab.size[0] / 2, p.at.x + p.slab.size[0] / 2]);
      const zs = moved.flatMap((p) => [p.at.z - p.slab.size[2] / 2, p.at.z + p.slab.size[2] / 2]);
      const [x0, x1, z0, z1] = [Math.min(...xs), Math.max(...xs), Math.min(...zs), Math.max(...zs)];
      const at = lay((x0 + x1) / 2, moved[0]!.at.y + 0.006, (z0 + z1) / 2);
      const edge = 0.085;
      made.lights.push(
        brass("outline", at, [(x1 - x0) / 2 - edge, (z1 - z0) / 2 - edge], 0.016, isDark(moved[0]!.slab.matter), 1),
      );
    }
  }
}

function brass(
  shape: Light["shape"],
  at: Vector3,
  size: [number, number],
  line: number,
  dark: boolean,
  strength: number,
): Light {
  return {
    shape,
    at,
    turn: LEVEL.clone(),
    size,
    line,
    glow: 0,
    colour: dark ? DID.onDark : DID.onLight,
    strength,
    lit: false,
  };
}

/** Arrows are cut into the rail whether they may be touched or not. */
function engravings(drawn: Drawn, made: Signals): void {
  const lit = new Set(drawn.lit.map((l) => l.handle));
  for (const arrow of drawn.layout.scene.arrows) {
    if (lit.has(`arrow:${arrow.id}`)) continue;
    const [x, y, z] = arrow.at;
    made.lights.push({
      shape: "arrow",
      at: lay(x, y + 0.004, z),
      turn: aimed(arrow.towards),
      size: ARROW,
      line: 0,
      glow: 0,
      colour: ENGRAVED,
      strength: arrow.barred ? 0.3 : 0.62,
      lit: false,
    });
  }
}

const lay = (x: number, y: number, z: number): Vector3 => new Vector3(x, y, z);

/** Turns +x of a flat shape towards a direction seen from above. */
function aimed([x, z]: [number, number]): Quaternion {
  return new Quaternion().setFromAxisAngle(UP, Math.atan2(-z, x));
}
