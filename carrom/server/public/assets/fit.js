// Names as large as their place allows, in whatever letters they are written: measured, since an M is three times an i and
// a word in Devanagari or Urdu has more signs than it is wide. One line where that stays readable, else two; and
// whatever stands in a box fits its height.

const ONE_LINE = 0.74;
const ONE_WORD = 0.5;
const SMALLEST = 0.45;
const NAMES = ".who, th.entry";
const BOXES = ".tile, .columns li, .results li";

/** How wide the room for words is inside an element, how wide they are, and how large. */
function measure(element) {
  const style = getComputedStyle(element);
  const words = document.createRange();
  words.selectNodeContents(element);
  const { width } = words.getBoundingClientRect();
  const room = element.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  return { room, width, size: parseFloat(style.fontSize) };
}

function sizeOf(element) {
  return parseFloat(getComputedStyle(element).fontSize);
}

function resize(element, size) {
  element.style.fontSize = `${size.toFixed(2)}px`;
}

function fitNames() {
  const all = [...document.querySelectorAll(NAMES)].filter((one) => !(one instanceof SVGElement));
  for (const one of [...all, ...document.querySelectorAll(BOXES)]) {
    one.style.fontSize = "";
    one.classList.remove("two");
  }
  // First all is read, then all is written: the page is laid out as often as there are steps, and not as there are names.
  const seen = all.map((one) => [one, measure(one)]).filter(([, { room, width }]) => width > room + 0.5 && room > 0);
  for (const [one, { room, width, size }] of seen) {
    const part = room / width;
    const isWord = !/\s/.test(one.textContent.trim());
    if (part >= (isWord ? ONE_WORD : ONE_LINE)) resize(one, size * part * 0.995);
    else one.classList.add("two");
  }
  // Letters do not shrink evenly, and hinted ones in steps: what is still too wide is measured once more.
  const single = seen.filter(([one]) => !one.classList.contains("two")).map(([one]) => [one, measure(one)]);
  for (const [one, { room, width, size }] of single) if (width > room) resize(one, ((size * room) / width) * 0.985);
  let long = seen.filter(([one]) => one.classList.contains("two"));
  for (let part = ONE_LINE; long.length && part >= SMALLEST; part -= 0.04) {
    for (const [one, { size }] of long) resize(one, size * part);
    long = long.filter(([one]) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1);
  }
  fitBoxes();
  fitTrees();
}

/** What is higher than its box gets smaller, all of it alike. */
function fitBoxes() {
  for (let step = 0; step < 3; step++) {
    const seen = [...document.querySelectorAll(BOXES)]
      .map((box) => ({ box, room: box.clientHeight, high: (box.querySelector(":scope > div") ?? box).scrollHeight }))
      .filter(({ room, high }) => room > 0 && high > room + 0.5)
      .map(({ box, room, high }) => ({
        part: Math.max(0.6, (room - 1) / high),
        sizes: [box, ...box.querySelectorAll(NAMES)].map((one) => [one, sizeOf(one)]),
      }));
    if (!seen.length) return;
    for (const { part, sizes } of seen) for (const [one, size] of sizes) resize(one, size * part);
  }
}

/** Names in the boxes of a tree: the server has guessed their size, here it is known. */
function fitTrees() {
  const all = [...document.querySelectorAll("text.who[data-room]")];
  const seen = all.map((one) => [one, one.getComputedTextLength(), parseFloat(one.getAttribute("font-size"))]);
  for (const [one, width, size] of seen) {
    if (width <= 0) continue;
    const most = Math.min(Number(one.dataset.most), (size * Number(one.dataset.room)) / width);
    one.setAttribute("font-size", most.toFixed(2));
  }
}

// As in the apps: while these are equal, what is seen is the answer to all that happened. Browser tests wait for that.
const { classList, dataset } = document.documentElement;
dataset.actions = dataset.acknowledged = "0";

function fitSoon() {
  const isWaiting = dataset.actions !== dataset.acknowledged;
  dataset.actions = String(Number(dataset.actions) + 1);
  if (isWaiting) return;
  requestAnimationFrame(() => {
    fitNames();
    dataset.acknowledged = dataset.actions;
  });
}

classList.add("fitting");
new MutationObserver(fitSoon).observe(document.body, { childList: true, subtree: true });
addEventListener("resize", fitSoon);
document.fonts?.addEventListener("loadingdone", fitSoon);
fitSoon();
