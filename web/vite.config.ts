import { defineConfig } from "vite";
import { padEngine } from "./engine/plugin.ts";
import { fontPlace, paperFonts } from "./fonts.ts";

// The page is served by `carrom serve` from the package itself, so the build goes straight into it.
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
  // Scripts find each other by where they are, so that the pad can stand in any folder of any host (`carrom pad`).
  experimental: { renderBuiltUrl: (_, { hostType }) => (hostType === "html" ? undefined : { relative: true }) },
  // The pad's service worker reaches only as far as the pad: its worker has to lie within.
  worker: { format: "es", rolldownOptions: { output: { entryFileNames: "pad/engine-[hash].js" } } },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
});
