import { en, type Catalogue } from "./en";

export const hi: Catalogue = en;
