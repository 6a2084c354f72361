import { describe, expect, test } from "vitest";
import type { Marble, Motion, Place, Point, Scene, Slab } from "./scene";
import { moment, plan } from "./timeline";

const place = (id: string, at: Point): Place => ({ id, at, radius: 0.4, kind: "bowl", level: 1, on: "", open: true });
const marble = (at: string, matter: Marble["matter"] = "ivory"): Marble => ({
  place: at,
  owner: 1,
  radius: 0.4,
  matter,
  hue: 0,
});
const tile = (id: string, at: Point): Slab => ({
  id,
  kind: "tile",
  matter: "oak",
  at,
  size: [0.9, 0.2, 0.9],
  shape: "box",
  corner: 0.1,
  hole: null,
  on: "",
  beside: false,
  fixed: true,
});

function scene(marbles: Marble[], slabs: Slab[] = []): Scene {
  const places = ["a", "b", "c", "d", "e"].map((id, i) => place(id, [i, 0, 0]));
  const empty = {
    grooves: [],
    lines: [],
    zones: [],
    medals: [],
    arrows: [],
    stores: [],
    labels: [],
    marks: [],
    counts: [],
    players: [],
  };
  const view = { yaw: 0, pitch: 50, fov: 20, narrow_yaw: 0, narrow_pitch: 60 };
  return {
    game: "",
    variant: "",
    text: "",
    last: "",
    felt: "moss",
    view,
    places,
    marbles,
    slabs,
    tilt: null,
    ending: null,
    ...empty,
  };
}

describe("plan", () => {
  const jumps: Motion[] = [
    { kind: "jump", what: "a", to: "c", step: 0, via: ["b"] },
    { kind: "leave", what: "b", to: "e", step: 0, delay: 0.5 },
    { kind: "jump", what: "c", to: "d", step: 1 },
  ];

  test("follows one marble through several steps and rests between jumps", () => {
    const { tracks } = plan(jumps, scene([marble("a"), marble("b", "night")]), null);
    expect(tracks.map((t) => [t.id, t.end])).toEqual([
      ["a", "c"],
      ["b", "e"],
      ["a", "d"],
    ]);
    const [first, gone, second] = tracks;
    expect(gone!.start).toBe(first!.length / 2);
    expect(second!.start).toBe(first!.length + 60);
  });

  test("things may change places within a step", () => {
    const swap: Motion[] = [
      { kind: "slide", what: "t1", to: "t2", step: 0, thing: "slab" },
      { kind: "round", what: "t2", to: "t1", step: 0, thing: "slab" },
      { kind: "slide", what: "t2", to: "t1", step: 1, thing: "slab" },
    ];
    const { tracks } = plan(swap, scene([], [tile("t1", [0, 0, 0]), tile("t2", [1, 0, 0])]), null);
    expect(tracks.map((t) => t.id)).toEqual(["t1", "t2", "t1"]);
  });

  test("with reduced motion marbles fade and nothing takes long", () => {
    const made = plan(jumps, scene([marble("a"), marble("b")]), null, true);
    expect(made.tracks.every((t) => t.kind === "fade" && t.length === 120)).toBe(true);
    expect(made.length).toBe(240);
  });

  test("every touch is heard", () => {
    const { cues, length } = plan(jumps, scene([marble("a"), marble("b", "night")]), null);
    expect(cues.map((c) => c.sound)).toEqual(["tock", "glass", "tock"]);
    for (const cue of cues) expect(cue.at).toBeLessThanOrEqual(length);
  });
});

describe("moment", () => {
  test("every kind begins where the thing is and ends where it goes", () => {
    for (const kind of [
      "place",
      "take",
      "raise",
      "jump",
      "step",
      "slide",
      "round",
      "lift",
      "leave",
      "roll",
      "fade",
    ] as const) {
      const track = {
        thing: "marble",
        id: "a",
        end: "b",
        kind,
        start: 0,
        length: 100,
        from: [0, 0, 0],
        to: [2, 1, 3],
      } as const;
      const flight = { ...track, from: [0, 0, 0] as Point, to: [2, 1, 3] as Point };
      moment(flight, 0).at.forEach((v, i) => expect(v).toBeCloseTo(flight.from[i]!, 3));
      moment(flight, 1).at.forEach((v, i) => expect(v).toBeCloseTo(flight.to[i]!, 3));
      expect(moment(flight, 1).fade).toBe(1);
    }
  });

  test("a jumper clears the marble it jumps over", () => {
    const track = {
      thing: "marble",
      id: "a",
      end: "c",
      kind: "jump",
      start: 0,
      length: 100,
      from: [0, 0, 0],
      to: [2, 0, 0],
    } as const;
    for (let t = 0; t <= 1; t += 0.02) {
      const [x, y] = moment({ ...track, from: [0, 0, 0], to: [2, 0, 0] }, t).at;
      expect(Math.hypot(x - 1, y)).toBeGreaterThan(0.77);
    }
  });

  test("what goes where the page cannot know fades away", () => {
    const track = {
      thing: "slab",
      id: "t",
      end: "?",
      kind: "lift",
      start: 0,
      length: 100,
      from: [0, 0, 0] as Point,
      to: null,
    } as const;
    expect(moment(track, 1).fade).toBe(0);
  });
});
