/** A game at a table: what is heard of it, what the hand touches, what is asked for and what is looked back at. */

import { announcer } from "../lib/announcer.svelte";
import { call } from "../lib/attention";
import { copy } from "../lib/clipboard";
import { notices } from "../lib/notices.svelte";
import { router } from "../lib/route.svelte";
import { capital } from "../lib/fill";
import { sentences, t } from "../lib/sentences.svelte";
import { WakeLock } from "../lib/wakelock";
import type { Motion, Scene } from "../board";
import type { Look, Phrase, State, Update as TableEvent, View } from "../server/messages";
import { look as noteTables } from "../offline/local_games";
import { remember } from "../offline/local_tables";
import { entriesOf, recordOf, viewAt } from "../server/http";
import { TableSocket, type Answer, type Request } from "../server/socket";
import { midTurn } from "./between";
import { Hand } from "./hand";
import { KnownTable } from "./known_table.svelte";
import { keepInvites, offerNews, rest, withEarlier } from "./updates";
import { prepareWith } from "./prepared";

/** Milliseconds for which news of others are shown. */
const NEWS = 6000;
/** The table whose lots were shown last. */
let lotsSeen = "";
/** A move that comes so many seconds after it was played is old news: a page that slept does not show it step by step. */
const OLD = 2.5;

export class Game extends KnownTable {
  private wasCut = false;
  private wake: WakeLock | null = null;
  /** When the page was last looked at again, in seconds by this browser. */
  private woke = 0;
  private readonly seen = (): void => {
    if (!document.hidden) this.woke = Date.now() / 1000;
  };
  private stop = (): void => {};
  private readonly views = new Map<number, View>();
  /** Events whose look has not come yet, by number: what they do to the board waits for it. */
  private readonly undrawn = new Map<number, TableEvent>();
  /** Motions this hand has shown of a move that was sent, which need not be shown again. */
  private alreadyShown: Motion[] = [];

  // ---------------------------------------------------------------------------------------------------- the line
  open(): void {
    this.live = new TableSocket(this.id, {
      heard: (message) => {
        if (message.type === "state") this.begin(message);
        else if (message.type === "event") this.happen(message);
        else if (message.type === "look") this.appear(message);
        else if (this.state) this.state = { ...this.state, presence: message };
      },
      connected: (on, unwritten) => {
        if (on && this.wasCut && !this.unwritten) notices.say(t("page.trouble.found"));
        if (!on && unwritten && !this.unwritten) announcer.say(t("page.trouble.unwritten"));
        else if (!on && this.loaded && !this.wasCut) announcer.say(t("page.trouble.lost"));
        if (!on) this.unwritten = unwritten;
        this.wasCut = !on && this.loaded;
        this.connected = on;
      },
      refused: (damaged) => (this.missing = damaged ? "damaged" : "table"),
    });
    document.addEventListener("visibilitychange", this.seen);
    const wake = (this.wake = new WakeLock());
    this.stop = $effect.root(() => {
      $effect(() => wake.set(this.phase === "playing" && !this.watching));
      // So that it can be listed as it stands.
      if (this.local) $effect(() => void (this.state?.number && noteTables().catch(() => {})));
    });
  }

  close(): void {
    this.live?.close();
    document.removeEventListener("visibilitychange", this.seen);
    this.stop();
    this.wake?.dispose();
  }

  private begin(sent: State): void {
    const state = withEarlier(sent, this.state?.moves ?? []);
    const known = this.state?.moves.length ?? state.moves.length;
    this.state = state;
    if (state.earlier) void this.fetchEarlier(state.earlier);
    // What was played while the connection was cut.
    for (const entry of state.moves.slice(known)) announcer.say(this.spoken(entry.sentences));
    this.views.clear();
    this.undrawn.clear();
    this.saidBefore = null;
    this.alreadyShown = [];
    this.sending = false;
    this.hinting = false;
    this.hand = Hand.over(state.gestures);
    this.past = null;
    this.fetching = null;
    this.show(state.scene, null);
    this.showLots();
    if (state.status.warning && state.you.includes(state.status.player)) this.oncue({ kind: "tremble" });
  }

