/** What the server and the page say to each other; mirrors `billes.server.messages` and `billes.scenes`. */

import type { Motion } from "../board/motion";
import type { Scene } from "../board/scene";

export type { Motion, Scene };
export type { Count, Player } from "../board/scene";

/** A moment of a turn: what is asked, what may be touched, and what each touch leads to: a node or a move. */
export interface Node {
  ask: string;
  next: Record<string, number | string>;
  params?: Record<string, string | number>;
  /** What is in hand: the place of the lifted marble, or slabs. */
  held?: string[];
  /** What the touch that led here has already moved. */
  shows?: Motion[];
  /** True where `next` was left out: it has to be asked for. */
  more?: boolean;
}

export interface Gestures {
  prefix: string[];
  nodes: Node[];
  /** What the handles are called, each a sentence by its key. */
  labels?: Record<string, Said>;
}

/** A sentence in no language yet. */
export interface Said {
  key: string;
  params?: Record<string, string | number>;
  players?: Record<string, number>;
}

export interface Spoken {
  en: string;
  fr: string;
  /** The same in no language yet, for a reader who is one of the players. */
  said?: Said[];
}

export interface ClockChoice {
  main: number;
  increment: number;
}

export interface SeatChoice {
  kind: "here" | "link" | "computer";
  level?: number;
  name?: string;
}

export interface NewTable {
  game: string;
  variant: string;
  seats: SeatChoice[];
  /** The listed seat that plays first, or 0 to draw lots. */
  starts: number;
  clock: ClockChoice | null;
  start?: string;
}

export type Phase = "waiting" | "playing" | "over";
export type OfferKind = "undo" | "draw" | "rematch";

export interface Seat {
  player: number;
  kind?: "human" | "computer";
  level?: number;
  name?: string;
  mine?: boolean;
  free?: boolean;
  invite?: string;
  left?: boolean;
}

export interface Clocks {
  main: number;
  increment: number;
  remaining: (number | null)[];
  running: number;
  at: number;
}

export interface Result extends Spoken {
  winner: number;
  draw: boolean;
  reason: string;
  scores: number[];
}

export interface Standing {
  number: number;
  offer: OfferKind;
  by: number;
  waits: number[];
}

export interface Status {
  phase: Phase;
  turn: number;
  player: number;
  ply: number;
  omen?: boolean;
  result?: Result | null;
  offer?: Standing | null;
}

export interface Entry extends Spoken {
  ply: number;
  player: number;
  move: string;
  clock?: number | null;
}

type Right = "no" | "now" | "ask";

export interface Rights {
  undo: Right;
  draw: Right;
  rematch: Right;
  resign: boolean;
  hint: boolean;
  analysis: boolean;
}

export interface Presence {
  players: number[];
  spectators: number;
}

export interface TableEvent {
  type: "event";
  number: number;
  at: number;
  kind: "seat" | "start" | "move" | "undo" | "offer" | "decline" | "end" | "leave" | "clocks" | "rematch";
  status: Status;
  by?: number;
  entry?: Entry;
  motions?: Motion[];
  /** The parts of the scene that changed. */
  scene?: Partial<Scene>;
  removed?: number;
  offer?: OfferKind;
  reason?: string;
  seats?: Seat[];
  clocks?: Clocks;
  table?: string;
  rights?: Rights;
  gestures?: Gestures;
}

export interface TableState {
  type: "state";
  table: string;
  number: number;
  now: number;
  game: string;
  variant: string;
  start: string;
  text: string;
  created: number;
  seats: Seat[];
  you: number[];
  moves: Entry[];
  scene: Scene;
  gestures: Gestures | null;
  status: Status;
  clocks: Clocks | null;
  rights: Rights;
  presence: Presence;
  rematch?: string;
}

export interface Hinted extends Spoken {
  type: "hint";
  move: string;
  touches: string[];
  answers: number;
  id: string;
}

/** All that a socket may hear. */
export type Heard =
  | TableState
  | TableEvent
  | Hinted
  | { type: "done"; number: number; id: string }
  | { type: "error"; error: string; message: string; id: string }
  | { type: "more"; gestures: Gestures; answers: number; id: string }
  | ({ type: "why"; id: string } & Spoken)
  | { type: "ping"; ping: number; now: number }
  | ({ type: "presence" } & Presence);

/** All that a socket may say. */
export type Asked =
  | { type: "move"; move: string; answers: number; touched: string[]; id: string }
  | { type: "undo"; answers: number; id: string }
  | { type: "offer"; offer: "draw" | "rematch"; id: string }
  | { type: "answer"; number: number; accept: boolean; id: string }
  | { type: "resign"; player?: number; id: string }
  | { type: "hint"; id: string }
  | { type: "more"; touched: string[]; id: string }
  | { type: "why"; handle: string; touched: string[]; id: string }
  | { type: "pong"; ping: number };

export interface Summary {
  table: string;
  game: string;
  variant: string;
  phase: Phase;
  ply: number;
  player: number;
  you: number[];
  your_turn: boolean;
  seats: Seat[];
  created: number;
  active: number;
  text: string;
  clock: ClockChoice | null;
  result: Result | null;
}

export interface Invitation {
  table: string;
  game: string;
  variant: string;
  player: number;
  open: boolean;
  yours: boolean;
  host: string;
  clock: ClockChoice | null;
}

export interface GameInfo {
  game: string;
  variants: { variant: string; players: number; start: string; levels: number }[];
  levels: ({ level: number } & Spoken)[];
}

export interface Legal extends Spoken {
  move: string;
}

/** A position with all one needs to draw and handle it. */
export interface View {
  game: string;
  variant: string;
  text: string;
  player: number;
  scene: Scene;
  gestures: Gestures;
  moves: Legal[];
  omen: boolean;
  result: Result | null;
  motions?: Motion[];
  entry?: Entry | null;
}

export interface Line {
  score: number;
  en: string;
  fr: string;
  exact: boolean;
  moves: string[];
  texts: string[];
}

export interface Thought {
  game: string;
  variant: string;
  text: string;
  player: number;
  depth: number;
  nodes: number;
  seconds: number;
  lines: Line[];
  final: boolean;
}

export interface Marked {
  ply: number;
  player: number;
  move: string;
  before: number;
  after: number;
  best: string;
  mark: "" | "best" | "good" | "doubtful" | "mistake" | "blunder";
}
