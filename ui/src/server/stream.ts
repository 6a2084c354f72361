/** Server-sent events, read until the stream ends or is no longer needed. */

interface Listener<Message> {
  /** What the events are called. */
  name: string;
  heard: (message: Message) => void;
  ended: (trouble: string) => void;
}

/** Listens to a stream; the answer stops listening. */
export function listen<Message>(address: string, { name, heard, ended }: Listener<Message>): () => void {
  const source = new EventSource(address);
  const close = (trouble: string): void => {
    source.close();
    ended(trouble);
  };
  source.addEventListener(name, (event) => heard(JSON.parse(String((event as MessageEvent).data)) as Message));
  source.addEventListener("done", () => close(""));
  source.addEventListener("error", (event) => {
    const data: unknown = (event as MessageEvent).data;
    // The browser's own error carries no words: the connection is cut, or the server refused.
    close(typeof data === "string" ? ((JSON.parse(data) as { message?: string }).message ?? "") : "…");
  });
  return () => source.close();
}
