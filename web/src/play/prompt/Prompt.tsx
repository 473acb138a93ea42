// What the match waits for, and how whoever is asked answers it.

import type { ComponentChildren, JSX } from "preact";
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

function Striking({ view, actor, viewer }: Asking): JSX.Element {
  const one = view.seats.find(({ player }) => player === view.todo.players[0]);
  const name = one?.name ?? "";
  if (!actor) return <p class="prompt">{t(one?.computer ? "thinking" : "turn-of", { name })}</p>;
  return (
    <div class="prompt">
      <p>
        <b>{viewer.isYou(actor) ? t("your-stroke") : t("your-turn", { name })}</b>
      </p>
      <p class="small">{t("how-to")}</p>
      <p class="small keys">{t("how-keys")}</p>
    </div>
  );
}

/** How many of the points on demand the winner takes (87b). */
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
