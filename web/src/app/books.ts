// Names of the built-in rulebooks in the page's language; a club's own keeps its name.

import { wordsFor } from "../i18n/i18n.ts";

export function bookName(id: string, title: string): string {
  return wordsFor(`book-${id}`) ?? title;
}
