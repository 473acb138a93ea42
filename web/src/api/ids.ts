// Random keys, such as the idempotency key of an act.

/** 32 random letters and digits. `randomUUID` exists only on HTTPS; a hall's server speaks plain HTTP. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
