// The match menu: share, hint, undo, pass, appeal, protest, concede.

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Snapshot } from "../api/wire.ts";
import { Icon } from "../app/icons.tsx";
import { Choice, Dialog, LawChip } from "../app/ui.tsx";
import { t } from "../i18n/i18n.ts";
import type { LiveMatch } from "./live.ts";
import { Preferences } from "./Preferences.tsx";
import { isRematch } from "./Rematch.tsx";
import { notYetAgreed, ProtestForm, RequestButtons } from "./Requests.tsx";
import { playersOf, ShareLinks, seatLinks } from "./ShareLinks.tsx";
import { phraseFor } from "./sentences.ts";
import { type Act, type PlayerName, partyName, viewerOf } from "./viewer.ts";

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
    waiting && view.seq < 4 && !isRematch(match.id) ? "share" : null,
  );
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
  const consenting = notYetAgreed(view, mine);
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
          <ShareLinks match={match} />
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
            <RequestButtons match={match} view={view} onDone={close} />
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
          <AppealForm
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
          <ProtestForm
            onProtest={(text) => {
              close();
              if (speaker) match.act(speaker, { do: "protest", text });
            }}
          />
        </Dialog>
      )}
      {open === "concede" && (
        <Dialog title={t("concede")} onClose={close}>
          <ConcedeForm match={match} view={view} onDone={close} />
        </Dialog>
      )}
    </>
  );
}

function AppealForm({ view, onAppeal }: { view: Snapshot; onAppeal: (act: Act) => void }): JSX.Element {
  const [text, setText] = useState("");
  const [wants, setWants] = useState<Snapshot["may_appeal"][number]>("pause");
  return (
    <form
      class="share"
      onSubmit={(event) => {
        event.preventDefault();
        onAppeal({ do: "appeal", text: text.trim(), wants });
      }}
    >
      <p>
        {t("appeal-how")} <LawChip law="121a" />
      </p>
      {view.may_appeal.length > 1 && (
        <Choice
          label={t("appeal")}
          value={wants}
          options={view.may_appeal.map((one) => [one, t(`appeal-${one}`)] as const)}
          onChange={setWants}
        />
      )}
      <label class="field">
        <span>{t("appeal-text")}</span>
        <input maxLength={200} value={text} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      <button class="go">{t(`appeal-${wants}`)}</button>
    </form>
  );
}

function ConcedeForm({ match, view, onDone }: { match: LiveMatch; view: Snapshot; onDone: () => void }): JSX.Element {
  const mine = match.mine.value;
  const viewer = viewerOf(mine);
  return (
    <>
      <p>
        {t("concede-sure")} <LawChip law="139" />
      </p>
      <div class="buttons">
        {(["a", "b"] as const).map((party) => {
          const loser = mine.find((player) => player[0] === party);
          return (
            loser &&
            view.may_concede.map((what) => (
              <button
                key={`${party}-${what}`}
                onClick={() => {
                  onDone();
                  match.act(loser, { do: "concede", what });
                }}
              >
                {phraseFor(viewer, `concede-${what}`, party, { name: partyName(view, party) })}
              </button>
            ))
          );
        })}
        <button class="go" onClick={onDone}>
          {t("concede-not")}
        </button>
      </div>
    </>
  );
}
