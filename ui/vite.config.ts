import { svelte } from "@sveltejs/vite-plugin-svelte";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { Plugin, UserConfig } from "vite";
import { defineConfig } from "vite";
import { titleFonts } from "./fonts";

/** The most script that one page may load, with everything that can be opened on it, gzipped, in bytes. */
const SCRIPT_LIMIT = 300_000;

/** Asks for the two latin fonts with the page itself: text then never changes its face after the first paint. */
function preloadFonts(): Plugin {
  return {
    name: "preload-fonts",
    transformIndexHtml: {
      order: "post",
      handler(_html, context) {
        const fonts = Object.keys(context.bundle ?? {}).filter((name) => /-latin-(opsz|wght)-.*\.woff2$/.test(name));
        return fonts.map((name) => ({
          tag: "link",
          attrs: { rel: "preload", as: "font", type: "font/woff2", href: `/${name}`, crossorigin: "" },
          injectTo: "head",
        }));
      },
    },
  };
}

/**
 * Tells the service worker which files make the shell, and gives it a version that changes with them. What draws in
 * space is not among them: it is fetched, and kept, where it is first shown.
 */
function shellList(): Plugin {
  return {
    name: "shell-list",
    generateBundle(_options, bundle) {
      const inSpace = (name: string): boolean => {
        const part = bundle[name];
        if (part?.type !== "chunk") return false;
        return part.moduleIds.some((id) => id.includes("/node_modules/three/")) || part.imports.some(inSpace);
      };
      const files = Object.keys(bundle)
        .filter((name) => !name.endsWith(".map") && !name.endsWith(".html") && !name.includes("-ext-"))
        .filter((name) => !inSpace(name))
        .map((name) => `/${name}`)
        .sort();
      this.emitFile({ type: "asset", fileName: "shell.json", source: JSON.stringify(files) });
    },
  };
}

/** What pages share is one file: each small one of its own would cost a phone another round trip. */
const SHARED = /[\\/]node_modules[\\/](svelte|esm-env|clsx)[\\/]|[\\/]src[\\/](lib|server|parts[\\/](?!Qr))/;

/** What the address of each page begins with. */
const PAGES: Record<string, string> = {
  "home/Home.svelte": "",
  "table/Table.svelte": "table",
  "join/Join.svelte": "join",
  "mine/MyGamesPage.svelte": "games",
  "rules/Rules.svelte": "rules",
  "learn/Learn.svelte": "learn",
  "train/Train.svelte": "train",
  "explore/Explore.svelte": "explore",
  "analysis/Analysis.svelte": "analysis",
};

/** Tells the server which files each page needs besides the shell, so that it asks for them with the page itself. */
function pageFiles(): Plugin {
  return {
    name: "page-files",
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((part) => part.type === "chunk");
      const named = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
      const needed = (name: string, found = new Set<string>()): Set<string> => {
        const chunk = named.get(name);
        if (!chunk || found.has(name)) return found;
        found.add(name);
        for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
        for (const other of chunk.imports) needed(other, found);
        return found;
      };
      const shell = needed(chunks.find((chunk) => chunk.isEntry)?.fileName ?? "");
      const pages: Record<string, string[]> = {};
      for (const chunk of chunks) {
        const page = PAGES[chunk.facadeModuleId?.split("/src/")[1] ?? ""];
        if (page === undefined || !chunk.isDynamicEntry) continue;
        pages[page] = [...needed(chunk.fileName)].filter((name) => !shell.has(name)).map((name) => `/${name}`);
      }
      this.emitFile({ type: "asset", fileName: "pages.json", source: JSON.stringify(pages) });
    },
  };
}

/** Fails the build when the scripts of a page outgrow their limit: the shell, its own and what it fetches later. */
function weigh(): Plugin {
  return {
    name: "weigh",
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((part) => part.type === "chunk");
      const named = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
      const pageOf = (name: string): string => named.get(name)?.facadeModuleId?.split("/src/")[1] ?? "";
      const loaded = (name: string, found: Set<string>): void => {
        const chunk = named.get(name);
        if (!chunk || found.has(name)) return;
        found.add(name);
        for (const other of chunk.imports) loaded(other, found);
        for (const other of chunk.dynamicImports) if (!(pageOf(other) in PAGES)) loaded(other, found);
      };
      for (const page of Object.keys(PAGES)) {
        const found = new Set<string>();
        for (const chunk of chunks) if (chunk.isEntry || pageOf(chunk.fileName) === page) loaded(chunk.fileName, found);
        const total = [...found].reduce((sum, name) => sum + gzipSync(named.get(name)?.code ?? "").length, 0);
        this.info(`script of ${page}: ${(total / 1000).toFixed(1)} kB gzip of ${SCRIPT_LIMIT / 1000}`);
        if (total > SCRIPT_LIMIT)
          this.error(`${page} loads ${total} bytes of script, gzipped; ${SCRIPT_LIMIT} are allowed`);
      }
    },
  };
}

/** Names the state of the board's sources, so that pictures kept by a browser are drawn anew when they change. */
function boardVersion(): string {
  const folder = new URL("./src/board/", import.meta.url);
  const hash = createHash("sha256");
  for (const name of readdirSync(folder).sort()) hash.update(readFileSync(new URL(name, folder)));
  return hash.digest("hex").slice(0, 12);
}

export default defineConfig(async (): Promise<UserConfig> => ({
  resolve: { alias: { "@title/": await titleFonts() } },
  define: { __BOARD__: JSON.stringify(boardVersion()) },
  // Scripts and styles find each other wherever the page lies; the server writes where that is into the page itself.
  experimental: { renderBuiltUrl: (_name, { hostType }) => (hostType === "html" ? undefined : { relative: true }) },
  plugins: [svelte(), preloadFonts(), shellList(), pageFiles(), weigh()],
  worker: { format: "es" },
  build: {
    outDir: "../src/billes/server/static",
    emptyOutDir: true,
    target: "es2022",
    // Browsers that do not know modulepreload fetch the same files a moment later; the script for them is not worth its weight.
    modulePreload: { polyfill: false },
    // Small pictures as data: addresses would need a looser content security policy.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1200,
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "shell", test: SHARED, minShareCount: 2 }] } } },
  },
  server: {
    proxy: {
      "/api": { target: "http://127.0.0.1:8765", ws: true },
    },
  },
}));
