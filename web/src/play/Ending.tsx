// The end of a match: who won, by how much, and how the last board was won.

import type { ComponentChildren, JSX } from "preact";
import type { Snapshot } from "../api/wire.ts";
import { DiscIcon } from "../board/DiscIcon.tsx";
import { t, wordsFor } from "../i18n/i18n.ts";
import type { PromptProps } from "./boardController.ts";
import { concededWords, hasCard } from "./ScoreCard.tsx";
import { phraseForSide, sentenceOf } from "./sentences.ts";
import { capital, partyName, type Viewer, youOrName } from "./viewer.ts";
import "./ending.css";

export function Ending({ view, mine, viewer, act, ending }: PromptProps & { ending: ComponentChildren }): JSX.Element {
  const { winner, lines } = view;
  const board = view.said.find((word) => word.code === "board-won");
  /** A conceded match did not end with a board: ignore the honours of the last one. */
  const given = view.conceded.find((one) => one.what === "match");
  const last = given ? undefined : lines[lines.length - 1];
  /** Both sides have agreed to stop, so "Play" is not called again. */
  const isAgreed = view.said.some((word) => word.code.startsWith("stopped"));
  const near = mine[0]?.[0] === "b" ? "b" : "a";
  const far = near === "a" ? "b" : "a";
  const games = view.games.a + view.games.b > 1 ? view.games : null;
  const score = games ?? view.score;
  const signer = hasCard(view) ? mine.find((player) => view.may_sign.includes(player)) : undefined;
  return (
    <div class="prompt over" data-testid="over">
      <h2 class="result">
        {winner
          ? resultWords(view, viewer)
          : t(view.protests.length ? "result-kept" : isAgreed ? "games-agreed" : "board-over")}
      </h2>
      {winner && (
        <p class="figures">
          <span dir="auto">{capital(youOrName(viewer, near, partyName(view, near)))}</span>
          {/* in the direction of the names: right to left in Urdu */}
          <b>
            {score[near]} : {score[far]}
          </b>
          <span dir="auto">{partyName(view, far)}</span>
        </p>
      )}
      {given && <p class="small">{concededWords(view, given, viewer)}</p>}
      {board && !given && <p class="small">{sentenceOf(board, viewer)}</p>}
      {last && (last.queen || last.slam) && (
        <p class="honours">
          {last.slam && <span class="badge">{t("head-slam", { slam: capital(wordsFor(last.slam) ?? "") })}</span>}
          {last.queen && (
            <span class="badge">
              <DiscIcon kind="queen" />{" "}
              {t("queen-by", { name: youOrName(viewer, last.queen, partyName(view, last.queen)) })}
            </span>
          )}
        </p>
      )}
      {ending}
      {signer && <button onClick={() => act({ do: "sign" }, signer)}>{t("sign-card")}</button>}
      {view.signatures.length > 0 && (
        <p class="small" data-testid="signed">
          {t("signed-by", { names: view.signatures.map((one) => one.name).join(", ") })}
        </p>
      )}
    </div>
  );
}

function resultWords(view: Snapshot, viewer: Viewer): string {
  const { winner } = view;
  if (!winner) return "";
  const isLost = viewer.isYou(winner === "a" ? "b" : "a");
  return phraseForSide(view, viewer, isLost ? "loses-you" : "wins", winner);
}
