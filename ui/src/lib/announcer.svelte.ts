/** What a screen reader is to say. One region in the page shows it, from the first page to the last. */

interface Said {
  id: number;
  text: string;
}

/** So many of the last sayings can be read again. */
const KEPT = 12;

class Announcer {
  list = $state.raw<Said[]>([]);
  private waiting: string[] = [];
  private next = 1;

  /** Says something after what is being said. What is said at one moment becomes one saying, nothing twice in it. */
  say(text: string): void {
    const said = text.trim();
    if (!said || this.waiting.includes(said)) return;
    if (this.waiting.push(said) === 1) setTimeout(() => this.flush());
  }

  private flush(): void {
    const text = this.waiting.map((said) => (/[.!?…:]$/.test(said) ? said : `${said}.`)).join(" ");
    this.waiting = [];
    this.list = [...this.list.slice(1 - KEPT), { id: this.next++, text }];
  }
}

export const announcer = new Announcer();
