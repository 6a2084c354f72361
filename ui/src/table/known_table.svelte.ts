/** What a page knows of a table: what the server said last, in words, and what may be done there. */

import { announcer } from "../lib/announcer.svelte";
import { capital } from "../lib/fill";
import { Names } from "../lib/names";
import { sentences, t } from "../lib/sentences.svelte";
import type { Entry, Hinted, OpenOffer, Sentence, State, View } from "../server/messages";
import { isLocal } from "../offline/local_tables";
import type { TableSocket } from "../server/socket";
import { labelOf } from "./labels";
import { Phrases } from "./phrases.svelte";
import { rowsOf } from "./rows";
import { statusOf, type StatusText } from "./status";
import { seatViews, type SeatView } from "./seats";
import { TouchPlay } from "./touchplay.svelte";

export abstract class KnownTable extends TouchPlay {
  state = $state.raw<State | null>(null);
  connected = $state(false);
  /** Whether there is no such table, or it cannot be read any more. */
  missing = $state<"" | "table" | "damaged">("");
  /** Whether the connection was cut because the server cannot write what happens. */
  unwritten = $state(false);
  /** Touches refused so far; the status shakes when it grows. */
  refused = $state(0);
  /** What the server refused last, until the next touch. */
  complaint = $state("");
  hinted = $state.raw<Hinted | null>(null);
  /** Whether a hint was asked for and is not there yet. */
  hinting = $state(false);
  /** Whether the drawing of lots is being shown. */
  lots = $state(false);
  /** What was said lately, by player. */
  readonly phrases = new Phrases((player, text) =>
    announcer.say(capital(sentences.say("phrase.said", { name: this.name(player), phrase: text }))),
  );
  /** Touches prepared while others move; they are tried when the turn comes. */
  prepared = $state.raw<readonly string[]>([]);
  /** The position looked back at, where it is not the last one. */
  protected past = $state.raw<{ ply: number; view: View } | null>(null);
  /** The move asked for whose position is still on its way: a further step counts from there. */
  protected fetching = $state<number | null>(null);
  protected live: TableSocket | null = null;
  /** Whether it lives in this browser though the page has a server. */
  readonly local: boolean;

  constructor(readonly id: string) {
    super();
    this.local = isLocal(id);
  }

  loaded = $derived(this.state !== null);
  gameId = $derived(this.state?.game ?? "");
  gameName = $derived(this.state ? sentences.say(`game.${this.state.game}`) : "");
  variantName = $derived(
    this.state ? sentences.say(`variant.${this.state.game}.${this.state.variant}`).toLowerCase() : "",
  );
  felt = $derived(this.state?.scene.felt ?? "");
  phase = $derived(this.state?.status.phase ?? "waiting");
  over = $derived(this.phase === "over");
  plies = $derived(this.state?.moves.length ?? 0);
  ply = $derived(this.past?.ply ?? this.plies);
  looking = $derived(this.past !== null);
  /** The move that is looked at, or will be as soon as its position is there. */
  target = $derived(this.fetching ?? this.ply);
  texts = $derived(this.state?.moves.map((entry) => entry.move) ?? []);
  watchers = $derived(this.state?.presence.spectators ?? 0);
  watching = $derived(this.state !== null && this.state.you.length === 0);
  rights = $derived(this.state?.rights);
  protected before = $derived(this.state);
  /** The scene to draw: looked back at, or of the game itself. */
  scene = $derived(this.past?.view.scene ?? this.state?.scene ?? null);
  round = $derived.by(() => {
    const count = this.scene?.counts.find((each) => each.name === "round");
    return count ? sentences.say("count.round", { value: count.value, of: count.of }).toLowerCase() : "";
  });
  /** Whether the table waits for someone at this screen, whatever is looked at. */
  awaited = $derived(this.phase === "playing" && !!this.state?.you.includes(this.state.status.player));
  /** Whether a turn can be prepared: others move, and one's own turn will come. */
  preparing = $derived(this.phase === "playing" && !this.watching && !this.awaited && !this.looking);
  /** What holds for the whole round, such as the score to beat. */
  standing = $derived(
    (this.scene?.counts ?? [])
      .map((count) => sentences.say(`count.${count.name}.more`, { value: count.value, of: count.of }, ""))
      .filter((said) => said)
      .join(" "),
  );
  /** Whether it is for someone at this screen to move. */
  mine = $derived(this.awaited && !!this.hand.node && !this.looking);
  /** The player whose side of the table is nearest. */
  side = $derived(
    this.state?.you.length === 1
      ? this.state.you[0]!
      : this.state?.you.includes(1) || !this.state?.you[0]
        ? 1
        : this.state.you[0],
  );
  /** Where several sit at this screen, whoever is to move reads the board. */
  reader = $derived.by(() => {
    const mine = this.state?.you ?? [];
    return mine.length > 1 ? (this.state?.status.player ?? 0) : (mine[0] ?? 0);
  });
  seats = $derived<SeatView[]>(
    this.state
      ? seatViews(this.state, this.scene ?? this.state.scene, this.live?.offset ?? 0, (player) =>
          this.phrases.of(player),
        )
      : [],
  );
  near = $derived(this.seats.find((seat) => seat.number === this.side));
  others = $derived.by(() => {
    const at = this.seats.findIndex((seat) => seat.number === this.side);
    return at < 0 ? [] : [...this.seats.slice(at + 1), ...this.seats.slice(0, at)];
  });
  columns = $derived(Math.max(2, this.seats.length));
  rows = $derived.by(() => {
    const moves = this.state?.moves ?? [];
    return rowsOf(
      moves.map((entry) => ({ ...entry, said: this.spoken(entry.sentences) })),
      this.columns,
    );
  });
  /** What was said before a turn whose look has not come yet: the sentence changes with the board. */
  protected saidBefore = $state.raw<StatusText | null>(null);
  said = $derived<StatusText>(this.saidBefore ?? statusOf(this));
  title = $derived(this.gameName ? (this.awaited ? `● ${this.gameName}` : this.gameName) : "");

