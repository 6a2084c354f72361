/** Whether the program in this browser runs. */

class Running {
  /** Something was asked of it. */
  asked = $state(false);
  /** It has answered. */
  known = $state(false);
  /** Why it cannot run; empty while it can. */
  failed = $state("");
  /** The browser keeps no games. */
  forgets = $state(false);

  answered(): void {
    this.known = true;
  }

  fail(why: string): void {
    console.error(why);
    this.failed = why;
  }
}

export const running = new Running();