  /** The table of a long game comes with its last moves; those before them are asked for, page by page. */
  private async fetchEarlier(count: number): Promise<void> {
    for (let after = 0; after < count;) {
      const page = await entriesOf(this.id, after).catch(() => []);
      const now = this.state;
      if (!page.length || !now) return;
      const until = Math.min(after + page.length, count, now.moves.length);
      const moves = [...now.moves.slice(0, after), ...page.slice(0, until - after), ...now.moves.slice(until)];
      this.state = { ...now, moves };
      after += page.length;
    }
  }

  /** Shows once what came of the drawing of lots, before anything was played. */
  private showLots(): void {
    if (this.state?.lots && this.phase === "playing" && !this.plies && lotsSeen !== this.id) this.lots = true;
  }

  hideLots(): void {
    this.lots = false;
    lotsSeen = this.id;
  }

  /** An event: clocks, turn and move list change at once, the board when its look comes. */
  private happen(event: TableEvent): void {
    const was = this.state;
    if (!was) return;
    let moves = was.moves;
    if (event.kind === "undo" && event.removed) {
      moves = moves.slice(0, moves.length - event.removed);
      for (const ply of this.views.keys()) if (ply > moves.length) this.views.delete(ply);
    }
    if (event.entry) moves = [...moves, event.entry];
    const turned = event.kind === "move" || event.kind === "undo" || event.kind === "start";
    this.saidBefore = turned ? this.said : null;
    this.state = {
      ...was,
      number: event.number,
      status: turned ? event.status : { ...event.status, warning: was.status.warning },
      seats: event.seats ? keepInvites(was, event) : was.seats,
      clocks: event.clocks ?? was.clocks,
      rights: event.rights ?? was.rights,
      gestures: turned || event.status.phase === "over" ? null : was.gestures,
      moves,
      rematch: event.table || was.rematch,
    };
    const shown = this.hand.shown.length > 0;
    if (turned || event.status.phase === "over") {
      this.hand = Hand.over(this.state.gestures);
      this.sending = false;
      this.hinted = null;
      this.complaint = "";
    }
    this.report(was, event);
    if (turned) this.undrawn.set(event.number, event);
    else if (shown && event.status.phase === "over" && !this.past) this.show(was.scene, null);
    if (event.kind === "undo" || event.status.phase === "over") this.prepared = [];
    if (!turned && event.status.phase === "over" && was.status.phase !== "over") this.finish(event);
    if (event.kind === "rematch" && event.table) {
      if (this.local) remember(event.table);
      router.go(`/table/${event.table}`);
    }
  }

  /** What an event looks like: the board moves, and the next touch is possible. */
  private appear(look: Look): void {
    const was = this.state;
    const event = this.undrawn.get(look.number);
    if (!was || !event) return;
    for (const [number, one] of this.undrawn) {
      if (number > look.number) continue;
      if (one.entry) announcer.say(this.spoken(one.entry.sentences));
      else if (one.removed) announcer.say(t("page.board.undone", { count: one.removed }));
      this.undrawn.delete(number);
    }
    const scene = look.scene ? { ...was.scene, ...look.scene } : was.scene;
    const last = was.status.turn === look.number; // else the next turn has come meanwhile
    const gestures = last ? (look.gestures ?? null) : was.gestures;
    const status = last ? { ...was.status, warning: look.warning ?? null } : was.status;
    this.state = { ...was, scene, text: scene.text, gestures, status };
    if (last) {
      this.hand = Hand.over(gestures);
      this.saidBefore = null;
    }
    this.turn(event, look, scene);
    if (last && this.awaited && this.prepared.length) this.tryPrepared();
    if (event.status.phase === "over") this.finish(event);
  }

  /** Tells what became of an offer, who has left, and what somebody said. */
  private report(was: State, event: TableEvent): void {
    const by = event.by ?? 0;
    const told = offerNews(was, event);
    if (told) notices.say(capital(t(told, { name: this.name(by) })), NEWS);
    if (event.kind === "leave")
      notices.say(this.spoken([{ key: `left.${event.reason}`, players: { name: by } }]), NEWS);
    if (event.kind === "phrase" && event.phrase)
      this.phrases.hear(by, event.phrase, event.at - (this.live?.offset ?? 0));
    if (event.kind === "start") this.showLots();
  }

