// Everything that is not needed for every stroke.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { prefer, prefs, recall } from "../app/prefs.ts";
import { Choice, Dialog, LawChip, Switch } from "../app/ui.tsx";
import { LANGUAGES, t } from "../i18n/i18n.ts";
import type { LiveMatch } from "./live.ts";
import type { PageView, PlayerName, SeatName } from "./messages.ts";
import { partyName, seatWords } from "./names.ts";

export interface SeatLink {
  readonly seats: readonly SeatName[];
  readonly secret: string;
}

export function Preferences(): JSX.Element {
  const { language, sound, powder, turning, speed } = prefs.value;
  return (
    <div class="preferences">
      <Choice
        label={t("language")}
        value={language}
        options={LANGUAGES}
        onChange={(next) => prefer({ language: next })}
      />
      <Choice
        label={t("replay-speed")}
        value={speed}
        options={[
          [0.25, "¼×"],
          [0.5, "½×"],
          [1, "1×"],
          [2, "2×"],
          [4, "4×"],
        ]}
        onChange={(next) => prefer({ speed: next })}
      />
      <Switch label={t("sound")} on={sound} onChange={(next) => prefer({ sound: next })} />
      <Switch label={t("powder")} on={powder} onChange={(next) => prefer({ powder: next })} />
      <Switch label={t("turning")} on={turning} onChange={(next) => prefer({ turning: next })} />
    </div>
  );
}

function LinkRow({ label, address }: { label: string; address: string }): JSX.Element {
  const [copied, setCopied] = useState(false);
  return (
    <label class="link-row">
      <span>{label}</span>
      <input readOnly value={address} onFocus={(event) => event.currentTarget.select()} dir="ltr" />
      <button onClick={() => void navigator.clipboard?.writeText(address).then(() => setCopied(true))}>
        {t(copied ? "copied" : "copy")}
      </button>
    </label>
  );
}

export function Share({ match }: { match: LiveMatch }): JSX.Element {
  const links = recall<SeatLink[]>(`carrom.links.${match.id}`, []);
  const base = `${location.origin}/play/${match.id}`;
  return (
    <div class="share">
      {links.map((link) => (
        <LinkRow
          key={link.secret}
          label={t("share-seat", { seat: link.seats.map(seatWords).join(" & ") })}
          address={`${base}#${link.secret}`}
        />
      ))}
      <LinkRow label={t("share-watch")} address={base} />
    </div>
  );
}

export function Menu({
  match,
  view,
  actor,
  onHint,
}: {
  match: LiveMatch;
  view: PageView;
  actor: PlayerName | null;
  onHint: () => void;
}): JSX.Element {
  const links = recall<SeatLink[]>(`carrom.links.${match.id}`, []);
  const waiting = links.some((link) =>
    link.seats.some(
      (seat) => !view.seats.some((one) => one.seat === seat && match.here.value.players.includes(one.player)),
    ),
  );
  const [open, setOpen] = useState<"menu" | "share" | "concede" | "protest" | null>(
    waiting && view.seq < 4 ? "share" : null,
  );
  const close = (): void => setOpen(null);
  const mine = match.mine.value;
  const speaker = actor ?? mine[0];
  return (
    <>
      <button class="quiet" onClick={() => setOpen("share")}>
        {t("share")}
      </button>
      <button class="quiet" onClick={() => setOpen("menu")} aria-haspopup="dialog">
        {t("menu")}
      </button>
      {open === "share" && (
        <Dialog title={t("share")} onClose={close}>
          <Share match={match} />
        </Dialog>
      )}
      {open === "menu" && (
        <Dialog title={t("menu")} onClose={close}>
          <Preferences />
          <div class="buttons">
            {actor && view.todo.what === "strike" && (
              <>
                <button
                  onClick={() => {
                    close();
                    onHint();
                  }}
                >
                  {t("hint")}
                </button>
                <button
                  onClick={() => {
                    close();
                    match.act(actor, { do: "pass" });
                  }}
                >
                  {t("pass")}
                </button>
              </>
            )}
            {actor && match.solo.value && (
              <button
                onClick={() => {
                  close();
                  match.act(actor, { do: "undo" });
                }}
              >
                {t("undo")}
              </button>
            )}
            <a class="button" href={`/replay/${match.id}`}>
              {t("replay")}
            </a>
            {mine.length === 0 && (view.todo.what === "strike" || view.todo.what === "place") && (
              <a class="button" href={`/replay/${match.id}?stroke=${view.seq}&try=${view.seq}&live`}>
                {t("what-if-try")}
              </a>
            )}
            <a class="button" href={`/api/matches/${match.id}/record`} download={`carrom-${match.id}.txt`}>
              {t("record")}
            </a>
            {mine.length > 0 && view.may_protest && <button onClick={() => setOpen("protest")}>{t("protest")}</button>}
            {mine.length > 0 && view.may_concede.length > 0 && (
              <button onClick={() => setOpen("concede")}>{t("concede")}</button>
            )}
          </div>
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
                      close();
                      match.act(loser, { do: "concede", what });
                    }}
                  >
                    {t(`concede-${what}`, { name: partyName(view, party) })}
                  </button>
                ))
              );
            })}
            <button class="go" onClick={close}>
              {t("concede-not")}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}

function Protesting({ onProtest }: { onProtest: (text: string) => void }): JSX.Element {
  const [text, setText] = useState("");
  return (
    <form
      class="share"
      onSubmit={(event) => {
        event.preventDefault();
        onProtest(text.trim());
      }}
    >
      <p>
        {t("protest-how")} <LawChip law="145" />
      </p>
      <label class="field">
        <span>{t("protest-text")}</span>
        <textarea maxLength={300} value={text} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      <button class="go" disabled={!text.trim()}>
        {t("protest")}
      </button>
    </form>
  );
}

/** Protests that wait for the other side's word. */
export function Protests({ match, view }: { match: LiveMatch; view: PageView }): JSX.Element | null {
  if (!view.protests.length) return null;
  return (
    <>
      {view.protests.map((one) => {
        const judge = match.mine.value.find((player) => player[0] !== one.party);
        return (
          <section key={one.number} class="prompt" data-testid="protest">
            <p>{t("protest-open", { name: partyName(view, one.party), board: one.board, text: one.text })}</p>
            {judge && (
              <>
                <button onClick={() => match.act(judge, { do: "decide", protest: one.number, upheld: true })}>
                  {t("protest-uphold", { board: one.board })}
                </button>
                <button onClick={() => match.act(judge, { do: "decide", protest: one.number, upheld: false })}>
                  {t("protest-overrule")}
                </button>
              </>
            )}
          </section>
        );
      })}
    </>
  );
}
