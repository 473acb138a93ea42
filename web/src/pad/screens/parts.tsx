// Components shared by the pad's screens.

import type { ComponentChildren, JSX } from "preact";
import { useModal } from "../../app/dialog.tsx";
import { drawing } from "../../board/discs.ts";
import type { DiscKind } from "../../board/geometry.ts";
import { t } from "../words/words.ts";

export function Disc({ kind, count = 1 }: { kind: DiscKind; count?: number }): JSX.Element {
  return (
    <span class={`discs n${Math.min(count, 3)}`} aria-hidden="true">
      {Array.from({ length: Math.min(count, 3) }, (_, index) => (
        <span key={index} class="disc" dangerouslySetInnerHTML={{ __html: drawing(kind) }} />
      ))}
    </span>
  );
}

export function ScreenHeader({
  title,
  children,
}: {
  title: ComponentChildren;
  children?: ComponentChildren;
}): JSX.Element {
  return (
    <header class="top">
      <a class="plain" href="#home" aria-label={t("all-matches")}>
        <Icon name="back" />
      </a>
      <h1>{title}</h1>
      {children}
    </header>
  );
}

export function BottomSheet({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
}): JSX.Element {
  const box = useModal();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it by itself (onCancel)
    <dialog
      ref={box}
      class="sheet"
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === box.current && onClose()}
    >
      <header>
        <h2>{title}</h2>
        <button class="plain" onClick={onClose} aria-label={t("close")}>
          <Icon name="close" />
        </button>
      </header>
      <div class="sheet-body">{children}</div>
    </dialog>
  );
}

