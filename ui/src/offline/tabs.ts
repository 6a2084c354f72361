/**
 * One program for all pages of this browser: two of them would write over each other's games. The page that holds a
 * lock runs it in a worker, the others talk to that page; when it goes, another one takes over from what is on disk.
 */

import type { Call, FromBackend, ToBackend, WorkerState } from "./messages";

const CHANNEL = "billes-backend";
const nameOfLock = (page: string): string => `billes-page-${page}`;

export interface Listener {
  heard(message: FromBackend): void;
  /** The program is there, or another one: whatever was under way with an earlier one is lost. */
  started(): void;
  failed(why: string): void;
  /** The browser keeps nothing: games are gone when the page is closed. */
  forgets(): void;
}

export class Tabs {
  private readonly me = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
  private readonly channel = new BroadcastChannel(CHANNEL);
  private leader = "";
  private worker: Worker | null = null;
  /** Whose request or socket has which number, where this page runs the program. */
  private readonly pages = new Map<number, { page: string; id: number }>();
  private readonly numbers = new Map<string, number>();
  private readonly watched = new Set<string>();
  private next = 1;
  private waiting: ToBackend[] = [];

  constructor(
    private readonly root: string,
    private readonly listener: Listener,
  ) {
    this.channel.onmessage = ({ data }: MessageEvent<Call>) => this.hear(data);
    // Without locks (an address without https, a browser that may keep nothing) there is nobody to share with: this
    // page then runs its own.
    if (!navigator.locks) this.lead();
    else {
      navigator.locks.request(nameOfLock(this.me), () => new Promise(() => {})).catch(() => {});
      const leading = navigator.locks.request(CHANNEL, () => {
        this.lead();
        return new Promise(() => {});
      });
      leading.catch(() => this.lead());
      this.call({ from: this.me, message: { kind: "leave", id: 0 } }); // a leader that is there makes itself known
    }
  }

  send(message: ToBackend): void {
    if (this.worker) this.forward(this.me, message);
    else if (this.leader) this.call({ from: this.me, message });
    else this.waiting.push(message);
  }

  private call(call: Call): void {
    this.channel.postMessage(call);
  }

  private hear(call: Call): void {
    if ("leader" in call) {
      if (call.leader === this.leader) return;
      this.leader = call.leader;
      this.begin();
    } else if ("to" in call) {
      if (call.to === this.me) this.listener.heard(call.message);
    } else if (this.worker) {
      if (call.message.id === 0) return this.call({ leader: this.me });
      this.watch(call.from);
      this.forward(call.from, call.message);
    }
  }

  private begin(): void {
    this.listener.started();
    for (const message of this.waiting.splice(0)) this.send(message);
  }

  /** Runs the program from now on. */
  private lead(): void {
    const worker = new Worker(new URL("./backend_worker.ts", import.meta.url), { type: "module" });
    worker.postMessage(this.root);
    worker.onmessage = ({ data }: MessageEvent<string | WorkerState>) => {
      if (typeof data === "string") this.deliver(JSON.parse(data) as FromBackend);
      else if (data.state === "failed") this.listener.failed(data.why);
      else if (!data.keeps) this.listener.forgets();
    };
    worker.onerror = (event) => this.listener.failed(event.message);
    this.worker = worker;
    this.leader = this.me;
    this.call({ leader: this.me });
    this.begin();
  }

  private forward(page: string, message: ToBackend): void {
    const key = `${page} ${message.id}`;
    let number = this.numbers.get(key);
    if (number === undefined) {
      if (message.kind === "leave") return;
      number = this.next++;
      this.numbers.set(key, number);
      this.pages.set(number, { page, id: message.id });
    }
    this.worker?.postMessage(JSON.stringify({ ...message, id: number }));
  }

  private deliver(message: FromBackend): void {
    const whose = this.pages.get(message.id);
    if (!whose) return;
    if (message.kind === "end" || message.kind === "closed") {
      this.pages.delete(message.id);
      this.numbers.delete(`${whose.page} ${whose.id}`);
    }
    const theirs = { ...message, id: whose.id };
    if (whose.page === this.me) this.listener.heard(theirs);
    else this.call({ to: whose.page, message: theirs });
  }

  /** Ends what another page has under way when it is closed: its lock is then free. */
  private watch(page: string): void {
    if (page === this.me || this.watched.has(page)) return;
    this.watched.add(page);
    const closed = navigator.locks?.request(nameOfLock(page), () => {
      this.watched.delete(page);
      const theirs = [...this.pages.values()].filter((each) => each.page === page);
      for (const { id } of theirs) this.forward(page, { kind: "leave", id });
    });
    closed?.catch(() => {});
  }
}
