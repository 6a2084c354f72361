/** How far a card's board is turned: it follows a pointer with a little delay, and glides back when the pointer has left. */

export interface Pose {
  /** Degrees beside and above where the camera belongs. */
  yaw: number;
  pitch: number;
}

/** Degrees by which a pointer at the edge of a card turns its board. */
const SWAY: Pose = { yaw: 24, pitch: 6 };
/** Degrees per pixel of a finger's way. */
const BY_FINGER = 0.35;
/** Milliseconds in which most of the way is made. */
const DELAY = 130;
const NEAR = 0.15;

export class Turn {
  private wanted: Pose = { yaw: 0, pitch: 0 };
  private now: Pose = { yaw: 0, pitch: 0 };
  private last = 0;

  /** Follows a pointer over the card; -1 to 1 from edge to edge. */
  over(x: number, y: number): void {
    this.wanted = { yaw: -x * SWAY.yaw, pitch: y * SWAY.pitch };
  }

  /** Follows a finger that has gone so many pixels along the card. */
  drag(dx: number): void {
    this.wanted = { yaw: -dx * BY_FINGER, pitch: 0 };
  }

  home(): void {
    this.wanted = { yaw: 0, pitch: 0 };
  }

  /** Whether there is still a way to go. */
  get moving(): boolean {
    return Math.hypot(this.wanted.yaw - this.now.yaw, this.wanted.pitch - this.now.pitch) > 0;
  }

  /** Where it is at a time. However long ago the last look was, it takes one step: late frames are left out. */
  at(time: number): Pose {
    const pause = Math.max(0, time - this.last);
    this.last = time;
    const share = 1 - Math.exp(-pause / DELAY);
    const way = { yaw: this.wanted.yaw - this.now.yaw, pitch: this.wanted.pitch - this.now.pitch };
    if (Math.hypot(way.yaw, way.pitch) < NEAR) this.now = this.wanted;
    else this.now = { yaw: this.now.yaw + way.yaw * share, pitch: this.now.pitch + way.pitch * share };
    return this.now;
  }

  /** Begins to look at a time: what went before does not count. */
  from(time: number): void {
    this.last = time;
  }
}
