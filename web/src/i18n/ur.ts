import { en, type Catalogue } from "./en";

export const ur: Catalogue = en;
