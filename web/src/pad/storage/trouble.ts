// What can be wrong with the place where a phone keeps its matches. The code names the sentence for people
// (`storage-<code>` in the pad's words); the message is for whoever reads a log.

export type TroubleCode =
  /** This browser keeps nothing here: private windows of some, or storage is switched off. */
  | "unavailable"
  /** What is on the phone was written by a later version of the pad. */
  | "newer"
  /** Another tab with an older pad holds the database: close it. */
  | "blocked"
  /** What is there cannot be read, or facts are missing in the middle. */
  | "torn"
  /** The phone has no room left. */
  | "full"
  /** The database went away while it was used: the browser closed or cleared it. */
  | "gone"
  /** Another tab has written meanwhile: show what is there, and nothing was kept. */
  | "stale"
  /** There is no such match on this phone. */
  | "unknown"
  /** The match has grown since somebody agreed to its being deleted. */
  | "grown";

export class StorageTrouble extends Error {
  readonly code: TroubleCode;

  constructor(code: TroubleCode, message: string) {
    super(message);
    this.name = "StorageTrouble";
    this.code = code;
  }
}

/** The browser's own words for it, as one of ours. */
export function troubleOf(error: unknown): StorageTrouble {
  if (error instanceof StorageTrouble) return error;
  const name = error instanceof Error || error instanceof DOMException ? error.name : "";
  const text = String(error);
  switch (name) {
    case "QuotaExceededError":
      return new StorageTrouble("full", text);
    case "VersionError":
      return new StorageTrouble("newer", text);
    case "InvalidStateError":
    case "AbortError":
      return new StorageTrouble("gone", text);
    case "UnknownError":
    case "DataError":
    case "NotReadableError":
    case "DataCloneError":
      return new StorageTrouble("torn", text);
    default:
      return new StorageTrouble("unavailable", text);
  }
}
