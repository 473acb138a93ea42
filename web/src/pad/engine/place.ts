// Where the pad's files are: on a Carrom server, or in any folder of a static host (`carrom pad`).

declare const __ENGINE__: { name: string; start: "snapshot" | "plain" } | null;

/** The engine built with this page; null when built without one. */
export const ENGINE = typeof __ENGINE__ === "undefined" ? null : __ENGINE__;

/** The folder of the pad; built scripts are one level below it. */
export const ROOT = new URL(/* @vite-ignore */ "../", import.meta.url);

/** Whether the page is served as static files, without a Carrom server. */
export const isStatic = (): boolean => document.querySelector('meta[name="carrom-pad"][content="files"]') !== null;
