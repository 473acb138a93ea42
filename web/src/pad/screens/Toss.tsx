// The toss in doubles: who won, what they chose, and which partner breaks.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { ActChoices, ChoiceView, PadView } from "../../api/pad.ts";
import type { Act, Party } from "../engine/questions.ts";
import { t } from "../words/words.ts";

type Taken = "break" | "side";

interface Props {
  readonly offered: ActChoices;
  readonly names: PadView["names"];
  readonly onChoose: (act: Act) => void;
}

export function Toss({ offered, names, onChoose }: Props): JSX.Element {
  const winners = [...new Set(offered.choices.map(({ who }) => who as Party))];
  const takes = [...new Set(offered.choices.map(takenBy))];
  const [winner, setWinner] = useState<Party | null>(null);
  const [taken, setTaken] = useState<Taken | null>(takes.length === 1 ? (takes[0] ?? null) : null);
  const breakers = offered.choices.filter((choice) => choice.who === winner && takenBy(choice) === taken);
  return (
    <div class="choices toss">
      <div class="pick-row" role="group" aria-label={t("toss-winner")}>
        <span class="row-label">{t("toss-winner")}</span>
        <div>
          {winners.map((one) => (
            <button
              key={one}
              class="pick"
              aria-pressed={one === winner}
              data-testid={`toss-${one}`}
              onClick={() => setWinner(one)}
            >
              {names[one]}
            </button>
          ))}
        </div>
      </div>
      {takes.length > 1 && (
        <div class="pick-row" role="group" aria-label={t("toss-choice")}>
          <span class="row-label">{t("toss-choice")}</span>
          <div>
            {takes.map((one) => (
              <button
                key={one}
                class="pick"
                aria-pressed={one === taken}
                data-testid={`toss-${one}`}
                onClick={() => setTaken(one)}
              >
                {one === "break" ? t("toss-break") : t("toss-side")}
              </button>
            ))}
          </div>
        </div>
      )}
      {breakers.length > 0 && (
        <div class="pick-row" role="group" aria-label={t("toss-breaks")}>
          <span class="row-label">{t("toss-breaks")}</span>
          <div>
            {breakers.map((choice) => (
              <button
                key={choice.data.breaker}
                class="tap go"
                data-kind="toss"
                data-act={JSON.stringify(choice.act)}
                onClick={() => onChoose(choice.act)}
              >
                {names[choice.data.breaker ?? ""]}
              </button>
            ))}
          </div>
        </div>
      )}
    </div>
  );
}

function takenBy(choice: ChoiceView): Taken {
  return choice.act.choice === "side" ? "side" : "break";
}
