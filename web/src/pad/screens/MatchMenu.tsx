// Menu of a match: card, files, scoreboard, settings.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Keeper } from "../keeper.ts";
import { fileName, hand } from "../share.ts";
import type { PadView } from "../types.ts";
import { t } from "../words/words.ts";
import { CardView } from "./CardView.tsx";
import { Icon, Sheet } from "./parts.tsx";
import { Settings } from "./Settings.tsx";

interface Props {
  readonly keeper: Keeper;
  readonly shown: PadView;
  readonly onClose: () => void;
}

export function MatchMenu({ keeper, shown, onClose }: Props): JSX.Element {
  const [card, setCard] = useState(false);
  const title = `${shown.names.a} – ${shown.names.b}`;
  const record = async (): Promise<void> => {
    const { text } = (await keeper.question("record")) as { text: string };
    await hand(fileName(title, "carrom"), text);
  };
  const shareCard = async (): Promise<void> => {
    const paper = document.querySelector(".paper");
    if (paper) await hand(fileName(title, "html"), cardPage(title, paper.outerHTML), "text/html");
  };
  const board = `${location.pathname}#board=${keeper.book.id}`;
  if (card) {
    return (
      <Sheet title={t("score-card")} onClose={onClose}>
        <CardView keeper={keeper} />
        <div class="columns">
          <button class="tap" onClick={() => void shareCard()} data-testid="share-card">
            <Icon name="share" /> {t("share-card")}
          </button>
          <button class="tap" onClick={() => window.print()}>
            {t("print")}
          </button>
        </div>
      </Sheet>
    );
  }
  return (
    <Sheet title={t("menu")} onClose={onClose}>
      <div class="menu">
        <button class="tap" onClick={() => setCard(true)} data-testid="open-card">
          <Icon name="card" /> {t("score-card")}
        </button>
        <button class="tap" onClick={() => void record()} data-testid="share-record">
          <Icon name="share" /> {t("share-record")}
        </button>
        <a class="tap" href={board} target="_blank" rel="noopener">
          <Icon name="screen" /> {t("scoreboard")}
        </a>
        <a class="tap" href={`${board}&overlay`} target="_blank" rel="noopener">
          <Icon name="screen" /> {t("overlay")}
        </a>
      </div>
      <Settings />
    </Sheet>
  );
}

/** The card as a standalone HTML page, to send or print. */
function cardPage(title: string, paper: string): string {
  const style =
    "body{font:14px/1.4 system-ui,sans-serif;margin:2em auto;max-width:44em;color:#111}" +
    "table{border-collapse:collapse;width:100%;margin:1em 0}th,td{border:1px solid #888;padding:.25em .4em;text-align:start}" +
    "dl{display:flex;flex-wrap:wrap;gap:.2em 1.4em}dt{font-size:.8em;color:#555}dd{margin:0;font-weight:600}" +
    "svg{width:12em;height:4.8em}svg path{fill:none;stroke:#111;stroke-width:3}.signatures{display:flex;gap:3em}" +
    ".signatures div{display:grid}small{color:#555}";
  const safe = title.replace(/[<&]/g, "");
  return `<!doctype html><meta charset="utf-8"><title>${safe}</title><style>${style}</style><h1>${safe}</h1>${paper}`;
}
