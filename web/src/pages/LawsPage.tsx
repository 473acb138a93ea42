// Law explorer: choose what was pocketed and the situation; the rulebooks answer side by side.

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { post, useRequest } from "../api/http.ts";
import type { RulingAnswer, Situation, StrokeFacts } from "../api/wire.ts";
import { Choice, LawChip, Numeral, rulebookName, Switch } from "../app/ui.tsx";
import { SIDE_PIECES } from "../board/sizes.ts";
import { t } from "../i18n/i18n.ts";
import { Page } from "./Page.tsx";
import { say } from "./words/words.ts";

/** Adjust dependent fields; the judge refuses other contradictions. */
function agreeing(before: Situation, stroke: StrokeFacts): [Situation, StrokeFacts] {
  const fell = stroke.own + stroke.opponent + Number(stroke.queen);
  const opened = before.opened || before.own < SIDE_PIECES || before.queen === "pending" || before.queen === "player";
  const owed = {
    player: before.own < SIDE_PIECES ? 0 : before.owed.player,
    opponent: before.opponent < SIDE_PIECES ? 0 : before.owed.opponent,
  };
  const fresh =
    before.own === SIDE_PIECES && before.opponent === SIDE_PIECES && before.queen === "board" && !before.opened;
  return [
    { ...before, opened, owed, break: fresh ? before.break : null },
    {
      ...stroke,
      own: Math.min(stroke.own, before.own),
      opponent: Math.min(stroke.opponent, before.opponent),
      queen: stroke.queen && before.queen === "board",
      touched: stroke.touched || fell > 0,
    },
  ];
}

export const LawsPage = (): JSX.Element => <Explorer home="/" />;

export function Explorer({ home }: { home: string }): JSX.Element {
  const before = useSignal<Situation>({
    own: 5,
    opponent: 4,
    queen: "board",
    opened: true,
    owed: { player: 0, opponent: 0 },
    score: { player: 0, opponent: 0 },
    break: null,
  });
  const stroke = useSignal<StrokeFacts>({
    proper: true,
    touched: true,
    own: 1,
    opponent: 1,
    queen: false,
    striker: false,
  });
  const [answers, setAnswers] = useState<readonly RulingAnswer[]>([]);
  const [problem, setProblem] = useState("");
  const change = (next: { before?: Partial<Situation>; stroke?: Partial<StrokeFacts> }): void => {
    [before.value, stroke.value] = agreeing({ ...before.value, ...next.before }, { ...stroke.value, ...next.stroke });
  };
  useRequest(
    () => post("/api/rule", { before: before.value, stroke: stroke.value }),
    (found) => {
      setAnswers(found.answers);
      setProblem("");
    },
    (error) => setProblem(error.message || t("no-server")),
    [before.value, stroke.value],
  );
  const b = before.value;
  const s = stroke.value;
  return (
    <Page title={t("explorer-title")} home={home}>
      <div class="panel">
        <h2>{t("explorer-stroke")}</h2>
        <div class="fields">
          <Numeral
            label={t("own-fell")}
            value={s.own}
            min={0}
            max={SIDE_PIECES}
            step={1}
            onChange={(own) => change({ stroke: { own } })}
          />
          <Numeral
            label={t("opponent-fell")}
            value={s.opponent}
            min={0}
            max={SIDE_PIECES}
            step={1}
            onChange={(opponent) => change({ stroke: { opponent } })}
          />
          <Switch label={t("queen-fell")} on={s.queen} onChange={(queen) => change({ stroke: { queen } })} />
          <Switch label={t("striker-fell")} on={s.striker} onChange={(striker) => change({ stroke: { striker } })} />
          <Switch
            label={t("improper")}
            on={!s.proper}
            onChange={(improper) => change({ stroke: { proper: !improper } })}
          />
          <Switch
            label={t("untouched")}
            note={s.own + s.opponent + Number(s.queen) > 0 ? say("touched-follows") : undefined}
            on={!s.touched}
            disabled={s.own + s.opponent + Number(s.queen) > 0}
            onChange={(untouched) => change({ stroke: { touched: !untouched } })}
          />
        </div>
        <h2>{t("explorer-before")}</h2>
        <div class="fields">
          <Numeral
            label={t("own-on")}
            value={b.own}
            min={1}
            max={SIDE_PIECES}
            step={1}
            onChange={(own) => change({ before: { own } })}
          />
          <Numeral
            label={t("opponent-on")}
            value={b.opponent}
            min={1}
            max={SIDE_PIECES}
            step={1}
            onChange={(opponent) => change({ before: { opponent } })}
          />
          <Choice
            label={t("queen-is")}
            value={b.queen}
            options={[
              ["board", t("q-board")],
              ["pending", t("q-pending")],
              ["player", t("q-player")],
              ["opponent", t("q-opponent")],
            ]}
            onChange={(queen) => change({ before: { queen } })}
          />
          <Numeral
            label={t("owed-player")}
            value={b.owed.player}
            min={0}
            max={SIDE_PIECES}
            step={1}
            onChange={(player) => change({ before: { owed: { ...b.owed, player } } })}
          />
          <Numeral
            label={t("owed-opponent")}
            value={b.owed.opponent}
            min={0}
            max={SIDE_PIECES}
            step={1}
            onChange={(opponent) => change({ before: { owed: { ...b.owed, opponent } } })}
          />
          <Numeral
            label={t("score-player")}
            value={b.score.player}
            min={0}
            max={28}
            step={1}
            onChange={(player) => change({ before: { score: { ...b.score, player } } })}
          />
          <Numeral
            label={t("score-opponent")}
            value={b.score.opponent}
            min={0}
            max={28}
            step={1}
            onChange={(opponent) => change({ before: { score: { ...b.score, opponent } } })}
          />
          <Choice
            label={t("break")}
            value={b.break ?? 0}
            options={[[0, t("break-made")], ...[1, 2, 3].map((n) => [n, t("attempt", { n })] as const)]}
            onChange={(n) =>
              change({
                before: n
                  ? {
                      own: SIDE_PIECES,
                      opponent: SIDE_PIECES,
                      queen: "board",
                      opened: false,
                      owed: { player: 0, opponent: 0 },
                      break: n,
                    }
                  : { break: null },
                stroke: n ? { own: 0, opponent: 0, queen: false } : {},
              })
            }
          />
          <Switch label={t("opened")} on={b.opened} onChange={(opened) => change({ before: { opened } })} />
        </div>
      </div>
      {problem && (
        <p class="refusal" role="alert">
          {problem}
        </p>
      )}
      <p class="small">{t("differ-note")}</p>
      <div class="books" aria-live="polite">
        {answers.map((answer) => (
          <section
            key={answer.rulebook}
            class={`book${answer.differs ? " differs" : ""}`}
            aria-label={rulebookName(answer.rulebook, answer.title)}
            data-book={answer.rulebook}
          >
            <h2>
              {rulebookName(answer.rulebook, answer.title)}{" "}
              {answer.differs && <span class="badge">{t("differs")}</span>}
            </h2>
            {answer.sentences.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
            <p>
              {answer.ruling.laws.map((law) => (
                <LawChip key={law} law={law} />
              ))}
            </p>
          </section>
        ))}
      </div>
    </Page>
  );
}
