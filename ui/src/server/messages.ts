/**
 * What the server and the page send each other. Written by scripts/message_types.py from the server's types; do not
 * edit.
 */

import type { Motion, Scene } from "../board/scene";

/** A moment of a turn: what is asked, what may be touched and what it leads to. */
export interface Node {
  /** What is asked now: the catalogue has the sentences `ask.KEY` and `ask.KEY.more`. */
  ask: string;
  /** Every handle that may be touched, and where it leads. */
  next: Record<string, number | string>;
  /** What the sentences' placeholders stand for. */
  params?: Record<string, number | string | Sentence>;
  /** What is in hand: the place of the lifted marble, or the ids of slabs. */
  held?: string[];
  /** What the touch that led here has already moved, to be shown at once (and undone when the turn is put back). */
  shows?: Motion[];
  /** What each touch that completes a move moves, to be shown at once; a move may go on to move more. */
  ends?: Record<string, Motion[]>;
  /** True where `next` was left empty to keep the tree small: ask for `gestures` with the touches so far. */
  more?: boolean;
}

/** All that a hand may do, as a graph that begins at `nodes[0]`, after the touches of `prefix`. */
export interface Gestures {
  /** No nodes where no move is possible: the game is over. */
  nodes: Node[];
  prefix: string[];
  /** What each handle is called. */
  labels?: Record<string, Sentence>;
}

export type OfferKind = "undo" | "draw" | "rematch";

export type EventKind =
  | "seat"
  | "start"
  | "move"
  | "undo"
  | "offer"
  | "agree"
  | "decline"
  | "end"
  | "leave"
  | "clocks"
  | "rematch"
  | "phrase";

/** What can be said at a table: `phrase.NAME` in the catalogue, so that everybody reads it in their own language. */
export type Phrase =
  | "hello"
  | "good-luck"
  | "well-played"
  | "thank-you"
  | "sorry"
  | "one-moment"
  | "your-turn"
  | "good-game";

/** Main time, and increment per move, in seconds. */
export interface ClockChoice {
  main: number;
  increment?: number;
}

/** Who takes a seat: the creator's own screen (`here`), the first to open the link (`link`), or the computer. */
export interface SeatChoice {
  kind?: "here" | "link" | "computer";
  /** Strength of a computer; GET /api/games lists the levels of every variant. */
  level?: number;
  name?: string;
}

/**
 * Create a table. `seats` are listed in order of play as the creator sees them, their own usually first. `starts` is
 * the number of the listed seat that plays first (the others follow in the listed order, the last one followed by the
 * first), or 0 to choose at random.
 */
export interface NewTable {
  game: string;
  /** Empty for the game's first variant. */
  variant?: string;
  /** Default: one human here against the first level of the computer. */
  seats?: SeatChoice[];
  starts?: number;
  clock?: ClockChoice | null;
  /** A position text to start from; empty for the usual start. */
  start?: string;
}

/** The name a visitor wants to have. */
export interface NewName {
  name: string;
}

/** A code that another device shows. */
export interface TakeCode {
  code: string;
}

/** Take the free seat of an invitation. */
export interface Joining {
  name?: string;
}

/** Ask why a handle may not be touched in a free position. */
export interface WhyNot {
  game: string;
  handle: string;
  variant?: string;
  text?: string;
  touched?: string[];
}

/** A free position, and a move to play on it where one is given. */
export interface PositionRequest {
  game: string;
  variant?: string;
  /** Empty for the usual start. */
  text?: string;
  /** The text of another board, in games that have them; without a variant it is then the one that fits. */
  board?: string;
  move?: string;
  touched?: string[];
}

/** A learner's move in a step of a lesson. */
export interface LessonMove {
  move: string;
  touched?: string[];
  /** In the game at the end of the lessons: the moves played so far. */
  moves?: string[];
}

/** A move in a puzzle: the last of the solver's moves so far. Those before it have been found right. */
export interface PuzzleTry {
  moves: string[];
  mode?: "day" | "puzzles" | "rush" | "mistakes";
  touched?: string[];
  /** Rather show the solution from here on: `moves` are those that were found. */
  show?: boolean;
}

/** A move in practice: the last of all moves so far, both players'. Those before it were right. */
export interface PracticeMove {
  moves: string[];
  touched?: string[];
  /** Rather play a good move for me: `moves` are those that were played. */
  show?: boolean;
}

