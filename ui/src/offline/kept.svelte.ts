/** What the service worker of a site says: how much of the site is kept for use without a network. */

import { at } from "../lib/base";

interface Told {
  offline: "keeping" | "ready" | "failed";
  kept: number;
  files: number;
}

/** The service worker, when it is there; null where the browser allows none. It begins after the page is loaded. */
async function registered(): Promise<ServiceWorkerRegistration | null> {
  if (document.readyState !== "complete") await new Promise((done) => addEventListener("load", done, { once: true }));
  try {
    await navigator.serviceWorker.register(at("/sw.js")); // as `main.ts` does: it is the same one
    return await navigator.serviceWorker.ready;
  } catch {
    return null;
  }
}

class Kept {
  /** `none`: this browser, or this address, keeps nothing. */
  state = $state<"unknown" | "none" | Told["offline"]>("unknown");
  percent = $state(0);
  /** A newer version is kept and waits. */
  update = $state(false);

  constructor() {
    if (!navigator.serviceWorker) {
      this.state = "none";
      return;
    }
    navigator.serviceWorker.addEventListener("message", ({ data }: MessageEvent<Partial<Told>>) => this.hear(data));
    navigator.serviceWorker.startMessages();
    void this.watch();
  }

  /** Lets the newer version take over; every open page of this site is then loaded anew (`main.ts`). */
  async renew(): Promise<void> {
    const registration = await navigator.serviceWorker.getRegistration(at("/"));
    registration?.waiting?.postMessage("update");
  }

  private hear(told: Partial<Told>): void {
    if (!told.offline || !told.files) return;
    // While a newer version is being kept, the one that is shown stays ready.
    if (this.state === "ready" && told.offline !== "ready") return;
    this.state = told.offline;
    this.percent = Math.floor((100 * (told.kept ?? 0)) / told.files);
  }

  private async watch(): Promise<void> {
    const registration = await registered();
    if (!registration) {
      this.state = "none";
      return;
    }
    registration.active?.postMessage("state");
    const look = (): void => void (this.update = Boolean(registration.waiting && registration.active));
    const follow = (): void => registration.installing?.addEventListener("statechange", look);
    look();
    follow(); // it may have been found already
    registration.addEventListener("updatefound", follow);
  }
}

export const kept = new Kept();
