/**
 * A game and the lines beside it, as a tree of positions. A tree never changes: every change gives another one. The game
 * that was played always is the first line, and no part of it can be taken away.
 */

/** The start, in every tree. */
export const START = 0;

export interface Node<Data> {
  readonly id: number;
  /** The node before; the start has none. */
  readonly parent: number | null;
  /** What follows: the first one goes on with the line, the others are lines beside it. */
  readonly children: readonly number[];
  /** The move that led here. */
  readonly move: string;
  /** How many moves led here. */
  readonly ply: number;
  /** Whether the move belongs to the game as it was played. */
  readonly played: boolean;
  readonly data: Data;
}

/** A line beside another one: its nodes, and how deep it lies. */
export interface Line {
  depth: number;
  ids: number[];
}

/** A step of a game or of a line beside it; `follows` is the number of an earlier one in the list, -1 for the start. */
export interface GivenStep<Data> {
  follows: number;
  move: string;
  data: Data;
}

export class Tree<Data> {
  private constructor(
    private readonly nodes: ReadonlyMap<number, Node<Data>>,
    private readonly free: number,
  ) {}

  /** A tree that holds a start only. */
  static start<Data>(data: Data): Tree<Data> {
    const root = { id: START, parent: null, children: [], move: "", ply: 0, played: true, data };
    return new Tree(new Map([[START, root]]), START + 1);
  }

  /** A whole game: the start first, then as many moves as were played, then the lines beside them. */
  static game<Data>(steps: readonly GivenStep<Data>[], plies: number): Tree<Data> {
    const nodes = new Map<number, Node<Data> & { children: number[] }>();
    steps.forEach(({ follows, move, data }, id) => {
      const before = nodes.get(follows);
      before?.children.push(id);
      const parent = before ? follows : null;
      nodes.set(id, { id, parent, children: [], move, ply: before ? before.ply + 1 : 0, played: id <= plies, data });
    });
    return new Tree<Data>(nodes, steps.length);
  }

  get size(): number {
    return this.nodes.size;
  }

  has(id: number): boolean {
    return this.nodes.has(id);
  }

  get(id: number): Node<Data> {
    const node = this.nodes.get(id);
    if (!node) throw new Error(`there is no node ${id}`);
    return node;
  }

  // ------------------------------------------------------------------------------------------------- going through it
  /** From the start to a node, both included. */
  path(id: number): number[] {
    const found: number[] = [];
    for (let at: number | null = id; at !== null; at = this.get(at).parent) found.push(at);
    return found.reverse();
  }

  next(id: number): number | null {
    return this.get(id).children[0] ?? null;
  }

  previous(id: number): number | null {
    return this.get(id).parent;
  }

  /** The line from a node on to its end, the node included. */
  onward(id: number): number[] {
    const found: number[] = [];
    for (let at: number | null = id; at !== null; at = this.next(at)) found.push(at);
    return found;
  }

  /** The first line: the game as it was played, and what was added at its end. */
  get main(): number[] {
    return this.onward(START);
  }

  /** The nodes that follow the same one as this, itself included. */
  beside(id: number): readonly number[] {
    const { parent } = this.get(id);
    return parent === null ? [id] : this.get(parent).children;
  }

  /** Another move instead of the one that led here, so many further down the list; null where there is none. */
  instead(id: number, by: number): number | null {
    const all = this.beside(id);
    return all[all.indexOf(id) + by] ?? null;
  }

  child(id: number, move: string): number | null {
    return this.get(id).children.find((each) => this.get(each).move === move) ?? null;
  }

  /** Where the line beside the first one begins that a node lies on; null on the first line. */
  branch(id: number): number | null {
    for (let at = id; at !== START; at = this.get(at).parent ?? START) if (this.beside(at)[0] !== at) return at;
    return null;
  }

  /** All lines that begin beside a node of another line, those beside them after each. */
  linesBeside(id: number, depth = 1): Line[] {
    return this.beside(id)
      .slice(1)
      .flatMap((other) => {
        const ids = this.onward(other);
        return [{ depth, ids }, ...ids.slice(1).flatMap((each) => this.linesBeside(each, depth + 1))];
      });
  }

  // ------------------------------------------------------------------------------------------------------ changing it
  /** Plays a move after a node; where it has been played there before, nothing changes. */
  add(id: number, move: string, data: Data): { tree: Tree<Data>; id: number } {
    const known = this.child(id, move);
    if (known !== null) return { tree: this, id: known };
    const before = this.get(id);
    const added = this.free;
    const node = { id: added, parent: id, children: [], move, ply: before.ply + 1, played: false, data };
    const nodes = new Map(this.nodes).set(added, node).set(id, { ...before, children: [...before.children, added] });
    return { tree: new Tree(nodes, added + 1), id: added };
  }

  /** Whether the line that a node lies on can come before another one. The game that was played stays first. */
  mayPromote(id: number): boolean {
    const branch = this.branch(id);
    if (branch === null) return false;
    const all = this.beside(branch);
    return !this.get(all[all.indexOf(branch) - 1]!).played;
  }

  /** Moves the line that a node lies on one up. */
  promote(id: number): Tree<Data> {
    const branch = this.branch(id);
    if (branch === null || !this.mayPromote(id)) return this;
    const before = this.get(this.get(branch).parent ?? START);
    const children = [...before.children];
    const at = children.indexOf(branch);
    children.splice(at - 1, 2, branch, children[at - 1]!);
    return new Tree(new Map(this.nodes).set(before.id, { ...before, children }), this.free);
  }

  mayRemove(id: number): boolean {
    return !this.get(id).played;
  }

  /** Takes away a move and all that follows it. */
  remove(id: number): Tree<Data> {
    const node = this.get(id);
    if (!this.mayRemove(id) || node.parent === null) return this;
    const nodes = new Map(this.nodes);
    const waiting = [id];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      waiting.push(...this.get(at).children);
      nodes.delete(at);
    }
    const before = this.get(node.parent);
    nodes.set(before.id, { ...before, children: before.children.filter((each) => each !== id) });
    return new Tree(nodes, this.free);
  }

  /** All moves in an order in which each follows one before it, the first line first; the start is left out. */
  listed(): Node<Data>[] {
    const found: Node<Data>[] = [];
    const waiting = [START];
    for (let begin = waiting.pop(); begin !== undefined; begin = waiting.pop()) {
      const line = this.onward(begin);
      found.push(...line.filter((id) => id !== START).map((id) => this.get(id)));
      const others = line.flatMap((id) => this.get(id).children.slice(1));
      waiting.push(...others.reverse());
    }
    return found;
  }
}
