// Keeps an open page true: news come over one stream; what they do not bring is asked for again, a little spread out so
// that a hall full of phones does not ask in the same moment. Without this script the page reads the same.

const body = document.body;
const watched = body.dataset.watch ?? "";
const lost = document.querySelector(".lost");
let lostAt = null;
let asking = null;
let lastTag = "";
let seen = 0;

function clock(date) {
  return date.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
}

function connection(isThere) {
  if (isThere) lostAt = null;
  else lostAt ??= new Date();
  if (lost) {
    lost.hidden = isThere;
    lost.textContent = isThere ? "" : lost.dataset.text.replace("##", clock(lostAt));
  }
}

async function askAgain() {
  asking = null;
  try {
    const answer = await fetch(location.href, { cache: "no-cache", headers: { "x-seen": String(seen) } });
    if (!answer.ok || answer.headers.get("etag") === lastTag) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    lastTag = answer.headers.get("etag") ?? "";
    const fresh = page.querySelector("main");
    const open = [...document.querySelectorAll("main details")].map((one) => one.open);
    if (!fresh || document.activeElement?.matches("main input")) return;
    document.querySelector("main").replaceWith(fresh);
    [...document.querySelectorAll("main details")].forEach((one, n) => {
      if (open[n] !== undefined) one.open = open[n];
    });
  } catch {
    // The line says when the connection is back.
  }
}

function soon(longest) {
  if (asking === null) asking = setTimeout(askAgain, Math.random() * longest);
}

function apply(news) {
  seen = Math.max(seen, news.seq ?? 0);
  for (const [match, points] of Object.entries(news.scores ?? {})) {
    points.forEach((text, side) => {
      for (const place of document.querySelectorAll(`[data-score="${match}:${side}"]`)) place.textContent = text;
    });
  }
  if (watched === "hall") {
    for (const [id, html] of Object.entries(news.html ?? {})) {
      const place = document.getElementById(id);
      const holder = document.createElement("template");
      holder.innerHTML = html;
      const fresh = holder.content.firstElementChild;
      if (place && fresh) place.replaceWith(fresh);
    }
  }
  const touched = news.touched ?? [];
  if (touched.includes("all") || (watched && touched.includes(watched))) soon(watched.startsWith("table:") ? 1 : 1500);
  else if (touched.includes("order") && (watched === "hall" || watched.startsWith("person:"))) soon(20000);
}

if (body.dataset.stream) {
  const news = hearNews(body.dataset.stream, connection, (kind, said) => (kind === "hello" ? soon(1000) : apply(said)));
  // A phone in a pocket holds no line open; taken out, it looks anew.
  document.addEventListener("visibilitychange", () => (document.hidden ? news.close() : news.open()));
}
