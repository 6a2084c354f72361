/** Whether the screen is a phone's held upright: the layouts differ in order, not only in size. */

const query = matchMedia("(max-width: 720px)");

class Narrow {
  on = $state(query.matches);
  constructor() {
    query.addEventListener("change", () => (this.on = query.matches));
  }
}

export const narrow = new Narrow();
