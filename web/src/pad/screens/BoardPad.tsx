// Enter a board by its result: winner, coins left, who covered the queen; or the law that ended it. The engine's points
// are shown before it is confirmed.

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { BoardForm, PadView } from "../../api/pad.ts";
import type { Act, AnswerOf, Party } from "../engine/questions.ts";
import type { MatchSession } from "../session.ts";
import { t } from "../words/words.ts";
import { LawChip, shortLaw } from "./Laws.tsx";
import { refusalWords, sentenceOf } from "./labels.ts";
import { BottomSheet, Disc } from "./parts.tsx";

interface Draft {
  readonly winner: Party | null;
  readonly coins: number | null;
  readonly queen: Party | "none" | null;
  readonly demand: number;
  readonly law: string | null;
  readonly points: number | null;
}

const EMPTY: Draft = { winner: null, coins: null, queen: null, demand: 0, law: null, points: null };
const PARTIES: readonly Party[] = ["a", "b"];

export function BoardPad({ session, shown }: { session: MatchSession; shown: PadView }): JSX.Element | null {
  const [form, setForm] = useState<BoardForm | null>(null);
  const draftSignal = useSignal(EMPTY); // a signal: a second tap may come before the first is rendered
  const draft = draftSignal.value;
  const setDraft = (next: Draft): void => {
    draftSignal.value = next;
  };
  const [asking, setAsking] = useState(false);
  const [byLaw, setByLaw] = useState(false);
  const [worth, setWorth] = useState<AnswerOf<"try"> | null>(null);
  const { view } = shown;
  const brief = firstNames(shown);
  const act = actOf(draft);
  const key = JSON.stringify(act);
  useEffect(() => {
    void session.question("board-form", {}).then(({ form }) => setForm(form));
  }, []);
  useEffect(() => {
    let current = true;
    setWorth(null);
    if (act) {
      void session.preview(act).then((answer) => {
        if (current) setWorth(answer);
      });
    }
    return () => {
      current = false;
    };
  }, [key]);
  if (!form) return null;
  const differs = worth?.shown?.said.find((word) => word.code === "strokes-differ");
  const confirm = (): void => {
    setAsking(false);
    if (act) void session.tap(act);
  };
  const set = (change: Partial<Draft>): void => setDraft(withOnlyPoints({ ...draftSignal.value, ...change }, form));
  const end = byLaw ? form.laws.find((one) => one.law === draft.law) : undefined;
  const points = (end && draft.winner && end.points[draft.winner]) || [];
  return (
    <section class="board-pad" aria-label={t("board-result")}>
      <Row label={t("winner")}>
        {PARTIES.map((party) => (
          <Pick
            key={party}
            name={`winner-${party}`}
            on={draft.winner === party}
            onTap={() => set({ winner: party, points: null })}
          >
            {view.board && <Disc kind={view.board.colours[party]} />} {brief[party]}
          </Pick>
        ))}
      </Row>
      {!byLaw && (
        <>
          <Row label={t("coins-left")} class="digits">
            {Array.from({ length: form.coins }, (_, index) => index + 1).map((count) => (
              <Pick key={count} name={`coins-${count}`} on={draft.coins === count} onTap={() => set({ coins: count })}>
                {count}
              </Pick>
            ))}
          </Row>
          <Row label={t("queen-by")}>
            {PARTIES.map((party) => (
              <Pick key={party} name={`queen-${party}`} on={draft.queen === party} onTap={() => set({ queen: party })}>
                {brief[party]}
              </Pick>
            ))}
            <Pick name="queen-none" on={draft.queen === "none"} onTap={() => set({ queen: "none" })}>
              {t("nobody")}
            </Pick>
          </Row>
          <Row label={t("demanded")} class="digits">
            {Array.from({ length: form.demand + 1 }, (_, count) => (
              <Pick
                key={count}
                name={`demand-${count}`}
                on={draft.demand === count}
                onTap={() => set({ demand: count })}
              >
                {count}
              </Pick>
            ))}
          </Row>
        </>
      )}
      {byLaw && (
        <>
          <label class="field">
            <span>{t("ended-by")}</span>
            <select
              value={draft.law ?? ""}
              onChange={(event) => set({ law: event.currentTarget.value || null, points: null })}
            >
              <option value="">–</option>
              {form.laws.map((one) => (
                <option key={one.law} value={one.law}>
                  {shortLaw(one.law)} · {one.title}
                </option>
              ))}
            </select>
          </label>
          {points.length > 0 && (
            <Row label={t("points")} class="digits">
              {points.map((count) => (
                <Pick
                  key={count}
                  name={`points-${count}`}
                  on={draft.points === count}
                  onTap={() => set({ points: count })}
                >
                  {count}
                </Pick>
              ))}
            </Row>
          )}
        </>
      )}
      <button
        class="plain switch-law"
        data-testid="switch-law"
        onClick={() => {
          setByLaw(!byLaw);
          setDraft({ ...EMPTY, winner: draftSignal.value.winner });
        }}
      >
        {byLaw ? t("counted") : t("ended-by-law")}
      </button>
      {worth?.refused && (
        <p class="refused" role="alert">
          {refusalWords(worth.refused)} {worth.refused.law && <LawChip law={worth.refused.law} />}
        </p>
      )}
      <button
        class="tap go confirm"
        data-testid="confirm-board"
        disabled={!act || !worth?.shown}
        onClick={() => (differs ? setAsking(true) : confirm())}
      >
        {act && worth?.shown ? preview(worth.shown, shown, draft.winner as Party) : t("fill-board")}
      </button>
      {asking && differs && (
        <BottomSheet title={t("strokes-differ")} onClose={() => setAsking(false)}>
          <p>
            {sentenceOf(differs)} <LawChip law="I-57" />
          </p>
          <button class="tap go" data-testid="enter-anyway" onClick={confirm}>
            {worth?.shown && preview(worth.shown, shown, draft.winner as Party)}
          </button>
        </BottomSheet>
      )}
    </section>
  );
}

