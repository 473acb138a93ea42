// Components shared by all pages.

import type { ComponentChildren, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { get } from "../api/http.ts";
import type { LawText } from "../api/wire.ts";
import { t, wordsFor } from "../i18n/i18n.ts";
import { listed } from "../i18n/speaking.ts";
import { prefs } from "../prefs.ts";
import { ModalDialog } from "./dialog.tsx";

export function Dialog(props: { title: string; onClose: () => void; children: ComponentChildren }): JSX.Element {
  return <ModalDialog close={t("close")} {...props} />;
}

/** The number of a law; local rules and our notes get a prefix. */
function lawName(law: string): string {
  const [book, rule] = law.split(":");
  if (book === undefined || rule === undefined) return t("law", { law });
  const name = book.replace("-", " ").replace(/^(vkk|kreeda)/, (word) => word.toUpperCase());
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}: ${rule.replace("-", " ")}`;
}

/** A law's number; a tap shows what it means, then its text. */
export function LawChip({ law }: { law: string }): JSX.Element {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button class="law" onClick={() => setOpen(true)} title={t("law-open")}>
        {lawName(law)}
      </button>
      {open && (
        <Dialog title={lawName(law)} onClose={() => setOpen(false)}>
          <LawWords law={law} />
        </Dialog>
      )}
    </>
  );
}

/** A small sign after a sentence that opens its laws. */
export function Laws({ laws }: { laws: readonly string[] }): JSX.Element | null {
  const [open, setOpen] = useState(false);
  if (!laws.length) return null;
  const names = listed(laws.map(lawName));
  return (
    <>
      <button class="law sign" onClick={() => setOpen(true)} title={names} aria-label={names}>
        §
      </button>
      {open && (
        <Dialog title={laws.length === 1 ? names : t("laws")} onClose={() => setOpen(false)}>
          {laws.map((law) => (
            <section key={law} class="law-entry">
              {laws.length > 1 && <h3>{lawName(law)}</h3>}
              <LawWords law={law} />
            </section>
          ))}
        </Dialog>
      )}
    </>
  );
}

function LawWords({ law }: { law: string }): JSX.Element {
  const [found, setFound] = useState<LawText | null>(null);
  useEffect(() => {
    get(`/api/laws/${encodeURIComponent(law)}`).then(setFound, () =>
      setFound({ id: law, title: "", text: t("law-unknown"), plain: null }),
    );
  }, [law]);
  return (
    <>
      {found?.plain && <p class="law-plain">{found.plain}</p>}
      {found?.title && prefs.value.language !== "en" && <p class="small">{t("law-english")}</p>}
      {found?.title && (
        <h4 lang="en" dir="ltr">
          {found.title}
        </h4>
      )}
      <p lang="en" dir="ltr">
        {found?.text ?? "…"}
      </p>
    </>
  );
}

export function Choice<T extends string | number>({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: T;
  options: readonly (readonly [T, string])[];
  onChange: (value: T) => void;
}): JSX.Element {
  return (
    <label class="field">
      <span>{label}</span>
      <select
        value={String(value)}
        onChange={(event) => {
          const chosen = options[event.currentTarget.selectedIndex];
          if (chosen) onChange(chosen[0]);
        }}
      >
        {options.map(([key, text]) => (
          <option key={key} value={String(key)}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

export function Switch({
  label,
  note,
  on,
  disabled = false,
  onChange,
}: {
  label: string;
  note?: string | undefined;
  on: boolean;
  disabled?: boolean;
  onChange: (on: boolean) => void;
}): JSX.Element {
  return (
    <label class="switch">
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox tells its state by itself
        role="switch"
        checked={on}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>
        {label}
        {note && <small class="small">{note}</small>}
      </span>
    </label>
  );
}

interface NumeralProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly digits?: number;
  readonly disabled?: boolean;
  readonly onChange: (value: number) => void;
}

/** A number field. A draft survives re-renders. */
export function Numeral({
  label,
  value,
  min,
  max,
  step,
  digits = 3,
  disabled = false,
  onChange,
}: NumeralProps): JSX.Element {
  const [draft, setDraft] = useState<string | null>(null);
  return (
    <label class="field">
      <span>{label}</span>
      <input
        type="number"
        dir="ltr"
        inputMode="decimal"
        min={min}
        max={max}
        step={step}
        disabled={disabled}
        value={draft ?? Number(value.toFixed(digits))}
        onInput={(event) => setDraft(event.currentTarget.value)}
        onChange={(event) => {
          const wished = event.currentTarget.valueAsNumber;
          setDraft(null);
          if (Number.isFinite(wished)) onChange(Math.min(max, Math.max(min, wished)));
        }}
        onBlur={() => setDraft(null)} // typing the same number again fires no change event
        onKeyDown={(event) => event.stopPropagation()}
      />
    </label>
  );
}

// Names of the built-in rulebooks in the page's language; a club's own keeps its name.

export function rulebookName(id: string, title: string): string {
  return wordsFor(`book-${id}`) ?? title;
}