  private turn(event: TableEvent, look: Look, scene: Scene): void {
    const motions = look.motions ?? null;
    const shown = this.alreadyShown;
    this.alreadyShown = [];
    const mine = this.state?.you.includes(event.status.player);
    if (mine && event.kind === "move") this.oncue({ kind: "turn" });
    if (mine && event.kind === "move" && !this.state?.you.includes(event.by ?? 0))
      call(sentences.say("turn.you"), this.spoken(event.entry?.sentences), this.id);
    if (this.past) return; // looking back is not disturbed
    const at = event.at - (this.live?.offset ?? 0);
    const old = at < this.woke || Date.now() / 1000 - at > OLD;
    if (motions && event.kind === "move" && !old) this.show(scene, rest(motions, shown));
    else this.show(scene, null);
    if (mine && look.warning) this.oncue({ kind: "tremble" });
  }

  private finish(event: TableEvent): void {
    const winner = event.status.result?.winner ?? 0;
    this.oncue(winner ? { kind: "win", player: winner } : { kind: "drawn" });
  }

  // ----------------------------------------------------------------------------------------------------- playing
  protected clear(handle: string): void {
    this.complaint = "";
    if (this.hinted?.touches[this.hand.touches.length] !== handle) this.hinted = null;
  }

  protected complete(move: string, touches: string[], shown: Motion[]): void {
    void this.send(move, touches, shown);
  }

  // --------------------------------------------------------------------------------------------------- preparing
  /** Adds a touch to the turn prepared, or begins another one. The server judges it when the turn comes. */
  prepare(handle: string): void {
    if (!this.preparing || !this.state) return;
    const next = prepareWith(this.prepared, handle, this.state.scene, this.side);
    if (next) this.prepared = next;
    else this.refuse();
  }

  override putBack(): void {
    this.prepared = [];
    super.putBack();
  }

  /** The turn has come: does what was prepared, as far as it can be done. */
  private tryPrepared(): void {
    const wanted = this.prepared;
    this.prepared = [];
    const scene = this.state?.scene;
    if (!scene || this.looking) return;
    let hand = this.hand;
    for (const handle of wanted) {
      const led = hand.touch(handle);
      if (led.touch.kind === "refused") {
        this.complaint = t("page.prepare.refused");
        return;
      }
      hand = this.hand = led.hand;
      if (hand.node?.shows?.length) this.show(midTurn(scene, hand.stages), hand.node.shows);
      if (led.touch.kind === "move") return this.complete(led.touch.move, led.touch.touches, hand.shown);
      if (led.touch.kind === "more") return void this.askMore(led.touch.touches, hand);
    }
  }

  /** Plays a move by its text. */
  play(move: string): void {
    if (this.mine && !this.sending) void this.send(move, [], []);
  }

  private async send(move: string, touched: string[], shown: Motion[]): Promise<void> {
    if (!this.state || !this.live) return;
    this.sending = true;
    this.alreadyShown = shown;
    const answer = await this.live.ask({ type: "move", move, answers: this.state.status.turn, touched });
    if (answer.type !== "error") return;
    this.sending = false;
    this.alreadyShown = [];
    this.hand = Hand.over(this.state.gestures);
    this.show(this.state.scene, null);
    if (answer.error !== "stale") this.complain(answer);
  }

  /** Asks the server why something may not be touched, and says it; where nothing may be, what is going on. */
  async why(handle: string): Promise<void> {
    if (!this.mine) return announcer.say(this.said.first);
    if (this.sending || this.moving) return;
    this.refuse();
    const turn = this.state?.status.turn;
    const answer = await this.live?.ask({ type: "why", handle, touched: [...this.hand.touches] });
    if (answer?.type !== "why" || this.state?.status.turn !== turn) return;
    this.complaint = this.spoken(answer.sentences);
    announcer.say(this.complaint);
  }

  protected override async askMore(touches: string[], from: Hand): Promise<void> {
    const answer = await this.live?.ask({ type: "more", touched: touches });
    if (answer?.type === "more" && this.hand === from) this.hand = from.goOn(answer.gestures);
  }

