// Keeps the whole site, so that it works without a network from the second visit on. Written into a site by
// `billes site`, which puts in a version and the list of files.

importScripts("./notifications.js");

const CACHE = "billes-" + "VERSION";
let FILES = ["FILES"];
const BASE = self.location.pathname.replace(/\/sw\.js$/, "");
const ADDRESS = self.location.origin + BASE + "/";
const AT_ONCE = 6;
/** Brings the games of an earlier version up to date; whoever comes for the first time has none. */
const LATER = "offline/migrating.zip.zst";

/** How much is kept, told to all pages. */
let kept = 0;
let failed = false;
async function tell(to) {
  const state = { offline: failed ? "failed" : kept < FILES.length ? "keeping" : "ready", kept, files: FILES.length };
  const pages = to ? [to] : await self.clients.matchAll({ includeUncontrolled: true, type: "window" });
  for (const page of pages) page.postMessage(state);
}

self.addEventListener("install", (event) => event.waitUntil(fill()));

// An open page goes on with the version that it was loaded from: a new one waits until it is asked for, or until all are closed.
self.addEventListener("activate", (event) => event.waitUntil(sweep()));

self.addEventListener("message", (event) => {
  if (event.data === "state") event.waitUntil(look(event.source));
  if (event.data === "update") self.skipWaiting();
});

async function count() {
  const cache = await caches.open(CACHE);
  const there = (await cache.keys()).map((request) => request.url);
  if (!there.includes(ADDRESS + LATER)) FILES = FILES.filter((name) => name !== LATER);
  kept = there.length;
}

/** Tells a page how much is kept, and fetches again what this browser has dropped since. */
let mending = null;
async function look(page) {
  if (!mending) await count();
  await tell(page);
  if (kept === FILES.length || !self.registration.active) return;
  mending ??= fill()
    .catch(() => {}) // the page was told
    .finally(() => (mending = null));
  await mending;
}

async function fill() {
  failed = false;
  try {
    const cache = await caches.open(CACHE);
    const there = new Set((await cache.keys()).map((request) => request.url));
    const first = !self.registration.active;
    if (first) FILES = FILES.filter((name) => name !== LATER);
    kept = there.size;
    const missing = FILES.filter((name) => !there.has(ADDRESS + name));
    const next = async () => {
      for (let name = missing.shift(); name !== undefined; name = missing.shift()) {
        const answer = await fetch(ADDRESS + name, { cache: "no-cache" });
        if (!answer.ok) throw new Error(name + ": " + answer.status);
        await cache.put(ADDRESS + name, answer);
        kept += 1;
        if (kept % 10 === 0 || kept === FILES.length) await tell();
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, next));
  } catch (error) {
    failed = true;
    await tell();
    throw error;
  }
}

async function sweep() {
  for (const name of await caches.keys()) if (name.startsWith("billes-") && name !== CACHE) await caches.delete(name);
  await self.clients.claim();
  await count();
  await tell();
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(ADDRESS)) return;
  const name = decodeURIComponent(new URL(request.url).pathname.slice(BASE.length + 1));
  if (FILES.includes(name)) event.respondWith(file(name, request));
  else if (request.mode === "navigate") event.respondWith(page(name, request));
});

/** What is kept of a file; nothing where the browser cannot read what it has kept. */
async function found(name) {
  try {
    return await (await caches.open(CACHE)).match(ADDRESS + name);
  } catch {
    return undefined;
  }
}

async function file(name, request) {
  return (await found(name)) || fetch(request);
}

/** Every address shows the same page, which finds its files from wherever it is shown. */
async function page(name, request) {
  // Sheets to be printed are pages of their own, and not kept.
  if (/^rules\/[^/]+\/print\//.test(name)) return fetch(request);
  const first = await found("index.html");
  if (!first) return fetch(request);
  const text = (await first.text()).replaceAll('="./', '="' + BASE + "/");
  return new Response(text, { headers: { "content-type": "text/html; charset=utf-8" } });
}
