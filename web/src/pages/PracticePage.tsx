import type { JSX } from "preact";

export function PracticePage(): JSX.Element {
  return <main class="sheet" />;
}
