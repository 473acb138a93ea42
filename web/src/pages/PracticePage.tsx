// A board of one's own: lay pieces, try strokes, take them back, and five drills with a best score.

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { keep, recall } from "../app/prefs.ts";
import { Choice, Switch } from "../app/ui.tsx";
import { RACK } from "../board/sizes.ts";
import type { BoardState } from "../board/state.ts";
import { t } from "../i18n/i18n.ts";
import { type Advice, askAdvice, hintLines, hintWords } from "../play/hint.ts";
import type { SeatName } from "../play/messages.ts";
import { seatWords } from "../play/names.ts";
import { DRILLS, type Drill, isDone } from "./drills.ts";
import { Lab } from "./Lab.tsx";
import { Sheet } from "./Sheet.tsx";
import { textOf } from "./simulator.ts";

const SEATS: readonly SeatName[] = ["south", "east", "north", "west"];

function added(position: string, kind: "white" | "black" | "queen"): string {
  // Along the side of the board, one place after the other; the server says when there are too many.
  const taken = position === "empty" ? 0 : position.split(/[ /]/).length;
  const spot = `${kind}:${-300 + (taken % 10) * 60},${taken < 10 ? 330 : 295}`;
  return position === "empty" ? spot : `${position} ${spot}`;
}

export function PracticePage(): JSX.Element {
  const history = useSignal<readonly string[]>([textOf(RACK)]);
  const position = history.value.at(-1) ?? "empty";
  const [seat, setSeat] = useState<SeatName>("south");
  const [editing, setEditing] = useState(true);
  const [drill, setDrill] = useState<Drill | null>(null);
  const [strokes, setStrokes] = useState(0);
  const [result, setResult] = useState("");
  const [hints, setHints] = useState<BoardState["hints"]>([]);
  const go = (next: string): void => {
    setHints([]);
    history.value = [...history.value, next];
  };
  const begin = (next: Drill | null): void => {
    setDrill(next);
    setStrokes(0);
    setResult("");
    setSeat("south");
    history.value = [next?.position ?? textOf(RACK)];
  };
  const best = drill ? recall<number | null>(`carrom.drill.${drill.id}`, null) : null;
  const struck = (after: string, pocketed: readonly string[]): void => {
    const cost = strokes + 1 + (pocketed.includes("striker") ? 1 : 0);
    setStrokes(cost);
    setResult(
      pocketed.length
        ? t("fell", {
            what: pocketed
              .map((kind) => t(kind === "striker" ? "ruled-striker" : (kind as "white" | "black" | "queen")))
              .join(", "),
          })
        : t("nothing"),
    );
    go(after);
    if (drill && isDone(after)) {
      setResult(t("done", { count: cost }));
      if (best === null || cost < best) keep(`carrom.drill.${drill.id}`, cost);
    }
  };
  const showAdvice = (found: readonly Advice[]): void => {
    setHints(hintLines(found));
    setResult(hintWords(found));
  };
  return (
    <Sheet title={t("practice")}>
      <Lab position={position} seat={seat} editing={editing && !drill} hints={hints} onResult={struck} onMoved={go}>
        <p class="small">{t("practice-how")}</p>
        <Choice
          label={t("drills")}
          value={drill?.id ?? ""}
          options={[["", t("free-play")], ...DRILLS.map((one) => [one.id, t(one.name)] as const)]}
          onChange={(id) => begin(DRILLS.find((one) => one.id === id) ?? null)}
        />
        {drill ? (
          <p data-testid="drill">
            {t("drill-goal", { par: drill.par })} – {t("tries")}: <b>{strokes}</b> – {t("best")}: <b>{best ?? "–"}</b>
          </p>
        ) : (
          <>
            <Choice
              label={t("seat")}
              value={seat}
              options={SEATS.map((one) => [one, seatWords(one)] as const)}
              onChange={setSeat}
            />
            <Switch label={t("lay")} on={editing} onChange={setEditing} />
            <div class="buttons">
              <button onClick={() => go(added(position, "white"))}>+ {t("add-white")}</button>
              <button onClick={() => go(added(position, "black"))}>+ {t("add-black")}</button>
              <button onClick={() => go(added(position, "queen"))}>+ {t("add-queen")}</button>
              <button onClick={() => go("empty")}>{t("clear-board")}</button>
              <button onClick={() => go(textOf(RACK))}>{t("rack")}</button>
            </div>
          </>
        )}
        <div class="buttons">
          <button disabled={history.value.length < 2} onClick={() => (history.value = history.value.slice(0, -1))}>
            {t("undo")}
          </button>
          {drill && <button onClick={() => begin(drill)}>{t("again")}</button>}
          <button
            onClick={() =>
              void askAdvice(position, seat, "white", "icf").then(showAdvice, (error: Error) =>
                setResult(error.message),
              )
            }
          >
            {t("hint")}
          </button>
        </div>
        {result && (
          <p aria-live="polite" data-testid="result">
            <b>{result}</b>
          </p>
        )}
      </Lab>
    </Sheet>
  );
}
