import { describe, expect, test } from "vitest";
import type { Padding, Pose, Size } from "./camera";
import { axes, frame, nearest, Turning } from "./camera";
import type { Point } from "./scene";

const RADIANS = Math.PI / 180;

/** CSS pixels of a point, by plain perspective. */
function project(p: Point, eye: Point, pose: Pose, size: Size): [number, number] {
  const { right, up, back } = axes(pose.yaw, pose.pitch);
  const d = [0, 1, 2].map((i) => p[i]! - eye[i]!);
  const dot = (a: Point) => d[0]! * a[0] + d[1]! * a[1] + d[2]! * a[2];
  const tall = Math.tan((pose.fov / 2) * RADIANS);
  const [x, y] = [dot(right) / -dot(back) / ((tall * size.width) / size.height), dot(up) / -dot(back) / tall];
  return [((x + 1) / 2) * size.width, ((1 - y) / 2) * size.height];
}

const points: Point[] = [-4, 4].flatMap((x) => [-3, 3].flatMap((z) => [-0.5, 0.7].map((y): Point => [x, y, z])));
const size: Size = { width: 900, height: 740 };
const padding: Padding = [44, 36, 104, 36];

describe("frame", () => {
  for (const yaw of [0, -17, -45, 133]) {
    test(`fits every point into the stage less its padding, seen from ${yaw} degrees`, () => {
      const pose: Pose = { yaw, pitch: 47, fov: 20 };
      const { eye } = frame(points, pose, size, padding);
      const seen = points.map((p) => project(p, eye, pose, size));
      const [xs, ys] = [seen.map((s) => s[0]), seen.map((s) => s[1])];
      expect(Math.min(...xs)).toBeGreaterThan(35.9);
      expect(Math.max(...xs)).toBeLessThan(864.1);
      expect(Math.min(...ys)).toBeGreaterThan(43.9);
      expect(Math.max(...ys)).toBeLessThan(636.1);
      // One of the two ways is filled to the edge.
      const slack = Math.min(Math.min(...xs) - 36, Math.min(...ys) - 44);
      expect(slack).toBeLessThan(0.5);
    });
  }

  test("stands no nearer than told", () => {
    const pose: Pose = { yaw: 0, pitch: 47, fov: 20 };
    expect(frame(points, pose, size, padding, 99).far).toBe(99);
  });
});

describe("turning", () => {
  test("yaw is free, pitch is bounded, and it comes to rest", () => {
    const turning = new Turning();
    turning.pitch = 46;
    turning.by(400, 900, 0);
    expect(turning.pitch).toBe(80);
    turning.by(0, -2000, 16);
    expect(turning.pitch).toBe(25);
    turning.by(20, 0, 32);
    const yaw = turning.yaw;
    let now = 32;
    while (turning.coast((now += 16))) expect(now).toBeLessThan(3000);
    expect(turning.yaw).toBeLessThan(yaw);
  });

  test("the way home is the short one", () => {
    expect(nearest(350, -13)).toBe(-10);
    expect(nearest(-45, 135)).toBe(-45);
  });
});
