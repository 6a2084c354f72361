/** Finds what handles name on the board as it is now, and where that is on the page. */
import type { Actors } from "./actors";
import { inFrame } from "./framing";
import type { Target } from "./handles";
import { aim, resolve } from "./handles";
import type { Layout } from "./layout";
import type { Stage } from "./stage";
import type { Spot, Viewpoint } from "./viewpoint";

export class Finder {
  layout: Layout | null = null;

  constructor(
    private readonly actors: Actors,
    private readonly view: Viewpoint,
    private readonly stage: Stage,
  ) {}

  /** On a narrow stage the outer seats of a store may lie off the picture. */
  readonly seen = (id: string): boolean => {
    const place = this.layout?.places.get(id);
    return !this.view.narrow || !this.layout || !place || inFrame(this.layout, place);
  };

  /** The id of the place or slab that a handle names; arrows have none. */
  id(handle: string): string | null {
    const target = this.target(handle);
    if (!target || target.kind === "arrow") return null;
    return target.kind === "place" ? target.place.id : target.slab.id;
  }

  /** The middle of what a handle names and the radius of a finger's aim, on the page. */
  spot(handle: string): Spot | null {
    const target = this.target(handle);
    if (!this.layout || !target) return null;
    const { at, radius, leans } = aim(this.layout, target, this.filled);
    return this.view.spot(this.stage, at, radius, leans);
  }

  private target(handle: string): Target | null {
    return this.layout && resolve(this.layout, handle, this.filled, this.seen);
  }

  private readonly filled = (id: string): boolean => this.actors.balls.has(id);
}
