// The first page of the desk: sign in, your tournaments, a new one or one from a file.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { get, post } from "../../api/http.ts";
import { newKey } from "../../api/ids.ts";
import type { JoinRequest, MadeTournament, MyTournament, MyTournaments, WhoIAm } from "../../api/wire.ts";
import { ModalDialog } from "../../app/dialog.tsx";
import { go, place } from "../../app/router.ts";
import { Languages } from "../parts/Frame.tsx";
import { NewTournament } from "../parts/NewTournament.tsx";
import { ErrorMessage, Field, Panel, Progress } from "../parts/ui.tsx";
import { t, wordsFor } from "../words/words.ts";

export function Start(): JSX.Element {
  const [who, setWho] = useState<WhoIAm | null>(null);
  const [problem, setProblem] = useState("");
  const invite = place.value.secret.startsWith("invite=") ? place.value.secret.slice(7) : "";
  useEffect(() => {
    get("/api/session").then(setWho, (error: Error) => setProblem(error.message || t("offline")));
  }, []);
  return (
    <div class="start">
      <header class="top">
        <a href="/" class="brand" aria-label={t("home")} target="_self">
          ◎
        </a>
        <h1 class="name">{t("title")}</h1>
        {who?.name && <SignOut who={who} onOut={setWho} />}
        <Languages />
      </header>
      <main>
        {problem && (
          <p class="refusal" role="alert" dir="auto">
            {problem}
          </p>
        )}
        {who === null && !problem && <Progress />}
        {who !== null && invite && <Join invite={invite} who={who} onIn={setWho} />}
        {who !== null && !invite && who.name === null && <SignIn onIn={setWho} />}
        {who?.name && !invite && <MyTournamentList who={who} />}
      </main>
    </div>
  );
}

function SignOut({ who, onOut }: { who: WhoIAm; onOut: (who: WhoIAm) => void }): JSX.Element {
  return (
    <span class="who">
      <bdi>{who.name}</bdi>
      <button class="quiet" onClick={() => void post("/api/session/end", {}).then(onOut)}>
        {t("sign-out")}
      </button>
    </span>
  );
}

function SignIn({ onIn }: { onIn: (who: WhoIAm) => void }): JSX.Element {
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState("");
  const [isBusy, setBusy] = useState(false);
  return (
    <Panel title={t("sign-in")} id="sign-in">
      <p class="dim">{t("sign-in-note")}</p>
      <form
        class="card-form"
        onSubmit={(event) => {
          event.preventDefault();
          setBusy(true);
          post("/api/session", { name, password })
            .then(onIn, (error: Error) => setProblem(error.message || t("offline")))
            .finally(() => setBusy(false));
        }}
      >
        <label class="field">
          <span>{t("name")}</span>
          <input autocomplete="username" value={name} onInput={(event) => setName(event.currentTarget.value)} />
        </label>
        <label class="field">
          <span>{t("password")}</span>
          <input
            type="password"
            autocomplete="current-password"
            value={password}
            onInput={(event) => setPassword(event.currentTarget.value)}
          />
        </label>
        {problem && (
          <p class="refusal" role="alert" dir="auto">
            {problem}
          </p>
        )}
        <button class="go" disabled={!name || !password || isBusy}>
          {t("sign-in")}
        </button>
        {isBusy && <Progress />}
      </form>
    </Panel>
  );
}

function Join({ invite, who, onIn }: { invite: string; who: WhoIAm; onIn: (who: WhoIAm) => void }): JSX.Element {
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState("");
  const join = (body: Omit<JoinRequest, "invite">): void => {
    post("/api/session/join", { invite, ...body }).then(
      (joined) => {
        onIn(joined);
        go("/desk", true);
      },
      (error: Error) => setProblem(error.message || t("offline")),
    );
  };
  return (
    <Panel title={t("welcome")} id="join">
      <p class="dim">{t("join-note")}</p>
      <form
        class="card-form"
        onSubmit={(event) => {
          event.preventDefault();
          join({ name, password });
        }}
      >
        <label class="field">
          <span>{t("name")}</span>
          <input autocomplete="username" value={name} onInput={(event) => setName(event.currentTarget.value)} />
        </label>
        <label class="field">
          <span>{t("new-password")}</span>
          <input
            type="password"
            autocomplete="new-password"
            minLength={8}
            value={password}
            onInput={(event) => setPassword(event.currentTarget.value)}
          />
          <small class="dim">{t("password-note")}</small>
        </label>
        {problem && <ErrorMessage text={problem} />}
        <button class="go" disabled={!name.trim() || password.length < 8}>
          {t("begin")}
        </button>
        {who.name && (
          <button type="button" onClick={() => join({})}>
            {t("join-as", { who: who.name })}
          </button>
        )}
      </form>
    </Panel>
  );
}

