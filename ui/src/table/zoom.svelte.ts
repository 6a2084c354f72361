/**
 * A stage seen enlarged: how many times, and which part of it. Two fingers spread it and one moves it; a button gives as
 * much as makes places easy to touch.
 */

interface Size {
  width: number;
  height: number;
}
interface Dot {
  x: number;
  y: number;
}

/** The most times a stage is enlarged. */
const MOST = 4;
/** Fingers that leave it below this leave it as it is. */
const LEAST = 1.08;

/** How near the two closest of some points are to each other. */
export function closest(dots: readonly Dot[]): number {
  let least = Infinity;
  dots.forEach((a, at) => {
    for (const b of dots.slice(at + 1)) least = Math.min(least, Math.hypot(a.x - b.x, a.y - b.y));
  });
  return least;
}

export class Zoom {
  scale = $state(1);
  /** The corner of the part that is seen, in pixels of the enlarged stage. */
  x = $state(0);
  y = $state(0);
  private size: Size = { width: 1, height: 1 };
  private readonly fingers = new Map<number, Dot>();

  get on(): boolean {
    return this.scale > 1;
  }

  /** Takes the size of the stage. */
  fit(size: Size): void {
    this.size = size;
    this.keepInside();
  }

  /** Enlarges so many times, so that a point of the stage as it is seen now comes to the middle. */
  enlarge(scale: number, to: Dot): void {
    this.at(Math.min(MOST, scale), to, { x: this.size.width / 2, y: this.size.height / 2 });
  }

  reset(): void {
    this.scale = 1;
    this.keepInside();
  }

  /** A round part of the stage as it is seen. */
  seen<Round extends Dot & { r: number }>(spot: Round): Round {
    const { scale } = this;
    return { ...spot, x: spot.x * scale - this.x, y: spot.y * scale - this.y, r: spot.r * scale };
  }

  /** Changes the scale; what is seen at one point comes to another. */
  private at(scale: number, from: Dot, to: Dot): void {
    const fixed = this.whole(from);
    this.scale = Math.max(1, Math.min(MOST, scale));
    this.x = fixed.x * this.scale - to.x;
    this.y = fixed.y * this.scale - to.y;
    this.keepInside();
  }

  private keepInside(): void {
    const within = (at: number, side: number): number => Math.max(0, Math.min(at, side * (this.scale - 1)));
    this.x = within(this.x, this.size.width);
    this.y = within(this.y, this.size.height);
  }

  /** Where a point that is seen lies on the stage. */
  whole({ x, y }: Dot): Dot {
    return { x: (x + this.x) / this.scale, y: (y + this.y) / this.scale };
  }

  /** Moves what is seen by a finger's way. */
  pan(dx: number, dy: number): void {
    this.x -= dx;
    this.y -= dy;
    this.keepInside();
  }

  // ------------------------------------------------------------------------------------------------ two fingers
  /** A finger comes down, at a point of the stage. */
  down(id: number, at: Dot): void {
    if (this.fingers.size < 2) this.fingers.set(id, at);
  }

  /** One of two fingers moves: they spread the stage and take it along. True if there are two. */
  move(id: number, at: Dot): boolean {
    const was = this.fingers.get(id);
    const other = [...this.fingers].find(([each]) => each !== id)?.[1];
    if (!was) return false;
    this.fingers.set(id, at);
    if (!other) return false;
    const apart = (dot: Dot): number => Math.max(1, Math.hypot(dot.x - other.x, dot.y - other.y));
    const middle = (dot: Dot): Dot => ({ x: (dot.x + other.x) / 2, y: (dot.y + other.y) / 2 });
    this.at((this.scale * apart(at)) / apart(was), middle(was), middle(at));
    return true;
  }

  /** A finger goes. True if it was one of two: no touch follows. */
  up(id: number): boolean {
    const two = this.fingers.size > 1;
    if (this.fingers.delete(id) && this.scale < LEAST) this.reset();
    return two;
  }
}
