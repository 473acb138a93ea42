// Names of one's own making, such as the key by which an act counts once.

/** 32 random letters and digits. Browsers have `randomUUID` on HTTPS alone; a hall's server speaks plain HTTP. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
