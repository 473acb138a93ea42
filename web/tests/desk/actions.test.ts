import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import "../browser.ts";
import type { Preview } from "../../src/api/wire.ts";
import {
  type ActionRequest,
  cancelConfirmation,
  confirm,
  confirmation,
  notice,
  perform,
  sendingLabel,
  showNotice,
} from "../../src/desk/core/actions.ts";
import { session } from "../../src/desk/core/session.ts";

type Answer = { status?: number; body?: object } | "offline" | Promise<object>;

/** What the server answers, in order, by the end of the address. */
let previews: Answer[] = [];
let results: Answer[] = [];
const sent: { act: { match: string }; reason?: string; confirm?: string }[] = [];

globalThis.fetch = async (path, init) => {
  const isPreview = String(path).includes("/preview");
  if (!isPreview) sent.push(JSON.parse(String(init?.body)));
  const answer = (isPreview ? previews : results).shift();
  if (answer === "offline" || answer === undefined) throw new TypeError("no network");
  if (answer instanceof Promise) return Response.json(await answer);
  return Response.json(answer.body ?? {}, { status: answer.status ?? 200 });
};

const preview = (text: string, more: Partial<Preview> = {}): { body: Preview } => ({
  body: { seq: 7, said: [text], changes: [], lines: [], warnings: [], is_grave: false, confirm: "", ...more },
});
const done = (text: string): { body: object } => ({ body: { first: 8, seq: 8, said: [text], changes: [] } });
const refusal = (code: string, text = code): Answer => ({ status: 409, body: { code, text } });
const request = (match: string): ActionRequest => ({ act: { do: "result", match }, label: `Result of ${match}` });

beforeEach(() => {
  session.value = { id: "cup", name: "Cup", seq: 7, role: "desk", who: "Asha", may: [], table: null, match: null };
  previews = [];
  results = [];
  sent.length = 0;
  cancelConfirmation();
  showNotice(null);
});

test("an act without a question is sent at once", async () => {
  results = [done("M1 is played.")];
  const isDone = perform(request("M1"));
  assert.equal(sendingLabel.value, "Result of M1");
  assert.ok(await isDone);
  assert.equal(sendingLabel.value, null);
  assert.deepEqual(notice.value, { kind: "done", lines: ["M1 is played."], uncut: 1 });
});

test("a refusal without a dialog is a notice", async () => {
  results = [refusal("played", "M1 is played already.")];
  assert.ok(!(await perform(request("M1"))));
  assert.deepEqual(notice.value, { kind: "refused", lines: ["M1 is played already."] });
});

test("a preview is shown, confirmed and sent with its confirmation", async () => {
  let isCalled = false;
  previews = [preview("M1: Asha wins.", { confirm: "abc" })];
  results = [done("M1 is played.")];
  await perform({ ...request("M1"), preview: true, onDone: () => (isCalled = true) });
  assert.equal(confirmation.value?.phase, "confirming");
  assert.deepEqual(confirmation.value?.shown?.said, ["M1: Asha wins."]);
  assert.ok(await confirm(""));
  assert.equal(confirmation.value, null);
  assert.equal(sent[0]?.confirm, "abc");
  assert.ok(isCalled);
});

test("with a reason the act is previewed again and has to be the same", async () => {
  const action = { ...request("M1"), preview: true, asksReason: true };
  previews = [preview("M1 is corrected (…)."), preview("M1 is corrected (misread).")];
  results = [done("M1 is corrected.")];
  await perform(action);
  assert.ok(!(await confirm("")), "the reason is missing");
  assert.ok(await confirm("misread"));
  assert.equal(sent[0]?.reason, "misread");

  previews = [preview("M1 is corrected."), preview("M1 and M2 are corrected.")];
  await perform(action);
  assert.ok(!(await confirm("misread")));
  assert.notEqual(confirmation.value?.problem, "");
  assert.deepEqual(confirmation.value?.shown?.said, ["M1 and M2 are corrected."]);
  assert.equal(sent.length, 1);
});

test("the server may ask for a reason, and refuse one", async () => {
  previews = [refusal("no-reason"), preview("M1 is void."), refusal("no-reason", "Too short.")];
  await perform({ ...request("M1"), preview: true });
  assert.ok(confirmation.value?.needsReason);
  assert.ok(!(await confirm("x")));
  assert.equal(confirmation.value?.problem, "Too short.");
  assert.deepEqual(confirmation.value?.shown?.said, ["M1 is void."], "the preview stays");
});

test("an act that is refused for good cannot be confirmed", async () => {
  previews = [refusal("unknown", "There is no M9.")];
  await perform({ ...request("M9"), preview: true });
  assert.ok(confirmation.value?.isFinal);
  assert.ok(!(await confirm("")));
  assert.equal(sent.length, 0);
});

test("a grave act opens the dialog by itself", async () => {
  results = [refusal("confirm")];
  previews = [preview("M1 is played again.", { is_grave: true, confirm: "abc" })];
  assert.ok(!(await perform(request("M1"))));
  assert.equal(confirmation.value?.phase, "confirming");
  results = [done("M1 is played again.")];
  assert.ok(await confirm(""));
  assert.equal(sent[1]?.confirm, "abc");
});

test("an answer to another act leaves the open dialog alone", async () => {
  let answer = (_: object): void => undefined;
  results = [new Promise<object>((resolve) => (answer = resolve))];
  const first = perform(request("M1"));
  previews = [preview("M2: Bilal wins.")];
  await perform({ ...request("M2"), preview: true });
  answer(done("M1 is played.").body);
  assert.ok(await first);
  assert.deepEqual(confirmation.value?.shown?.said, ["M2: Bilal wins."]);
});

test("without a server the act is kept and the dialog closes", async () => {
  previews = ["offline"];
  results = ["offline"];
  await perform({ ...request("M1"), preview: true });
  assert.ok(confirmation.value?.isOffline);
  assert.ok(await confirm(""));
  assert.equal(confirmation.value, null);
  assert.deepEqual(notice.value, { kind: "kept", lines: ["Result of M1"] });
});
