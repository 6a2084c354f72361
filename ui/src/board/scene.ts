/** The scene of a position, as the server sends it (mirrors `billes.scenes.scene`). */

/** A point in space: x right along the files, y up, z towards player 1. */
export type Point = [number, number, number];
/** A point or a direction seen from above: x, z. */
export type Flat = [number, number];

export type Matter = "ivory" | "night" | "amber" | "celadon" | "ribbon" | "steel";
export type Wood = "walnut" | "oak" | "ebony" | "beech" | "felt";
export type Felt = "moss" | "slate" | "brick" | "plum";
export type Theme = "light" | "dark";

/** Where something can lie; `at` is the centre of a marble lying there (of a tray's face, for a slot). */
export interface Place {
  id: string;
  at: Point;
  radius: number;
  kind: "bowl" | "pocket" | "slot" | "seat";
  level: number;
  on: string;
  open: boolean;
}

export interface Marble {
  place: string;
  owner: number;
  radius: number;
  matter: Matter;
  hue: number;
}

/** A flat piece of wood or felt; `at` is the middle of its upper face, `size` width, height, depth. */
export interface Slab {
  id: string;
  kind: "base" | "rim" | "floor" | "board" | "tile" | "tray" | "cup";
  matter: Wood;
  at: Point;
  size: Point;
  shape: "box" | "disc";
  corner: number;
  hole: Flat | null;
  on: string;
  beside: boolean;
  fixed: boolean;
}

export interface Groove {
  id: string;
  places: string[];
  radius: number;
  track: boolean;
}

export interface Zone {
  id: string;
  owner: number;
  kind: "base" | "goal" | "arrival";
  places: string[];
  outline: Flat[];
}

export interface Medal {
  owner: number;
  at: Point;
  radius: number;
}

export interface Arrow {
  id: string;
  at: Point;
  towards: Flat;
  barred: boolean;
}

export interface Store {
  id: string;
  kind: "reserve" | "out" | "taken";
  owner: number;
  seats: string[];
  beside: boolean;
}

export interface Label {
  text: string;
  at: Point;
  size: number;
}

export interface Tilt {
  towards: number;
  degrees: number;
  pivot: Point;
}

export interface Mark {
  kind: "rest" | "from" | "via" | "taken" | "path" | "slid" | "gone";
  places: string[];
  slabs: string[];
  towards: Flat | null;
}

export interface Count {
  name: string;
  value: number;
  of: number;
  matters: Matter[];
}

export interface Player {
  number: number;
  matter: Matter;
  sign: string;
  side: "near" | "far";
  to_move: boolean;
  role: "" | "marbles" | "trays";
  won: boolean;
  counts: Count[];
}

export interface Ending {
  winner: number;
  draw: boolean;
  reason: string;
  scores: number[];
}

export interface View {
  yaw: number;
  pitch: number;
  fov: number;
  narrow_yaw: number;
  narrow_pitch: number;
}

export interface Scene {
  game: string;
  variant: string;
  text: string;
  last: string;
  felt: Felt;
  view: View;
  players: Player[];
  places: Place[];
  marbles: Marble[];
  slabs: Slab[];
  grooves: Groove[];
  zones: Zone[];
  medals: Medal[];
  arrows: Arrow[];
  stores: Store[];
  labels: Label[];
  marks: Mark[];
  counts: Count[];
  tilt: Tilt | null;
  ending: Ending | null;
}
