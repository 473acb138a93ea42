// The match menu: share, hint, undo, pass, appeal, protest, concede.

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "../app/icons.tsx";
import { Dialog, LawChip } from "../app/ui.tsx";
import { t } from "../i18n/i18n.ts";
import { AskButtons } from "../social/Asks.tsx";
import { isCarriedOn } from "../social/Rematch.tsx";
import { playersOf, Share, seatLinks } from "../social/Share.tsx";
import { unagreed } from "./Aids.tsx";
import { Appealing } from "./Appealing.tsx";
import { Conceding } from "./Conceding.tsx";
import type { LiveMatch } from "./live.ts";
import type { PlayerName, Snapshot } from "./messages.ts";
import { Preferences } from "./Preferences.tsx";
import { Protesting } from "./Protests.tsx";

export function Menu({
  match,
  view,
  actor,
  onHint,
}: {
  match: LiveMatch;
  view: Snapshot;
  actor: PlayerName | null;
  onHint: () => void;
}): JSX.Element {
  const links = seatLinks(match.id);
  const waiting = links.some((link) =>
    playersOf(link, view.seats).some((player) => !match.here.value.players.includes(player)),
  );
  const [open, setOpen] = useState<"menu" | "share" | "concede" | "protest" | "pass" | "appeal" | null>(
    waiting && view.seq < 4 && !isCarriedOn(match.id) ? "share" : null,
  );
  /** The links opened by themselves, not by the user. */
  const isOffered = useRef(open === "share");
  const close = (): void => {
    isOffered.current = false;
    setOpen(null);
  };
  // They opened because players were missing: close them once all are here.
  const wasWaiting = useRef(waiting);
  useEffect(() => {
    if (wasWaiting.current && !waiting && open === "share" && (isOffered.current || view.seq < 4)) close();
    wasWaiting.current = waiting;
  }, [waiting]);
  const mine = match.mine.value;
  const consenting = unagreed(view, mine);
  const speaker = actor ?? mine[0];
  return (
    <>
      <button class="quiet" onClick={() => setOpen("share")}>
        <Icon name="share" />
        <span class="word">{t("share")}</span>
      </button>
      <button class="quiet" onClick={() => setOpen("menu")} aria-haspopup="dialog">
        <Icon name="menu" />
        <span class="word">{t("menu")}</span>
      </button>
      {open === "share" && (
        <Dialog title={t("share")} onClose={close}>
          <Share match={match} />
        </Dialog>
      )}
      {open === "menu" && (
        <Dialog title={t("menu")} onClose={close}>
          <div class="buttons">
            {actor && view.todo.what === "strike" && (
              <>
                {view.aids && (
                  <button
                    onClick={() => {
                      close();
                      onHint();
                    }}
                  >
                    {t("hint")}
                  </button>
                )}
                <button onClick={() => setOpen("pass")}>{t("pass")}</button>
              </>
            )}
            {actor && match.solo.value && view.may_undo.length > 0 && (
              <button
                onClick={() => {
                  close();
                  match.act(actor, { do: "undo" });
                }}
              >
                {t("undo")}
              </button>
            )}
            <AskButtons match={match} view={view} onDone={close} />
            <a class="button" href={`/replay/${match.id}`}>
              {t("replay")}
            </a>
            {consenting && !view.aids && (
              <button
                onClick={() => {
                  close();
                  match.act(consenting, { do: "aid" });
                }}
              >
                {t("aid-ask")}
              </button>
            )}
            {mine.length === 0 && view.aids && (view.todo.what === "strike" || view.todo.what === "place") && (
              <a class="button" href={`/replay/${match.id}?stroke=${view.seq}&try=${view.seq}&live`}>
                {t("what-if-try")}
              </a>
            )}
            <a class="button" href={`/api/matches/${match.id}/record`} download={`carrom-${match.id}.txt`}>
              {t("record")}
            </a>
            {speaker && view.may_appeal.length > 0 && <button onClick={() => setOpen("appeal")}>{t("appeal")}</button>}
            {mine.length > 0 && view.may_protest && <button onClick={() => setOpen("protest")}>{t("protest")}</button>}
            {mine.length > 0 && view.may_concede.length > 0 && (
              <button onClick={() => setOpen("concede")}>{t("concede")}</button>
            )}
          </div>
          <Preferences />
        </Dialog>
      )}
      {open === "pass" && actor && (
        <Dialog title={t("pass")} onClose={close}>
          <p>
            {t("pass-sure")} <LawChip law="137" />
          </p>
          <div class="buttons">
            <button
              onClick={() => {
                close();
                match.act(actor, { do: "pass" });
              }}
            >
              {t("pass")}
            </button>
            <button class="go" onClick={close}>
              {t("concede-not")}
            </button>
          </div>
        </Dialog>
      )}
      {open === "appeal" && speaker && (
        <Dialog title={t("appeal")} onClose={close}>
          <Appealing
            view={view}
            onAppeal={(appeal) => {
              close();
              match.act(speaker, appeal);
            }}
          />
        </Dialog>
      )}
      {open === "protest" && (
        <Dialog title={t("protest")} onClose={close}>
          <Protesting
            onProtest={(text) => {
              close();
              if (speaker) match.act(speaker, { do: "protest", text });
            }}
          />
        </Dialog>
      )}
      {open === "concede" && (
        <Dialog title={t("concede")} onClose={close}>
          <Conceding match={match} view={view} onDone={close} />
        </Dialog>
      )}
    </>
  );
}
