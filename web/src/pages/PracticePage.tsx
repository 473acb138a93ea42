// Practice board: lay and remove pieces, try strokes, undo, ask for hints.

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { HintRequest, Seat } from "../api/wire.ts";
import { Choice, Switch } from "../app/ui.tsx";
import { fromBoard, type Kind } from "../board/geometry.ts";
import { RACK, SIDE_PIECES } from "../board/sizes.ts";
import type { Aim, BoardState } from "../board/state.ts";
import { t } from "../i18n/i18n.ts";
import { listed } from "../i18n/speaking.ts";
import { type Advice, askAdvice, hintLines, hintWords } from "../play/hint.ts";
import { TURNS } from "../play/position.ts";
import { seatWords } from "../play/viewer.ts";
import { Lab } from "./Lab.tsx";
import { Page } from "./Page.tsx";
import { textOf } from "./simulator.ts";
import { say } from "./words/words.ts";

const SEATS: readonly Seat[] = ["south", "east", "north", "west"];
const MOST: Readonly<Record<Kind, number>> = { white: SIDE_PIECES, black: SIDE_PIECES, queen: 1 };
const KINDS: readonly (readonly [Kind, "add-white" | "add-black" | "add-queen"])[] = [
  ["white", "add-white"],
  ["black", "add-black"],
  ["queen", "add-queen"],
];

/** Number of pieces of a kind in a position's text. */
function count(position: string, kind: Kind): number {
  const group = position.split(" ").filter((word) => word.startsWith(`${kind}:`));
  return group.reduce((sum, word) => sum + word.split("/").length, 0);
}

function added(position: string, kind: Kind): string {
  // Along the side of the board, one place after another.
  const taken = position === "empty" ? 0 : position.split(/[ /]/).length;
  const spot = `${kind}:${-300 + (taken % 10) * 60},${taken < 10 ? 330 : 295}`;
  return position === "empty" ? spot : `${position} ${spot}`;
}

export function PracticePage(): JSX.Element {
  const history = useSignal<readonly string[]>([textOf(RACK)]);
  const position = history.value.at(-1) ?? "empty";
  const [seat, setSeat] = useState<Seat>("south");
  const [colour, setColour] = useState<HintRequest["colour"]>("white");
  const [editing, setEditing] = useState(true);
  const [result, setResult] = useState("");
  const [advice, setAdvice] = useState<readonly Advice[]>([]);
  const [hints, setHints] = useState<BoardState["hints"]>([]);
  const [taken, setTaken] = useState<Aim | null>(null);
  const [asking, setAsking] = useState(false);
  const go = (next: string): void => {
    setHints([]);
    setAdvice([]);
    history.value = [...history.value, next];
  };
  const struck = (after: string, pocketed: readonly string[]): void => {
    const named = pocketed.map((kind) => t(kind === "striker" ? "ruled-striker" : (kind as Kind)));
    setResult(named.length ? t("fell", { what: listed(named) }) : t("nothing"));
    go(after);
  };
  const ask = async (): Promise<void> => {
    setAsking(true);
    try {
      const found = await askAdvice(position, seat, colour, "icf");
      setAdvice(found);
      setHints(hintLines(found));
      setResult(hintWords(found));
    } catch (error) {
      setResult((error as Error).message || t("no-server"));
    }
    setAsking(false);
  };
  const take = (): void => {
    const one = advice[0];
    if (one)
      setTaken({
        along: fromBoard(TURNS[seat], one.x, one.y).x,
        direction: one.direction,
        speed: one.speed,
      });
  };
  return (
    <Page title={t("practice")}>
      <Lab
        position={position}
        seat={seat}
        editing={editing}
        hints={hints}
        taken={taken}
        onResult={struck}
        onMoved={go}
        feedback={
          <>
            <div class="instead">
              <p class="small">
                {t("practice-how")} {say("remove-piece")}
              </p>
              {result && (
                <p aria-live="polite" data-testid="result">
                  <b>{result}</b>
                </p>
              )}
            </div>
            <div class="laying">
              {KINDS.map(([kind, words]) => (
                <button
                  key={kind}
                  disabled={count(position, kind) >= MOST[kind]}
                  onClick={() => go(added(position, kind))}
                >
                  + {t(words)}
                </button>
              ))}
              <button onClick={() => go("empty")}>{t("clear-board")}</button>
              <button onClick={() => go(textOf(RACK))}>{t("rack")}</button>
              <Switch label={t("lay")} on={editing} onChange={setEditing} />
              <Choice
                label={t("seat")}
                value={seat}
                options={SEATS.map((one) => [one, seatWords(one)] as const)}
                onChange={setSeat}
              />
            </div>
          </>
        }
      >
        <div class="buttons">
          <button disabled={history.value.length < 2} onClick={() => (history.value = history.value.slice(0, -1))}>
            {t("undo")}
          </button>
          <button disabled={asking} onClick={() => void ask()}>
            {asking ? "…" : t("hint")}
          </button>
          <Choice
            label={say("colour-plays")}
            value={colour}
            options={[
              ["white", t("white")],
              ["black", t("black")],
            ]}
            onChange={setColour}
          />
          {advice.length > 0 && (
            <button class="aside" onClick={take}>
              {say("take-aim")}
            </button>
          )}
        </div>
      </Lab>
    </Page>
  );
}
