// Every setting as it is; what people rely on by now asks for a reason, or says that it is too late.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { SettingShown, SettingsShown } from "../../wire.ts";
import { perform } from "../core/perform.ts";
import { may, useView } from "../core/tournament.ts";
import { Panel, Said, Seen } from "../parts/basics.tsx";
import { t, wordsFor } from "../words/words.ts";

const LEVELS = ["tournament", "event", "stage", "round"] as const;

export function Settings(): JSX.Element {
  const view = useView<SettingsShown>("/settings");
  return (
    <div class="settings">
      <Seen view={view}>
        {(found) => (
          <>
            {LEVELS.map((level) => (
              <Panel key={level} title={t(`level-${level}`)} id={`level-${level}`}>
                {found.settings
                  .filter((one) => one.level === level)
                  .map((one) => (
                    <SettingRows key={one.name} one={one} />
                  ))}
              </Panel>
            ))}
          </>
        )}
      </Seen>
    </div>
  );
}

function SettingRows({ one }: { one: SettingShown }): JSX.Element | null {
  const isOpen = one.is_place_needed || one.name.startsWith("remove-");
  const rows = isOpen ? [...one.rows, { where: "", value: "" }] : one.rows;
  if (!rows.length) return null;
  return (
    <div class="setting" data-setting={one.name}>
      <h3>{wordsFor(`setting-${one.name}`) ?? (one.question || one.name)}</h3>
      <p class="dim">
        <Said text={`${one.help}. ${one.frozen}.`} tag="span" />
      </p>
      {rows.map((row) => (
        <Row key={row.where} one={one} where={row.where} value={row.value} />
      ))}
    </div>
  );
}

function Row({ one, where, value }: { one: SettingShown; where: string; value: string }): JSX.Element {
  const [text, setText] = useState<string | null>(null);
  const [place, setPlace] = useState("");
  const isNew = one.is_place_needed && where === "";
  const shown = text ?? value;
  const at = isNew ? place : where;
  return (
    <form
      class="setting-row"
      onSubmit={(event) => {
        event.preventDefault();
        if (text === null || text === value) return;
        void perform({
          act: { do: "set", changes: [{ setting: one.name, value: text, where: at }] },
          label: t("set-label", { what: `${one.name} ${at}`.trim(), value: text }),
          done: () => setText(null),
        });
      }}
    >
      {isNew ? (
        <input
          size={6}
          dir="ltr"
          value={place}
          placeholder="MS"
          aria-label={t("place-of", { what: one.name })}
          onInput={(event) => setPlace(event.currentTarget.value)}
        />
      ) : (
        where && <code dir="ltr">{where}</code>
      )}
      <input
        dir="auto"
        value={shown}
        placeholder={one.sample}
        aria-label={`${one.name} ${where}`.trim()}
        disabled={!may("set")}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      {text !== null && text !== value && <button class="go">{t("save")}</button>}
    </form>
  );
}
