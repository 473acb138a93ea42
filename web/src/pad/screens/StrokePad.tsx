// Enter a stroke: first anything unusual, then how many of the player's own coins were pocketed. That last tap records
// the stroke, so a usual one takes one tap.

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ActChoices, StrokeForm } from "../../api/pad.ts";
import type { Act, Kind } from "../engine/questions.ts";
import { t } from "../words/words.ts";
import { Choices } from "./Choices.tsx";
import { shortLaw } from "./Laws.tsx";
import { BottomSheet, Disc } from "./parts.tsx";

interface Beside {
  readonly opponent: number;
  readonly queen: boolean;
  readonly striker: boolean;
  readonly improper: boolean;
  readonly untouched: boolean;
  readonly law: string | null;
  readonly jumped: readonly Kind[];
}

const NOTHING: Beside = {
  opponent: 0,
  queen: false,
  striker: false,
  improper: false,
  untouched: false,
  law: null,
  jumped: [],
};
/** Counts with their own key; the rest are behind the last key. */
const DIRECT_COUNTS = [1, 2, 3] as const;
/** A second touch within this time is the same finger bouncing. */
const BOUNCE_MS = 350;

interface Props {
  readonly form: StrokeForm;
  readonly onStroke: (act: Act) => void;
  readonly reasons: () => Promise<ActChoices>;
}

export function StrokePad({ form, onStroke, reasons }: Props): JSX.Element {
  // A signal, not state: a second tap may come before the first is rendered.
  const draftSignal = useSignal(NOTHING);
  const [sheet, setSheet] = useState<"own" | "jumped" | null>(null);
  const [asked, setAsked] = useState<ActChoices | null>(null);
  const beside = draftSignal.value;
  const set = (change: (now: Beside) => Partial<Beside>): void => {
    draftSignal.value = { ...draftSignal.value, ...change(draftSignal.value) };
  };
  const touched = useRef(Number.NEGATIVE_INFINITY);
  const touch = (own: number, { isTrusted, timeStamp }: Event): void => {
    const isBounce = isTrusted && timeStamp - touched.current < BOUNCE_MS;
    if (isTrusted && !isBounce) touched.current = timeStamp;
    if (!isBounce) strike(own);
  };
  const strike = (own: number): void => {
    onStroke(strokeAct(form, draftSignal.value, own));
    draftSignal.value = NOTHING;
    setSheet(null);
  };
  const flip = (name: "queen" | "striker" | "untouched"): void => set((now) => ({ [name]: !now[name] }));
  const foul = (improper: boolean, law: string | null = null): void => {
    set(() => ({ improper, law }));
    setAsked(null);
  };
  const addOpponent = (): void => set((now) => ({ opponent: (now.opponent + 1) % (form.opponent + 1) }));
  const has = JSON.stringify(beside) !== JSON.stringify(NOTHING);
  useKeys((key) => {
    if (/^\d$/.test(key) && Number(key) <= form.own) strike(Number(key));
    else if (key === "s") flip("striker");
    else if (key === "q" && form.queen) flip("queen");
    else if (key === "o" && form.opponent) addOpponent();
    else if (key === "i") foul(!draftSignal.value.improper);
  });
  const can = beside.untouched ? 0 : form.own;
  const coin = (count: number): JSX.Element => (
    <button
      key={count}
      class="tap coin"
      data-testid={`own-${count}`}
      disabled={count > can}
      aria-label={t("own-count", { count, colour: t(form.own_colour) })}
      onClick={(event) => touch(count, event)}
    >
      <Disc kind={form.own_colour} count={count} />
      <b>{count}</b>
    </button>
  );
  // Impossible keys are disabled, not hidden: an umpire taps without looking.
  return (
    <section class="stroke-pad" aria-label={t("stroke")} data-early={form.early || undefined}>
      <div class="beside" role="group" aria-label={t("fell-beside")}>
        <Toggle name="striker" on={beside.striker} onTap={() => flip("striker")} label={t("striker")}>
          <Disc kind="striker" />
        </Toggle>
        <Toggle name="queen" on={beside.queen} off={!form.queen} onTap={() => flip("queen")} label={t("queen")}>
          <Disc kind="queen" />
        </Toggle>
        <Toggle
          name="opponent"
          on={beside.opponent > 0}
          off={form.opponent === 0}
          onTap={addOpponent}
          label={beside.opponent > 1 ? t("of-opponent", { count: beside.opponent }) : t(form.opponent_colour)}
        >
          <Disc kind={form.opponent_colour} />
        </Toggle>
        <Toggle
          name="improper"
          on={beside.improper}
          onTap={() => (beside.improper ? foul(false) : void reasons().then(setAsked))}
          label={beside.law ? t("improper-by", { law: shortLaw(beside.law) }) : t("improper")}
        >
          <span class="mark">!</span>
        </Toggle>
        <Toggle
          name="jumped"
          on={beside.jumped.length > 0}
          off={form.jumped.length === 0}
          onTap={() => setSheet("jumped")}
          label={beside.jumped.length > 0 ? t("jumped-count", { count: beside.jumped.length }) : t("jumped")}
        >
          <span class="mark">↗</span>
        </Toggle>
        <Toggle
          name="untouched"
          on={beside.untouched}
          off={!form.untouched}
          onTap={() => flip("untouched")}
          label={t("untouched")}
        >
          <span class="mark">∅</span>
        </Toggle>
      </div>
      <div class="own" role="group" aria-label={t("own-fell")}>
        <button class="tap nothing" data-testid="own-0" onClick={(event) => touch(0, event)}>
          {has ? t("no-own") : t("nothing")}
        </button>
        {DIRECT_COUNTS.map(coin)}
        <button
          class="tap coin"
          data-testid="own-more"
          disabled={can <= DIRECT_COUNTS.length}
          onClick={() => setSheet("own")}
          aria-label={t("more")}
        >
          <b dir="ltr">{DIRECT_COUNTS.length + 1}+</b>
        </button>
      </div>
      {asked && (
        <BottomSheet title={t("improper-why")} onClose={() => setAsked(null)}>
          <button class="tap" data-testid="reason-none" onClick={() => foul(true)}>
            {t("no-reason")}
          </button>
          <Choices offered={asked} names={{}} onChoose={(act) => foul(true, String(act.law))} />
        </BottomSheet>
      )}
      {sheet === "own" && (
        <BottomSheet title={t("own-fell")} onClose={() => setSheet(null)}>
          <div class="own">
            {Array.from({ length: can - DIRECT_COUNTS.length }, (_, at) => coin(DIRECT_COUNTS.length + 1 + at))}
          </div>
        </BottomSheet>
      )}
      {sheet === "jumped" && (
        <BottomSheet title={t("jumped")} onClose={() => setSheet(null)}>
          <div class="beside">
            {form.jumped.map((kind) => (
              <Toggle
                key={kind}
                name={`jumped-${kind}`}
                on={beside.jumped.includes(kind)}
                onTap={() => set((now) => ({ jumped: [...now.jumped, kind] }))}
                label={countWords(kind, beside.jumped)}
              >
                <Disc kind={kind} />
              </Toggle>
            ))}
          </div>
          <div class="columns">
            <button class="tap" data-testid="jumped-none" onClick={() => set(() => ({ jumped: [] }))}>
              {t("none")}
            </button>
            <button class="tap go" data-testid="jumped-done" onClick={() => setSheet(null)}>
              {t("done")}
            </button>
          </div>
        </BottomSheet>
      )}
    </section>
  );
}

