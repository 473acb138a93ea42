// The frame of every screen of a tournament: name, navigation, connection, queued acts, and the last notice.

import type { ComponentChildren, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { online, slowRequests } from "../../api/http.ts";
import { go } from "../../app/router.ts";
import { LANGUAGES } from "../../i18n/speaking.ts";
import { prefs, setPrefs } from "../../prefs.ts";
import { notice, sendingLabel, showNotice } from "../core/actions.ts";
import { dismissRefused, otherTournamentName, type QueuedAct, queuedActs, refusedActs } from "../core/outbox.ts";
import { isRevoked, lastChange, may, screenPath, session } from "../core/session.ts";
import { useView } from "../core/views.ts";
import type { Key } from "../words/en.ts";
import { t, wordsFor } from "../words/words.ts";
import { requestFocus } from "./ResultLine.tsx";
import { EngineText } from "./ui.tsx";

const SCREENS = [
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

/** The screens of each role, the most needed one first; other roles have all of them. */
const SCREENS_OF_ROLE: Readonly<Record<string, readonly Screen[]>> = {
  referee: ["referee", "evening", "draw", "plan", "print", "team", "log"],
  desk: ["evening", "entries", "draw", "plan", "referee", "print", "team", "log"],
  display: ["evening", "draw", "plan"],
  umpire: ["evening"],
};

export function screensOf(role: string): readonly Screen[] {
  return SCREENS_OF_ROLE[role] ?? SCREENS.map(([name]) => name);
}

export function Languages(): JSX.Element {
  return (
    <select
      class="languages"
      aria-label={t("language")}
      value={prefs.value.language}
      onChange={(event) => {
        const chosen = LANGUAGES[event.currentTarget.selectedIndex];
        if (chosen) setPrefs({ language: chosen[0] });
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
  const tournament = session.value;
  useEffect(() => {
    // The result line is on the main screen: the key that focuses it leads there from every other.
    const slash = (event: KeyboardEvent): void => {
      if (event.key !== "/" || screen === "evening" || !tournament || !may("result")) return;
      if ((event.target as Element).closest("input,textarea,select,dialog")) return;
      event.preventDefault();
      requestFocus();
      go(screenPath("evening"));
    };
    addEventListener("keydown", slash);
    return () => removeEventListener("keydown", slash);
  }, [screen, tournament]);
  useEffect(() => {
    // On a phone the navigation scrolls sideways.
    document.querySelector("nav [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
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
          {tournament?.name}
        </h1>
        <span class="role">{wordsFor(`role-${tournament?.role ?? ""}`) ?? tournament?.role}</span>
        <Connection />
        <Languages />
      </header>
      <nav aria-label={t("screens")}>
        {SCREENS.filter(([name]) => tournament && screensOf(tournament.role).includes(name)).map(([name, sign]) => (
          <a key={name} href={screenPath(name)} aria-current={name === screen ? "page" : undefined}>
            <span class="sign" aria-hidden="true">
              {sign}
            </span>
            <span>{t(name)}</span>
            {name === "referee" && <RefereeWaits />}
          </a>
        ))}
      </nav>
      <Banners />
      <main tabIndex={-1}>{children}</main>
      <NoticeBar />
    </div>
  );
}

function RefereeWaits(): JSX.Element | null {
  const view = useView("/referee/waits", { everySeconds: 60 });
  const n = view.data?.n ?? 0;
  return n > 0 ? (
    <span class="count" title={t("to-decide")} data-testid="referee-waits">
      {n}
    </span>
  ) : null;
}

function Connection(): JSX.Element {
  const isAnswered = online.value && slowRequests.value === 0;
  const state = isAnswered ? "connected" : online.value ? "waits-for-server" : "not-connected";
  return (
    <span class={`connection ${isAnswered ? "on" : "off"}`} role="status">
      <span aria-hidden="true">{isAnswered ? "●" : "○"}</span> {t(state)}
    </span>
  );
}

function TournamentLink({ sent }: { sent: QueuedAct }): JSX.Element | null {
  const name = otherTournamentName(sent);
  return name ? (
    <a href={`/desk/${sent.tournament}`} dir="auto" data-testid="whose">
      {name}
    </a>
  ) : null;
}

function Banners(): JSX.Element {
  const queued = queuedActs.value;
  const isOffline = !online.value;
  return (
    <div class="banners">
      {isRevoked.value && (
        <div class="banner bad" role="alert" data-testid="out">
          <b>{t("role-taken-back")}</b>
        </div>
      )}
      {(isOffline || queued.length > 1) && (
        <div class="banner" role="status" data-testid="offline">
          <b>{isOffline ? t("offline") : t("sending")}</b>
          {queued.length > 0 && (
            <>
              <span>{t("kept-acts", { n: queued.length })}</span>
              <ul>
                {queued.map((one) => (
                  <li key={one.key} dir="auto">
                    <TournamentLink sent={one} /> {one.label}
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      )}
      {refusedActs.value.map((one) => (
        <div key={one.key} class="banner bad" role="alert">
          <TournamentLink sent={one} />
          <b dir="auto">{t("not-done", { what: one.label })}</b>
          <EngineText text={one.problem} tag="span" />
          <button onClick={() => dismissRefused(one.key)}>{t("seen")}</button>
        </div>
      ))}
    </div>
  );
}

const NOTICE_MS = 20_000;

/** The last thing this user did, else the last change of another user. */
function NoticeBar(): JSX.Element | null {
  const [isSlow, setSlow] = useState(false);
  const sending = sendingLabel.value;
  useEffect(() => {
    setSlow(false);
    if (sending === null) return;
    const timer = setTimeout(() => setSlow(true), 1000);
    return () => clearTimeout(timer);
  }, [sending]);
  const last = notice.value;
  useEffect(() => {
    // Refusals and queued acts stay until they are closed.
    if (last?.kind !== "done") return;
    const timer = setTimeout(() => {
      if (notice.value === last) showNotice(null);
    }, NOTICE_MS);
    return () => clearTimeout(timer);
  }, [last]);
  const most = Math.max(4, last?.uncut ?? 0);
  const other = lastChange.value;
  if (sending === null && !last && !other) return null;
  return (
    <footer class={`last ${last?.kind ?? ""}`} aria-live="polite" data-testid="told">
      {sending !== null && isSlow && (
        <span class="progress">
          <progress aria-label={t("working")} /> {sending}
        </span>
      )}
      {last && (
        <div class="told">
          {last.kind === "kept" && <b>{t("kept-for-later")}</b>}
          {last.lines.slice(0, most).map((line) => (
            <EngineText key={line} text={line} tag="span" />
          ))}
          {last.lines.length > most && <span class="dim">{t("and-more", { n: last.lines.length - most })}</span>}
          <button class="quiet" onClick={() => showNotice(null)} aria-label={t("close")}>
            ✕
          </button>
        </div>
      )}
      {!last && other && (
        <span class="dim">
          <bdi>{other.by}</bdi>: <EngineText text={other.text} tag="span" />
        </span>
      )}
    </footer>
  );
}
