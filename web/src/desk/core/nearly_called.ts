// Names that are so alike that one of them may be a slip of the pen. Only for asking: who is who is decided at the server,
// which finds no more than this finds.

function bare(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Whether two names have the same words, or nine of ten letters in the same order. */
export function areAlike(one: string, other: string): boolean {
  const [a, b] = [bare(one), bare(other)];
  if (!a || !b) return false;
  if (a.split(" ").sort().join(" ") === b.split(" ").sort().join(" ")) return true;
  return 2 * inOrder(a, b) >= 0.9 * (a.length + b.length);
}

/** How many letters of one stand in the same order in the other. */
function inOrder(a: string, b: string): number {
  let before = new Array<number>(b.length + 1).fill(0);
  for (const letter of a) {
    const now = [0];
    for (let at = 0; at < b.length; at++)
      now.push(letter === b[at] ? (before[at] ?? 0) + 1 : Math.max(now[at] ?? 0, before[at + 1] ?? 0));
    before = now;
  }
  return before[b.length] ?? 0;
}
