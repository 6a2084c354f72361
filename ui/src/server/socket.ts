/** The socket of a table: connects again by itself after a cut, and sends again what was not confirmed. */

import { backend, type Link } from "./backend";
import type { Request as Sent, Response as Heard } from "./messages";

type Confirmed = Exclude<Sent, { type: "pong" }> & { id: string };
/** What is asked, before it gets its id. */
export type Request = Confirmed extends infer One ? (One extends Confirmed ? Omit<One, "id"> : never) : never;
export type Answer = Extract<Heard, { type: "done" | "error" | "hint" | "more" | "why" }>;

interface Listener {
  heard: (message: Exclude<Heard, Answer | { type: "ping" }>) => void;
  /** `unwritten`: the server could not write what happened, which is tried again. */
  connected: (on: boolean, unwritten: boolean) => void;
  /** There is no such table, it cannot be read, or the server does not accept this page. */
  refused: (damaged: boolean) => void;
}

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
/** The server pings every few seconds; a socket silent for longer is dead even where no cut was noticed. */
const SILENCE = 25_000;
/** How long a socket that may have slept has to answer, in milliseconds, before another one is opened. */
const PROOF = 800;
/** What tells, besides the tab being shown again, that the page may have slept. */
const WAKING = ["online", "pageshow"];
/** The server is being restarted: another process is there already, or soon. */
const RESTART = 1012;
/** How long the look of an event may be waited for, in milliseconds, before it is asked for by connecting again. */
const LOOK = 6000;
/** The events that a look follows. */
const TURNS = ["start", "move", "undo"];
const WRONG_ORIGIN = 4003;
const NO_TABLE = 4004;
const DAMAGED = 4010;
const NOT_KEPT = 4011;
/** How long to leave a server alone that cannot write, in milliseconds. */
const FULL_WAIT = 4000;

export class TableSocket {
  /** Server time less this browser's, in seconds. */
  offset = 0;
  private socket: Link | null = null;
  private seen = 0;
  /** The event before the first one whose look has not come, where there is one, and the last one of them. */
  private unlooked: { after: number; last: number; timer: number } | null = null;
  private wait = FIRST_WAIT;
  private timer = 0;
  private watch = 0;
  private proof = 0;
  private closed = false;
  private next = 1;
  private readonly unanswered = new Map<string, { message: Confirmed; done: (answer: Answer) => void }>();
  private readonly wake = (): void => this.test();

  constructor(
    private readonly table: string,
    private readonly listener: Listener,
  ) {
    for (const event of WAKING) addEventListener(event, this.wake);
    document.addEventListener("visibilitychange", this.wake);
    this.connect();
  }

  /** Asks something; resolves with the server's answer, however often the connection is cut in between. */
  ask(request: Request): Promise<Answer> {
    const message = { ...request, id: String(this.next++) } as Confirmed;
    return new Promise((done) => {
      this.unanswered.set(message.id, { message, done });
      this.send(message);
    });
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    clearTimeout(this.watch);
    clearTimeout(this.proof);
    this.looked();
    for (const event of WAKING) removeEventListener(event, this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    this.socket?.close();
  }

  private send(message: Sent): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private connect(): void {
    const seen = this.unlooked?.after ?? this.seen;
    const since = seen ? `?seen=${seen}` : "";
    clearTimeout(this.unlooked?.timer);
    const socket = backend.socket(`/api/tables/${encodeURIComponent(this.table)}/live${since}`);
    this.socket = socket;
    let first = true;
    socket.onmessage = (event) => {
      if (socket !== this.socket) return;
      this.listen();
      this.hear(JSON.parse(String(event.data)) as Heard);
      if (!first) return;
      // Only now is the connection known to work: a proxy may accept a socket for a server that is not there.
      first = false;
      this.wait = FIRST_WAIT;
      this.listener.connected(true, false);
      for (const { message } of this.unanswered.values()) this.send(message);
    };
    socket.onclose = (event) => {
      if (socket !== this.socket) return;
      this.socket = null;
      clearTimeout(this.watch);
      clearTimeout(this.proof);
      this.proof = 0;
      if (this.closed) return;
      if ([NO_TABLE, WRONG_ORIGIN, DAMAGED].includes(event.code)) return this.listener.refused(event.code === DAMAGED);
      if (event.code === RESTART) {
        // Nothing is said of it unless nobody answers; not all come back in the same moment.
        this.timer = window.setTimeout(() => this.connect(), FIRST_WAIT * Math.random());
        return;
      }
      if (event.code === NOT_KEPT) this.wait = Math.max(this.wait, FULL_WAIT);
      this.listener.connected(false, event.code === NOT_KEPT);
      this.timer = window.setTimeout(() => this.connect(), this.wait * (0.8 + 0.4 * Math.random()));
      this.wait = Math.min(LONGEST_WAIT, this.wait * 1.7);
    };
    this.listen();
  }

  /** Something was received: the connection works. */
  private listen(): void {
    clearTimeout(this.watch);
    clearTimeout(this.proof);
    this.proof = 0;
    this.watch = window.setTimeout(() => this.socket?.close(), SILENCE);
  }

  /** The page may have slept: connects at once where there is no socket, and sees whether one still answers. */
  private test(): void {
    if (this.closed || document.visibilityState !== "visible") return;
    if (!this.socket) return this.connectNow();
    if (this.proof) return;
    this.send({ type: "check", id: "check" }); // one that is only being opened proves itself by opening
    this.proof = window.setTimeout(() => {
      // A dead socket may take minutes to notice that it is closed: it is left alone.
      const dead = this.socket;
      this.socket = null;
      dead?.close();
      this.listener.connected(false, false);
      this.connectNow();
    }, PROOF);
  }

  private connectNow(): void {
    clearTimeout(this.timer);
    clearTimeout(this.watch);
    this.proof = 0;
    this.connect();
  }

  /** An event has come, and its look will follow. */
  private expect(number: number): void {
    const after = this.unlooked?.after ?? number - 1;
    this.looked();
    const timer = window.setTimeout(() => this.socket?.close(), LOOK);
    this.unlooked = { after, last: number, timer };
  }

  /** No look is waited for any more. */
  private looked(): void {
    clearTimeout(this.unlooked?.timer);
    this.unlooked = null;
  }

  private hear(message: Heard): void {
    switch (message.type) {
      case "ping":
        this.send({ type: "pong", ping: message.ping });
        this.offset = message.now - Date.now() / 1000;
        return;
      case "done":
      case "error":
      case "hint":
      case "more":
      case "why": {
        const asked = this.unanswered.get(message.id);
        this.unanswered.delete(message.id);
        asked?.done(message);
        return;
      }
      case "state":
        this.seen = message.number;
        this.offset = message.now - Date.now() / 1000;
        this.looked();
        break;
      case "event":
        if (TURNS.includes(message.kind)) this.expect(message.number);
        if (message.number <= this.seen) return;
        this.seen = message.number;
        break;
      case "look":
        if (this.unlooked && message.number >= this.unlooked.last) this.looked();
        else if (this.unlooked) this.unlooked.after = message.number;
        break;
    }
    this.listener.heard(message);
  }
}
