// Roles: invite helpers, make and revoke links, and decide what the public sees.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { LinkRequest, MadeLink, RoleGiven, RolesGiven } from "../../api/wire.ts";
import { ModalDialog } from "../../app/dialog.tsx";
import { perform } from "../core/actions.ts";
import { may, postHere, tournamentId } from "../core/session.ts";
import { asciiDigits, parseMatchNumber } from "../core/text.ts";
import { useOptimistic, useView } from "../core/views.ts";
import { BrowserTable, isReachable, type LinkCard, LinkCards, Qr, UnreachableNote } from "../parts/Links.tsx";
import { AsyncButton, ErrorMessage, Field, Loaded, Panel } from "../parts/ui.tsx";
import { t, wordsFor } from "../words/words.ts";

const INVITED_ROLES = ["director", "desk", "referee"] as const;

export function Team(): JSX.Element {
  const view = useView("/roles");
  const [cards, setCards] = useState<readonly LinkCard[]>([]);
  const [problem, setProblem] = useState("");
  const made = (more: readonly LinkCard[]): void => {
    setCards([...cards, ...more]);
    view.reload();
  };
  const fail = (error: Error): void => setProblem(error.message);
  return (
    <div class="team">
      {problem && <ErrorMessage text={problem} />}
      {may("invite") && <Invite onMade={made} onFail={fail} />}
      {may("link") && <Links onMade={made} onFail={fail} />}
      {cards.length > 0 && <LinkCards cards={cards} onDone={() => setCards([])} />}
      <PublicPages />
      <Loaded view={view}>
        {(found) => <GrantedRoles roles={found.roles} invites={found.invites} onChange={view.reload} onFail={fail} />}
      </Loaded>
    </div>
  );
}

