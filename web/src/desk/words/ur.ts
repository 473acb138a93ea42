// اردو

import type { Catalogue } from "./en.ts";

export const ur: Catalogue = {
  title: "ڈیسک",
};
