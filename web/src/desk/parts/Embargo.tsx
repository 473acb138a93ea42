// What the public is not shown yet: two switches, each of which counts at once.

import type { JSX } from "preact";
import type { SettingsShown } from "../../wire.ts";
import { useAsked } from "../core/asked.ts";
import { perform } from "../core/perform.ts";
import { may, useView } from "../core/tournament.ts";
import { t } from "../words/words.ts";

const KINDS = ["draw", "results"] as const;

export function Embargo(): JSX.Element | null {
  const view = useView<SettingsShown>("/settings");
  const [asked, ask] = useAsked<readonly string[]>(view.data?.seq ?? 0);
  const setting = view.data?.settings.find((one) => one.name === "embargo");
  if (!setting || !may("set")) return null;
  const held = asked ?? (setting.rows[0]?.value ?? "").split(",").map((one) => one.trim());
  const change = (kind: (typeof KINDS)[number]): void => {
    const next = KINDS.filter((one) => held.includes(one) !== (one === kind));
    const act = { do: "set", changes: [{ setting: "embargo", value: next.join(",") || "no", where: "" }] };
    ask(next, perform({ act, label: t(`embargo-${kind}`) }));
  };
  return (
    <fieldset class="embargo">
      <legend>{t("embargo")}</legend>
      {KINDS.map((kind) => (
        <label key={kind} class="pick">
          <input type="checkbox" checked={held.includes(kind)} onChange={() => change(kind)} />
          {t(`embargo-${kind}`)}
        </label>
      ))}
    </fieldset>
  );
}
