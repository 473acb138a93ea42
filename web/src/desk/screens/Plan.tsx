// The order of play on a timeline: tables downwards, time across. "What if we had six tables" is a number away.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { OrderShown, SlotShown } from "../../wire.ts";
import { setClock, share, ticking, timeOf } from "../core/clock.ts";
import { may, standing, useView } from "../core/tournament.ts";
import { Name, Panel, Progress, Said, Seen } from "../parts/basics.tsx";
import { t } from "../words/words.ts";

/** How wide a minute is, at least and at most; and a letter of a block, roughly. */
const MINUTE = [3, 6] as const;
const LETTER = 6.6;

/** So wide that the longest name fits into its block. */
function perMinute(slots: readonly SlotShown[]): number {
  const wanted = slots.map((one) => {
    const longest = Math.max(...one.sides.map((side) => side.text.length), 0);
    return (longest * LETTER + 14) / ((Date.parse(one.ends) - Date.parse(one.begins)) / 60_000);
  });
  return Math.min(MINUTE[1], Math.max(MINUTE[0], ...wanted));
}

export function Plan(): JSX.Element {
  const [tables, setTables] = useState("");
  const rest = /^[1-9]\d?$/.test(tables) ? `?tables=${tables}` : "";
  const view = useView<OrderShown>(`/order${rest}`, 60);
  const at = view.data?.at;
  const isOld = view.data !== null && !view.data.is_current;
  useEffect(() => {
    // It is being worked out: ask again soon.
    if (!isOld) return;
    const timer = setInterval(view.again, 700);
    return () => clearInterval(timer);
  }, [isOld]);
  useEffect(() => {
    if (at) setClock(at);
  }, [at]);
  return (
    <Panel
      title={t("plan")}
      id="plan"
      tools={
        <label class="what-if">
          {t("what-if-tables")}
          <input
            inputMode="numeric"
            size={3}
            value={tables}
            placeholder={String(view.data?.tables ?? "")}
            onInput={(event) => setTables(event.currentTarget.value)}
          />
        </label>
      }
    >
      <Seen view={view}>
        {(order) => (
          <>
            {!order.is_current && <Progress />}
            {order.trouble && <p class="refusal">{<Said text={order.trouble} tag="span" />}</p>}
            {order.warnings.map((line) => (
              <p key={line} class="refusal">
                <Said text={line} tag="span" />
              </p>
            ))}
            {order.warnings.length > 0 && may("set") && (
              <p class="buttons">
                <a class="button" href={`/desk/${standing.value?.id}/settings`}>
                  {t("settings")}
                </a>
              </p>
            )}
            {!order.slots.length && order.is_current && <p class="dim">{t("nothing-to-plan")}</p>}
            {days(order.slots).map(([day, slots]) => (
              <Day key={day} day={day} slots={slots} at={order.at} tables={order.tables} />
            ))}
          </>
        )}
      </Seen>
    </Panel>
  );
}

function days(slots: readonly SlotShown[]): readonly (readonly [number, readonly SlotShown[]])[] {
  const found = new Map<number, SlotShown[]>();
  for (const one of slots) found.set(one.day, [...(found.get(one.day) ?? []), one]);
  return [...found];
}

function Day({
  day,
  slots,
  at,
  tables,
}: {
  day: number;
  slots: readonly SlotShown[];
  at: string;
  tables: number;
}): JSX.Element | null {
  const begins = slots.map((one) => one.begins).sort()[0];
  const ends = slots
    .map((one) => one.ends)
    .sort()
    .at(-1);
  if (!begins || !ends) return null;
  const minutes = (Date.parse(ends) - Date.parse(begins)) / 60_000;
  const rows = Array.from({ length: tables }, (_, n) => n + 1);
  const hours = hourMarks(begins, ends);
  const now = ticking.value && at >= begins && at <= ends ? share(at, begins, ends) : null;
  return (
    <section class="day">
      <h3>{t("day-n", { n: day, from: timeOf(begins), to: timeOf(ends) })}</h3>
      <div class="timeline" dir="ltr">
        <div class="lanes" style={{ width: `${Math.max(320, minutes * perMinute(slots))}px` }}>
          {hours.map((hour) => (
            <span key={hour} class="hour" style={{ insetInlineStart: `${share(hour, begins, ends) * 100}%` }}>
              {timeOf(hour)}
            </span>
          ))}
          {now !== null && <span class="now" style={{ insetInlineStart: `${now * 100}%` }} />}
          {rows.map((table) => (
            <div key={table} class="lane-row">
              <b class="lane-name">{table}</b>
              {slots
                .filter((one) => one.table === table)
                .map((one) => (
                  <Block key={one.id} one={one} from={begins} to={ends} />
                ))}
            </div>
          ))}
        </div>
      </div>
    </section>
  );
}

function Block({ one, from, to }: { one: SlotShown; from: string; to: string }): JSX.Element {
  const start = share(one.begins, from, to);
  const names = one.sides.map((side) => side.text);
  return (
    <span
      class={`block ${one.is_on ? "on" : ""}`}
      style={{ insetInlineStart: `${start * 100}%`, width: `${(share(one.ends, from, to) - start) * 100}%` }}
      title={`${timeOf(one.begins)}–${timeOf(one.ends)} ${one.id} ${one.title}: ${names.join(" – ")}`}
    >
      <small>
        {one.id} {one.title}
      </small>
      {names.map((name, at) => (
        <span key={at}>
          <Name text={name} />
        </span>
      ))}
    </span>
  );
}

/** Every whole hour between two moments, as the log writes moments. */
function hourMarks(from: string, to: string): readonly string[] {
  const found: string[] = [];
  const [day, time] = from.split("T") as [string, string];
  for (let hour = Number(time.slice(0, 2)); found.length < 30; hour++) {
    const mark = `${day}T${String(hour).padStart(2, "0")}:00:00`;
    if (hour > 23 || mark > to) break;
    if (mark >= from) found.push(mark);
  }
  return found;
}
