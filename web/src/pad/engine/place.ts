// Where the pad's files lie: on a Carrom server, or in any folder of any host (`carrom pad`).

declare const __ENGINE__: { name: string; start: "snapshot" | "plain" } | null;

/** The engine that was built with this page; null in a page that was built without one. */
export const ENGINE = typeof __ENGINE__ === "undefined" ? null : __ENGINE__;

/** Built scripts lie one folder below it. */
export const ROOT = new URL(/* @vite-ignore */ "../", import.meta.url);

/** Whether this page came as plain files, without a server of ours behind it. */
export const isStatic = (): boolean => document.querySelector('meta[name="carrom-pad"][content="files"]') !== null;