function MyTournamentList({ who }: { who: WhoIAm }): JSX.Element {
  const [found, setFound] = useState<MyTournaments | null>(null);
  const load = (): void => {
    get("/api/tournaments").then(setFound, () => setFound({ tournaments: [] }));
  };
  useEffect(load, []);
  return (
    <>
      <Panel title={t("my-tournaments")} id="mine">
        {found === null && <Progress />}
        <ul class="mine">
          {found?.tournaments.map((one) => (
            <li key={one.id}>
              <a href={`/desk/${one.id}/evening`}>
                <b dir="auto">{one.name}</b>
                <span class="dim">
                  {one.day} · {wordsFor(`role-${one.role}`) ?? one.role} · {t("facts-n", { n: one.facts })}
                </span>
              </a>
              {one.role === "owner" && <RemoveTournament tournament={one} onRemoved={load} />}
            </li>
          ))}
        </ul>
        {found?.tournaments.length === 0 && <p class="dim">{t("none-yet")}</p>}
      </Panel>
      {who.is_host && <NewTournament />}
      {who.is_host && <FromFile />}
    </>
  );
}

/** Open a tournament file, also one written by the command line. */
function FromFile(): JSX.Element {
  const [problem, setProblem] = useState("");
  const [existing, setExisting] = useState<{ made: MadeTournament; text: string } | null>(null);
  const [isBusy, setBusy] = useState(false);
  const upload = async (text: string, copy: boolean): Promise<void> => {
    setBusy(true);
    setProblem("");
    setExisting(null);
    try {
      const body = { key: newKey(), file: text, copy };
      const made = await post("/api/tournaments", body);
      if (made.was_here) setExisting({ made, text });
      else go(`/desk/${made.id}/evening`);
    } catch (error) {
      setProblem((error as Error).message || t("offline"));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Panel title={t("from-file")} id="from-file">
      <p class="dim">{t("from-file-note")}</p>
      <label class="button file">
        {t("choose-file")}
        <input
          type="file"
          accept=".tournament,.carrom,.jsonl,.txt"
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            event.currentTarget.value = "";
            if (file) void file.text().then((text) => upload(text, false));
          }}
        />
      </label>
      {isBusy && <Progress />}
      {existing && (
        <div class="asking" data-testid="was-here">
          <p class="refusal" role="alert">
            <span>
              {t(existing.made.is_same ? "file-known" : "file-differs", {
                name: existing.made.name,
                here: existing.made.seq,
                there: existing.made.facts,
              })}
            </span>
          </p>
          <div class="buttons">
            <a class="button go" href={`/desk/${existing.made.id}/evening`}>
              {t("open-known")}
            </a>
            <button onClick={() => void upload(existing.text, true)}>{t("make-copy")}</button>
          </div>
        </div>
      )}
      {problem && <ErrorMessage text={problem} />}
    </Panel>
  );
}

/** Offers the file first, and has the name typed as a confirmation. */
function RemoveTournament({ tournament, onRemoved }: { tournament: MyTournament; onRemoved: () => void }): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button class="quiet" aria-label={t("remove-label", { name: tournament.name })} onClick={() => setOpen(true)}>
        {t("remove")}
      </button>
      {isOpen && <RemoveDialog tournament={tournament} onRemoved={onRemoved} onClose={() => setOpen(false)} />}
    </>
  );
}

function RemoveDialog({
  tournament,
  onRemoved,
  onClose,
}: {
  tournament: MyTournament;
  onRemoved: () => void;
  onClose: () => void;
}): JSX.Element {
  const [name, setName] = useState("");
  const [problem, setProblem] = useState("");
  const label = t("remove-label", { name: tournament.name });
  return (
    <ModalDialog title={label} close={t("close")} onClose={onClose}>
      <form
        class="asking"
        onSubmit={(event) => {
          event.preventDefault();
          post(`/api/tournaments/${tournament.id}/remove`, { name }).then(
            () => {
              onClose();
              onRemoved();
            },
            (error: Error) => setProblem(error.message || t("offline")),
          );
        }}
      >
        <p>{t("remove-note", { n: tournament.facts })}</p>
        <a class="button" href={`/api/tournaments/${tournament.id}/file`} download>
          {t("keep-file")}
        </a>
        <Field label={t("remove-name", { name: tournament.name })} value={name} onInput={setName} />
        {problem && <ErrorMessage text={problem} />}
        <div class="buttons end">
          <button type="button" onClick={onClose}>
            {t("leave-it")}
          </button>
          <button class="danger" disabled={!name.trim()}>
            {t("remove")}
          </button>
        </div>
      </form>
    </ModalDialog>
  );
}