/** How many puzzles were solved in a rush. */
export interface RushEnd {
  solved: number;
}

/** Moves of a finished game, by their numbers from 1, of which puzzles are to be made. */
export interface WorstMoments {
  plies: number[];
}

/** A record to be opened, and which of its games. */
export interface OpenRecord {
  text: string;
  number?: number;
}

/** A move of a game or of a line beside it. */
export interface LineMove {
  move: string;
  /** The number of the move before it, in the list, from 1; 0 for the start. */
  follows: number;
  comment?: string;
  clock?: number | null;
}

/** A game and lines beside it, to be written as a record. Of moves that follow the same one the first is played. */
export interface WriteRecord {
  game: string;
  moves: LineMove[];
  variant?: string;
  start?: string;
  /** How many moves were played in earnest: what goes on after them is a line beside the game. 0 where none were. */
  plies?: number;
  tags?: Record<string, string>;
  /** Before the first move. */
  comment?: string;
  /** Why the game ended, where the board does not say so: resignation, time, agreement or adjudication. */
  reason?: string;
  winner?: number;
}

/** A line of play whose moves are to be marked. */
export interface ReviewRequest {
  game: string;
  moves: string[];
  variant?: string;
  start?: string;
  /** So many moves at the beginning need no mark. */
  after?: number;
  /** For each search, of which a move takes two at most. */
  seconds?: number;
}

/** Play a move. `answers` is `status.turn`, the number of the event that made the position it answers to. */
export interface Play {
  type: "move";
  move: string;
  answers: number;
  /** The handles that were touched, if any, so that motions go in that order. */
  touched?: string[];
  id?: string;
}

/** Take back to before my last move: at once where nobody else has a seat, else as an offer. */
export interface Undo {
  type: "undo";
  answers: number;
  id?: string;
}

/** Offer a draw or a rematch. */
export interface Offer {
  type: "offer";
  offer: "draw" | "rematch";
  id?: string;
}

/** Accept or decline the offer of that number; the player who made it withdraws it by declining. */
export interface Answer {
  type: "answer";
  number: number;
  accept: boolean;
  id?: string;
}

/** Say one of a few phrases to the others at the table. */
export interface Say {
  type: "phrase";
  phrase: Phrase;
  id?: string;
}

/** Give up. `player` says for which of my seats; 0 is the one to move, or my only one. */
export interface Resign {
  type: "resign";
  player?: number;
  id?: string;
}

/** Ask for a good move; only where no other person has a seat. */
export interface Hint {
  type: "hint";
  id?: string;
}

/** Ask for the rest of a gesture graph, after the touches so far (for a node marked `more`). */
export interface More {
  type: "more";
  touched: string[];
  id?: string;
}

/** Ask why a handle may not be touched, after the touches so far. */
export interface Why {
  type: "why";
  handle: string;
  touched?: string[];
  id?: string;
}

/** Ask whether the connection still works, after a sleep; `done` then tells the number of the last event. */
export interface Check {
  type: "check";
  id?: string;
}

/** Answer a ping at once; this is how the server measures the delay of the network. */
export interface Pong {
  type: "pong";
  ping: number;
}

/** All that a socket may send. */
export type Request = Play | Undo | Offer | Answer | Say | Resign | Hint | More | Why | Check | Pong;

export type Phase = "waiting" | "playing" | "over";

/** A sentence in no language yet: its key in the catalogue and what its placeholders stand for. */
export interface Sentence {
  key: string;
  params?: Record<string, string | number | Sentence>;
  /** Placeholders that stand for the name of a player. */
  players?: Record<string, number>;
}

/** An error over HTTP: a code, a sentence for the page, and the same in English for bots and logs. */
export interface Problem {
  error: string;
  sentence: Sentence;
  message: string;
  /** The id of the request, by which it is found in the server's log. */
  request: string;
}

/** An error over a socket; `id` is that of the request. */
export interface Refusal {
  type: "error";
  error: string;
  sentence: Sentence;
  message: string;
  id: string;
  /** The id of the socket, by which it is found in the server's log. */
  request: string;
}

/** The action is done and on disk; `number` is that of the event it made (or had made when sent before). */
export interface Done {
  type: "done";
  number: number;
  id: string;
}

