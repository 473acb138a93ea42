// Icons for buttons without room for words; add a label for screen readers.

import type { JSX } from "preact";

const PATHS = {
  card: "M4 5h16v14H4zM4 10h16M10 5v14",
  share: "M12 15V4m0 0L8 8m4-4 4 4M5 12v7h14v-7",
  picture: "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9h.01",
  say: "M4 5h16v11H10l-4 4v-4H4z",
  menu: "M4 7h16M4 12h16M4 17h16",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zm10-3a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  numbers: "M5 8l2-1v10M11 8.5A2 2 0 0 1 15 9c0 2-4 4-4 8h4M18 7h3l-2 4a3 3 0 1 1-1.5 5.6",
  fine: "M12 3v6m0 6v6M3 12h6m6 0h6M12 12h.01",
  quick: "M5 19 19 5m0 0h-7m7 0v7M5 19h5m-5 0v-5",
} as const;

type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
