import { describe, expect, it } from "vitest";
import type { Gestures } from "../src/server/messages";
import { Hand } from "../src/table/hand";

/** Place on 1a1 at once, or touch the reserve first; 1b1 makes a figure, then one or two are taken back. */
const graph: Gestures = {
  prefix: [],
  nodes: [
    {
      ask: "turn",
      next: { "1a1": "1a1", "1b1": 2, "reserve:1": 1 },
      ends: { "1a1": [{ kind: "place", what: "reserve1.4", to: "1a1", step: 0 }] },
    },
    { ask: "where", next: { "1a1": "1a1", "1b1": 2 }, held: ["reserve1.4"] },
    {
      ask: "take",
      next: { "1c1": 3, done: "1b1" },
      shows: [{ kind: "place", what: "reserve1.4", to: "1b1", step: 0 }],
    },
    { ask: "second", next: {}, more: true, shows: [{ kind: "take", what: "1c1", to: "reserve1.4", step: 0 }] },
  ],
};

describe("a hand over the board", () => {
  it("lights what may be touched and nothing else", () => {
    const hand = Hand.over(graph);
    expect(hand.may).toEqual(["1a1", "1b1", "reserve:1"]);
    expect(hand.begun).toBe(false);
    expect(hand.touch("9z9").touch.kind).toBe("refused");
  });

  it("knows what leads to some moves", () => {
    const hand = Hand.over(graph);
    const leading = (...moves: string[]) => hand.may.filter((handle) => hand.leadsTo(handle, new Set(moves)));
    expect(leading("1a1")).toEqual(["1a1", "reserve:1"]);
    expect(leading("1b1")).toEqual(["1b1", "reserve:1"]);
    expect(leading("1c1")).toEqual([]);
    expect(hand.touch("1b1").hand.leadsTo("done", new Set(["1b1"]))).toBe(true);
  });

  it("completes a move by one touch", () => {
    expect(Hand.over(graph).touch("1a1").touch).toEqual({ kind: "move", move: "1a1", touches: ["1a1"] });
  });

  it("shows at once what the last touch moves, and offers nothing more", () => {
    const { hand } = Hand.over(graph).touch("1a1");
    expect(hand.stages).toEqual([[{ kind: "place", what: "reserve1.4", to: "1a1", step: 0 }]]);
    expect(hand.may).toEqual([]);
    const done = Hand.over(graph).touch("1b1").hand.touch("done").hand;
    expect(done.shown.map((motion) => motion.to)).toEqual(["1b1"]);
  });

  it("goes through a turn of several touches", () => {
    const first = Hand.over(graph).touch("reserve:1").hand;
    expect(first.node?.held).toEqual(["reserve1.4"]);
    const second = first.touch("1b1").hand;
    expect(second.shown.map((motion) => motion.to)).toEqual(["1b1"]);
    expect(second.touch("done").touch).toEqual({ kind: "move", move: "1b1", touches: ["reserve:1", "1b1", "done"] });
  });

  it("asks for what was left out and goes on from there", () => {
    const second = Hand.over(graph).touch("1b1").hand;
    const { hand, touch } = second.touch("1c1");
    expect(touch).toEqual({ kind: "more", touches: ["1b1", "1c1"] });
    const on = hand.goOn({ prefix: ["1b1", "1c1"], nodes: [{ ask: "second", next: { done: "1b1-1c1" } }] });
    expect(on.shown.map((motion) => motion.kind)).toEqual(["place", "take"]);
    expect(on.touch("done").touch).toEqual({ kind: "move", move: "1b1-1c1", touches: ["1b1", "1c1", "done"] });
  });
});
