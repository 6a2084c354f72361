/** Server-sent events, read until the stream ends or is no longer needed. */

import { backend } from "./backend";
import { eventsOf } from "./sent_events";
import { complaint, refusalOf } from "./http";

interface Listener<Message> {
  /** What the events are called. */
  name: string;
  /** What is sent along, where the question is long. */
  body?: unknown;
  heard: (message: Message) => void;
  /** It has ended: well, or with words about what went wrong. */
  ended: (trouble: string) => void;
}

/** Listens to a stream; the answer stops listening. */
export function listen<Message>(address: string, listener: Listener<Message>): () => void {
  const stopped = new AbortController();
  read(address, listener, stopped.signal).then(
    () => !stopped.signal.aborted && listener.ended(""),
    (error: unknown) => !stopped.signal.aborted && listener.ended(complaint(error)),
  );
  return () => stopped.abort();
}

async function read<Message>(
  address: string,
  { name, body, heard }: Listener<Message>,
  signal: AbortSignal,
): Promise<void> {
  const answer = await backend.fetch(address, {
    signal,
    ...(body === undefined
      ? {}
      : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  });
  if (!answer.ok || !answer.body) throw await refusalOf(answer);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let waiting = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) throw new Error("the stream was cut");
    const { events, rest } = eventsOf(waiting + value);
    waiting = rest;
    for (const { kind, data } of events) {
      if (signal.aborted) return;
      if (kind === "done") return void reader.cancel();
      if (kind === "error") throw await refusalOf(new Response(data, { status: 503 }));
      if (kind === name) heard(JSON.parse(data) as Message);
    }
  }
}
