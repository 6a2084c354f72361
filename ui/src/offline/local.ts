/** The program in this browser, asked as a server is. */

import { base } from "../lib/base";
import type { Backend, Link } from "../server/backend";
import type { FromBackend, ToBackend } from "./messages";
import { running } from "./running.svelte";
import { Tabs } from "./tabs";

/** Another process is there already: the page connects again at once, and says nothing. */
const RESTART = 1012;
const LOST = 1006;

/** Something that was asked, and hears what comes back. */
interface Asked {
  hear(message: FromBackend): void;
  /** The program that was asked is gone. */
  lose(code: number): void;
}

class Local implements Backend {
  private readonly asked = new Map<number, Asked>();
  private next = 1;
  private readonly tabs = new Tabs(location.origin + base, {
    heard: (message) => {
      running.answered();
      this.asked.get(message.id)?.hear(message);
    },
    started: () => this.lose(RESTART),
    forgets: () => {
      running.forgets = true;
    },
    failed: (why) => {
      running.fail(why);
      this.lose(LOST);
    },
  });

  fetch(address: string, options: RequestInit = {}): Promise<Response> {
    return new Promise((done, failed) => {
      if (running.failed) return failed(new TypeError(running.failed));
      const id = this.next++;
      let parts: ReadableStreamDefaultController<Uint8Array> | null = null;
      const encoder = new TextEncoder();
      const end = (): void => {
        this.asked.delete(id);
        options.signal?.removeEventListener("abort", stop);
      };
      const stop = (): void => {
        end();
        this.send({ kind: "leave", id });
        const error = new DOMException("stopped", "AbortError");
        parts?.error(error);
        failed(error);
      };
      this.asked.set(id, {
        hear: (message) => {
          if (message.kind === "answer") {
            const body = new ReadableStream<Uint8Array>({
              start: (controller) => void (parts = controller),
              cancel: () => {
                end();
                this.send({ kind: "leave", id });
              },
            });
            const status = message.status ?? 200;
            const empty = status === 204 || status === 304;
            done(new Response(empty ? null : body, { status, headers: { "content-type": message.type ?? "" } }));
          } else if (message.kind === "part") parts?.enqueue(encoder.encode(message.text));
          else if (message.kind === "end") {
            end();
            if (parts) parts.close();
            else failed(new TypeError("no answer"));
          }
        },
        lose: () => {
          end();
          const error = new TypeError("the program has ended");
          parts?.error(error);
          failed(error);
        },
      });
      options.signal?.addEventListener("abort", stop);
      this.send({
        kind: "request",
        id,
        method: options.method ?? "GET",
        address,
        body: typeof options.body === "string" ? options.body : "",
        language: document.documentElement.lang,
      });
    });
  }

  socket(address: string): Link {
    const id = this.next++;
    const link: Link & { readyState: number } = {
      readyState: WebSocket.CONNECTING,
      onmessage: null,
      onclose: null,
      send: (text) => this.send({ kind: "text", id, body: text }),
      close: () => {
        if (link.readyState >= WebSocket.CLOSING) return;
        link.readyState = WebSocket.CLOSING;
        this.send({ kind: "leave", id });
      },
    };
    const closed = (code: number): void => {
      this.asked.delete(id);
      link.readyState = WebSocket.CLOSED;
      link.onclose?.({ code });
    };
    this.asked.set(id, {
      hear: (message) => {
        if (message.kind === "opened") link.readyState = WebSocket.OPEN;
        else if (message.kind === "text") link.onmessage?.({ data: message.text });
        else if (message.kind === "closed") closed(message.code ?? 1000);
      },
      lose: closed,
    });
    this.send({ kind: "open", id, address });
    return link;
  }

  private send(message: ToBackend): void {
    running.asked = true;
    this.tabs.send(message);
  }

  /** What was under way with a program that is gone; what only waits for one goes to the next. */
  private lose(code: number): void {
    if (!running.known) return;
    for (const asked of [...this.asked.values()]) asked.lose(code);
  }
}

export const local: Backend = new Local();
