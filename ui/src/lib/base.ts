/**
 * Where the page lies on its server: at its root, or under a prefix by which a proxy tells it from others. Addresses
 * within the page are written without the prefix.
 */

const root = (globalThis as { document?: Document }).document?.documentElement;

/** The prefix, empty at the root; the server writes it into the page. */
export const base = root?.dataset.base ?? "";

/** An address of this page or of its server, as the browser has to ask for it. */
export const at = (address: string): string => base + address;

/** An address as the page knows it, from one that the browser shows. */
export const within = (path: string): string =>
  base && (path === base || path.startsWith(`${base}/`)) ? path.slice(base.length) || "/" : path;
