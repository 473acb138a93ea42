// Hears the news of a tournament over a socket. A browser has six connections for requests to one server, shared by all
// its tabs, so a stream in each tab would stop the seventh; sockets are not counted among them. Where no socket passes,
// an old phone or a proxy, the same news come over a stream.

const QUIET = 40000; // the server says something every 15 seconds
const TRIES = 2;

/** Listens at an address until `close`, and again from `open`: `connected` hears whether the line is up, `heard` the name
 * of an event and what it brings. */
function hearNews(stream, connected, heard) {
  let last = "";
  let line = null;
  let again = null;
  let quiet = null;
  let failed = 0;
  let wasOpen = false;

  function isHeard() {
    clearTimeout(quiet);
    quiet = setTimeout(cut, QUIET);
  }

  function take(text) {
    isHeard();
    for (const part of text.split("\n\n")) {
      const said = (name) => {
        const found = part.split("\n").find((one) => one.startsWith(`${name}: `));
        return found?.slice(name.length + 2) ?? "";
      };
      last = said("id") || last;
      if (said("data")) heard(said("event"), JSON.parse(said("data")));
    }
  }

  function listenBySocket() {
    const address = new URL(stream, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    if (last) address.searchParams.set("last", last);
    const socket = new WebSocket(address);
    line = socket;
    isHeard();
    socket.onopen = () => {
      wasOpen = true;
      failed = 0;
      connected(true);
    };
    socket.onmessage = (message) => take(message.data);
    socket.onclose = () => {
      if (line === socket) lose();
    };
  }

  function listenByStream() {
    const source = new EventSource(stream);
    line = source;
    source.onopen = () => connected(true);
    source.onerror = () => connected(false);
    for (const name of ["hello", "news"])
      source.addEventListener(name, (event) => heard(name, JSON.parse(event.data)));
  }

  function lose() {
    stop();
    failed += 1;
    connected(false);
    // Whoever was cut off together does not come back together.
    again = setTimeout(open, Math.min(4000, 500 * 2 ** failed) * (0.5 + Math.random() / 2));
  }

  function stop() {
    clearTimeout(quiet);
    clearTimeout(again);
    const left = line;
    line = null;
    left?.close();
  }

  function cut() {
    if (line instanceof WebSocket) lose();
  }

  function open() {
    stop();
    if (wasOpen || failed < TRIES) listenBySocket();
    else listenByStream();
  }

  addEventListener("offline", cut);
  open();
  return { open, close: stop };
}
