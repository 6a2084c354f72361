/** Short words that come and go: copied, offered, connected again. */

import { announcer } from "./announcer.svelte";

interface Notice {
  id: number;
  text: string;
}

class Notices {
  list = $state<Notice[]>([]);
  private next = 1;

  /** Shows a line for a moment. */
  say(text: string, ms = 3200): void {
    announcer.say(text);
    const id = this.next++;
    this.list = [...this.list.filter((notice) => notice.text !== text).slice(-2), { id, text }];
    setTimeout(() => (this.list = this.list.filter((notice) => notice.id !== id)), ms);
  }
}

export const notices = new Notices();
