// Refusals of what could not even be read name the place in the message that was sent. Programs want that; people at the
// desk want the word that stands on the page.

const CALLED: Readonly<Record<string, string>> = {
  walkover: "walk-over",
  retired: "who retired",
  first_break: "first break",
  extra: "extra board",
};

/** `act.walkover: "c" is not one of a, b` as a sentence. Whatever else is said stays as it is. */
export function plainly(text: string): string {
  const found = /^act\.(\w+)(?:\[\d+\])*(:?) (.*)$/s.exec(text);
  if (!found) return text;
  const [, key = "", colon = "", said = ""] = found;
  const name = CALLED[key] ?? key.replaceAll("_", " ");
  const joint = colon && /^(must|is) /.test(said) ? "" : colon;
  return `The ${name}${joint} ${said}${/[.?!]$/.test(said) ? "" : "."}`;
}
