// The schedule as a timeline, one row for each table, also for another number of tables.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { SlotShown } from "../../api/wire.ts";
import { currentTime, fractionOf, setClock, timeOf } from "../core/clock.ts";
import { may, screenPath } from "../core/session.ts";
import { useView } from "../core/views.ts";
import { EngineText, EntryName, Loaded, Panel, Progress } from "../parts/ui.tsx";
import { t } from "../words/words.ts";

/** Pixels per minute, at least and at most. */
const MINUTE_PX = [3, 6] as const;
const LETTER_PX = 6.6;

/** Pixels per minute such that the longest name fits into its block. */
function minuteWidth(slots: readonly SlotShown[]): number {
  const needed = slots.map((one) => {
    const longest = Math.max(...one.sides.map((side) => side.text.length), 0);
    return (longest * LETTER_PX + 14) / ((Date.parse(one.ends) - Date.parse(one.begins)) / 60_000);
  });
  return Math.min(MINUTE_PX[1], Math.max(MINUTE_PX[0], ...needed));
}

export function Plan(): JSX.Element {
  const [tables, setTables] = useState("");
  const query: Record<string, string> = /^[1-9]\d?$/.test(tables) ? { tables } : {};
  const view = useView("/order", { query, everySeconds: 60 });
  const at = view.data?.at;
  const isComputing = view.data !== null && !view.data.is_current;
  useEffect(() => {
    if (!isComputing) return;
    const timer = setInterval(view.reload, 700);
    return () => clearInterval(timer);
  }, [isComputing]);
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
      <Loaded view={view}>
        {(order) => (
          <>
            {!order.is_current && <Progress />}
            {order.trouble && <p class="refusal">{<EngineText text={order.trouble} tag="span" />}</p>}
            {order.warnings.map((line) => (
              <p key={line} class="refusal">
                <EngineText text={line} tag="span" />
              </p>
            ))}
            {order.warnings.length > 0 && may("set") && (
              <p class="buttons">
                <a class="button" href={screenPath("settings")}>
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
      </Loaded>
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
  const now = currentTime.value && at >= begins && at <= ends ? fractionOf(at, begins, ends) : null;
  return (
    <section class="day">
      <h3>{t("day-n", { n: day, from: timeOf(begins), to: timeOf(ends) })}</h3>
      <div class="timeline" dir="ltr">
        <div class="lanes" style={{ width: `${Math.max(320, minutes * minuteWidth(slots))}px` }}>
          {hours.map((hour) => (
            <span key={hour} class="hour" style={{ insetInlineStart: `${fractionOf(hour, begins, ends) * 100}%` }}>
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
                  <Block key={one.id} slot={one} from={begins} to={ends} />
                ))}
            </div>
          ))}
        </div>
      </div>
    </section>
  );
}

function Block({ slot, from, to }: { slot: SlotShown; from: string; to: string }): JSX.Element {
  const start = fractionOf(slot.begins, from, to);
  const names = slot.sides.map((side) => side.text);
  return (
    <span
      class={`block ${slot.is_on ? "on" : ""}`}
      style={{ insetInlineStart: `${start * 100}%`, width: `${(fractionOf(slot.ends, from, to) - start) * 100}%` }}
      title={`${timeOf(slot.begins)}–${timeOf(slot.ends)} ${slot.id} ${slot.title}: ${names.join(" – ")}`}
    >
      <small>
        {slot.id} {slot.title}
      </small>
      {names.map((name, at) => (
        <span key={at}>
          <EntryName text={name} />
        </span>
      ))}
    </span>
  );
}

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
