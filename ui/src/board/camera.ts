/** The camera: a long lens that frames a list of points, turned by a finger about the board. */
import type { Point } from "./scene";

export interface Pose {
  /** Degrees. */
  yaw: number;
  pitch: number;
  fov: number;
}

export interface Size {
  width: number;
  height: number;
}

/** Room left free at the edges in CSS pixels: top, right, bottom, left. */
export type Padding = [number, number, number, number];

/** A part of the picture, so many times as large: its corner in CSS pixels of the enlarged picture. */
export interface Enlarged {
  scale: number;
  x: number;
  y: number;
}

export const WIDE_PADDING: Padding = [28, 32, 20, 32];
export const NARROW_PADDING: Padding = [6, 6, 6, 6];

const RADIANS = Math.PI / 180;
const dot = (a: Point, b: Point) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** The camera's own axes: right, up, and back towards the viewer. */
export function axes(yaw: number, pitch: number): { right: Point; up: Point; back: Point } {
  const [y, p] = [yaw * RADIANS, pitch * RADIANS];
  const back: Point = [Math.sin(y) * Math.cos(p), Math.sin(p), Math.cos(y) * Math.cos(p)];
  const right: Point = [Math.cos(y), 0, -Math.sin(y)];
  const up: Point = [-Math.sin(y) * Math.sin(p), Math.cos(p), -Math.cos(y) * Math.sin(p)];
  return { right, up, back };
}

export interface Framed {
  eye: Point;
  /** How far back the eye stands, counted from the middle of the board. */
  far: number;
}

/**
 * Where the camera stands so that all points just fit into the stage less its padding. In the camera's axes each edge of
 * the stage is a straight line through the eye, so the nearest eye that sees every point follows from four maxima. It
 * stands no nearer than `least`.
 */
export function frame(points: Point[], pose: Pose, size: Size, padding: Padding, least = 0): Framed {
  const { right, up, back } = axes(pose.yaw, pose.pitch);
  const tall = Math.tan((pose.fov / 2) * RADIANS);
  const wide = (tall * size.width) / size.height;
  const [top, rightPad, bottom, left] = padding;
  const [x0, x1] = [wide * (-1 + (2 * left) / size.width), wide * (1 - (2 * rightPad) / size.width)];
  const [y0, y1] = [tall * (-1 + (2 * bottom) / size.height), tall * (1 - (2 * top) / size.height)];
  const most = { x1: -Infinity, x0: Infinity, y1: -Infinity, y0: Infinity };
  for (const p of points) {
    const [a, b, d] = [dot(p, right), dot(p, up), dot(p, back)];
    most.x1 = Math.max(most.x1, a + x1 * d);
    most.x0 = Math.min(most.x0, a + x0 * d);
    most.y1 = Math.max(most.y1, b + y1 * d);
    most.y0 = Math.min(most.y0, b + y0 * d);
  }
  const far = Math.max(least, (most.x1 - most.x0) / (x1 - x0), (most.y1 - most.y0) / (y1 - y0));
  const a = (most.x1 - x1 * far + most.x0 - x0 * far) / 2;
  const b = (most.y1 - y1 * far + most.y0 - y0 * far) / 2;
  return { eye: [0, 1, 2].map((i) => a * right[i]! + b * up[i]! + far * back[i]!) as Point, far };
}

/** The same angle, brought within half a turn of another one. */
export function nearest(angle: number, to: number): number {
  return angle - 360 * Math.round((angle - to) / 360);
}

const FRICTION = 0.88;
const MIN_PITCH = 25;
const MAX_PITCH = 80;

/** Yaw and pitch as a finger turns them: free yaw, bounded pitch, and a little inertia after the finger has left. */
export class Turning {
  yaw = 0;
  pitch = 0;
  private speed: [number, number] = [0, 0];
  private last = 0;

  /** Turns by a finger's way in CSS pixels. */
  by(dx: number, dy: number, now: number): void {
    this.yaw -= dx * 0.35;
    this.pitch = Math.min(MAX_PITCH, Math.max(MIN_PITCH, this.pitch + dy * 0.25));
    const pause = Math.max(8, now - this.last);
    this.speed = [(-dx * 0.35 * 16) / pause, (dy * 0.25 * 16) / pause];
    this.last = now;
  }

  /** Goes on by itself for a frame; true while it still moves. */
  coast(now: number): boolean {
    const frames = Math.min(4, (now - this.last) / 16);
    if (frames < 0.9) return Math.hypot(...this.speed) > 0.02;
    this.last = now;
    const left = FRICTION ** frames;
    this.yaw += this.speed[0] * frames;
    this.pitch = Math.min(MAX_PITCH, Math.max(MIN_PITCH, this.pitch + this.speed[1] * frames));
    this.speed = [this.speed[0] * left, this.speed[1] * left];
    if (Math.hypot(...this.speed) > 0.02) return true;
    this.speed = [0, 0];
    return false;
  }

  stop(): void {
    this.speed = [0, 0];
  }
}