const PATHS: Readonly<Record<string, string>> = {
  close: "M6 6l12 12M18 6L6 18",
  back: "M15 5l-7 7 7 7",
  menu: "M5 7h14M5 12h14M5 17h14",
  undo: "M9 7L4 12l5 5M4 12h10a6 6 0 0 1 6 6",
  redo: "M15 7l5 5-5 5M20 12H10a6 6 0 0 0-6 6",
  hand: "M8 13V6a1.5 1.5 0 0 1 3 0v5V4.5a1.5 1.5 0 0 1 3 0V11V6a1.5 1.5 0 0 1 3 0v8c0 4-2 7-6 7-3.500 0-5-2-6.500-5L3.500 13a1.600 1.600 0 0 1 2.700-1.500L8 13",
  news: "M4 10v4h3l6 4V6L7 10zM17 9a4 4 0 0 1 0 6",
  foul: "M6 21V4M6 5h11l-3 4 3 4H6",
  timeout: "M12 8v5l3 2M9 2h6M12 5a8 8 0 1 1 0 16 8 8 0 0 1 0-16",
  fell: "M12 3v9M8 9l4 4 4-4M4 18c2 3 14 3 16 0",
  pass: "M4 12h14M13 7l5 5-5 5M21 5v14",
  "striker-up": "M12 20V6M7 11l5-5 5 5M5 21h14",
  "place-called": "M4 12a8 8 0 1 0 16 0 8 8 0 1 0-16 0M12 9v6M9 12h6",
  "no-room": "M4 12a8 8 0 1 0 16 0 8 8 0 1 0-16 0M6.500 6.500l11 11",
  forgo: "M6 6l12 12M18 6L6 18",
  "umpire-places": "M12 4a8 8 0 1 0 0 16 8 8 0 1 0 0-16M12 11a1 1 0 1 0 0 2 1 1 0 1 0 0-2",
  unnoticed: "M3 12c4-6 14-6 18 0-4 6-14 6-18 0M4 20L20 4",
  noticed: "M3 12c4-6 14-6 18 0-4 6-14 6-18 0M12 10a2 2 0 1 0 0 4 2 2 0 1 0 0-4",
  removed: "M5 12h14M12 4a8 8 0 1 0 0 16 8 8 0 1 0 0-16",
  talk: "M4 5h16v10H10l-4 4v-4H4z",
  warning: "M12 4L2.500 20h19zM12 10v5M12 17.500v.5",
  appeal: "M12 21V9M7 13V7M17 13V7M7 7a1 1 0 0 1 2 0v3M15 10V4",
  stop: "M8 3h8l5 5v8l-5 5H8l-5-5V8z",
  play: "M7 4l13 8-13 8z",
  interval: "M5 8h11v6a5 5 0 0 1-11 0zM16 9h2a2.500 2.500 0 0 1 0 5h-2M7 4v2M11 3v3",
  "time-up": "M7 3h10M7 21h10M8 3c0 5 8 6 8 9s-8 4-8 9M16 3c0 5-8 6-8 9s8 4 8 9",
  "lose-board": "M4 4h16v16H4zM8 8l8 8M16 8l-8 8",
  replay: "M4 12a8 8 0 1 1 3 6M4 19v-5h5",
  concede: "M5 21V4M5 5c5-3 8 3 14 0v9c-6 3-9-3-14 0",
  "lose-match": "M12 4a8 8 0 1 0 0 16 8 8 0 1 0 0-16M8 8l8 8M16 8l-8 8",
  called: "M4 10v4h3l6 4V6L7 10zM17 9a4 4 0 0 1 0 6",
  reported: "M12 4a4 4 0 1 0 0 8 4 4 0 1 0 0-8M5 21c0-8 14-8 14 0",
  ready: "M4 13l5 5L20 6",
  sit: "M7 3v9h10V3M7 12l-1 9M17 12l1 9M7 16h10",
  trial: "M4 4h16v16H4zM12 9a3 3 0 1 0 0 6 3 3 0 1 0 0-6",
  remark: "M4 20l4-1L20 7l-3-3L5 16zM14 7l3 3",
  "striker-checked": "M12 4a8 8 0 1 0 0 16 8 8 0 1 0 0-16M8 12l3 3 5-6",
  powder: "M6 9h.5M10 6h.5M14 9h.5M18 6h.5M8 13h.5M12 11h.5M16 13h.5M5 19h14",
  "board-changed": "M4 8h13l-3-4M20 16H7l3 4",
  protest: "M6 3h9l4 4v14H6zM15 3v4h4M12 10v4M12 17v.5",
  "protest-written": "M6 3h9l4 4v14H6zM9 12h7M9 16h7",
  "protest-decided": "M12 3v18M5 7h14M5 7l-3 7h6zM19 7l-3 7h6zM8 21h8",
  sign: "M3 19c4 0 4-10 7-10s-2 9 1 9 3-5 5-5 0 4 5 4",
  toss: "M12 4a8 8 0 1 0 0 16 8 8 0 1 0 0-16M9 12h6M12 9v6",
  place: "M12 3v10M8 9l4 4 4-4M5 17a7 3 0 1 0 14 0 7 3 0 1 0-14 0",
  "change-sides": "M4 8h13l-3-4M20 16H7l3 4",
  demand: "M12 5v14M5 12h14",
  "board-over": "M4 4h16v16H4zM8 12l3 3 5-6",
  correct: "M9 7L4 12l5 5M4 12h10a6 6 0 0 1 6 6",
  card: "M5 3h14v18H5zM8 8h8M8 12h8M8 16h5",
  share: "M12 15V4M8 8l4-4 4 4M5 12v8h14v-8",
  screen: "M3 5h18v11H3zM8 20h8M12 16v4",
  referee: "M12 3l3 6 6 1-4.500 4.500L18 21l-6-3-6 3 1.500-6.500L3 10l6-1z",
  plus: "M12 5v14M5 12h14",
  train: "M3 9l9-5 9 5-9 5zM7 12v5c3 2 7 2 10 0v-5",
  laws: "M5 4h10a4 4 0 0 1 4 4v12H9a4 4 0 0 1-4-4zM9 9h6M9 13h6",
};

export function Icon({ name }: { name: string }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name] ?? PATHS.remark} />
    </svg>
  );
}
