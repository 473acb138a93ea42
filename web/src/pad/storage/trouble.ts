// Storage errors. The code selects the text (`storage-<code>`); the message is for logs.

export type TroubleCode =
  /** Private windows of some browsers, or storage is disabled. */
  | "unavailable"
  /** Written by a later version of the pad. */
  | "newer"
  /** Another tab holds the database with an older version. */
  | "blocked"
  /** Unreadable, or events are missing. */
  | "torn"
  /** The phone is full. */
  | "full"
  /** The browser closed or cleared the database. */
  | "gone"
  /** Another tab has written meanwhile; nothing was stored. */
  | "stale"
  | "unknown"
  /** The match has grown since its deletion was confirmed. */
  | "grown";

export class StorageTrouble extends Error {
  readonly code: TroubleCode;

  constructor(code: TroubleCode, message: string) {
    super(message);
    this.name = "StorageTrouble";
    this.code = code;
  }
}

/** Convert a browser error. */
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