  /** Why nothing is heard of the table at the moment. */
  cut = $derived(
    this.connected || !this.loaded ? "" : this.unwritten ? t("page.trouble.unwritten") : t("page.trouble.lost"),
  );

  /** An offer somebody at this screen has to answer. */
  offer = $derived.by(() => {
    const standing = this.state?.status.offer;
    const mine = this.state?.you ?? [];
    return standing && !mine.includes(standing.by) && standing.waits.some((player) => mine.includes(player))
      ? standing
      : null;
  });
  can = $derived({
    undo: this.rights !== undefined && this.rights.undo !== "no" && !this.looking && !this.asked("undo"),
    hint: !!this.rights?.hint && this.mine && !this.begun,
    draw: this.rights !== undefined && this.rights.draw !== "no" && !this.asked("draw"),
    resign: !!this.rights?.resign,
    rematch: this.rights !== undefined && this.rights.rematch !== "no" && !this.asked("rematch"),
  });
  invites = $derived(
    this.state?.seats.filter((seat) => seat.invite).map((seat) => ({ player: seat.player, path: seat.invite! })) ?? [],
  );

  /** Whether somebody at this screen has made such an offer, and it waits for an answer. */
  asked(kind: OpenOffer["offer"]): boolean {
    const standing = this.state?.status.offer;
    return !!standing && standing.offer === kind && !!this.state?.you.includes(standing.by);
  }

  names = $derived(new Names(this.state?.seats ?? [], this.gameId));

  /** A player's name within a sentence. */
  name(player: number): string {
    return this.names.spoken(player);
  }

  labelOf(handle: string): string {
    return labelOf(handle, this.looking ? null : this.state?.gestures, this.scene, this.reader);
  }

  /** The player who would resign: the one to move of those at this screen, or the first of them. */
  resigning = $derived.by(() => {
    const { you = [], status } = this.state ?? {};
    return status && you.includes(status.player) ? status.player : (you[0] ?? 0);
  });

  /** Whether there is another person at the table to say something to. */
  get company(): boolean {
    const { seats = [], you = [] } = this.state ?? {};
    return you.length > 0 && seats.some((seat) => seat.kind === "human" && !seat.free && !you.includes(seat.player));
  }

  /** Whether there are moves of one's own to learn from. */
  canPractise = $derived.by(() => this.over && !!this.state?.you.length && this.plies > 0 && !this.local);

  /** The move that led to what is shown, in words. */
  get entry(): Entry | undefined {
    return this.state?.moves[this.ply - 1];
  }

  /** Sentences of the server's, for the reader at this screen: "You win" instead of one's own name. */
  spoken(said: readonly Sentence[] | undefined): string {
    const { names } = this;
    const words = (one: Sentence): string => sentences.tell(one, (player) => names.spoken(player), names.reader);
    return (said ?? []).map((one) => capital(words(one))).join(" ");
  }
}
