// Every sentence of the pad in English; the other catalogues have the same keys.

export const en = {
  title: "The umpire's pad",
} as const;

export type Key = keyof typeof en;
export type Catalogue = Readonly<Record<Key, string>>;
