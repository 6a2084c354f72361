import { defineConfig } from "vite";

/** The fixture page: npx vite -c dev/vite.config.ts */
export default defineConfig({
  root: import.meta.dirname,
  cacheDir: "../node_modules/.vite-fixtures",
  server: { port: 5199, strictPort: true, fs: { allow: [".."] }, hmr: false },
});
