// Menu of a match: card, files, scoreboard, settings.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Card, PadView } from "../../api/pad.ts";
import { download } from "../../app/download.ts";
import type { MatchSession } from "../session.ts";
import { t } from "../words/words.ts";
import { BottomSheet, Icon } from "./parts.tsx";
import { Settings } from "./Settings.tsx";

interface Props {
  readonly session: MatchSession;
  readonly shown: PadView;
  readonly onClose: () => void;
}

export function MatchMenu({ session, shown, onClose }: Props): JSX.Element {
  const [card, setCard] = useState(false);
  const title = `${shown.names.a} – ${shown.names.b}`;
  const record = async (): Promise<void> => {
    const { text } = await session.question("record", {});
    await shareFile(fileName(title, "carrom"), text);
  };
  const shareCard = async (): Promise<void> => {
    const paper = document.querySelector(".paper");
    if (paper) await shareFile(fileName(title, "html"), cardPage(title, paper.outerHTML), "text/html");
  };
  const board = `${location.pathname}#board=${session.log.id}`;
  if (card) {
    return (
      <BottomSheet title={t("score-card")} onClose={onClose}>
        <CardView session={session} />
        <div class="columns">
          <button class="tap" onClick={() => void shareCard()} data-testid="share-card">
            <Icon name="share" /> {t("share-card")}
          </button>
          <button class="tap" onClick={() => window.print()}>
            {t("print")}
          </button>
        </div>
      </BottomSheet>
    );
  }
  return (
    <BottomSheet title={t("menu")} onClose={onClose}>
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
    </BottomSheet>
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

async function shareFile(name: string, text: string, type = "text/plain"): Promise<void> {
  const file = new File([text], name, { type });
  if (navigator.canShare?.({ files: [file] }) && isPhone()) {
    try {
      await navigator.share({ files: [file], title: name });
      return;
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return;
    }
  }
  download(name, file);
}

function isPhone(): boolean {
  return matchMedia("(pointer: coarse)").matches;
}

/** A name that any file system accepts. */
function fileName(title: string, ending: string): string {
  const plain = title.replace(/[\\/:*?"<>|\s]+/g, "-").replace(/^-+|-+$/g, "") || "match";
  return `${plain}.${ending}`;
}

function CardView({ session }: { session: MatchSession }): JSX.Element {
  const [card, setCard] = useState<Card | null>(null);
  useEffect(() => void session.question("card", {}).then(setCard), []);
  if (!card) return <p>…</p>;
  const drawn = (who: string): string => String(session.log.notes[`signature-${who.toLowerCase()}`] ?? "");
  return (
    <div class="paper" data-testid="card">
      <dl>
        {[...card.head, ...card.toss]
          .filter(([, value]) => value)
          .map(([key, value]) => (
            <div key={key}>
              <dt>{key}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {card.games.map((game) => (
        <table key={game.number}>
          <caption>{t("game-number", { count: game.number })}</caption>
          <thead>
            <tr>
              <th scope="col">{t("board")}</th>
              <th scope="col" colSpan={3}>
                {card.names.a}
              </th>
              <th scope="col" colSpan={3}>
                {card.names.b}
              </th>
            </tr>
            <tr class="sub">
              <td>{t("breaks")}</td>
              {["a", "b"].map((party) => [
                <td key={`${party}q`}>{t("queen")}</td>,
                <td key={`${party}p`}>{t("pieces")}</td>,
                <td key={`${party}t`}>{t("total")}</td>,
              ])}
            </tr>
          </thead>
          <tbody>
            {game.rows.map((row, index) => (
              <tr key={index}>
                <th scope="row">
                  {row.board} <small>{row.breaker}</small>
                </th>
                {[...row.cells.a, ...row.cells.b].map((cell, place) => (
                  <td key={place} class={place % 3 === 2 ? "sum" : ""}>
                    {cell === "Nil" ? "–" : cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td colSpan={7}>
                {game.total} {game.winner && `· ${game.winner}`}
              </td>
            </tr>
          </tfoot>
        </table>
      ))}
      {card.remarks.length > 0 && (
        <ul>
          {card.remarks.map((remark) => (
            <li key={remark}>{remark}</li>
          ))}
        </ul>
      )}
      {card.winner && (
        <p class="won">
          {t("match-won-by")} <b>{card.winner}</b>
        </p>
      )}
      <div class="signatures">
        {card.signatures.map(([who, name]) => (
          <div key={who}>
            <svg viewBox="0 0 300 120" aria-hidden="true">
              <path d={drawn(who)} />
            </svg>
            <span>{name || "…"}</span>
            <small>{t(who === "Loser" ? "loser" : "umpire")}</small>
          </div>
        ))}
      </div>
    </div>
  );
}
