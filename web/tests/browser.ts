// As much of a browser as the modules without pictures ask for. Import it before them.

const listeners = new EventTarget();

export const kept = new Map<string, string>();
export const address = {
  pathname: "/",
  search: "",
  hash: "",
  protocol: "http:",
  host: "carrom.test",
  origin: "http://carrom.test",
};
export const page = { documentElement: { setAttribute: () => undefined, lang: "", dir: "" }, hidden: false, title: "" };

function moveTo(_state: unknown, _title: string, to: string): void {
  const url = new URL(to, address.origin);
  Object.assign(address, { pathname: url.pathname, search: url.search, hash: url.hash });
}

/** What the browser was asked to show. */
export const visits: string[] = [];

const globals = {
  location: address,
  document: { ...page, addEventListener: () => {}, removeEventListener: () => {} },
  history: {
    pushState: (state: unknown, title: string, to: string) => {
      visits.push(`push ${to}`);
      moveTo(state, title, to);
    },
    replaceState: (state: unknown, title: string, to: string) => {
      visits.push(`replace ${to}`);
      moveTo(state, title, to);
    },
  },
  navigator: { language: "en-GB" },
  localStorage: {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  },
  window: globalThis,
  scrollTo: (x: number, y: number) => visits.push(`scroll to ${x}, ${y}`),
  addEventListener: listeners.addEventListener.bind(listeners),
  removeEventListener: listeners.removeEventListener.bind(listeners),
  dispatchEvent: listeners.dispatchEvent.bind(listeners),
};
for (const [name, value] of Object.entries(globals))
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });

/** Lets everything that waits for a promise go on. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
}
