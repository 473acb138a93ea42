// Where others find this server: a page that was opened on the server's own machine has an address that nobody else has.

import { useEffect, useState } from "preact/hooks";
import { get } from "../app/api.ts";

const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]", "0.0.0.0"]);

export interface Reach {
  /** Addresses for links, the likeliest first; this page's own where it is one of them, or nothing better is known. */
  readonly origins: readonly string[];
  /** Only this machine can open what is linked here. */
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
      () => undefined, // an older server: the page's own address has to do
    );
  }, []);
  return reach;
}

function bracketed(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}