/** A good move for the player to move, with a sequence of touches that plays it. */
export interface Hinted {
  type: "hint";
  move: string;
  touches: string[];
  sentences: Sentence[];
  /** What speaks for it. */
  reasons: Sentence[];
  answers: number;
  id: string;
}

/** The gesture graph after the touches in the request. */
export interface MoreGestures {
  type: "more";
  gestures: Gestures;
  answers: number;
  id: string;
}

/** Why a handle may not be touched. */
export interface Because {
  type: "why";
  sentences: Sentence[];
  id: string;
}

/** Answer at once with a pong of the same number. `now` lets the page set its clock by the server's. */
export interface Ping {
  type: "ping";
  ping: number;
  now: number;
}

/** Which players have a socket open now, and how many spectators. Not numbered, never stored. */
export interface Presence {
  type: "presence";
  players: number[];
  spectators: number;
}

/** A seat at the table, as its reader may see it. */
export interface Seat {
  player: number;
  kind: "human" | "computer";
  level: number;
  /** Empty where nobody gave a name; a computer has none (the page names it by its level). */
  name: string;
  mine: boolean;
  /** Waits for somebody to open the invitation. */
  free: boolean;
  /** Path of the invitation, `/join/…`; sent to the creator only, while the seat is free. */
  invite: string;
  /** A player of four who resigned or ran out of time: the computer plays on in their place. */
  left: boolean;
}

/** The clocks as they stood at `at`. */
export interface Clocks {
  main: number;
  increment: number;
  /** Seconds left, player 1 first; None for a seat without a clock (its player has left). */
  remaining: (number | null)[];
  /** The player whose time runs, 0 for nobody (before the first move, and when the game is over). */
  running: number;
  at: number;
}

/** How the game ended, also in sentences. */
export interface Result {
  /** 0 for nobody. */
  winner: number;
  draw: boolean;
  /** top, reserve, blocked, out, zone, score, repetition, resignation, time or agreement. */
  reason: string;
  scores: number[];
  sentences: Sentence[];
}

/** An offer that waits for an answer. */
export interface OpenOffer {
  number: number;
  offer: OfferKind;
  /** The player who made it. */
  by: number;
  /** The players who have not answered yet. */
  waits: number[];
}

/** The state of the game after an event. */
export interface Status {
  phase: Phase;
  /** Number of the event that made this position: what a move answers to. */
  turn: number;
  /** The player to move, 0 when the game is over or has not begun. */
  player: number;
  ply: number;
  /**
   * What the board itself tells the player to move, such as that its weight is against them; it then trembles. An
   * `Update` does not tell: its `Look` does.
   */
  warning: Sentence | null;
  result: Result | null;
  offer: OpenOffer | null;
}

/** A line of the move list. */
export interface Entry {
  /** From 1. */
  ply: number;
  player: number;
  move: string;
  sentences: Sentence[];
  /** Seconds left after it. */
  clock: number | null;
}

/** What the reader of a message may do now; the page shows and hides its buttons by it. */
export interface Rights {
  undo: "no" | "now" | "ask";
  draw: "no" | "now" | "ask";
  rematch: "no" | "now" | "ask";
  resign: boolean;
  hint: boolean;
  /** Engine lines of this table: when the game is over, or no other person sits at it. */
  analysis: boolean;
}

/** An event and what it changed, as its reader may see it; what it looks like follows as a `Look`. */
export interface Update {
  type: "event";
  number: number;
  at: number;
  kind: EventKind;
  /** The player who did it, 0 for nobody. */
  by?: number;
  /** move: the text of the move. */
  move?: string;
  /** move: the handles that were touched, in order. */
  touched?: string[];
  /** undo: how many moves were taken back. */
  removed?: number;
  /** offer, agree, decline. */
  offer?: OfferKind | null;
  /** end, leave: resignation, time, agreement; undo: agreement, or empty where nobody was asked. */
  reason?: string;
  /** end: who has won, 0 for a draw. */
  winner?: number;
  /** What the clocks show after it, player 1 first; None where the table has no clocks. */
  remaining?: (number | null)[] | null;
  /** rematch: the id of the new table. */
  table?: string;
  /** phrase: what was said. */
  phrase?: Phrase | null;
  status: Status;
  /** move: the new line of the move list. */
  entry?: Entry | null;
  /** seat, start, leave: all seats anew. */
  seats?: Seat[];
  /** The clocks, where they changed. */
  clocks?: Clocks | null;
  rights?: Rights;
}

