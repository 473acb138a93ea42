// Who may do what here: helpers invited with a password, links for umpires and screens, each of which can be taken back.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { ModalDialog } from "../../app/dialog.tsx";
import type { MadeInvite, MadeLink, RoleGiven, RolesGiven } from "../../wire.ts";
import { tell } from "../core/ask.ts";
import { matchNumber, plainDigits } from "../core/digits.ts";
import { may, pathOf, standing, useView } from "../core/tournament.ts";
import { BrowserTable } from "../parts/BrowserTable.tsx";
import { Field, Panel, Press, Refusal, Seen } from "../parts/basics.tsx";
import { Embargo } from "../parts/Embargo.tsx";
import { isReachable, type LinkCard, LinkCards, Qr, Unreachable } from "../parts/LinkCards.tsx";
import { t, wordsFor } from "../words/words.ts";

const PERSONAL = ["director", "desk", "referee"] as const;

export function Team(): JSX.Element {
  const view = useView<RolesGiven>("/roles");
  const [cards, setCards] = useState<readonly LinkCard[]>([]);
  const [problem, setProblem] = useState("");
  const made = (more: readonly LinkCard[]): void => {
    setCards([...cards, ...more]);
    view.again();
  };
  const fail = (error: Error): void => setProblem(error.message);
  return (
    <div class="team">
      {problem && <Refusal text={problem} />}
      {may("invite") && <Invite onMade={made} onFail={fail} />}
      {may("link") && <Links onMade={made} onFail={fail} />}
      {cards.length > 0 && <LinkCards cards={cards} onDone={() => setCards([])} />}
      <PublicPages />
      <Seen view={view}>{(found) => <Given found={found} again={view.again} onFail={fail} />}</Seen>
    </div>
  );
}

/** What everybody may open: no secret is in these. */
function PublicPages(): JSX.Element {
  const id = standing.value?.id ?? "";
  return (
    <Panel title={t("public-pages")} id="public">
      <Unreachable />
      <Embargo />
      <div class="public-pages">
        {isReachable && <Qr text={`${location.origin}/t/${id}`} label={t("public-page")} />}
        <div class="buttons">
          {(
            [
              ["public-page", `/t/${id}`],
              ["hall-screen", `/hall/${id}`],
            ] as const
          ).map(([name, path]) => (
            <a key={name} class="button" href={path} target="_blank" rel="noopener">
              {t(name)}
            </a>
          ))}
        </div>
        <details>
          <summary>{t("more-links")}</summary>
          <a class="button" href={`/overlay/${id}/1`} target="_blank" rel="noopener">
            {t("overlay")}
          </a>
        </details>
      </div>
    </Panel>
  );
}

interface Making {
  onMade: (cards: readonly LinkCard[]) => void;
  onFail: (error: Error) => void;
}

function Invite({ onMade, onFail }: Making): JSX.Element {
  const [role, setRole] = useState<(typeof PERSONAL)[number]>("desk");
  const invite = (): Promise<void> =>
    tell<MadeInvite>(pathOf("/invite"), { role }, standing.value?.id ?? null).then(
      ({ secret }) =>
        onMade([
          { title: t("invite-for", { role: t(`role-${role}`) }), address: `${location.origin}/desk#invite=${secret}` },
        ]),
      onFail,
    );
  return (
    <Panel title={t("invite")} id="invite">
      <p class="dim">{t("invite-note")}</p>
      <div class="inline">
        <label class="field">
          <span>{t("role")}</span>
          <select value={role} onChange={(event) => setRole(event.currentTarget.value as typeof role)}>
            {PERSONAL.map((one) => (
              <option key={one} value={one}>
                {t(`role-${one}`)}
              </option>
            ))}
          </select>
        </label>
        <Press kind="go" onPress={invite}>
          {t("make-invite")}
        </Press>
      </div>
    </Panel>
  );
}

