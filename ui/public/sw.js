// Makes the shell open without a network: pages from the server first, files with a hash in their name from the cache.
// Of /api only the sentences are kept; everything about games and tables comes from the server alone. A page may ask to
// have the program kept too, which lets a game against the computer go on in the browser when the server is gone.

importScripts("./notifications.js");

const CACHE = "billes-shell";
const BASE = self.location.pathname.replace(/\/sw\.js$/, "");
const KEPT = ["/", "/early.js", "/icon.svg", "/manifest.webmanifest"].map((path) => BASE + path);
const SENTENCES = "billes-sentences";
const PROGRAM = "billes-program-";
const LIST = `${BASE}/offline/files.json`;
/** How long the server may take to say which program it has, in milliseconds, while one is kept. */
const PATIENCE = 4000;

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
  if (url.pathname === LIST) event.respondWith(list());
  else if (path.startsWith("/offline/")) event.respondWith(keptProgram(request));
  else if (request.mode === "navigate") event.respondWith(page(request));
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
    return (await cache.match(request, { ignoreVary: true })) || Response.error();
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

// ---------------------------------------------------------------------------------------------------- the program
self.addEventListener("message", (event) => {
  if (event.data === "keep-program") event.waitUntil(keepProgram().catch(() => {}));
});

/** Keeps the files of the program, their list last: whoever finds that finds them all. */
async function keepProgram() {
  const answer = await newList();
  if (!answer.ok) return;
  const { version, files } = await answer.clone().json();
  const cache = await caches.open(PROGRAM + version);
  await keepSentences();
  if (await cache.match(LIST, { ignoreVary: true })) return;
  for (const name of files) {
    const address = `${BASE}/offline/${name}`;
    if (await cache.match(address, { ignoreVary: true })) continue;
    const file = await fetch(address, { cache: "no-cache" });
    // The server may have got another version meanwhile; each file says of which it is.
    if (!file.ok || !(file.headers.get("etag") || "").includes(version)) throw new Error(name);
    await cache.put(address, file);
  }
  await cache.put(LIST, answer);
}

/** Keeps what pages say: at a first visit it was fetched before anybody could keep it. */
async function keepSentences() {
  const cache = await caches.open(SENTENCES);
  const languages = await fetch(`${BASE}/api/languages`);
  const codes = (await languages.clone().json()).map(({ language }) => language);
  await cache.put(`${BASE}/api/languages`, languages);
  await cache.addAll(codes.map((code) => `${BASE}/api/sentences/${code}`));
}

/** The server's list of files. A kept program of another version is forgotten: it may not fit the page. */
async function newList(options) {
  const answer = await fetch(LIST, { cache: "no-cache", ...options });
  if (answer.ok) {
    const { version } = await answer.clone().json();
    for (const name of await caches.keys()) {
      if (name.startsWith(PROGRAM) && name !== PROGRAM + version) await caches.delete(name);
    }
  }
  return answer;
}

async function list() {
  const found = await caches.match(LIST, { ignoreVary: true });
  try {
    return await newList(found ? { signal: AbortSignal.timeout(PATIENCE) } : {});
  } catch {
    return found || Response.error();
  }
}

const keptProgram = async (request) => (await caches.match(request, { ignoreVary: true })) || fetch(request);
