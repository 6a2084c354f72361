import { describe, expect, it } from "vitest";
import { alphabet, cycled, letters, turned } from "../src/analysis/edit";
import type { Motion, Scene } from "../src/board";
import type { Entry } from "../src/server/messages";
import { rest } from "../src/table/updates";
import { rowsOf } from "../src/table/rows";

const entry = (ply: number, player: number, move: string): Entry => ({ ply, player, move, sentences: [], clock: null });

describe("the move list", () => {
  it("has one round a row, each player in his column", () => {
    const rows = rowsOf([entry(1, 1, "a"), entry(2, 2, "b"), entry(3, 1, "c")], 2);
    expect(rows.map((row) => row.items.map((item) => item?.text ?? null))).toEqual([
      ["a", "b"],
      ["c", null],
    ]);
  });

  it("leaves a gap where somebody else began, or a player comes twice", () => {
    const rows = rowsOf([entry(1, 2, "a"), entry(2, 1, "b"), entry(3, 1, "c")], 2);
    expect(rows.map((row) => row.items.map((item) => item?.text ?? null))).toEqual([
      [null, "a"],
      ["b", null],
      ["c", null],
    ]);
  });
});

describe("motions of a move", () => {
  const motion = (what: string, to: string): Motion => ({ kind: "jump", what, to, step: 0 });

  it("go on from those the hand has shown", () => {
    const all = [motion("a1", "a3"), motion("a3", "a5")];
    expect(rest(all, [])).toEqual(all);
    expect(rest(all, [motion("a1", "a3")])).toEqual([motion("a3", "a5")]);
  });

  it("are given up where the hand showed something else", () => {
    expect(rest([motion("a1", "a3")], [motion("b1", "b3")])).toBe(null);
  });
});

describe("setting up by hand", () => {
  const places = ["a1", "b1", "a2", "b2"].map((id) => ({ id, kind: "bowl" }));
  const scene = {
    places: [...places, { id: "out1.1", kind: "seat" }],
    players: [
      { number: 1, role: "" },
      { number: 2, role: "" },
    ],
  } as unknown as Scene;

  it("finds every place in the text", () => {
    expect([...letters(scene, "1./.2 1")]).toEqual([
      ["a1", 0],
      ["b1", 1],
      ["a2", 3],
      ["b2", 4],
    ]);
    expect(letters(scene, "1./.2/.. 1").size).toBe(0);
  });

  it("goes through what may lie on a place", () => {
    expect(cycled(scene, "1./.2 1", "b1")).toBe("11/.2 1");
    expect(cycled(scene, "1./.2 1", "a1")).toBe("2./.2 1");
    expect(cycled(scene, "1./.2 1", "b2")).toBe("1./.. 1");
    expect(alphabet(scene, "o./oo m")).toEqual([".", "o"]);
  });

  it("passes the turn on", () => {
    expect(turned(scene, "1./.2 1 -")).toBe("1./.2 2 -");
    expect(turned(scene, "1./.2 2 -")).toBe("1./.2 1 -");
    const roles = { ...scene, players: ["trays", "marbles"].map((role) => ({ role })) } as Scene;
    expect(turned(roles, "o./oo m")).toBe("o./oo t");
    expect(turned(roles, "o./oo t 2")).toBe("o./oo m 2");
    expect(turned(scene, "o./oo")).toBe("o./oo");
  });
});
