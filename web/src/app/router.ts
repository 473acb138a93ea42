// Client-side router. Addresses are paths; the part after # is a secret that never reaches the server's log.

import { signal } from "@preact/signals";

interface Place {
  readonly path: readonly string[];
  readonly query: URLSearchParams;
  readonly secret: string;
}

function read(): Place {
  return {
    path: location.pathname.split("/").filter(Boolean).map(decodeURIComponent),
    query: new URLSearchParams(location.search),
    secret: location.hash.slice(1),
  };
}

export const place = signal<Place>(read());

export function go(address: string, replace = false): void {
  if (replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  place.value = read();
  if (!replace) scrollTo(0, 0);
}

addEventListener("popstate", () => (place.value = read()));

/** Follow links within the page without a reload. */
addEventListener("click", (event) => {
  const link = (event.target as Element).closest?.("a");
  if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (
    link.origin !== location.origin ||
    link.target ||
    link.hasAttribute("download") ||
    link.pathname.startsWith("/api/")
  )
    return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
});
