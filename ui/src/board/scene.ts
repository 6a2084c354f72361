/**
 * Positions as things in space, and what moves. Written by scripts/message_types.py from the server's types; do not
 * edit.
 */

/** A point in space: x, y, z. */
export type Point = [number, number, number];

/** A point or a direction seen from above: x, z. */
export type Flat = [number, number];

/** What a marble is made of; the four players' matters carry their signs. */
export type Matter = "ivory" | "night" | "amber" | "celadon" | "ribbon" | "steel";

/** What a slab is made of; the felt's colour is the game's own. */
export type Wood = "walnut" | "oak" | "ebony" | "beech" | "felt";

/**
 * rest: where a marble lies now. from: where it came from. via: where it touched down on its way. taken: where a marble
 * left the board. path: the places of its way in order. slid: slabs that moved. gone: slots they left. won: a place
 * that decided the game.
 */
export type MarkKind = "rest" | "from" | "via" | "taken" | "path" | "slid" | "gone" | "won";

/** Where something can lie. `at` is the centre of a marble lying there (of a tray's face, for a slot). */
export interface Place {
  id: string;
  at: Point;
  radius: number;
  /** bowl: cut into wood. pocket: between four marbles. slot: for a tray. seat: not played on, in a store or track. */
  kind: "bowl" | "pocket" | "slot" | "seat";
  level: number;
  /** The slab it is cut into and moves with, if any. */
  on: string;
  /** False for a pocket whose supports are not all filled: nothing can lie there yet. */
  open: boolean;
}

/** A marble on a place. Owner 0 is nobody: marbles that all players share, and steel balls. */
export interface Marble {
  place: string;
  owner: number;
  radius: number;
  matter: Matter;
  /** Which of the ribbon hues, 0 to 6; 0 for other matters. */
  hue: number;
}

/** A flat piece of wood or felt, box or disc. `at` is the middle of its upper face, `size` width, height, depth. */
export interface Slab {
  id: string;
  kind: "base" | "rim" | "floor" | "board" | "tile" | "tray" | "cup";
  matter: Wood;
  at: Point;
  size: Point;
  shape: "box" | "disc";
  /** Radius of the corners seen from above. */
  corner: number;
  /** Width and depth of the opening cut right through its middle, of the same shape. */
  hole: Flat | null;
  /** The slot a tray stands on. */
  on: string;
  /** Stands beside the board proper: cups, side trays, removed trays. */
  beside: boolean;
  /** Stays level when the board tilts. */
  fixed: boolean;
}

/** A trough along places in which marbles roll; a track holds a steel ball and is not played on. */
export interface Groove {
  id: string;
  places: string[];
  radius: number;
  track: boolean;
}

/** A thin line let into the board from place to place, where the rules speak of lines. */
export interface Line {
  places: string[];
}

/** Places that mean something to one player, and their outline on the board (x, z), closed. */
export interface Zone {
  id: string;
  owner: number;
  kind: "base" | "goal" | "arrival";
  places: string[];
  outline: Flat[];
}

/** A medallion with a player's sign, let into the wood beside their goal. */
export interface Medal {
  owner: number;
  at: Point;
  radius: number;
}

/** An arrow on the rail; its id is the text of the slide it stands for. */
export interface Arrow {
  id: string;
  at: Point;
  towards: Flat;
  /** The one slide the player to move may not play. */
  barred: boolean;
  /** The key of what it is called in the catalogue: its placeholders are {row} and {end}. */
  label: string;
  row: string;
  end: string;
}

/** Where marbles wait or end: a reserve, a cup of marbles out, the captured ones. Seats are filled in order. */
export interface Store {
  id: string;
  kind: "reserve" | "out" | "taken";
  owner: number;
  seats: string[];
  beside: boolean;
}

/** A coordinate burnt into the wood. */
export interface Label {
  text: string;
  at: Point;
  size: number;
}

/** How the board leans: turned by `degrees` about the x axis through `pivot`, down on the side of a player. */
export interface Tilt {
  towards: number;
  degrees: number;
  pivot: Point;
}

/** A trace of the last move, drawn in brass. */
export interface Mark {
  kind: MarkKind;
  places: string[];
  slabs: string[];
  towards: Flat | null;
}

/** A number worth telling: how many out of how many, and where it matters the matters of those counted. */
export interface Count {
  /** The end of its key in the catalogue, `count.NAME`. Trays are drawn as squares, other things as marbles. */
  name: string;
  value: number;
  /** The most it can be; 0 if that says nothing. */
  of: number;
  matters: Matter[];
}

/** A player as the table shows them: marble, side of the table, whether it is their turn, counts. */
export interface Player {
  number: number;
  matter: Matter;
  sign: string;
  side: "near" | "far";
  to_move: boolean;
  /** What the player handles, in games where that differs: the end of a key in the catalogue, `role.NAME`. */
  role: string;
  won: boolean;
  counts: Count[];
}

/** How the game ended: the winner's number or 0, whether it is a draw, a keyword for why, scores if it has any. */
export interface Ending {
  winner: number;
  draw: boolean;
  reason: string;
  scores: number[];
}

/** Where a camera stands by default, in degrees; the narrow one is for upright screens. */
export interface View {
  yaw: number;
  pitch: number;
  fov: number;
  narrow_yaw: number;
  narrow_pitch: number;
}

/** A position as things in space. Slabs are listed from the lowest up, so that drawing in order covers rightly. */
export interface Scene {
  game: string;
  variant: string;
  text: string;
  /** The move that led here, or nothing. */
  last: string;
  /** Which felt the game is lined with: moss, slate, brick or plum; any other name gives one like moss. */
  felt: string;
  view: View;
  players: Player[];
  places: Place[];
  marbles: Marble[];
  slabs: Slab[];
  grooves: Groove[];
  lines: Line[];
  zones: Zone[];
  medals: Medal[];
  arrows: Arrow[];
  stores: Store[];
  labels: Label[];
  marks: Mark[];
  /** Numbers that belong to the table and no one player: round, score of the round before, announced jumps. */
  counts: Count[];
  tilt: Tilt | null;
  ending: Ending | null;
}

/** How a thing moves. */
export type MotionKind =
  | "place"
  | "take"
  | "raise"
  | "jump"
  | "step"
  | "slide"
  | "round"
  | "lift"
  | "leave"
  | "roll"
  | "tilt";

/** What kind of thing moves: `what` and `to` are places for a marble and ids of slabs for a slab. */
export type Thing = "marble" | "slab" | "board";

/**
 * One thing on its way. `what` is the place a marble lies on *when its step begins*, or the slab's id; `to` the place
 * or id it has when the step is over. `via` are the places passed on the way, in order: those jumped over, or rolled
 * across. Steps run one after another from 0; motions of the same step run together, each beginning when `delay` of the
 * step's leading motion (its first one) is over: a jumped marble leaves as the jumper passes over it, marbles roll once
 * the board has begun to tilt.
 */
export interface Motion {
  kind: MotionKind;
  what: string;
  to: string;
  step: number;
  thing?: Thing;
  via?: string[];
  delay?: number;
}
