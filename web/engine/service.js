// The pad's service worker: caches every file of one version, so that the pad opens offline.
// The build adds the list. A new version is fetched completely beside the old one, and takes over on the page's message.

const KEPT = __KEPT__;
const CACHE = `carrom-pad-${KEPT.version}`;
const ROOT = new URL("./", self.location.href);
const TYPES = { wasm: "application/wasm", bin: "application/octet-stream" };

/** Unpack a gzipped file for the cache. */
async function unpacked(address) {
  const response = await fetch(`${address}.gz`);
  if (!response.ok || response.body === null) throw new Error(`${address}: ${response.status}`);
  const type = TYPES[address.pathname.split(".").pop()];
  return new Response(response.body.pipeThrough(new DecompressionStream("gzip")), { headers: { "content-type": type } });
}

async function install() {
  const cache = await caches.open(CACHE);
  const missing = async (name) => {
    const address = new URL(name, ROOT);
    return (await cache.match(address)) === undefined ? address : null;
  };
  for (const name of KEPT.packed) {
    const address = await missing(name);
    // The same engine may have been kept with the version before.
    if (address !== null) await cache.put(address, (await caches.match(address)) ?? (await unpacked(address)));
  }
  for (const name of KEPT.files) {
    const address = await missing(name);
    if (address === null) continue;
    const response = await fetch(address, { cache: "no-cache" });
    if (!response.ok) throw new Error(`${address}: ${response.status}`);
    await cache.put(address, response);
  }
}

async function activate() {
  for (const name of await caches.keys()) if (name.startsWith("carrom-pad-") && name !== CACHE) await caches.delete(name);
  await self.clients.claim();
}

async function answer(request) {
  const cache = await caches.open(CACHE);
  const isLaws = /laws(\.html)?$/.test(new URL(request.url).pathname);
  const shell = new URL(isLaws ? "pad-laws.html" : "pad.html", ROOT);
  const kept = await cache.match(request.mode === "navigate" ? shell : request, { ignoreVary: true });
  return kept ?? fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", (event) => {
  if (event.data === "take-over") event.waitUntil(self.skipWaiting());
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  const isOurs = address.origin === ROOT.origin && address.pathname.startsWith(ROOT.pathname);
  const isAsked = address.pathname.startsWith(`${ROOT.pathname}api/`);
  if (request.method === "GET" && isOurs && !isAsked) event.respondWith(answer(request));
});