/**
 * What a `start`, `move` or `undo` looks like: follows the event of the same number as soon as it is drawn. Where moves
 * come faster than they can be drawn, one look stands for several events: for all up to its number.
 */
export interface Look {
  type: "look";
  number: number;
  /** move: what moves, from the scene of the look before to this one. */
  motions?: Motion[];
  /** The parts of the scene that changed; lay them over the scene you hold, key by key. */
  scene?: Partial<Scene>;
  /** As in `Status`. */
  warning?: Sentence | null;
  /** What the reader may touch, where it is their turn. A missing field means nothing may be touched. */
  gestures?: Gestures;
}

/** A whole table: the answer to GET, and the first message of a socket that has seen nothing yet. */
export interface State {
  type: "state";
  table: string;
  number: number;
  now: number;
  game: string;
  variant: string;
  /** The position text the game began from. */
  start: string;
  /** The position text now. */
  text: string;
  created: number;
  seats: Seat[];
  /** The players whose seats are yours; empty for a spectator. */
  you: number[];
  /** The last 200 lines of the move list. */
  moves: Entry[];
  scene: Scene;
  gestures: Gestures | null;
  status: Status;
  clocks: Clocks | null;
  rights: Rights;
  presence: Presence;
  /** The table this one is continued at, if any. */
  rematch: string;
  /** Whether lots decided who plays first. */
  lots: boolean;
  /** How many lines of the move list come before those in `moves`; GET /api/tables/{id}/entries has them. */
  earlier: number;
  /** Whether there are lessons for this game. */
  lessons: boolean;
}

/** All that a socket may receive. */
export type Response = State | Update | Look | Done | Refusal | Hinted | MoreGestures | Because | Ping | Presence;

/** A line of "my tables". */
export interface Summary {
  table: string;
  game: string;
  variant: string;
  phase: Phase;
  ply: number;
  /** The player to move, 0 when over or not begun. */
  player: number;
  you: number[];
  your_turn: boolean;
  seats: Seat[];
  created: number;
  /** When something last happened. */
  active: number;
  /** The position text, for a small picture (GET /api/svg). */
  text: string;
  clock: ClockChoice | null;
  result: Result | null;
  /** Whether it cannot be read any more: it can only be deleted, and its moves are not known. */
  damaged: boolean;
}

/** One page of a visitor's games. */
export interface MyGames {
  games: Summary[];
  total: number;
  /** From 1. */
  page: number;
  pages: number;
}

/** A game was taken off my list. */
export interface Deleted {
  table: string;
  /** Whether it is deleted: nobody else has it on their list. */
  gone: boolean;
}

/** What an invitation leads to. `open` is False once somebody has taken the seat. */
export interface Invitation {
  table: string;
  game: string;
  variant: string;
  player: number;
  open: boolean;
  yours: boolean;
  /** Name of the visitor who created the table. */
  host: string;
  clock: ClockChoice | null;
}

/** The visitor as the server knows them. */
export interface Me {
  name: string;
}

/** A code that makes me known on another device. */
export interface Code {
  code: string;
  /** When it expires. */
  until: number;
}

/** A language that sentences can be had in, and what it calls itself. */
export interface LanguageInfo {
  language: string;
  name: string;
}

/** A heading of a rules page, and where it stands in it. */
export interface Heading {
  level: number;
  id: string;
  title: string;
}

/** A rules page as safe HTML: of a game, or of all of them. */
export interface RulesPage {
  /** The game, or the page's name. */
  game: string;
  language: string;
  title: string;
  html: string;
  /** The headings below the title. */
  contents: Heading[];
}

/** The state of the server. */
export interface Health {
  ok: boolean;
  version: string;
  /** Tables in memory now. */
  tables: number;
  sockets: number;
  /** Whether the page is built. */
  page: boolean;
}

/** A legal move by text and in sentences. */
export interface Legal {
  move: string;
  sentences: Sentence[];
}

/** A position with all one needs to draw and handle it. */
export interface View {
  game: string;
  variant: string;
  text: string;
  /** The player to move, 0 when the game is over. */
  player: number;
  scene: Scene;
  gestures: Gestures;
  moves: Legal[];
  warning: Sentence | null;
  result: Result | null;
  /** Where a move led here: what moved. */
  motions?: Motion[];
  entry: Entry | null;
}

