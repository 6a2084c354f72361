/** What the page and the program in a worker send each other; `billes/offline/backend.py` has the same. */

export interface ToBackend {
  kind: "request" | "open" | "text" | "leave";
  id: number;
  method?: string;
  address?: string;
  body?: string;
  language?: string;
}

export interface FromBackend {
  kind: "answer" | "part" | "end" | "opened" | "text" | "closed";
  id: number;
  status?: number;
  type?: string;
  text?: string;
  code?: number;
}

/** What a worker says about itself. */
export type WorkerState = { state: "ready"; keeps: boolean } | { state: "failed"; why: string };

/** A page's call to whoever runs the program, and the answer; `from` and `to` are names of pages. */
export type Call = { from: string; message: ToBackend } | { to: string; message: FromBackend } | { leader: string };
