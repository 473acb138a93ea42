// Which matches this phone ought to have, noted outside the database: a browser that finds its database damaged throws
// it away without a word, and an umpire must be told that something is missing.

const KEPT = "carrom.pad.kept";

export function marked(): readonly string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
    return Array.isArray(found) ? found.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}

export function markKept(id: string): void {
  note([...marked(), id]);
}

export function forgetMark(id: string): void {
  note(marked().filter((one) => one !== id));
}

function note(ids: readonly string[]): void {
  try {
    localStorage.setItem(KEPT, JSON.stringify(ids));
  } catch {
    // No room, or not allowed: then nobody is warned of a loss, and nothing else is lost by it.
  }
}
