// The draw as it happens: name after name comes to its place, with the public seed by which anybody can draw it again.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { StageDetail } from "../../wire.ts";
import { t } from "../words/words.ts";
import { Name } from "./basics.tsx";

const STEP = 260;

export function Lots({ stage, onDone }: { stage: StageDetail; onDone: () => void }): JSX.Element {
  const isGroups = stage.lots.length === stage.groups.length; // of a Swiss round they are pairs
  const order = lotOrder(stage.lots, isGroups);
  const [shown, setShown] = useState(matchMedia("(prefers-reduced-motion: reduce)").matches ? order.length : 0);
  useEffect(() => {
    if (shown >= order.length) return;
    const timer = setTimeout(() => setShown(shown + 1), Math.max(40, Math.min(STEP, 12_000 / order.length)));
    return () => clearTimeout(timer);
  }, [shown, order.length]);
  const seen = new Set(order.slice(0, shown).map(([group, at]) => `${group} ${at}`));
  const last = order[shown - 1];
  return (
    <div class="lots" data-testid="lots">
      <div class="inline">
        {shown < order.length ? (
          <button class="go" onClick={() => setShown(order.length)}>
            {t("skip")}
          </button>
        ) : (
          <button class="go" onClick={onDone}>
            {t("to-tables")}
          </button>
        )}
        <span aria-live="polite" class="drawn-name">
          <Name text={last && shown < order.length ? (stage.lots[last[0]]?.[last[1]] ?? "") : ""} />
        </span>
      </div>
      <div class={isGroups ? "lot-groups" : "lot-pairs"}>
        {stage.lots.map((group, number) => (
          <ol key={number}>
            {isGroups && <li class="head">{stage.groups[number]?.name || t("all")}</li>}
            {group.map((name, at) => {
              const isSeen = seen.has(`${number} ${at}`);
              const isLast = last !== undefined && last[0] === number && last[1] === at;
              return (
                <li key={at} class={`${isSeen ? "in" : ""} ${isLast ? "now" : ""}`}>
                  <Name text={isSeen ? name : "…"} />
                </li>
              );
            })}
          </ol>
        ))}
      </div>
    </div>
  );
}

/** First everybody's first place, then the second: so groups fill as they do on the wall. A tree goes line by line. */
function lotOrder(lots: readonly (readonly string[])[], isGroups: boolean): readonly (readonly [number, number])[] {
  const all = lots.flatMap((group, number) => group.map((_, at) => [number, at] as const));
  return isGroups ? all.sort((one, other) => one[1] - other[1] || one[0] - other[0]) : all;
}
