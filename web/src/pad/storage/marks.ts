// Which matches this phone should have, noted outside the database: browsers silently delete a damaged database, and
// the umpire must learn of it.

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
    // Storage is full or denied: a later loss goes unnoticed.
  }
}
