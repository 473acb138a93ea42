// Addresses of this server for other devices: a page opened at localhost has none to share.

import { useEffect, useState } from "preact/hooks";
import { get } from "../app/api.ts";

const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]", "0.0.0.0"]);

export interface Reach {
  /** Addresses for links, best first; this page's own if nothing better is known. */
  readonly origins: readonly string[];
  /** Only this machine can open the links. */
  readonly isLocal: boolean;
}

export function useReach(): Reach {
  const [reach, setReach] = useState<Reach>({ origins: [location.origin], isLocal: false });
  useEffect(() => {
    if (!LOOPBACK.has(location.hostname)) return;
    get("/api/reach").then(
      ({ hosts, origin }) => {
        const port = location.port && `:${location.port}`;
        const found = origin ? [origin] : hosts.map((host) => `${location.protocol}//${bracketed(host)}${port}`);
        setReach({ origins: found.length ? found : [location.origin], isLocal: found.length === 0 });
      },
      () => undefined, // an older server: use the page's own address
    );
  }, []);
  return reach;
}

function bracketed(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}
