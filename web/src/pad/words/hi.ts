// हिन्दी

import type { Catalogue } from "./en.ts";

export const hi: Catalogue = {
  title: "अंपायर का पैड",
};