function preview(after: PadView, before: PadView, winner: Party): string {
  const won = after.said.find((word) => word.code === "board-won");
  const count = Number(won?.data.points ?? 0);
  if (before.extra) return t("confirm-extra", { name: after.names[winner] ?? "", count });
  const games = after.view.score?.games ?? [];
  const game = games.at(before.game - 1);
  const score = game ? `${game.a}–${game.b}` : "";
  return t("confirm-board", { name: after.names[winner] ?? "", count, score });
}

/** First names, if they differ; full names are shown above. */
function firstNames({ names, view }: PadView): Record<Party, string> {
  const short = (party: Party): string => view.players[party].map((one) => one.name.split(" ")[0]).join(" & ");
  const [a, b] = [short("a"), short("b")];
  return a && b && a !== b ? { a, b } : { a: names.a ?? "A", b: names.b ?? "B" };
}

/** Fill in the points if the law allows only one figure. */
function withOnlyPoints(draft: Draft, form: BoardForm): Draft {
  const given = draft.winner && form.laws.find((one) => one.law === draft.law)?.points[draft.winner];
  return draft.points === null && given?.length === 1 ? { ...draft, points: given[0] ?? null } : draft;
}

function actOf(draft: Draft): Act | null {
  const { winner, coins, queen, demand, law, points } = draft;
  if (winner === null) return null;
  if (law !== null) return points === null ? null : { kind: "board-over", winner, points, law };
  if (coins === null || queen === null) return null;
  return { kind: "board-over", winner, coins, queen, ...(demand > 0 && { demand }) };
}

function Row({
  label,
  class: name = "",
  children,
}: {
  label: string;
  class?: string;
  children: JSX.Element | (JSX.Element | JSX.Element[] | null)[] | JSX.Element[];
}): JSX.Element {
  return (
    <div class={`pick-row ${name}`} role="group" aria-label={label}>
      <span class="row-label">{label}</span>
      <div>{children}</div>
    </div>
  );
}

function Pick({
  name,
  on,
  onTap,
  children,
}: {
  name: string;
  on: boolean;
  onTap: () => void;
  children: JSX.Element | string | number | (JSX.Element | string | number | undefined | null)[];
}): JSX.Element {
  return (
    <button class="pick" data-testid={name} aria-pressed={on} onClick={onTap}>
      {children}
    </button>
  );
}
