/**
 * Who answers the page: a server over the network, or, where the page comes from static files, the same program in a
 * worker of this browser. Both answer the same requests, and talk over the same sockets. Games that went on in this
 * browser when their server was gone are the program's too.
 */

import { at } from "../lib/base";
import { isLocal } from "../offline/local_tables";

/** As much of a WebSocket as the page uses. */
export interface Link {
  readonly readyState: number;
  send(text: string): void;
  close(): void;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
}

export interface Backend {
  /** Asks for an address of the interface, such as `/api/games`. */
  fetch(address: string, options?: RequestInit): Promise<Response>;
  /** Opens a socket. */
  socket(address: string): Link;
}

const network: Backend = {
  fetch: (address, options) => fetch(at(address), options),
  socket(address) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    return new WebSocket(`${scheme}://${location.host}${at(address)}`) as Link;
  },
};

/** The version of the program that can go on in this browser when the server is gone; empty where there is none. */
export const fallback = document.documentElement.dataset.offline ?? "";

/** Whether there is no server: then what needs one (playing by link) is not offered. */
export const serverless = document.documentElement.dataset.backend === "worker";

/** Answers that are the same for everybody lie beside the page as files. */
const WRITTEN = /^\/api\/(languages|games|lessons|sentences\/[^?]+|rules\/[^?]+)$/;

let program: Promise<Backend> | null = null;
/** The program in this browser. Its part of the page is fetched when it is first needed. */
export function local(): Promise<Backend> {
  const coming = (program ??= (async () => {
    // The service worker forgets a program of another version than the server's.
    if (fallback) await fetch(at("/offline/files.json")).catch(() => {});
    return (await import("../offline/local")).local;
  })());
  coming.catch(() => (program = null));
  return coming;
}

const browser: Backend = {
  async fetch(address, options) {
    if (!options?.method && WRITTEN.test(address)) return fetch(at(`/answers${address}.json`), options);
    return (await local()).fetch(address, options);
  },
  socket: (address) => new LateLink(local().then((backend) => backend.socket(address))),
};

/** A link that is there at once, though who is to answer is still being fetched. */
class LateLink implements Link {
  onmessage: Link["onmessage"] = null;
  onclose: Link["onclose"] = null;
  private link: Link | null = null;
  private closed = false;

  constructor(coming: Promise<Link>) {
    coming.then(
      (link) => {
        if (this.closed) return link.close();
        this.link = link;
        link.onmessage = (event) => this.onmessage?.(event);
        link.onclose = (event) => this.onclose?.(event);
      },
      () => !this.closed && this.onclose?.({ code: 1006 }),
    );
  }

  get readyState(): number {
    return this.closed ? WebSocket.CLOSED : (this.link?.readyState ?? WebSocket.CONNECTING);
  }

  send(text: string): void {
    this.link?.send(text);
  }

  close(): void {
    this.closed = true;
    this.link?.close();
  }
}

const OF_TABLE = /^\/api\/tables\/([^/?]+)/;
const isHere = (address: string): boolean => isLocal(OF_TABLE.exec(address)?.[1] ?? "");

const either: Backend = {
  fetch: (address, options) => (isHere(address) ? browser : network).fetch(address, options),
  socket: (address) => (isHere(address) ? browser : network).socket(address),
};

export const backend: Backend = serverless ? browser : either;
