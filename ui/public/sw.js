// Makes the shell open without a network: pages from the server first, files with a hash in their name from the cache.
// Of /api only the sentences are kept; everything about games and tables comes from the server alone.

const CACHE = "billes-shell";
const BASE = self.location.pathname.replace(/\/sw\.js$/, "");
const KEPT = ["/", "/early.js", "/icon.svg", "/manifest.webmanifest"].map((path) => BASE + path);
const SENTENCES = "billes-sentences";

self.addEventListener("install", (event) => {
  event.waitUntil(fill().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(sweep().then(() => self.clients.claim()));
});

async function files() {
  const answer = await fetch(`${BASE}/shell.json`, { cache: "no-store" });
  return answer.ok ? [...KEPT, ...(await answer.json()).map((path) => BASE + path)] : KEPT;
}

async function fill() {
  const cache = await caches.open(CACHE);
  await cache.addAll(await files());
}

/** Forgets files of older builds. */
async function sweep() {
  const cache = await caches.open(CACHE);
  const wanted = new Set(await files());
  for (const request of await cache.keys()) {
    if (!wanted.has(new URL(request.url).pathname)) await cache.delete(request);
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (!url.pathname.startsWith(`${BASE}/`)) return;
  const path = url.pathname.slice(BASE.length);
  if (/^\/api\/(languages$|sentences\/)/.test(path)) event.respondWith(sentences(request));
  if (path.startsWith("/api")) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (path.startsWith("/assets/")) event.respondWith(kept(request));
  else if (KEPT.includes(url.pathname)) event.respondWith(fresh(request));
});

/** The page from the server, the kept one when it does not answer. Every address shows the same page. */
async function page(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok && (answer.headers.get("content-type") || "").startsWith("text/html")) {
      const cache = await caches.open(CACHE);
      await cache.put(`${BASE}/`, answer.clone());
    }
    return answer;
  } catch {
    return (await caches.match(`${BASE}/`)) || Response.error();
  }
}

/** Sentences from the server, which answers briefly when they are unchanged; the kept ones when it does not answer. */
async function sentences(request) {
  const cache = await caches.open(SENTENCES);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(request, answer.clone());
    return answer;
  } catch {
    return (await cache.match(request)) || Response.error();
  }
}

async function kept(request) {
  const found = await caches.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(CACHE)).put(request, answer.clone());
  return answer;
}

async function fresh(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(request)) || Response.error();
  }
}

/** A notification leads to its table: to the page that shows it, or to a new one. */
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data));
});

async function lead(path) {
  const pages = await self.clients.matchAll({ type: "window" });
  const there = pages.find((page) => new URL(page.url).pathname === path);
  await (there ? there.focus() : self.clients.openWindow(path));
}