/** One line of play that the engine found. */
export interface Line {
  /** From -1 (lost for the player to move) to 1 (won). */
  score: number;
  /**
   * The score for people: `score.win`, `score.loss`, `score.won`, `score.lost`, `score.draw`, `score.left` or
   * `score.marbles`, for the player to move.
   */
  sentences: Sentence[];
  /** Looked up in a tablebase, not searched. */
  exact: boolean;
  moves: string[];
  /** A sequence of touches that plays the first move. */
  touches: string[];
  /** The position text after each move of the line. */
  texts: string[];
}

/** What the engine has found so far: the `data` of an analysis stream. */
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

/** One move of a game under review. */
export interface Marked {
  ply: number;
  player: number;
  move: string;
  /** Score before the move, from -1 to 1: for player 1; with more than two players for the one who moved. */
  before: number;
  after: number;
  best: string;
  mark: "best" | "good" | "doubtful" | "mistake";
  /** Whether both scores were looked up in a tablebase. */
  exact: boolean;
  /** The score after the move for people, for the player who moved. */
  sentences: Sentence[];
}

/** A position of a game or of a line beside it, and what led to it. */
export interface Step {
  text: string;
  /** The player to move, 0 when the game is over on the board. */
  player: number;
  /** The parts of the scene that differ from those of the step it follows; of the start the whole. */
  scene: Partial<Scene>;
  /** The number of the step that it follows, in the list, from 0; -1 for the start. */
  follows?: number;
  entry?: Entry | null;
  /** What moved. */
  motions?: Motion[];
  comment?: string;
  /** How the game ends here on the board. */
  result?: Result | null;
}

/** A game from its start to its end, with the lines beside it, in one answer. */
export interface WholeGame {
  game: string;
  variant: string;
  /** The position text the game began from. */
  start: string;
  /** Names, player 1 first; empty where there is none. */
  players: string[];
  /** What else a record says. */
  tags: Record<string, string>;
  /** How many moves were played: the first steps, after the start. Lines that were not played follow. */
  plies: number;
  steps: Step[];
  /** How the game that was played ended, also where the board does not say so. */
  result: Result | null;
  /** How many games the record holds. */
  count: number;
  /** Whether the engine may be asked about it: not while several people still play it. */
  analysis: boolean;
}

/** A record. */
export interface RecordText {
  text: string;
}

/** A variant of a game, the usual start included. */
export interface Variant {
  variant: string;
  players: number;
  start: string;
  /** The levels the computer can play here, weakest first; their names are the sentences `level.N`. */
  levels: number[];
  /** How each of these levels finds its moves. */
  about: Sentence[];
  /** Whether perfect play is known, so that it can be explored. */
  solvable: boolean;
  /** How many puzzles come with it. */
  puzzles: number;
}

/** A position worth a picture, and the move that led to it. */
export interface Showcase {
  variant: string;
  text: string;
  last: string;
}

/** A game that can be played here. */
export interface GameInfo {
  game: string;
  variants: Variant[];
  /** What its picture shows; where there is none, the start of its first variant does. */
  showcase: Showcase | null;
  /** That position as things in space. */
  scene: Scene;
  /** The variant to recommend where another one has a sentence `variant.GAME.VARIANT.advice`. */
  recommended: string;
  /** Whether it can be played on other boards, given as texts. */
  boards: boolean;
  /** How many steps its lessons have; 0 where there are none. */
  lessons: number;
}

/** A move of a solved variant, and what comes of it when both play on perfectly. */
export interface ExploredMove {
  move: string;
  sentences: Sentence[];
  /** What the mover gets by it; nothing where that is not known. */
  value: "win" | "draw" | "loss" | "";
  /** The plies then left, where they are known. */
  depth: number | null;
  /** How many of the replies keep what the other player has. */
  keeping: number;
  /** How many there are; 0 where nothing is known of them, and after a move that ends the game. */
  replies: number;
}

/** A position of a solved variant: its value for the player to move, and its moves, best first. */
export interface ExploredPosition {
  game: string;
  variant: string;
  text: string;
  /** The player to move, 0 when the game is over. */
  player: number;
  /** Where the values come from; nothing where the position is not known. */
  source: "tablebase" | "book" | "";
  value: "win" | "draw" | "loss" | "";
  depth: number | null;
  moves: ExploredMove[];
}

/** The move that a level of the computer plays in a position. */
export interface LevelMove {
  level: number;
  move: string;
}