function countWords(kind: Kind, jumped: readonly Kind[]): string {
  const count = jumped.filter((one) => one === kind).length;
  return count > 1 ? `${t(kind)} × ${count}` : t(kind);
}

function Toggle({
  name,
  on,
  off = false,
  onTap,
  label,
  children,
}: {
  name: string;
  on: boolean;
  off?: boolean;
  onTap: () => void;
  label: string;
  children: JSX.Element;
}): JSX.Element {
  return (
    <button class="toggle" data-testid={name} aria-pressed={on} disabled={off} onClick={onTap}>
      {children}
      <span>{label}</span>
    </button>
  );
}

/** The stroke as an act; default values are left out, as in the record. */
function strokeAct(form: StrokeForm, beside: Beside, own: number): Act {
  return {
    kind: "stroke",
    ...(own > 0 && { own }),
    ...(beside.opponent > 0 && { opponent: beside.opponent }),
    ...(beside.queen && { queen: true }),
    ...(beside.striker && { striker: true }),
    ...(beside.improper && { proper: false }),
    ...(beside.improper && beside.law && { law: beside.law }),
    ...(beside.untouched && { touched: false }),
    ...(beside.jumped.length > 0 && { jumped: beside.jumped }),
    ...(form.early && { early: true }),
  };
}

function useKeys(pressed: (key: string) => void): void {
  // A layout effect: a fast umpire taps a key as soon as it is visible.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const field = event.target instanceof HTMLElement && event.target.closest("input, textarea, select, dialog");
      if (!field && !event.repeat && !event.ctrlKey && !event.metaKey && !event.altKey) pressed(event.key);
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  });
}
