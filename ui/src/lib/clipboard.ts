import { notices } from "./notices.svelte";

/** Copies a text and says so; where the browser forbids it, the text itself is shown long enough to be read. */
export async function copy(text: string, said: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notices.say(said);
  } catch {
    notices.say(text, 8000);
  }
}
