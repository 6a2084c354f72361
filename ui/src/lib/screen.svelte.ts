/**
 * The shape of the screen: the layouts differ in order, not only in size. The same words stand on the root element, for
 * the style sheets.
 */

/** wide: board and rail. tall: one below the other, on upright screens. low: board and a narrow rail, on phones that lie. */
export type Shape = "wide" | "tall" | "low";

const low = matchMedia("(max-height: 540px) and (min-aspect-ratio: 5/4)");
const tall = matchMedia("(max-width: 720px), (max-width: 1100px) and (max-aspect-ratio: 1/1)");
const slim = matchMedia("(max-width: 599px)");
const short = matchMedia("(max-height: 759px)");

const shapeNow = (): Shape => (low.matches ? "low" : tall.matches ? "tall" : "wide");

class Screen {
  shape = $state<Shape>(shapeNow());
  private slim = $state(slim.matches);
  /** Whether there is little height. */
  short = $state(short.matches);
  /** Whether the board comes first and everything else makes itself small. */
  narrow = $derived(this.shape !== "wide");
  /** Whether the head of the page has room for few tools only. */
  few = $derived(this.shape === "low" || (this.shape === "tall" && this.slim));
  /** Whether a player's plate has to do with one line. */
  oneLine = $derived(this.shape === "low" || (this.shape === "tall" && (this.short || !this.slim)));

  constructor() {
    const look = (): void => {
      this.shape = shapeNow();
      this.slim = slim.matches;
      this.short = short.matches;
      document.documentElement.dataset.shape = this.shape;
    };
    for (const query of [low, tall, slim, short]) query.addEventListener("change", look);
    look();
  }
}

export const screen = new Screen();

/** Whether the screen is a phone's or an upright one's. */
export const narrow = {
  get on(): boolean {
    return screen.narrow;
  },
};
