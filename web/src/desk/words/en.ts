// Every sentence of the desk in English; the other catalogues have the same keys.

export const en = {
  title: "The desk",
} as const;

export type Key = keyof typeof en;
export type Catalogue = Readonly<Record<Key, string>>;
