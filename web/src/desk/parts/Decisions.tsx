// What waits for a person, each with the buttons that decide it.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { DecisionShown, UnsignedShown } from "../../wire.ts";
import type { Act } from "../core/outbox.ts";
import { may, standing } from "../core/tournament.ts";
import { t, wordsFor } from "../words/words.ts";
import { Do, Meeting, Name, Panel, Said } from "./basics.tsx";
import { beginLine } from "./ResultLine.tsx";

export function Decisions({
  decisions,
  free,
  protests = 0,
}: {
  decisions: readonly DecisionShown[];
  free: readonly number[];
  /** How many protests wait; they stand in a list of their own. */
  protests?: number;
}): JSX.Element {
  return (
    <Panel title={t("to-decide")} count={decisions.length + protests} id="decide">
      {decisions.map((one) => (
        <article key={`${one.code} ${one.text.split(". ")[0]}`} class={`decision ${one.code}`} data-code={one.code}>
          <h3>{wordsFor(`decide-${one.code}`) ?? one.code}</h3>
          {one.match && (
            <p>
              <b>{one.match.id}</b> <Meeting match={one.match} />
            </p>
          )}
          <Said text={one.text} />
          {one.why.length > 0 && (
            <details>
              <summary>{t("why")}</summary>
              <ul>
                {one.why.map((line) => (
                  <Said key={line} text={line} tag="li" />
                ))}
              </ul>
            </details>
          )}
          <Answer one={one} free={free} />
        </article>
      ))}
      {protests > 0 && (
        <p>
          <a href={`/desk/${standing.value?.id}/referee`}>{t("protests-wait", { n: protests })}</a>
        </p>
      )}
      {!decisions.length && !protests && <p class="dim">{t("nothing-to-decide")}</p>}
    </Panel>
  );
}

function Answer({ one, free }: { one: DecisionShown; free: readonly number[] }): JSX.Element | null {
  switch (one.code) {
    case "tie":
      return (
        <div class="shootouts">
          {one.pairs.map(([a, b]) => (
            <Shootout key={`${a} ${b}`} a={a} b={b} stage={one.stage ?? ""} />
          ))}
          {one.lots.length > 0 && <Lots names={one.lots} stage={one.stage ?? ""} />}
        </div>
      );
    case "seat":
      return <Seats one={one} />;
    case "review":
      return (
        <div class="drafts">
          {one.drafts.map((draft) => (
            <div key={draft.fact} class="draft">
              <small class="dim">{t("told-by", { who: draft.by })}</small>
              <Said text={draft.text} />
              {draft.boards && <code dir="ltr">{draft.boards}</code>}
              <Do
                kind="go"
                act={{ do: "confirm", match: one.match?.id, choice: draft.fact }}
                label={t("this-stands")}
                shows
              />
            </div>
          ))}
        </div>
      );
    case "move":
      return (
        <div class="buttons">
          {free.map((table) => (
            <Do
              key={table}
              act={{ do: "call", match: one.match?.id, table }}
              label={t("move-label", { match: one.match?.id ?? "", n: table })}
            />
          ))}
          {!free.length && <p class="dim">{t("no-table-free")}</p>}
        </div>
      );
    case "void":
      return (
        <div class="buttons">
          {one.fact && (
            <Do
              act={{ do: "retract", fact: one.fact }}
              label={t("play-again", { match: one.match?.id ?? "" })}
              shows
              asksReason
              reasons={[t("why-others")]}
            />
          )}
          {may("result") && (
            <button onClick={() => beginLine(`${one.match?.id ?? ""} `)}>
              {t("result")} {one.match?.id}
            </button>
          )}
          <p class="dim">{t("void-note", { match: one.match?.id ?? "" })}</p>
        </div>
      );
    case "late":
      return (
        <a class="button" href={`/desk/${standing.value?.id}/entries`}>
          {t("entries")}
        </a>
      );
    case "communities": {
      const set = (setting: string, value: string): Act => ({
        do: "set",
        changes: [{ setting, value, where: one.event ?? "" }],
      });
      return (
        <div class="buttons">
          <Do act={set("min-communities", "0")} label={t("hold-event")} />
          <Do act={set("cancelled", "yes")} label={t("cancel-event")} />
        </div>
      );
    }
    case "line-up":
    case "redraw":
      return (
        <a class="button" href={`/desk/${standing.value?.id}/draw`}>
          {t("draw")}
        </a>
      );
  }
  return null;
}

