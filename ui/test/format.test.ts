import { describe, expect, it } from "vitest";
import { clock } from "../src/lib/format";
import { clockOf, fresh, restored, seatsOf } from "../src/home/setup";

describe("clocks", () => {
  it("are written in minutes and seconds", () => {
    expect(clock(402_000)).toBe("6:42");
    expect(clock(401_001)).toBe("6:42");
    expect(clock(3_600_000)).toBe("1:00:00");
  });

  it("show tenths below ten seconds and stop at nothing", () => {
    expect(clock(9_940)).toBe("0:09.9");
    expect(clock(0)).toBe("0:00.0");
    expect(clock(-5)).toBe("0:00.0");
  });

  it("are set by presets or by hand", () => {
    expect(clockOf({ ...fresh("standard"), clock: "10+5" })).toEqual({ main: 600, increment: 5 });
    expect(clockOf({ ...fresh("standard"), clock: "own", minutes: 3, increment: 2 })).toEqual({
      main: 180,
      increment: 2,
    });
    expect(clockOf(fresh("standard"))).toBe(null);
  });
});

describe("remembered choices", () => {
  it("fall back where they no longer fit", () => {
    const kept = { variant: "gone", opponent: "ghost", level: 99, minutes: "x", seats: ["me", 3] };
    expect(restored(kept, ["standard", "simple"])).toEqual({ ...fresh("standard"), level: 9 });
    expect(restored(null, ["standard"])).toEqual(fresh("standard"));
  });

  it("are kept where they fit", () => {
    const kept = { ...fresh("simple"), opponent: "link", clock: "5+3" };
    expect(restored(kept, ["standard", "simple"])).toEqual(kept);
  });

  it("seat everyone", () => {
    const setup = fresh("standard");
    expect(seatsOf(setup, 2).length).toBe(2);
    expect(seatsOf(setup, 4).length).toBe(4);
  });
});
