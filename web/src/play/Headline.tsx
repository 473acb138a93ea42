// Big news shown over the board for a moment. Screen readers get it from the umpire's text.

import type { JSX } from "preact";
import { t, wordsFor } from "../i18n/i18n.ts";
import "./headline.css";
import type { Snapshot } from "./messages.ts";
import { partyName } from "./names.ts";
import { sayOf } from "./telling.ts";
import { capital, type Viewer } from "./viewer.ts";

export function Headline({ view, viewer }: { view: Snapshot; viewer: Viewer }): JSX.Element | null {
  const { headline } = view;
  if (!headline) return null;
  const tone = headline.what === "foul" || headline.what === "uncovered" ? "bad" : "good";
  return (
    <p key={view.seq} class={`headline ${tone}`} aria-hidden="true" data-testid="headline" dir="auto">
      {headlineWords(view, viewer)}
    </p>
  );
}

function headlineWords(view: Snapshot, viewer: Viewer): string {
  const { headline, lines } = view;
  if (!headline) return "";
  if (headline.what === "slam") return t("head-slam", { slam: capital(wordsFor(headline.slam ?? "") ?? "") });
  if (headline.what === "board") {
    const winner = lines[lines.length - 1]?.winner ?? "a";
    return sayOf(viewer, "head-board", winner, { name: partyName(view, winner) });
  }
  return t(`head-${headline.what}`, { count: headline.count });
}
