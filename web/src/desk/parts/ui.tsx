// The controls and texts that all screens of the desk share.

import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import type { MatchShown, SideShown } from "../../api/wire.ts";
import { type ActionRequest, perform, sendingLabel } from "../core/actions.ts";
import { secondsUntil, timeOf } from "../core/clock.ts";
import type { Act } from "../core/outbox.ts";
import { may } from "../core/session.ts";
import { splitByDirection, splitEntry } from "../core/text.ts";
import type { View } from "../core/views.ts";
import { t } from "../words/words.ts";

/** A left-to-right sentence whose right-to-left names are isolated. */
export function Isolated({ text }: { text: string }): JSX.Element {
  return (
    <>{splitByDirection(text).map((one, at) => (one.isRightToLeft ? <bdi key={at}>{one.text}</bdi> : one.text))}</>
  );
}

/** A sentence of the server, which is in English whatever the language of the page. */
export function EngineText({
  text,
  tag = "p",
  kind = "said",
}: {
  text: string;
  tag?: "p" | "span" | "li";
  kind?: string;
}): JSX.Element {
  const Tag = tag;
  return (
    <Tag lang="en" dir="ltr" class={kind}>
      <Isolated text={text} />
    </Tag>
  );
}

export function ErrorMessage({ text, code }: { text: string; code?: string }): JSX.Element {
  return (
    <p class="refusal" role="alert" data-code={code} lang="en" dir="ltr">
      <Isolated text={text} />
    </p>
  );
}

export function SideName({ side }: { side: SideShown | undefined }): JSX.Element {
  if (!side) return <bdi>?</bdi>;
  return <EntryName text={side.text} kind={side.is_known ? "side" : "side open"} />;
}

/** Each name of a pair or team keeps its own direction; their order stays that of the draw. */
export function EntryName({ text, kind = "entry" }: { text: string; kind?: string }): JSX.Element {
  return (
    <span class={kind} dir="ltr">
      {splitEntry(text).map((one, at) => (at % 2 ? one : <bdi key={at}>{one}</bdi>))}
    </span>
  );
}

export function Versus({ match }: { match: MatchShown }): JSX.Element {
  return (
    <span class="meeting" dir="ltr">
      <SideName side={match.sides[0]} /> <span class="versus">–</span> <SideName side={match.sides[1]} />
    </span>
  );
}

/** Protests and contested results that may annul a match. */
export function ProvisionalNotice({ match, why }: { match: string; why: readonly string[] }): JSX.Element {
  return (
    <>
      {why.map((one) => (
        <EngineText key={one} text={`⚠ ${match} ${one}`} tag="span" kind="hangs" />
      ))}
    </>
  );
}

/** A button for an act, shown only to users who may do it. */
export function ActionButton({
  act,
  label,
  children,
  kind = "",
  ...request
}: Omit<ActionRequest, "act" | "label"> & {
  act: Act;
  label: string;
  kind?: string;
  children?: ComponentChildren;
}): JSX.Element | null {
  const [isBusy, setBusy] = useState(false);
  if (!may(act.do)) return null;
  return (
    <button
      class={kind}
      disabled={isBusy}
      aria-label={children === undefined ? undefined : label}
      aria-busy={isBusy && sendingLabel.value !== null}
      onClick={() => {
        setBusy(true);
        void perform({ act, label, ...request }).finally(() => setBusy(false));
      }}
    >
      {children ?? label}
    </button>
  );
}

/** A button that is disabled until what it started has ended. */
export function AsyncButton({
  onPress,
  kind = "",
  disabled = false,
  children,
}: {
  onPress: () => Promise<unknown>;
  kind?: string;
  disabled?: boolean;
  children: ComponentChildren;
}): JSX.Element {
  const [isBusy, setBusy] = useState(false);
  return (
    <button
      type="button"
      class={kind}
      disabled={disabled || isBusy}
      aria-busy={isBusy}
      onClick={() => {
        setBusy(true);
        void onPress().finally(() => setBusy(false));
      }}
    >
      {children}
    </button>
  );
}

export function Panel({
  title,
  count,
  children,
  id,
  tools,
}: {
  title: string;
  count?: number;
  children: ComponentChildren;
  id?: string;
  tools?: ComponentChildren;
}): JSX.Element {
  return (
    <section class="panel" aria-label={title} id={id} data-panel={id}>
      <header>
        <h2>
          {title}
          {count !== undefined && count > 0 && <span class="count">{count}</span>}
        </h2>
        {tools}
      </header>
      {children}
    </section>
  );
}

/** A view once it is loaded; before that, its problem or its progress. */
export function Loaded<T>({
  view,
  children,
}: {
  view: View<T>;
  children: (data: T) => ComponentChildren;
}): JSX.Element {
  return (
    <>
      {view.problem && <ErrorMessage text={view.problem} />}
      {view.isSlow && <Progress />}
      {view.data !== null ? children(view.data) : !view.problem && !view.isSlow && <p class="dim">{t("loading")}</p>}
    </>
  );
}

export function Progress(): JSX.Element {
  return (
    <p class="progress" role="status">
      <progress aria-label={t("working")} /> {t("working")}
    </p>
  );
}

export function Field({
  label,
  value,
  onInput,
  type = "text",
  placeholder,
  note,
  list,
}: {
  label: string;
  value: string;
  onInput: (value: string) => void;
  type?: string;
  placeholder?: string;
  note?: string;
  list?: string;
}): JSX.Element {
  return (
    <label class="field">
      <span>{label}</span>
      <input
        {...({ type } as { type: "text" })}
        value={value}
        placeholder={placeholder}
        dir="auto"
        list={list}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      {note && (
        <small class="dim" dir="auto">
          {note}
        </small>
      )}
    </label>
  );
}

/** Marked `soon` seconds before the end; counts up after it. */
export function Countdown({ until, soon = 300 }: { until: string; soon?: number }): JSX.Element {
  const left = secondsUntil(until);
  const minutes = Math.floor(Math.abs(left) / 60);
  const seconds = String(Math.abs(left) % 60).padStart(2, "0");
  const time =
    minutes >= 60 ? `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")} h` : `${minutes}:${seconds}`;
  const kind = left < 0 ? "over" : left < soon ? "soon" : "";
  return (
    <span class={`countdown ${kind}`} title={timeOf(until)}>
      {left < 0 ? t("overdue-by", { time }) : t("time-left", { time, until: timeOf(until) })}
    </span>
  );
}
