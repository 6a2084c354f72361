/** Addresses of the page and moving between them without loading it anew. */

import { at, base, within } from "./base";

export type Route =
  | { page: "home" }
  | { page: "table"; id: string }
  | { page: "join"; invite: string }
  | { page: "games"; code: string }
  | { page: "rules"; name: string; language: string }
  | { page: "learn"; game: string; step: string }
  | { page: "train"; game: string; variant: string; mode: string; query: URLSearchParams }
  | { page: "analysis"; query: URLSearchParams }
  | { page: "explore"; game: string; variant: string; text: string }
  | { page: "lost" };

/** Reads an address. */
export function parse(path: string, search = ""): Route {
  const parts = path.split("/").filter(Boolean).map(decodeURIComponent);
  const [first, second] = parts;
  if (!first) return { page: "home" };
  if (first === "table" && second && parts.length === 2) return { page: "table", id: second };
  if (first === "join" && second && parts.length === 2) return { page: "join", invite: second };
  if (first === "games" && parts.length === 1)
    return { page: "games", code: new URLSearchParams(search).get("code") ?? "" };
  if (first === "rules" && parts.length <= 2) {
    return { page: "rules", name: second ?? "", language: new URLSearchParams(search).get("language") ?? "" };
  }
  if (first === "learn" && parts.length <= 3) return { page: "learn", game: second ?? "", step: parts[2] ?? "" };
  if (first === "train" && parts.length <= 4) {
    const [, game = "", variant = "", mode = ""] = parts;
    return { page: "train", game, variant, mode, query: new URLSearchParams(search) };
  }
  if (first === "analysis" && parts.length === 1) return { page: "analysis", query: new URLSearchParams(search) };
  if (first === "explore" && second && parts[2] && parts.length === 3) {
    return { page: "explore", game: second, variant: parts[2], text: new URLSearchParams(search).get("text") ?? "" };
  }
  return { page: "lost" };
}

class Router {
  route = $state.raw<Route>(parse(within(location.pathname), location.search));

  constructor() {
    addEventListener("popstate", () => this.read());
    addEventListener("click", (event) => this.follow(event));
  }

  /** Goes to an address of this page. */
  go(address: string, options: { replace?: boolean } = {}): void {
    if (options.replace) history.replaceState(null, "", at(address));
    else history.pushState(null, "", at(address));
    this.read();
    scrollTo(0, 0);
  }

  private read(): void {
    this.route = parse(within(location.pathname), location.search);
  }

  /** Plain clicks on links within the page stay within it. */
  private follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    const path = within(link.pathname);
    if ((base && path === link.pathname) || parse(path).page === "lost") return;
    if (link.hash && link.pathname === location.pathname) return;
    event.preventDefault();
    this.go(path + link.search + link.hash);
  }
}

export const router = new Router();
