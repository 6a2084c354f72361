import { describe, expect, it } from "vitest";
import { START, Tree } from "../src/analysis/tree";

/** A game of three moves, a b c. */
const game = (): Tree<string> =>
  Tree.game(
    [
      { follows: -1, move: "", data: "start" },
      { follows: 0, move: "a", data: "A" },
      { follows: 1, move: "b", data: "B" },
      { follows: 2, move: "c", data: "C" },
    ],
    3,
  );
const moves = (tree: Tree<string>, ids: readonly number[]): string =>
  ids.map((id) => tree.get(id).move || "start").join(" ");

/** The game with x y beside b, and z beside y. */
function grown(): { tree: Tree<string>; x: number; y: number; z: number } {
  const first = game().add(1, "x", "X");
  const second = first.tree.add(first.id, "y", "Y");
  const third = second.tree.add(first.id, "z", "Z");
  return { tree: third.tree, x: first.id, y: second.id, z: third.id };
}

describe("a tree of lines", () => {
  it("holds the game as it was played", () => {
    const tree = game();
    expect(moves(tree, tree.main)).toBe("start a b c");
    expect(tree.get(3)).toMatchObject({ ply: 3, played: true, data: "C" });
    expect(moves(tree, tree.path(2))).toBe("start a b");
    expect(tree.next(3)).toBeNull();
    expect(tree.previous(START)).toBeNull();
  });

  it("never loses the played line when other moves are played", () => {
    const { tree, x, y, z } = grown();
    expect(moves(tree, tree.main)).toBe("start a b c");
    expect(moves(tree, tree.path(z))).toBe("start a x z");
    expect(tree.branch(3)).toBeNull();
    expect(tree.branch(y)).toBe(x);
    expect(tree.branch(z)).toBe(z);
    expect(tree.linesBeside(2).map((line) => [line.depth, moves(tree, line.ids)])).toEqual([
      [1, "x y"],
      [2, "z"],
    ]);
  });

  it("keeps what was before: trees do not change", () => {
    const before = game();
    before.add(1, "x", "X");
    expect(before.size).toBe(4);
    expect(before.get(1).children).toEqual([2]);
  });

  it("goes where a move has already been played", () => {
    const tree = game();
    const again = tree.add(1, "b", "other");
    expect(again.tree).toBe(tree);
    expect(again.id).toBe(2);
    const { tree: more, x } = grown();
    expect(more.add(1, "x", "X").id).toBe(x);
  });

  it("goes on after the end of the game", () => {
    const { tree, id } = game().add(3, "d", "D");
    expect(moves(tree, tree.main)).toBe("start a b c d");
    expect(tree.get(id).played).toBe(false);
    expect(tree.remove(id).size).toBe(4);
  });

  it("goes from one move to those instead of it", () => {
    const { tree, x } = grown();
    expect(tree.instead(2, 1)).toBe(x);
    expect(tree.instead(x, -1)).toBe(2);
    expect(tree.instead(x, 1)).toBeNull();
    expect(tree.instead(START, 1)).toBeNull();
  });

  it("moves lines up, but never before the played one", () => {
    const { tree, x, y, z } = grown();
    expect(tree.mayPromote(x)).toBe(false);
    expect(tree.promote(x)).toBe(tree);
    expect(tree.mayPromote(z)).toBe(true);
    const promoted = tree.promote(z);
    expect(moves(promoted, promoted.onward(x))).toBe("x z");
    expect(promoted.branch(y)).toBe(y);
    const second = promoted.add(1, "w", "W");
    expect(second.tree.mayPromote(second.id)).toBe(true);
    const up = second.tree.promote(second.id);
    expect(up.get(1).children).toEqual([2, second.id, x]);
    expect(moves(up, up.main)).toBe("start a b c");
  });

  it("lets any line be the first where none was played", () => {
    let tree = Tree.start("start");
    tree = tree.add(START, "a", "A").tree;
    const other = tree.add(START, "b", "B");
    expect(other.tree.mayPromote(other.id)).toBe(true);
    expect(moves(other.tree.promote(other.id), other.tree.promote(other.id).main)).toBe("start b");
  });

  it("takes lines away with all that follows, but nothing of the game", () => {
    const { tree, x, y, z } = grown();
    const left = tree.remove(x);
    expect(left.size).toBe(4);
    expect([x, y, z].some((id) => left.has(id))).toBe(false);
    expect(tree.remove(2)).toBe(tree);
    expect(tree.mayRemove(START)).toBe(false);
    const again = left.add(1, "v", "V");
    expect(again.id).toBeGreaterThan(z);
  });

  it("lists every move after the one it follows", () => {
    const { tree } = grown();
    const listed = tree.listed();
    expect(listed.map((node) => node.move).join(" ")).toBe("a b c x y z");
    listed.forEach((node, at) => {
      const before = listed.slice(0, at).map((each) => each.id);
      expect([START, ...before]).toContain(node.parent);
    });
  });
});
