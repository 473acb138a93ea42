import { defineConfig } from "vite";
import { padEngine } from "./engine/plugin.ts";
import { fontPlace, paperFonts } from "./fonts.ts";

// Build into the package: `carrom serve` serves the page from there.
export default defineConfig({
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  plugins: [padEngine(), paperFonts()],
  build: {
    outDir: "../carrom/server/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the content security policy allows no data: scripts or styles
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ["index.html", "pad.html", "pad-laws.html", "desk.html", "src/fonts.css"],
      output: { assetFileNames: ({ names }) => fontPlace(names[0] ?? "") ?? "assets/[name]-[hash][extname]" },
    },
  },
  // Relative imports, so that the pad works in any folder of any host (`carrom pad`).
  experimental: { renderBuiltUrl: (_, { hostType }) => (hostType === "html" ? undefined : { relative: true }) },
  // Inside pad/, the scope of the pad's service worker.
  worker: { format: "es", rolldownOptions: { output: { entryFileNames: "pad/engine-[hash].js" } } },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
});
