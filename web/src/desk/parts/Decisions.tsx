// What the desk has to decide, each with the buttons that decide it.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { DecisionShown, UnsignedShown } from "../../api/wire.ts";
import type { Act } from "../core/outbox.ts";
import { may, screenPath } from "../core/session.ts";
import { t, wordsFor } from "../words/words.ts";
import { beginLine } from "./ResultLine.tsx";
import { ActionButton, EngineText, EntryName, Panel, Versus } from "./ui.tsx";

export function Decisions({
  decisions,
  free,
  protests = 0,
}: {
  decisions: readonly DecisionShown[];
  free: readonly number[];
  protests?: number;
}): JSX.Element {
  return (
    <Panel title={t("to-decide")} count={decisions.length + protests} id="decide">
      {decisions.map((decision) => (
        <article
          key={`${decision.code} ${decision.text.split(". ")[0]}`}
          class={`decision ${decision.code}`}
          data-code={decision.code}
        >
          <h3>{wordsFor(`decide-${decision.code}`) ?? decision.code}</h3>
          {decision.match && (
            <p>
              <b>{decision.match.id}</b> <Versus match={decision.match} />
            </p>
          )}
          <EngineText text={decision.text} />
          {decision.why.length > 0 && (
            <details>
              <summary>{t("why")}</summary>
              <ul>
                {decision.why.map((line) => (
                  <EngineText key={line} text={line} tag="li" />
                ))}
              </ul>
            </details>
          )}
          <Choices decision={decision} free={free} />
        </article>
      ))}
      {protests > 0 && (
        <p>
          <a href={screenPath("referee")}>{t("protests-wait", { n: protests })}</a>
        </p>
      )}
      {!decisions.length && !protests && <p class="dim">{t("nothing-to-decide")}</p>}
    </Panel>
  );
}

function Choices({ decision, free }: { decision: DecisionShown; free: readonly number[] }): JSX.Element | null {
  switch (decision.code) {
    case "tie":
      return (
        <div class="shootouts">
          {decision.pairs.map(([a, b]) => (
            <Shootout key={`${a} ${b}`} a={a} b={b} stage={decision.stage ?? ""} />
          ))}
          {decision.lots.length > 0 && <DrawLots names={decision.lots} stage={decision.stage ?? ""} />}
        </div>
      );
    case "seat":
      return <Seats decision={decision} />;
    case "review":
      return (
        <div class="drafts">
          {decision.drafts.map((draft) => (
            <div key={draft.fact} class="draft">
              <small class="dim">{t("told-by", { who: draft.by })}</small>
              <EngineText text={draft.text} />
              {draft.boards && <code dir="ltr">{draft.boards}</code>}
              <ActionButton
                kind="go"
                act={{ do: "confirm", match: decision.match?.id ?? "", choice: draft.fact }}
                label={t("this-stands")}
                preview
              />
            </div>
          ))}
        </div>
      );
    case "move":
      return (
        <div class="buttons">
          {free.map((table) => (
            <ActionButton
              key={table}
              act={{ do: "call", match: decision.match?.id ?? "", table }}
              label={t("move-label", { match: decision.match?.id ?? "", n: table })}
            />
          ))}
          {!free.length && <p class="dim">{t("no-table-free")}</p>}
        </div>
      );
    case "void":
      return (
        <div class="buttons">
          {decision.fact && (
            <ActionButton
              act={{ do: "retract", fact: decision.fact }}
              label={t("play-again", { match: decision.match?.id ?? "" })}
              preview
              asksReason
              reasons={[t("why-others")]}
            />
          )}
          {may("result") && (
            <button onClick={() => beginLine(`${decision.match?.id ?? ""} `)}>
              {t("result")} {decision.match?.id}
            </button>
          )}
          <p class="dim">{t("void-note", { match: decision.match?.id ?? "" })}</p>
        </div>
      );
    case "late":
      return (
        <a class="button" href={screenPath("entries")}>
          {t("entries")}
        </a>
      );
    case "communities": {
      const set = (setting: string, value: string): Act => ({
        do: "set",
        changes: [{ setting, value, where: decision.event ?? "" }],
      });
      return (
        <div class="buttons">
          <ActionButton act={set("min-communities", "0")} label={t("hold-event")} />
          <ActionButton act={set("cancelled", "yes")} label={t("cancel-event")} />
        </div>
      );
    }
    case "line-up":
    case "redraw":
      return (
        <a class="button" href={screenPath("draw")}>
          {t("draw")}
        </a>
      );
  }
  return null;
}

