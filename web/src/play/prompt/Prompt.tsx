// What the match is waiting for, and the controls to answer it.

import type { ComponentChildren, JSX } from "preact";
import { DiscIcon } from "../../app/ui.tsx";
import { t } from "../../i18n/i18n.ts";
import { nameOf } from "../names.ts";
import type { Asking } from "./asking.ts";
import { Between } from "./Between.tsx";
import { Ending } from "./Ending.tsx";
import { type Laying, Placing } from "./Placing.tsx";
import { Stopped } from "./Stopped.tsx";
import { Toss } from "./Toss.tsx";

export function Prompt(props: Asking & Laying & { ending: ComponentChildren }): JSX.Element | null {
  switch (props.view.todo.what) {
    case "toss":
      return <Toss {...props} />;
    case "strike":
      return <Striking {...props} />;
    case "place":
      return <Placing {...props} />;
    case "demand":
      return <Demand {...props} />;
    case "next":
      return <Between {...props} />;
    case "stopped":
      return <Stopped {...props} />;
    case "over":
      return <Ending {...props} />;
  }
}

function Striking({ view, actor, viewer, here }: Asking): JSX.Element {
  const one = view.seats.find(({ player }) => player === view.todo.players[0]);
  const name = one?.name ?? "";
  if (!actor) {
    // Players on this screen are always present; before presence is known, no one is reported missing.
    const isGone = one !== undefined && !one.computer && here.length > 0 && !here.includes(one.player);
    return <p class="prompt">{t(one?.computer ? "thinking" : isGone ? "turn-gone" : "turn-of", { name })}</p>;
  }
  return (
    <div class="prompt">
      <p>
        {one?.colour && <DiscIcon kind={one.colour} label={t(one.colour)} />}{" "}
        <b>{viewer.isYou(actor) ? t("your-stroke") : t("your-turn", { name })}</b>{" "}
        <span class="tap-how">{t("tap-how")}</span>
      </p>
      <p class="small">{t("how-to")}</p>
      <p class="small keys">{t("how-keys")}</p>
    </div>
  );
}

/** How many points on demand the winner takes (87b). */
function Demand({ view, actor, act }: Asking): JSX.Element {
  const { count, players } = view.todo;
  if (!actor) return <p class="prompt">{t("demand-wait", { name: nameOf(view, players[0]) })}</p>;
  return (
    <div class="prompt">
      <p>{t("demand-ask", { count })}</p>
      {Array.from({ length: count + 1 }, (_, n) => count - n).map((n) => (
        <button key={n} class={n === count ? "go" : ""} onClick={() => act({ do: "demand", points: n })}>
          {t("demand-take", { count: n })}
        </button>
      ))}
    </div>
  );
}
