// The computer opponent: chosen by level at the first visit, then a named opponent.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Opponent } from "../api/wire.ts";
import { t } from "../i18n/i18n.ts";
import { choose, defaultOpponent, level, type Skill, setInitialLevel } from "./level.ts";
import { cardName, isCreating, type PickOpponent } from "./matchSetup.ts";

interface Props {
  readonly opponents: readonly Opponent[];
  readonly onStart: (pick: PickOpponent) => void;
  readonly onTune: () => void;
}

const SKILLS: readonly Skill[] = ["new", "plays", "good"];

export function Versus({ opponents, onStart, onTune }: Props): JSX.Element {
  const at = level.value.at;
  const [chosenSkill, setChosenSkill] = useState<Skill | null>(null);
  const tune = (
    <button
      class="quiet tune"
      onClick={onTune}
      aria-label={`${t("play-computer")}: ${t("settings")}`}
      data-testid="tune-computer"
    >
      ⚙
    </button>
  );
  if (at === null)
    return (
      <section class="versus" aria-label={t("play-computer")}>
        <h2>{t("level-ask")}</h2>
        <div class="skills">
          {SKILLS.map((skill) => (
            <button
              key={skill}
              class={skill === "new" ? "go" : ""}
              data-testid={skill === "plays" ? "start-computer" : `start-${skill}`}
              disabled={isCreating.value}
              onClick={() => {
                setChosenSkill(skill);
                onStart((all) => all[setInitialLevel(skill, all.length)] ?? null);
              }}
            >
              <b>{t(`level-${skill}`)}</b>
              <span role="status">
                {t(isCreating.value && skill === chosenSkill ? "starting" : `level-${skill}-note`)}
              </span>
            </button>
          ))}
        </div>
        <a class="button quiet" href="/learn">
          {t("learn")}
        </a>
        {tune}
      </section>
    );
  const place = Math.min(at, opponents.length - 1);
  const opponent = opponents[place] ?? null;
  return (
    <section class="versus" aria-label={t("play-computer")}>
      <button
        class="big go"
        disabled={isCreating.value}
        aria-busy={isCreating.value}
        onClick={() => onStart(defaultOpponent)}
        data-testid="start-computer"
      >
        <b>{opponent ? t("play-against", { name: cardName(opponent) }) : t("play-computer")}</b>
        <span role="status">{isCreating.value ? t("starting") : (opponent?.line ?? t("play-computer-note"))}</span>
      </button>
      {opponent && (
        <div class="rungs">
          <button
            class="quiet"
            disabled={isCreating.value || place === 0}
            onClick={() => choose(place - 1)}
            aria-label={t("level-easier")}
          >
            −
          </button>
          <ol aria-label={t("level-of", { level: place + 1, levels: opponents.length })}>
            {opponents.map((one, n) => (
              <li key={one.id} class={n <= place ? "on" : ""} />
            ))}
          </ol>
          <button
            class="quiet"
            disabled={isCreating.value || place === opponents.length - 1}
            onClick={() => choose(place + 1)}
            aria-label={t("level-harder")}
          >
            +
          </button>
        </div>
      )}
      {tune}
    </section>
  );
}