/** One link for each table, or one for a match, a screen, a helper without a password. */
function Links({ onMade, onFail }: Making): JSX.Element {
  const [from, setFrom] = useState("1");
  const [to, setTo] = useState("");
  const [name, setName] = useState("");
  const [match, setMatch] = useState("");
  const link = (body: object): Promise<MadeLink> => tell<MadeLink>(pathOf("/links"), body, standing.value?.id ?? null);
  const id = standing.value?.id ?? "";
  const tables = async (): Promise<void> => {
    const first = Number(plainDigits(from));
    const last = Number(plainDigits(to || from));
    const cards: LinkCard[] = [];
    for (let table = first; table <= Math.min(last, first + 99); table++) {
      const made = await link({ role: "umpire", table });
      cards.push({
        title: t("table-n", { n: table }),
        address: `${location.origin}/pad#t=${id}&s=${made.secret}`,
        id: made.id,
      });
    }
    onMade(cards);
  };
  const oneMatch = async (): Promise<void> => {
    const number = matchNumber(match);
    const made = await link({ role: "umpire", match: number });
    onMade([{ title: number, address: `${location.origin}/pad#t=${id}&s=${made.secret}`, id: made.id }]);
    setMatch("");
  };
  const other = async (role: "desk" | "referee" | "display"): Promise<void> => {
    const made = await link({ role, name });
    const page = role === "display" ? `/hall/${id}` : `/desk/${id}`;
    onMade([
      {
        title: `${t(`role-${role}`)} ${name}`.trim(),
        address: `${location.origin}${page}#${made.secret}`,
        id: made.id,
      },
    ]);
    setName("");
  };
  const isWhole = /^\d{1,3}$/.test(from) && (to === "" || /^\d{1,3}$/.test(to));
  return (
    <Panel title={t("links")} id="links">
      <p class="dim">{t("links-note")}</p>
      <div class="inline">
        <Field label={t("from-table")} value={from} onInput={setFrom} type="number" />
        <Field label={t("to-table")} value={to} onInput={setTo} type="number" />
        <Press kind="go" disabled={!isWhole} onPress={() => tables().catch(onFail)}>
          {t("make-table-links")}
        </Press>
      </div>
      <div class="inline">
        <Field label={t("for-match")} value={match} onInput={setMatch} />
        <Press disabled={!matchNumber(match)} onPress={() => oneMatch().catch(onFail)}>
          {t("make-match-link")}
        </Press>
      </div>
      <div class="inline">
        <Field label={t("for-whom")} value={name} onInput={setName} />
        {(may("invite") ? (["desk", "referee", "display"] as const) : (["display"] as const)).map((role) => (
          <Press key={role} onPress={() => other(role).catch(onFail)}>
            {t("link-for", { role: t(`role-${role}`) })}
          </Press>
        ))}
      </div>
      <BrowserTable />
    </Panel>
  );
}

function Given({
  found: { roles, invites },
  again,
  onFail,
}: {
  found: RolesGiven;
  again: () => void;
  onFail: (error: Error) => void;
}): JSX.Element {
  const [asked, setAsked] = useState<RoleGiven | null>(null);
  const revoke = (one: RoleGiven): void => {
    setAsked(null);
    const body = one.id ? { id: one.id } : { name: one.name };
    tell(pathOf("/roles/revoke"), body, standing.value?.id ?? null).then(again, onFail);
  };
  return (
    <Panel title={t("who-has-roles")} count={roles.filter((one) => !one.is_revoked).length} id="roles">
      <ul class="roles">
        {invites.map((one) => (
          <li key={one.id}>
            <b>{wordsFor(`role-${one.role}`) ?? one.role}</b>
            <span>{t("invite-waiting", { day: one.until })}</span>
            {may("invite") && (
              <Press
                kind="danger"
                onPress={() =>
                  tell(pathOf("/roles/revoke"), { invite: one.id }, standing.value?.id ?? null).then(again, onFail)
                }
              >
                {t("revoke")}
              </Press>
            )}
          </li>
        ))}
        {roles.map((one) => (
          <li key={one.id || one.name} class={one.is_revoked ? "gone" : ""}>
            <b>{wordsFor(`role-${one.role}`) ?? one.role}</b>
            <span dir="auto">
              {one.name} {one.table !== null && t("table-n", { n: one.table })} {one.match}
              {one.id && <code dir="ltr"> ({one.id})</code>}
            </span>
            {one.is_revoked ? (
              <span class="dim">{t("revoked")}</span>
            ) : (
              one.role !== "owner" &&
              (one.id ? may("link") : may("invite")) && (
                <button class="danger" onClick={() => setAsked(one)}>
                  {t("revoke")}
                </button>
              )
            )}
          </li>
        ))}
      </ul>
      {asked && (
        <ModalDialog title={t("revoke")} close={t("close")} onClose={() => setAsked(null)}>
          <p>
            {t("revoke-what", {
              who:
                asked.name ||
                (asked.table !== null
                  ? t("table-n", { n: asked.table })
                  : (wordsFor(`role-${asked.role}`) ?? asked.role)),
            })}
          </p>
          <div class="buttons end">
            <button onClick={() => setAsked(null)}>{t("leave-it")}</button>
            <button class="danger" onClick={() => revoke(asked)}>
              {t("revoke")}
            </button>
          </div>
        </ModalDialog>
      )}
    </Panel>
  );
}
