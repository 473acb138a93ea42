// The hall screen: scenes one after another, calmly; a new call comes forward at once; the clock; whether the line is up.

const STAY = 11000;
const CALL = 16000;
const root = document.documentElement;
const lost = document.querySelector(".lost");
const clockPlace = document.querySelector(".clock");
const options = new URLSearchParams(location.search);
let lostAt = null;
let shown = "";
let timer = null;
let lastTag = "";
let waiting = null;
let seen = 0;

function hoursAndMinutes(date) {
  return date.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
}

function tick() {
  clockPlace.textContent = hoursAndMinutes(new Date());
}

function scenes() {
  return [...document.querySelectorAll(".scene")];
}

function dots() {
  const place = document.querySelector(".dots");
  place.replaceChildren(
    ...scenes().map((one) => {
      const dot = document.createElement("li");
      dot.classList.toggle("now", one.id === shown);
      return dot;
    }),
  );
}

function show(id, stay = STAY) {
  clearTimeout(timer);
  const all = scenes();
  const one = all.find((scene) => scene.id === id) ?? all[0];
  if (!one) return;
  shown = one.id;
  for (const scene of all) scene.classList.toggle("on", scene === one);
  dots();
  if (!options.has("still")) timer = setTimeout(next, stay);
}

function next() {
  const all = scenes();
  const at = all.findIndex((one) => one.id === shown);
  show(all[(at + 1) % all.length]?.id ?? "");
}

function calls() {
  return new Set([...document.querySelectorAll("[data-call]")].map((one) => one.dataset.call));
}

async function askAgain() {
  waiting = null;
  try {
    const answer = await fetch(location.href, { cache: "no-cache", headers: { "x-seen": String(seen) } });
    const tag = answer.headers.get("etag") ?? "";
    if (!answer.ok || tag === lastTag) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.querySelector("main");
    if (!fresh) return;
    lastTag = tag;
    const before = calls();
    document.querySelector("main").replaceWith(fresh);
    document.querySelector("h1").replaceWith(page.querySelector("h1"));
    const isCalled = [...calls()].some((match) => !before.has(match));
    if (isCalled) show("scene-called", CALL);
    else show(shown);
  } catch {
    // The line says when the connection is back.
  }
}

function soon() {
  if (waiting === null) waiting = setTimeout(askAgain, 150);
}

function connection(isThere) {
  if (isThere) lostAt = null;
  else lostAt ??= new Date();
  lost.hidden = isThere;
  lost.textContent = isThere ? "" : lost.dataset.text.replace("##", hoursAndMinutes(lostAt));
}

root.classList.add("moving");
tick();
setInterval(tick, 1000);
show(options.get("scene") ? `scene-${options.get("scene")}` : "");
addEventListener("keydown", (event) => {
  if (event.key === "ArrowRight" || event.key === " ") next();
  if (event.key === "l") root.classList.toggle("light");
});

hearNews(document.body.dataset.stream, connection, (kind, news) => {
  if (kind === "hello") {
    soon();
    return;
  }
  seen = Math.max(seen, news.seq ?? 0);
  for (const [match, points] of Object.entries(news.scores ?? {})) {
    points.forEach((text, side) => {
      for (const place of document.querySelectorAll(`[data-score="${match}:${side}"]`)) place.textContent = text;
    });
  }
  if (news.touched?.length) soon();
});
