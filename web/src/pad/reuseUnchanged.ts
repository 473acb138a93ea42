// Structural sharing: unchanged parts keep their identity, so that only changed parts are redrawn.

/** `after`, with every part that equals its counterpart in `before` taken from there. */
export function reuseUnchanged<T>(before: unknown, after: T): T {
  if (before === after || !isTree(before) || !isTree(after) || Array.isArray(before) !== Array.isArray(after)) {
    return after;
  }
  const [old, fresh] = [before as Record<string, unknown>, after as Record<string, unknown>];
  const names = Object.keys(fresh);
  let isSame = names.length === Object.keys(old).length;
  for (const name of names) {
    fresh[name] = reuseUnchanged(old[name], fresh[name]);
    isSame &&= name in old && fresh[name] === old[name];
  }
  return isSame ? (before as T) : after;
}

function isTree(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
