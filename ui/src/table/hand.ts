/** A hand over the board: walks the graph of gestures the server sent, and knows no rule beyond it. */

import type { Motion } from "../board";
import type { Gestures, Node } from "../server/messages";

/** What a touch did: went on within the turn, completed a move, needs more of the graph, or was refused. */
export type Touch =
  | { kind: "on"; node: Node }
  | { kind: "move"; move: string; touches: string[] }
  | { kind: "more"; touches: string[] }
  | { kind: "refused" };

export class Hand {
  /** The touches so far, in order. */
  readonly touches: readonly string[];
  readonly node: Node | null;
  private readonly graph: Gestures;
  private readonly before: Hand | null;

  private constructor(graph: Gestures, node: Node | null, touches: readonly string[], before: Hand | null) {
    this.graph = graph;
    this.node = node;
    this.touches = touches;
    this.before = before;
  }

  /** A hand that begins where the graph does. */
  static over(graph: Gestures | null): Hand {
    const nodes = graph ?? { prefix: [], nodes: [] };
    return new Hand(nodes, nodes.nodes[0] ?? null, nodes.prefix, null);
  }

  /** The handles that may be touched now. */
  get may(): string[] {
    return this.node ? Object.keys(this.node.next) : [];
  }

  /** Whether a turn has begun and can be put back. */
  get begun(): boolean {
    return this.touches.length > 0;
  }

  /** What each touch of this turn has already moved, touch by touch. */
  get stages(): Motion[][] {
    if (!this.before) return [];
    const shows = this.node?.shows;
    return shows?.length ? [...this.before.stages, shows] : this.before.stages;
  }

  /** What the touches of this turn have already moved, in order. */
  get shown(): Motion[] {
    return this.stages.flat();
  }

  /** Whether one of some moves can still be played after touching a handle. */
  leadsTo(handle: string, wanted: ReadonlySet<string>): boolean {
    const seen = new Set<number>();
    const leads = (target: number | string): boolean => {
      if (typeof target === "string") return wanted.has(target);
      if (seen.has(target)) return false;
      seen.add(target);
      return Object.values(this.graph.nodes[target]?.next ?? {}).some(leads);
    };
    const target = this.node?.next[handle];
    return target !== undefined && leads(target);
  }

  /** What touching a handle leads to; see `Touch`. */
  touch(handle: string): { hand: Hand; touch: Touch } {
    const target = this.node?.next[handle];
    if (target === undefined) return { hand: this, touch: { kind: "refused" } };
    const touches = [...this.touches, handle];
    if (typeof target === "string") {
      // What the last touch moves is known already: it is shown while the server is asked.
      const node: Node = { ...this.node!, next: {}, held: [], shows: this.node!.ends?.[handle], ends: {} };
      return { hand: new Hand(this.graph, node, touches, this), touch: { kind: "move", move: target, touches } };
    }
    const node = this.graph.nodes[target];
    if (!node) return { hand: this, touch: { kind: "refused" } };
    const hand = new Hand(this.graph, node, touches, this);
    return { hand, touch: node.more ? { kind: "more", touches } : { kind: "on", node } };
  }

  /** Goes on in a graph that was asked for from this hand's touches on. */
  goOn(graph: Gestures): Hand {
    const node = graph.nodes[0] ?? null;
    // The motions of the touch that led here were already in the first graph.
    return new Hand(graph, node && this.node ? { ...node, shows: this.node.shows } : node, this.touches, this.before);
  }
}