function Shootout({ a, b, stage }: { a: string; b: string; stage: string }): JSX.Element | null {
  const [points, setPoints] = useState<[string, string]>(["", ""]);
  if (!may("shootout")) return null;
  // Both may be typed before the page is drawn anew.
  const put = (at: 0 | 1, value: string): void =>
    setPoints(([one, other]) => (at === 0 ? [value, other] : [one, value]));
  const score = points.map(Number);
  const isWhole = points.every((one) => /^\d{1,2}$/.test(one));
  return (
    <form class="shootout" onSubmit={(event) => event.preventDefault()}>
      <label>
        <Name text={a} />
        <input inputMode="numeric" size={3} value={points[0]} onInput={(event) => put(0, event.currentTarget.value)} />
      </label>
      <label>
        <Name text={b} />
        <input inputMode="numeric" size={3} value={points[1]} onInput={(event) => put(1, event.currentTarget.value)} />
      </label>
      {isWhole && (
        <Do act={{ do: "shootout", a, b, score, stage }} label={t("shootout-label", { a, b })} shows>
          {t("enter")}
        </Do>
      )}
    </form>
  );
}

/** Lots between those whom two series of shoot-outs left level: the names are tapped as they are drawn. */
function Lots({ names, stage }: { names: readonly string[]; stage: string }): JSX.Element | null {
  const [order, setOrder] = useState<readonly string[]>([]);
  if (!may("lots")) return null;
  const left = names.filter((one) => !order.includes(one));
  return (
    <div class="acts" data-testid="lots">
      <p class="dim">{t("lots-note")}</p>
      <ol>
        {order.map((one) => (
          <li key={one}>
            <Name text={one} />
          </li>
        ))}
      </ol>
      <div class="buttons">
        {left.map((one) => (
          <button key={one} onClick={() => setOrder([...order, one])}>
            <Name text={one} />
          </button>
        ))}
        {!left.length && (
          <Do kind="go" act={{ do: "lots", order, stage }} label={t("lots-label", { names: order.join(", ") })} shows />
        )}
        {order.length > 0 && <button onClick={() => setOrder([])}>{t("lots-again")}</button>}
      </div>
    </div>
  );
}

/** Keep all, change all, or seat by seat: a published draw does not move by itself. */
function Seats({ one }: { one: DecisionShown }): JSX.Element | null {
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  if (!may("seats")) return null;
  const act = { do: "seats", stage: one.stage };
  const isWhole = one.seats.every((seat) => chosen[seat.place]);
  // A side of a match, M7A, is filled by the match before it; a place such as A1 by a table.
  const isByMatches = one.seats.every((seat) => /^M\d+[AB]$/.test(seat.place));
  return (
    <>
      <div class="buttons">
        <Do act={{ ...act, others: "keep" }} label={t("keep-all")} shows asksReason reasons={[t("why-published")]} />
        <Do
          act={{ ...act, others: "change" }}
          label={t(isByMatches ? "change-all-results" : "change-all")}
          kind="danger"
          shows
          asksReason
        />
      </div>
      <details>
        <summary>{t("seat-by-seat")}</summary>
        {one.seats.map((seat) => (
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
                    <Name text={name} />{" "}
                    <small class="dim">
                      {at === 0 ? t("as-published") : seat.played ? t("as-match") : t("as-table")}
                    </small>
                  </label>
                ),
            )}
          </fieldset>
        ))}
        {isWhole && <Do act={{ ...act, seats: chosen }} label={t("decide-so")} kind="go" shows asksReason />}
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
          <Said text={one.text} />
          <Do kind="go" act={{ do: "confirm", match: one.id }} label={t("confirm-result")} />
        </article>
      ))}
    </Panel>
  );
}