  private complain(answer: Answer): void {
    if (answer.type !== "error") return;
    this.complaint = capital(this.spoken([answer.sentence]));
    announcer.say(this.complaint);
    this.refuse();
  }

  protected override refuse(): void {
    this.refused++;
    super.refuse();
  }

  private async request(request: Request, sent = ""): Promise<void> {
    const answer = await this.live?.ask(request);
    if (answer?.type === "error") this.complain(answer);
    else if (answer?.type === "done" && sent) notices.say(sent);
  }

  async hint(): Promise<void> {
    if (this.hinting) return;
    this.hinting = true;
    const answer = await this.live?.ask({ type: "hint" });
    this.hinting = false;
    if (!answer || answer.type === "error") return answer && this.complain(answer);
    if (answer.type !== "hint" || answer.answers !== this.state?.status.turn) return;
    this.hinted = answer;
  }

  undo(): void {
    if (!this.state) return;
    const sent = this.rights?.undo === "ask" ? t("page.offer.undo.sent") : "";
    void this.request({ type: "undo", answers: this.state.status.turn }, sent);
  }

  draw(): void {
    void this.request({ type: "offer", offer: "draw" }, this.rights?.draw === "ask" ? t("page.offer.draw.sent") : "");
  }

  rematch(): void {
    if (this.state?.rematch) return router.go(`/table/${this.state.rematch}`);
    void this.request(
      { type: "offer", offer: "rematch" },
      this.rights?.rematch === "ask" ? t("page.offer.rematch.sent") : "",
    );
  }

  resign(): void {
    void this.request({ type: "resign", player: this.resigning });
  }

  say(phrase: Phrase): void {
    void this.request({ type: "phrase", phrase });
  }

  answer(accept: boolean): void {
    if (this.offer) void this.request({ type: "answer", number: this.offer.number, accept });
  }

  /** Takes one's own offer back. */
  withdraw(): void {
    const standing = this.state?.status.offer;
    if (standing)
      void this.request({ type: "answer", number: standing.number, accept: false }, t("page.offer.withdrawn.own"));
  }

  // ------------------------------------------------------------------------------------------------ looking back
  /** Shows the position after so many moves; the last one is the game itself. */
  async look(ply: number): Promise<void> {
    const state = this.state;
    if (!state || ply < 0 || ply > this.plies) return;
    this.fetching = null;
    if (ply === this.plies) {
      const from = this.ply;
      this.past = null;
      announcer.say(this.spoken(this.entry?.sentences));
      const view = this.views.get(ply);
      return this.show(state.scene, from === ply - 1 ? (view?.motions ?? null) : null);
    }
    this.putBack();
    const from = this.ply;
    let view = this.views.get(ply) ?? null;
    if (!view) {
      this.fetching = ply;
      view = await viewAt(this.id, ply).catch(() => null);
      if (view) this.views.set(ply, view);
      if (this.fetching !== ply) return; // another one was asked for meanwhile
      this.fetching = null;
    }
    // What was played meanwhile changes nothing about it, what was taken back may.
    if (!view || ply >= this.plies || this.state?.moves[ply - 1] !== state.moves[ply - 1]) return;
    this.past = { ply, view };
    announcer.say(this.spoken(this.entry?.sentences));
    this.show(view.scene, from === ply - 1 ? (view.motions ?? null) : null);
    if (ply + 1 <= this.plies && !this.views.has(ply + 1)) {
      const next = await viewAt(this.id, ply + 1).catch(() => null);
      if (next) this.views.set(ply + 1, next);
    }
  }

  analyse(): void {
    const scene = this.scene;
    if (!scene || !this.state) return;
    router.go(`/analysis?${new URLSearchParams({ table: this.id, ply: String(this.ply) }).toString()}`);
  }

  /** Has puzzles made of one's worst moves. */
  practise(): void {
    if (!this.state) return;
    const { game, variant } = this.state;
    router.go(`/train/${game}/${variant}/mistakes?${new URLSearchParams({ table: this.id }).toString()}`);
  }

  copyPosition(): void {
    if (this.scene) void copy(this.scene.text, t("page.copy.position.done"));
  }

  async copyRecord(): Promise<void> {
    await copy(await recordOf(this.id), t("page.copy.record.done"));
  }
}