function PublicPages(): JSX.Element {
  const id = tournamentId();
  return (
    <Panel title={t("public-pages")} id="public">
      <UnreachableNote />
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

interface LinkMakerProps {
  onMade: (cards: readonly LinkCard[]) => void;
  onFail: (error: Error) => void;
}

function Invite({ onMade, onFail }: LinkMakerProps): JSX.Element {
  const [role, setRole] = useState<(typeof INVITED_ROLES)[number]>("desk");
  const invite = (): Promise<void> =>
    postHere("/invite", { role }).then(
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
            {INVITED_ROLES.map((one) => (
              <option key={one} value={one}>
                {t(`role-${one}`)}
              </option>
            ))}
          </select>
        </label>
        <AsyncButton kind="go" onPress={invite}>
          {t("make-invite")}
        </AsyncButton>
      </div>
    </Panel>
  );
}

function Links({ onMade, onFail }: LinkMakerProps): JSX.Element {
  const [from, setFrom] = useState("1");
  const [to, setTo] = useState("");
  const [name, setName] = useState("");
  const [match, setMatch] = useState("");
  const makeLink = (body: LinkRequest): Promise<MadeLink> => postHere("/links", body);
  const id = tournamentId();
  const makeTableLinks = async (): Promise<void> => {
    const first = Number(asciiDigits(from));
    const last = Number(asciiDigits(to || from));
    const cards: LinkCard[] = [];
    for (let table = first; table <= Math.min(last, first + 99); table++) {
      const made = await makeLink({ role: "umpire", table });
      cards.push({
        title: t("table-n", { n: table }),
        address: `${location.origin}/pad#t=${id}&s=${made.secret}`,
        id: made.id,
      });
    }
    onMade(cards);
  };
  const makeMatchLink = async (): Promise<void> => {
    const number = parseMatchNumber(match);
    const made = await makeLink({ role: "umpire", match: number });
    onMade([{ title: number, address: `${location.origin}/pad#t=${id}&s=${made.secret}`, id: made.id }]);
    setMatch("");
  };
  const makeRoleLink = async (role: "desk" | "referee" | "display"): Promise<void> => {
    const made = await makeLink({ role, name });
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
  const isValid = /^\d{1,3}$/.test(from) && (to === "" || /^\d{1,3}$/.test(to));
  return (
    <Panel title={t("links")} id="links">
      <p class="dim">{t("links-note")}</p>
      <div class="inline">
        <Field label={t("from-table")} value={from} onInput={setFrom} type="number" />
        <Field label={t("to-table")} value={to} onInput={setTo} type="number" />
        <AsyncButton kind="go" disabled={!isValid} onPress={() => makeTableLinks().catch(onFail)}>
          {t("make-table-links")}
        </AsyncButton>
      </div>
      <div class="inline">
        <Field label={t("for-match")} value={match} onInput={setMatch} />
        <AsyncButton disabled={!parseMatchNumber(match)} onPress={() => makeMatchLink().catch(onFail)}>
          {t("make-match-link")}
        </AsyncButton>
      </div>
      <div class="inline">
        <Field label={t("for-whom")} value={name} onInput={setName} />
        {(may("invite") ? (["desk", "referee", "display"] as const) : (["display"] as const)).map((role) => (
          <AsyncButton key={role} onPress={() => makeRoleLink(role).catch(onFail)}>
            {t("link-for", { role: t(`role-${role}`) })}
          </AsyncButton>
        ))}
      </div>
      <BrowserTable />
    </Panel>
  );
}

function GrantedRoles({
  roles,
  invites,
  onChange,
  onFail,
}: Pick<RolesGiven, "roles" | "invites"> & {
  onChange: () => void;
  onFail: (error: Error) => void;
}): JSX.Element {
  const [revoking, setRevoking] = useState<RoleGiven | null>(null);
  const revoke = (one: RoleGiven): void => {
    setRevoking(null);
    const body = one.id ? { id: one.id } : { name: one.name };
    postHere("/roles/revoke", body).then(onChange, onFail);
  };
  return (
    <Panel title={t("who-has-roles")} count={roles.filter((one) => !one.is_revoked).length} id="roles">
      <ul class="roles">
        {invites.map((one) => (
          <li key={one.id}>
            <b>{wordsFor(`role-${one.role}`) ?? one.role}</b>
            <span>{t("invite-waiting", { day: one.until })}</span>
            {may("invite") && (
              <AsyncButton
                kind="danger"
                onPress={() => postHere("/roles/revoke", { invite: one.id }).then(onChange, onFail)}
              >
                {t("revoke")}
              </AsyncButton>
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
                <button class="danger" onClick={() => setRevoking(one)}>
                  {t("revoke")}
                </button>
              )
            )}
          </li>
        ))}
      </ul>
      {revoking && (
        <ModalDialog title={t("revoke")} close={t("close")} onClose={() => setRevoking(null)}>
          <p>
            {t("revoke-what", {
              who:
                revoking.name ||
                (revoking.table !== null
                  ? t("table-n", { n: revoking.table })
                  : (wordsFor(`role-${revoking.role}`) ?? revoking.role)),
            })}
          </p>
          <div class="buttons end">
            <button onClick={() => setRevoking(null)}>{t("leave-it")}</button>
            <button class="danger" onClick={() => revoke(revoking)}>
              {t("revoke")}
            </button>
          </div>
        </ModalDialog>
      )}
    </Panel>
  );
}

const KINDS = ["draw", "results"] as const;

/** What the public does not see yet. */
function Embargo(): JSX.Element | null {
  const view = useView("/settings");
  const [pending, setPending] = useOptimistic<readonly string[]>(view.data?.seq ?? 0);
  const setting = view.data?.settings.find((one) => one.name === "embargo");
  if (!setting || !may("set")) return null;
  const embargoed = pending ?? (setting.rows[0]?.value ?? "").split(",").map((one) => one.trim());
  const change = (kind: (typeof KINDS)[number]): void => {
    const next = KINDS.filter((one) => embargoed.includes(one) !== (one === kind));
    const changes = [{ setting: "embargo", value: next.join(",") || "no", where: "" }];
    setPending(next, perform({ act: { do: "set", changes }, label: t(`embargo-${kind}`) }));
  };
  return (
    <fieldset class="embargo">
      <legend>{t("embargo")}</legend>
      {KINDS.map((kind) => (
        <label key={kind} class="pick">
          <input type="checkbox" checked={embargoed.includes(kind)} onChange={() => change(kind)} />
          {t(`embargo-${kind}`)}
        </label>
      ))}
    </fieldset>
  );
}
