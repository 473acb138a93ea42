// What stands around every screen of a tournament: its name, where one can go, whether the server is there, what was
// done last.

import type { ComponentChildren, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { prefer, prefs } from "../../app/prefs.ts";
import { go } from "../../app/router.ts";
import { LANGUAGES } from "../../i18n/speaking.ts";
import type { RefereeWaits as Waits } from "../../wire.ts";
import { online, unanswered } from "../core/ask.ts";
import { forgetRefused, nameElsewhere, refusedLater, type Sent, waiting } from "../core/outbox.ts";
import { busy, told } from "../core/perform.ts";
import { heard, isOut, may, standing, useView } from "../core/tournament.ts";
import type { Key } from "../words/en.ts";
import { t, wordsFor } from "../words/words.ts";
import { Said } from "./basics.tsx";
import { wantLine } from "./ResultLine.tsx";

/** The screens, who needs them, and the sign by which the eye finds them. */
export const SCREENS = [
  ["evening", "▦"],
  ["entries", "☰"],
  ["draw", "⋈"],
  ["plan", "◷"],
  ["referee", "⚖"],
  ["print", "▤"],
  ["team", "♟"],
  ["log", "↺"],
  ["settings", "⚙"],
] as const satisfies readonly (readonly [Key, string])[];
export type Screen = (typeof SCREENS)[number][0];

const SEEN: Readonly<Record<string, readonly Screen[]>> = {
  referee: ["referee", "evening", "draw", "plan", "print", "team", "log"],
  desk: ["evening", "entries", "draw", "plan", "referee", "print", "team", "log"],
  display: ["evening", "draw", "plan"],
  umpire: ["evening"],
};

export function screensOf(role: string): readonly Screen[] {
  return SEEN[role] ?? SCREENS.map(([name]) => name);
}

export function Languages(): JSX.Element {
  return (
    <select
      class="languages"
      aria-label={t("language")}
      value={prefs.value.language}
      onChange={(event) => {
        const chosen = LANGUAGES[event.currentTarget.selectedIndex];
        if (chosen) prefer({ language: chosen[0] });
      }}
    >
      {LANGUAGES.map(([key, name]) => (
        <option key={key} value={key}>
          {name}
        </option>
      ))}
    </select>
  );
}

export function Frame({ screen, children }: { screen: Screen; children: ComponentChildren }): JSX.Element {
  const own = standing.value;
  useEffect(() => {
    // The line for results stands on the first screen; from every other the same key leads there.
    const slash = (event: KeyboardEvent): void => {
      if (event.key !== "/" || screen === "evening" || !own || !may("result")) return;
      if ((event.target as Element).closest("input,textarea,select,dialog")) return;
      event.preventDefault();
      wantLine();
      go(`/desk/${own.id}/evening`);
    };
    addEventListener("keydown", slash);
    return () => removeEventListener("keydown", slash);
  }, [screen, own]);
  useEffect(() => {
    // On a phone the screens are a line that is longer than the phone is wide.
    document.querySelector("nav [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
    // Another screen begins at its top, and the keys that scroll are meant for it.
    const main = document.querySelector("main");
    main?.scrollTo(0, 0);
    const at = document.activeElement;
    if (at === document.body || at?.closest("nav")) main?.focus({ preventScroll: true });
  }, [screen]);
  return (
    <div class="desk" data-screen={screen}>
      <header class="top">
        <a href="/desk" class="brand" aria-label={t("my-tournaments")}>
          ◎
        </a>
        <h1 class="name" dir="auto">
          {own?.name}
        </h1>
        <span class="role">{wordsFor(`role-${own?.role ?? ""}`) ?? own?.role}</span>
        <Connection />
        <Languages />
      </header>
      <nav aria-label={t("screens")}>
        {SCREENS.filter(([name]) => own && screensOf(own.role).includes(name)).map(([name, sign]) => (
          <a key={name} href={`/desk/${own?.id}/${name}`} aria-current={name === screen ? "page" : undefined}>
            <span class="sign" aria-hidden="true">
              {sign}
            </span>
            <span>{t(name)}</span>
            {name === "referee" && <RefereeWaits />}
          </a>
        ))}
      </nav>
      <Outbox />
      <main tabIndex={-1}>{children}</main>
      <LastSaid />
    </div>
  );
}

/** How much waits for the referee, wherever one looks. */
function RefereeWaits(): JSX.Element | null {
  const view = useView<Waits>("/referee/waits", 60);
  const n = view.data?.n ?? 0;
  return n > 0 ? (
    <span class="count" title={t("to-decide")} data-testid="referee-waits">
      {n}
    </span>
  ) : null;
}

function Connection(): JSX.Element {
  const isAnswered = online.value && unanswered.value === 0;
  const state = isAnswered ? "connected" : online.value ? "waits-for-server" : "not-connected";
  return (
    <span class={`connection ${isAnswered ? "on" : "off"}`} role="status">
      <span aria-hidden="true">{isAnswered ? "●" : "○"}</span> {t(state)}
    </span>
  );
}

/** Of which tournament something is that was done on another one's desk. */
function Whose({ sent }: { sent: Sent }): JSX.Element | null {
  const name = nameElsewhere(sent);
  return name ? (
    <a href={`/desk/${sent.tournament}`} dir="auto" data-testid="whose">
      {name}
    </a>
  ) : null;
}

/** What waits for the server, and what it refused while nobody looked. */
function Outbox(): JSX.Element {
  const kept = waiting.value;
  const isAway = !online.value;
  return (
    <div class="banners">
      {isOut.value && (
        <div class="banner bad" role="alert" data-testid="out">
          <b>{t("role-taken-back")}</b>
        </div>
      )}
      {(isAway || kept.length > 1) && (
        <div class="banner" role="status" data-testid="offline">
          <b>{isAway ? t("offline") : t("sending")}</b>
          {kept.length > 0 && (
            <>
              <span>{t("kept-acts", { n: kept.length })}</span>
              <ul>
                {kept.map((one) => (
                  <li key={one.key} dir="auto">
                    <Whose sent={one} /> {one.label}
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      )}
      {refusedLater.value.map((one) => (
        <div key={one.key} class="banner bad" role="alert">
          <Whose sent={one} />
          <b dir="auto">{t("not-done", { what: one.label })}</b>
          <Said text={one.problem} tag="span" />
          <button onClick={() => forgetRefused(one.key)}>{t("seen")}</button>
        </div>
      ))}
    </div>
  );
}

/** How long it says what was done, in milliseconds. */
const SHOWN_FOR = 20_000;

/** One line at the foot: what was just done, by this desk or by another one. */
function LastSaid(): JSX.Element | null {
  const [isSlow, setSlow] = useState(false);
  const doing = busy.value;
  useEffect(() => {
    setSlow(false);
    if (doing === null) return;
    const timer = setTimeout(() => setSlow(true), 1000);
    return () => clearTimeout(timer);
  }, [doing]);
  const last = told.value;
  useEffect(() => {
    // What was done is read in passing; what was not done, or waits, stays until it is closed.
    if (last?.kind !== "done") return;
    const timer = setTimeout(() => {
      if (told.value === last) told.value = null;
    }, SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [last]);
  const most = Math.max(4, last?.whole ?? 0);
  const other = heard.value;
  if (doing === null && !last && !other) return null;
  return (
    <footer class={`last ${last?.kind ?? ""}`} aria-live="polite" data-testid="told">
      {doing !== null && isSlow && (
        <span class="progress">
          <progress aria-label={t("working")} /> {doing}
        </span>
      )}
      {last && (
        <div class="told">
          {last.kind === "kept" && <b>{t("kept-for-later")}</b>}
          {last.lines.slice(0, most).map((line) => (
            <Said key={line} text={line} tag="span" />
          ))}
          {last.lines.length > most && <span class="dim">{t("and-more", { n: last.lines.length - most })}</span>}
          <button class="quiet" onClick={() => (told.value = null)} aria-label={t("close")}>
            ✕
          </button>
        </div>
      )}
      {!last && other && (
        <span class="dim">
          <bdi>{other.by}</bdi>: <Said text={other.text} tag="span" />
        </span>
      )}
    </footer>
  );
}
