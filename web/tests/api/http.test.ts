import assert from "node:assert/strict";
import { test } from "node:test";
import "../browser.ts";
import { backOff } from "../../src/api/backOff.ts";
import { ApiError, explainBadField, OfflineError, readRefusal } from "../../src/api/errors.ts";
import { fetchFile, get, online, post } from "../../src/api/http.ts";

/** Send a request and return what fetch got, or the error it threw. */
async function answered(response: Response | null, ask: () => Promise<unknown>): Promise<unknown> {
  globalThis.fetch = async () => {
    if (!response) throw new TypeError("no network");
    return response;
  };
  return ask().catch((error: unknown) => error);
}

const refusal = (status: number, body: object): Response => Response.json(body, { status });

test("a request has its address, language, token and body", async () => {
  let sent: [string, RequestInit | undefined] | null = null;
  globalThis.fetch = async (path, init) => {
    sent = [String(path), init];
    return Response.json({ games: [], gone: [] });
  };
  const last = (): [string, RequestInit | undefined] => sent ?? assert.fail();
  assert.deepEqual(await get("/api/games", { query: { ids: "a,b" } }), { games: [], gone: [] });
  assert.equal(last()[0], "/api/games?ids=a%2Cb&language=en");
  assert.equal(new Headers(last()[1]?.headers).get("authorization"), null);
  await post("/api/lobby/join", { match: "m" }, { token: "secret" });
  assert.equal(last()[0], "/api/lobby/join?language=en");
  assert.equal(last()[1]?.method, "POST");
  assert.equal(last()[1]?.body, '{"match":"m"}');
  assert.equal(new Headers(last()[1]?.headers).get("authorization"), "Bearer secret");
});

test("a refusal has status, code and a sentence", async () => {
  const error = await answered(refusal(409, { code: "stale", text: "act.match is missing" }), () => get("/api/lobby"));
  assert.ok(error instanceof ApiError);
  assert.deepEqual([error.status, error.code, error.message], [409, "stale", "The match is missing."]);
  const plain = new Response("<html>", { status: 404, statusText: "Not Found" });
  const other = await answered(plain, () => get("/api/lobby"));
  assert.ok(other instanceof ApiError);
  assert.deepEqual([other.status, other.code, other.message], [404, "refused", "Not Found"]);
  assert.equal(online.value, true);
});

test("no response, and a server that cannot answer now, are offline", async () => {
  const error = await answered(null, () => get("/api/lobby"));
  assert.ok(error instanceof OfflineError);
  assert.equal(error.message, "");
  assert.equal(online.value, false);
  await answered(Response.json({}), () => get("/api/lobby"));
  assert.equal(online.value, true);
  const busy = await answered(refusal(503, { code: "busy", text: "Please wait." }), () => get("/api/lobby"));
  assert.ok(busy instanceof OfflineError);
  assert.equal(busy.message, "Please wait.");
  assert.equal(online.value, false);
});

test("an aborted request is not offline", async () => {
  await answered(Response.json({}), () => get("/api/lobby"));
  const abort = new AbortController();
  abort.abort();
  const error = await answered(null, () => fetchFile("/api/picture", null, { signal: abort.signal }));
  assert.ok(error instanceof TypeError);
  assert.equal(online.value, true);
});

test("the HTML of a captive portal is no refusal", async () => {
  assert.equal(await readRefusal(new Response("<html>", { status: 403 })), null);
  assert.equal(await readRefusal(refusal(403, { detail: "no" })), null);
});

test("a field of an act is named in words", () => {
  assert.equal(explainBadField('act.walkover: "c" is not one of a, b'), 'The walk-over: "c" is not one of a, b.');
  assert.equal(explainBadField("act.amount: must be from 0 to 999999"), "The amount must be from 0 to 999999.");
  assert.equal(explainBadField("act.words[0]: must be a text"), "The words must be a text.");
  assert.equal(explainBadField("act.match is missing"), "The match is missing.");
  assert.equal(explainBadField("M1 is played already."), "M1 is played already.");
});

test("waiting doubles up to a limit", () => {
  const between = (failures: number, least: number, most: number): void => {
    const wait = backOff(failures, 100, 3000);
    assert.ok(wait >= least && wait <= most, `${failures}: ${wait}`);
  };
  between(1, 50, 150);
  between(2, 100, 300);
  between(5, 800, 2400);
  between(50, 1500, 4500);
});