function Shootout({ a, b, stage }: { a: string; b: string; stage: string }): JSX.Element | null {
  const [points, setPoints] = useState<[string, string]>(["", ""]);
  if (!may("shootout")) return null;
  const setAt = (at: 0 | 1, value: string): void =>
    setPoints(([one, other]) => (at === 0 ? [value, other] : [one, value]));
  const score: [number, number] = [Number(points[0]), Number(points[1])];
  const isComplete = points.every((one) => /^\d{1,2}$/.test(one));
  return (
    <form class="shootout" onSubmit={(event) => event.preventDefault()}>
      <label>
        <EntryName text={a} />
        <input
          inputMode="numeric"
          size={3}
          value={points[0]}
          onInput={(event) => setAt(0, event.currentTarget.value)}
        />
      </label>
      <label>
        <EntryName text={b} />
        <input
          inputMode="numeric"
          size={3}
          value={points[1]}
          onInput={(event) => setAt(1, event.currentTarget.value)}
        />
      </label>
      {isComplete && (
        <ActionButton act={{ do: "shootout", a, b, score, stage }} label={t("shootout-label", { a, b })} preview>
          {t("enter")}
        </ActionButton>
      )}
    </form>
  );
}

/** Lots after two level shoot-outs: tap the names in the order in which they are drawn. */
function DrawLots({ names, stage }: { names: readonly string[]; stage: string }): JSX.Element | null {
  const [order, setOrder] = useState<readonly string[]>([]);
  if (!may("lots")) return null;
  const left = names.filter((one) => !order.includes(one));
  return (
    <div class="acts" data-testid="lots">
      <p class="dim">{t("lots-note")}</p>
      <ol>
        {order.map((one) => (
          <li key={one}>
            <EntryName text={one} />
          </li>
        ))}
      </ol>
      <div class="buttons">
        {left.map((one) => (
          <button key={one} onClick={() => setOrder([...order, one])}>
            <EntryName text={one} />
          </button>
        ))}
        {!left.length && (
          <ActionButton
            kind="go"
            act={{ do: "lots", order: [...order], stage }}
            label={t("lots-label", { names: order.join(", ") })}
            preview
          />
        )}
        {order.length > 0 && <button onClick={() => setOrder([])}>{t("lots-again")}</button>}
      </div>
    </div>
  );
}

/** Keep all seats of a published draw, change all, or decide seat by seat. */
function Seats({ decision }: { decision: DecisionShown }): JSX.Element | null {
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  if (!may("seats")) return null;
  const act = { do: "seats", stage: decision.stage } as const;
  const isComplete = decision.seats.every((seat) => chosen[seat.place]);
  // A side of a match, M7A, is filled by the match before it; a place such as A1 by a table.
  const isByMatches = decision.seats.every((seat) => /^M\d+[AB]$/.test(seat.place));
  return (
    <>
      <div class="buttons">
        <ActionButton
          act={{ ...act, others: "keep" }}
          label={t("keep-all")}
          preview
          asksReason
          reasons={[t("why-published")]}
        />
        <ActionButton
          act={{ ...act, others: "change" }}
          label={t(isByMatches ? "change-all-results" : "change-all")}
          kind="danger"
          preview
          asksReason
        />
      </div>
      <details>
        <summary>{t("seat-by-seat")}</summary>
        {decision.seats.map((seat) => (
          <fieldset key={seat.place}>
            <legend>{seat.place}</legend>
            {[seat.seated, seat.now].map(
              (name, at) =>
                name !== null && (
                  <label key={name} class="pick">
                    <input
                      type="radio"
                      name={`seat-${seat.place}`}
                      checked={chosen[seat.place] === name}
                      onChange={() => setChosen({ ...chosen, [seat.place]: name })}
                    />
                    <EntryName text={name} />{" "}
                    <small class="dim">
                      {at === 0 ? t("as-published") : seat.played ? t("as-match") : t("as-table")}
                    </small>
                  </label>
                ),
            )}
          </fieldset>
        ))}
        {isComplete && (
          <ActionButton act={{ ...act, seats: chosen }} label={t("decide-so")} kind="go" preview asksReason />
        )}
      </details>
    </>
  );
}

export function Unsigned({ unsigned }: { unsigned: readonly UnsignedShown[] }): JSX.Element | null {
  if (!unsigned.length) return null;
  return (
    <Panel title={t("unsigned")} count={unsigned.length} id="unsigned">
      {unsigned.map((one) => (
        <article key={one.id} class="decision">
          <p>
            <b>{one.id}</b> <bdi>{one.title}</bdi>
          </p>
          <EngineText text={one.text} />
          <ActionButton kind="go" act={{ do: "confirm", match: one.id }} label={t("confirm-result")} />
        </article>
      ))}
    </Panel>
  );
}
