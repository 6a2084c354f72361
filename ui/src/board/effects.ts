/** Small passing effects: a hint, a refusal, a trembling board, the winner's gleam. */
import type { Clock } from "./clock";
import { clamp, parabola, tremble } from "./curves";
import type { Ball } from "./marbles";

const HINT = 1600;
const GLEAM = 420;

export class Effects {
  /** How strongly a hint shows, 0 to 1. */
  hint = 0;
  /** Sideways shake of lights, in units. */
  shake = 0;
  /** Degrees by which the board shivers. */
  shiver = 0;

  constructor(private readonly clock: Clock) {}

  /** Draws a hint twice; then it stays. */
  hinting(): void {
    this.clock.run(HINT, (t) => {
      const pulse = (from: number, length: number) => parabola(clamp((t * HINT - from) / length) ** 0.6);
      this.hint = t >= 1 ? 1 : Math.max(pulse(0, 500), pulse(700, 900), clamp(2 * t - 1));
    });
  }

  refuse(): void {
    this.clock.run(160, (t) => (this.shake = 0.07 * Math.sin(t * Math.PI * 4) * (1 - t)));
  }

  tremble(): void {
    this.clock.run(700, (t) => (this.shiver = 0.25 * tremble(t * 0.7)));
  }

  /** Lets marbles gleam one after another, from left to right. */
  glint(balls: Ball[]): void {
    balls.sort((a, b) => a.at.x + a.at.z * 0.4 - b.at.x - b.at.z * 0.4);
    const length = 40 * balls.length + GLEAM;
    this.clock.run(length, (t) => {
      balls.forEach((ball, i) => (ball.gleam = 0.9 * parabola((t * length - 40 * i) / GLEAM)));
    });
  }
}
