import "../browser.ts";

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import type { Happened } from "../../src/api/wire.ts";
import { Branch } from "../../src/play/branch.ts";
import type { Act } from "../../src/play/viewer.ts";
import { settle } from "../browser.ts";

const STRIKE: Act = { do: "strike", x: 0, y: -252.6, direction: 0, speed: 2 };
const PLACE: Act = { do: "place", at: [[0, 0]] };

/** What the branch asked of the server, and what the server answers next. */
const asked: { path: string; body: { steps: unknown[]; after: number; match?: string } }[] = [];
let answer: { status: number; body: unknown };

function answers(seq: number, happened: Partial<Happened>[] = []): void {
  const seats = [{ player: "a1" }, { player: "b1" }];
  answer = { status: 200, body: { view: { seq, seats }, happened } };
}

globalThis.fetch = async (path, options) => {
  asked.push({ path: String(path), body: JSON.parse(String(options?.body)) });
  return new Response(JSON.stringify(answer.body), { status: answer.status });
};

async function begun(): Promise<Branch> {
  answers(7);
  const branch = new Branch({ match: "m1" }, 7);
  await settle();
  return branch;
}

beforeEach(() => {
  asked.length = 0;
});

test("it begins with nothing tried, and whoever looks plays for everybody", async () => {
  const branch = await begun();
  assert.deepEqual(asked, [{ path: "/api/what-if?language=en", body: { match: "m1", after: 7, steps: [] } }]);
  assert.deepEqual(branch.mine.value, ["a1", "b1"]);
  assert.equal(branch.view.value?.seq, 7);
  assert.equal(branch.status.value, "open");
  assert.equal(branch.pending.value, 0);
});

test("every act is sent with all before it, and its strokes are shown before the view changes", async () => {
  const branch = await begun();
  const shown: [unknown, number | undefined][] = [];
  branch.onStroke = async (event) => void shown.push([event.trace, branch.view.value?.seq]);
  answers(8, [{ trace: { duration: 1 } }, { trace: null }] as Partial<Happened>[]);
  branch.act("a1", STRIKE);
  assert.equal(branch.pending.value, 1);
  await settle();
  answers(9);
  branch.act("b1", PLACE);
  await settle();
  assert.deepEqual(asked.at(-1)?.body.steps, [
    { player: "a1", act: STRIKE },
    { player: "b1", act: PLACE },
  ]);
  assert.deepEqual(shown, [[{ duration: 1 }, 7]]);
  assert.equal(branch.view.value?.seq, 9);
});

test("what is refused is not kept", async () => {
  const branch = await begun();
  answer = { status: 422, body: { text: "A piece lies there." } };
  branch.act("a1", STRIKE);
  await settle();
  assert.equal(branch.refusal.value?.text, "A piece lies there.");
  assert.deepEqual(branch.steps.value, []);
  assert.equal(branch.view.value?.seq, 7);
  assert.equal(branch.pending.value, 0);
  answers(8);
  branch.act("a1", STRIKE);
  await settle();
  assert.equal(branch.refusal.value, null);
  assert.equal(branch.steps.value.length, 1);
});

test("undo takes the last stroke back with what followed it, and shows nothing again", async () => {
  const branch = await begun();
  let shown = 0;
  branch.onStroke = async () => void shown++;
  for (const act of [PLACE, STRIKE, PLACE, STRIKE, PLACE, PLACE]) {
    branch.act("a1", act);
    await settle();
  }
  const left: string[][] = [];
  for (let i = 0; i < 3; i++) {
    answers(7, [{ trace: {} }] as Partial<Happened>[]);
    branch.undo();
    await settle();
    left.push(branch.steps.value.map((step) => step.act.do));
  }
  assert.deepEqual(left, [["place", "strike", "place"], ["place"], []]);
  assert.equal(shown, 0);
});
