// Sign the card: a drawing and a name. Only the name goes into the record.

import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import type { ActChoices } from "../../api/pad.ts";
import type { Party } from "../engine/questions.ts";
import { padPrefs, setPadPrefs } from "../padPrefs.ts";
import type { MatchSession } from "../session.ts";
import { t } from "../words/words.ts";
import { choiceWords } from "./labels.ts";
import { BottomSheet, Icon } from "./parts.tsx";

/** The engine's limit for a signature's name. */
const LONGEST = 60;

interface Props {
  readonly session: MatchSession;
  readonly offered: ActChoices;
  readonly onClose: () => void;
}

export function SignSheet({ session, offered, onClose }: Props): JSX.Element | null {
  const choice = offered.choices[0];
  const who = String(choice?.act.who ?? "");
  const signers = choice?.who ? (session.shown.value?.view.players[choice.who as Party] ?? []) : [];
  const [name, setName] = useState((who === "umpire" ? padPrefs.value.umpire : onlyName(signers)).slice(0, LONGEST));
  const [path, setPath] = useState("");
  if (!choice) return null;
  const sign = async (): Promise<void> => {
    if (who === "umpire") setPadPrefs({ umpire: name.trim() });
    if (path) session.log.note(`signature-${who}`, path);
    if (await session.tap({ ...choice.act, name: name.trim() })) onClose();
  };
  return (
    <BottomSheet title={choiceWords(choice, session.shown.value?.names ?? {})} onClose={onClose}>
      <form
        class="texts"
        onSubmit={(event) => {
          event.preventDefault();
          void sign();
        }}
      >
        {signers.length > 1 && (
          <div class="columns">
            {signers.map((one) => (
              <button
                key={one.player}
                type="button"
                class="pick"
                aria-pressed={name === one.name.slice(0, LONGEST)}
                onClick={() => setName(one.name.slice(0, LONGEST))}
              >
                {one.name}
              </button>
            ))}
          </div>
        )}
        <Drawing path={path} onDraw={setPath} />
        <div class="columns">
          <label class="field">
            <span>{t("name")}</span>
            <input
              value={name}
              maxLength={LONGEST}
              onInput={(event) => setName(event.currentTarget.value)}
              aria-describedby="long-name"
              required
            />
            <small id="long-name" role="status">
              {name.length >= LONGEST ? t("long-name", { n: LONGEST }) : ""}
            </small>
          </label>
          <button type="button" class="tap" disabled={!path} onClick={() => setPath("")}>
            {t("draw-again")}
          </button>
        </div>
        <button class="tap go" disabled={!name.trim()}>
          <Icon name="sign" /> {t("sign")}
        </button>
      </form>
    </BottomSheet>
  );
}

/** In doubles either partner may sign. */
function onlyName(signers: readonly { readonly name: string }[]): string {
  return signers.length === 1 ? (signers[0]?.name ?? "") : "";
}

function Drawing({ path, onDraw }: { path: string; onDraw: (path: string) => void }): JSX.Element {
  const drawing = useRef(false);
  const at = (event: PointerEvent & { readonly currentTarget: SVGSVGElement }): string => {
    const box = event.currentTarget.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * 300;
    const y = ((event.clientY - box.top) / box.height) * 120;
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  };
  return (
    <svg
      class="drawing"
      viewBox="0 0 300 120"
      role="img"
      aria-label={t("draw-here")}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        drawing.current = true;
        onDraw(`${path}M${at(event)}`);
      }}
      onPointerMove={(event) => drawing.current && onDraw(`${path}L${at(event)}`)}
      onPointerUp={() => {
        drawing.current = false;
      }}
    >
      <path d="M20 95H280" class="rule" />
      {!path && (
        <text x="150" y="65">
          {t("draw-here")}
        </text>
      )}
      <path d={path} class="ink" />
    </svg>
  );
}
