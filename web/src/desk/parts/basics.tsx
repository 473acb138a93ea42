// Small parts that the screens of the desk share.

import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import type { MatchShown, SideShown } from "../../wire.ts";
import { parts, pieces } from "../core/bidi.ts";
import type { Act } from "../core/outbox.ts";
import { busy, perform, type Wish } from "../core/perform.ts";
import { may, type Viewed } from "../core/tournament.ts";
import { t } from "../words/words.ts";

/** The text of a sentence that reads from left to right, whatever names are in it. */
export function Isolated({ text }: { text: string }): JSX.Element {
  return <>{pieces(text).map((one, at) => (one.isTurned ? <bdi key={at}>{one.text}</bdi> : one.text))}</>;
}

/** Sentences of the engine are English, whatever the page speaks. */
export function Said({
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

/** Why something cannot be, in the engine's words. */
export function Refusal({ text }: { text: string }): JSX.Element {
  return (
    <p class="refusal" role="alert" lang="en" dir="ltr">
      <Isolated text={text} />
    </p>
  );
}

export function Side({ side }: { side: SideShown | undefined }): JSX.Element {
  if (!side) return <bdi>?</bdi>;
  return <Name text={side.text} kind={side.is_known ? "side" : "side open"} />;
}

/** Who enters: a pair, or a team with who plays for it. Each name is written as its own letters are, and none of them
 * turns the others round: who stands first in the draw stands first here. */
export function Name({ text, kind = "entry" }: { text: string; kind?: string }): JSX.Element {
  return (
    <span class={kind} dir="ltr">
      {parts(text).map((one, at) => (at % 2 ? one : <bdi key={at}>{one}</bdi>))}
    </span>
  );
}

/** Asha – Carl, in one line. */
export function Meeting({ match }: { match: MatchShown }): JSX.Element {
  return (
    <span class="meeting" dir="ltr">
      <Side side={match.sides[0]} /> <span class="versus">–</span> <Side side={match.sides[1]} />
    </span>
  );
}

/** Why a match may be played for nothing: protests against it, and contested results by which its players came. */
export function Doubts({ match, why }: { match: string; why: readonly string[] }): JSX.Element {
  return (
    <>
      {why.map((one) => (
        <Said key={one} text={`⚠ ${match} ${one}`} tag="span" kind="hangs" />
      ))}
    </>
  );
}

/** A button for an act; it is not there for who may not do it. */
export function Do({
  act,
  label,
  children,
  kind = "",
  ...wish
}: Omit<Wish, "act" | "label"> & {
  act: Act;
  label: string;
  kind?: string;
  children?: ComponentChildren;
}): JSX.Element | null {
  const [isOn, setOn] = useState(false);
  if (!may(act.do)) return null;
  return (
    <button
      class={kind}
      disabled={isOn}
      aria-label={children === undefined ? undefined : label}
      aria-busy={isOn && busy.value !== null}
      onClick={() => {
        setOn(true);
        void perform({ act, label, ...wish }).finally(() => setOn(false));
      }}
    >
      {children ?? label}
    </button>
  );
}

/** A button that counts once, however often it is pressed before it is answered. */
export function Press({
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
  const [isOn, setOn] = useState(false);
  return (
    <button
      type="button"
      class={kind}
      disabled={disabled || isOn}
      aria-busy={isOn}
      onClick={() => {
        setOn(true);
        void onPress().finally(() => setOn(false));
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

/** What is shown of an address: its problem, that it takes long, or what was found. */
export function Seen<T>({
  view,
  children,
}: {
  view: Viewed<T>;
  children: (data: T) => ComponentChildren;
}): JSX.Element {
  return (
    <>
      {view.problem && <Refusal text={view.problem} />}
      {view.slow && <Progress />}
      {view.data !== null ? children(view.data) : !view.problem && !view.slow && <p class="dim">{t("loading")}</p>}
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
  /** The id of the list that it proposes. */
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