/** The tablebase of a variant: whether it is there, what making it takes, and how far that is. */
export interface TablebaseState {
  /** `distances`, `wdl` for win, draw and loss only, or nothing where there is none. */
  form: string;
  /** What making it takes on one core of a 2.6 GHz server. */
  minutes: number;
  /** GB. */
  memory: number;
  /** GB, what is written down on the way included. */
  disk: number;
  /** Whether this server makes tablebases when asked. */
  allowed: boolean;
  /** While it is being made: the share of the work that is done. */
  share: number | null;
  /** Seconds that it will still take, where that is known. */
  left: number | null;
  /** Why it could not be made, the last time. */
  trouble: Sentence | null;
}

/** A step of a lesson in the list of all. */
export interface LessonTitle {
  step: string;
  title: Sentence;
}

/** The lessons of a game. */
export interface LessonList {
  game: string;
  steps: LessonTitle[];
}

/** A good move, and a sequence of touches that plays it. */
export interface LessonHint {
  move: string;
  touches: string[];
}

/** A step of a lesson: a position and what is to be done there. */
export interface Lesson {
  game: string;
  step: string;
  title: Sentence;
  task: Sentence;
  view: View;
  /** The board before the opponent's move that is shown first, where one is. */
  before: Scene | null;
  /** The moves that are asked for; none where a game is played. */
  right: string[];
  /** Whether the goal is to be found, so that nothing shows it before the first wrong move. */
  find: boolean;
  /** In the game at the end: how many moves are played; else 0. */
  plies: number;
  hint: LessonHint | null;
}

/** What is said to a learner's move, and the board after it. */
export interface LessonAnswer {
  right: boolean;
  /** Whether the step is finished. */
  done: boolean;
  sentences: Sentence[];
  view: View;
  /** In the game at the end: the board after the opponent's answer. */
  reply: View | null;
  hint: LessonHint | null;
}

/** A theme of puzzles, and how many have it. */
export interface Theme {
  theme: string;
  name: Sentence;
  puzzles: number;
}

/** What there is to train in a variant, and how far the visitor has come. */
export interface Training {
  game: string;
  variant: string;
  /** How many come with the variant; 0 where none do. */
  puzzles: number;
  themes: Theme[];
  rating: number;
  /** How sure the rating is: its standard deviation. */
  deviation: number;
  tried: number;
  /** At the first try. */
  solved: number;
  /** Puzzles solved in a row, and the most so far. */
  streak: number;
  longest: number;
  /** The most puzzles solved in a rush. */
  rush: number;
  /** The date of the puzzle of the day: 2026-11-16. */
  day: string;
  day_solved: boolean;
  /** Days in a row whose puzzle was solved at the first try. */
  days: number;
  /** Puzzles that come back, and how many of them now. */
  mistakes: number;
  due: number;
  /** When the next one comes back. */
  next_due: number | null;
  /** What can be practised here: `win`, and `draw` where the tablebase is. */
  practice: string[];
}

/** A puzzle to be solved. */
export interface PuzzleTask {
  game: string;
  variant: string;
  puzzle: string;
  task: Sentence;
  /** How many moves are to be found. */
  moves: number;
  /** As it was made; 0 for a moment of a game of one's own. */
  rating: number;
  themes: Sentence[];
  view: View;
  /** Of a game of one's own: the move that was played. */
  played: string;
}

/** How the visitor stands after a try that is over. */
export interface Standing {
  rated: boolean;
  rating: number;
  change: number;
  streak: number;
  days: number;
}

/** What a try has come to. */
export interface PuzzleAnswer {
  right: boolean;
  /** Whether the puzzle is solved. */
  done: boolean;
  /** After the move. */
  view: View;
  /** After the opponent's answer, where there is more to find. */
  reply: View | null;
  /** The solution from here on, move by move, where it was asked for. */
  line: View[];
  /** Where the try is over: solved, missed or given up. */
  standing: Standing | null;
  /** In practice: what the position is worth now. */
  verdict: Sentence | null;
}

/** Puzzles of a rush, the easiest first. */
export interface Rush {
  puzzles: string[];
  seconds: number;
  /** So many mistakes end it. */
  errors: number;
}

/** Moments of a game that have become puzzles. */
export interface Moments {
  game: string;
  variant: string;
  puzzles: string[];
}
