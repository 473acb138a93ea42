import "../browser.ts";

import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import type { Do, Happened, Snapshot, ToClient, ToServer } from "../../src/api/wire.ts";
import { LiveMatch } from "../../src/play/live.ts";
import type { Act } from "../../src/play/viewer.ts";
import { kept, settle } from "../browser.ts";

const PASS: Act = { do: "pass" };

/** The other end of the browser's sockets. */
class Socket {
  static readonly OPEN = 1;
  static all: Socket[] = [];
  readonly sent: ToServer[] = [];
  readonly url: string;
  readonly protocols: readonly string[];
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(url: string, protocols: readonly string[]) {
    this.url = url;
    this.protocols = protocols;
    Socket.all.push(this);
  }

  static get last(): Socket {
    return Socket.all.at(-1) as Socket;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.readyState = 3;
  }

  /** Opens it, with the server's first words. */
  welcome(seq: number): void {
    this.readyState = Socket.OPEN;
    this.onopen?.();
    this.tell({ t: "welcome", players: ["a1"], solo: false, clock: false, view: viewAt(seq) } as ToClient);
  }

  tell(message: ToClient): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  drop(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

function viewAt(seq: number, asked = "b1"): Snapshot {
  const seats = [{ player: "b1", computer: "club" }, { player: "a1" }];
  return { seq, seats, todo: { what: "strike", players: [asked] } } as unknown as Snapshot;
}

function event(seq: number, trace: unknown = null): Happened {
  return { t: "happened", seq, key: null, event: {}, view: viewAt(seq), trace, before: [] } as unknown as Happened;
}

let match: LiveMatch;

function sit(secret = "s3cret"): LiveMatch {
  match = new LiveMatch("m1", secret);
  return match;
}

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] });
  Object.defineProperty(globalThis, "WebSocket", { value: Socket, configurable: true });
  Socket.all = [];
  kept.clear();
});
afterEach(() => {
  match.close();
  mock.timers.reset();
});

test("it asks for the match in the reader's language, and shows its seat's secret to the server alone", () => {
  sit();
  assert.equal(Socket.last.url, "ws://carrom.test/api/matches/m1/socket?language=en&pace=1,1");
  const [version, seat, browser] = Socket.last.protocols;
  assert.deepEqual([version, seat], ["carrom.v1", "seat.s3cret"]);
  assert.match(browser ?? "", /^browser\.[0-9a-f]{36}$/); // the first one with this link has the seat
});

test("an act is kept until the server has it, also over a broken connection and another visit", () => {
  sit();
  Socket.last.welcome(4);
  match.act("a1", PASS);
  const [first] = Socket.last.sent as [Do];
  assert.equal(first.base, 4);
  assert.equal(match.pending.value, 1);
  Socket.last.drop();
  assert.equal(match.status.value, "offline");
  mock.timers.tick(10_000);
  assert.equal(Socket.all.length, 2);
  Socket.last.welcome(4);
  assert.deepEqual(Socket.last.sent, [first], "the same key: it counts once");
  match.close();
  sit();
  assert.equal(match.pending.value, 1);
  Socket.last.welcome(4);
  assert.deepEqual(Socket.last.sent, [first]);
  Socket.last.tell({ t: "ack", key: first.key, seq: 5 });
  assert.equal(match.pending.value, 0);
  Socket.last.drop();
  mock.timers.tick(10_000);
  Socket.last.welcome(5);
  assert.deepEqual(Socket.last.sent, []);
});

test("what is done before the match is seen goes to its beginning", () => {
  sit();
  match.act("a1", PASS);
  Socket.last.welcome(4);
  assert.equal((Socket.last.sent[0] as Do).base, 0);
});

test("a broken connection is tried again at once, then less and less often, but never given up", () => {
  sit();
  const waits: number[] = [];
  for (let i = 0; i < 12; i++) {
    const tries = Socket.all.length;
    Socket.last.drop();
    let waited = 0;
    for (; Socket.all.length === tries; waited += 10) mock.timers.tick(10);
    waits.push(waited);
  }
  assert.ok((waits[0] as number) <= 160);
  assert.ok(Math.max(...waits) <= 4510);
  assert.ok(Math.min(...waits.slice(6)) >= 1490);
  Socket.last.welcome(4);
  Socket.last.drop();
  const tries = Socket.all.length;
  mock.timers.tick(160);
  assert.equal(Socket.all.length, tries + 1, "a connection that worked begins the count anew");
});

test("a device that is online again does not wait, unless there is nothing to wait for", () => {
  sit();
  Socket.last.welcome(4);
  dispatchEvent(new Event("online"));
  assert.equal(Socket.all.length, 1, "it is open");
  Socket.last.drop();
  dispatchEvent(new Event("online"));
  assert.equal(Socket.all.length, 2);
  mock.timers.tick(10_000);
  assert.equal(Socket.all.length, 2, "and it does not come twice");
  Socket.last.drop(4404);
  dispatchEvent(new Event("online"));
  assert.equal(Socket.all.length, 2, "it is gone");
});

test("two acts have two keys", () => {
  sit();
  Socket.last.welcome(4);
  match.act("a1", PASS);
  match.act("a1", PASS);
  const keys = Socket.last.sent.map((message) => (message as Do).key);
  assert.equal(new Set(keys).size, 2);
  for (const key of keys) assert.match(key, /^[0-9a-f]{32}$/);
});

test("a refused act is not sent again", () => {
  sit();
  Socket.last.welcome(4);
  match.act("a1", PASS);
  const { key } = Socket.last.sent[0] as Do;
  Socket.last.tell({ t: "nack", key, code: "stale", text: "look again", law: null, seq: 4 });
  assert.equal(match.pending.value, 0);
  assert.equal(match.refusal.value?.code, "stale");
});

test("events are shown one after the other, each stroke before its view", async () => {
  sit();
  Socket.last.welcome(4);
  const shown: [number, number | undefined][] = [];
  let rest: () => void = () => {};
  match.onStroke = (happened) => {
    shown.push([happened.seq, match.view.value?.seq]);
    return new Promise((resolve) => {
      rest = resolve;
    });
  };
  Socket.last.tell(event(5, {}));
  Socket.last.tell(event(6, {}));
  await settle();
  assert.deepEqual(shown, [[5, 4]]);
  assert.equal(match.view.value?.seq, 4);
  rest();
  await settle();
  assert.deepEqual(shown, [
    [5, 4],
    [6, 5],
  ]);
  rest();
  await settle();
  assert.equal(match.view.value?.seq, 6);
});

test("an event that came before is passed over, a gap is asked for", async () => {
  sit();
  Socket.last.tell(event(4));
  Socket.last.welcome(4);
  let shown = 0;
  match.onStroke = async () => void shown++;
  Socket.last.tell(event(4, {}));
  Socket.last.tell(event(7, {}));
  await settle();
  assert.equal(shown, 0);
  assert.equal(match.view.value?.seq, 4);
  assert.deepEqual(Socket.last.sent, [{ t: "since", seq: 4 }]);
  for (const seq of [5, 6, 7]) Socket.last.tell(event(seq));
  await settle();
  assert.equal(match.view.value?.seq, 7);
});

test("after a broken connection only what was missed is asked for", () => {
  sit("");
  Socket.last.welcome(4);
  Socket.last.tell(event(5));
  Socket.last.drop();
  mock.timers.tick(10_000);
  assert.equal(Socket.last.url, "ws://carrom.test/api/matches/m1/socket?since=5&language=en&pace=1,1");
  assert.deepEqual(Socket.last.protocols, ["carrom.v1"]);
});

test("every stroke is shown that is played now, none that was missed", async () => {
  sit();
  Socket.last.welcome(0);
  const shown: number[] = [];
  match.onStroke = async ({ seq }) => void shown.push(seq);
  for (let seq = 1; seq <= 20; seq++) Socket.last.tell(event(seq, {}));
  await settle();
  assert.equal(shown.length, 20);
  Socket.last.drop();
  mock.timers.tick(10_000);
  Socket.last.welcome(23);
  for (let seq = 21; seq <= 24; seq++) Socket.last.tell(event(seq, {}));
  await settle();
  assert.equal(match.view.value?.seq, 24);
  assert.deepEqual(shown.slice(20), [24]);
});

test("what computers do can be skipped until somebody of this screen is asked", async () => {
  sit();
  Socket.last.welcome(0);
  match.solo.value = true;
  const shown: number[] = [];
  match.onStroke = async ({ seq }) => void shown.push(seq);
  Socket.last.tell(event(1, {}));
  await settle();
  assert.equal(match.canSkip.value, true);
  match.skip();
  assert.deepEqual(Socket.last.sent.at(-1), { t: "hurry" });
  Socket.last.tell(event(2, {}));
  Socket.last.tell({ ...event(3, {}), view: viewAt(3, "a1") });
  Socket.last.tell(event(4, {}));
  await settle();
  assert.deepEqual(shown, [1, 4]);
});

test("when the browser says that there is no network, nobody waits for the silence", () => {
  sit();
  Socket.last.welcome(4);
  dispatchEvent(new Event("offline"));
  assert.equal(match.status.value, "offline");
});

test("a match that is not there is not asked for again", () => {
  sit();
  Socket.last.drop(4404);
  assert.equal(match.status.value, "gone");
  mock.timers.tick(60_000);
  assert.equal(Socket.all.length, 1);
});

test("a connection on which nothing is heard is given up", () => {
  sit();
  Socket.last.welcome(4);
  mock.timers.tick(24_000);
  assert.equal(match.status.value, "open");
  assert.equal(Socket.last.sent.filter((message) => message.t === "ping").length, 3);
  Socket.last.tell({ t: "pong" });
  mock.timers.tick(24_000);
  assert.equal(match.status.value, "open");
  mock.timers.tick(10_000);
  assert.equal(match.status.value, "offline");
});

test("whoever has left comes back no more", () => {
  sit();
  Socket.last.welcome(4);
  match.close();
  Socket.last.drop();
  mock.timers.tick(60_000);
  assert.equal(Socket.all.length, 1);
});
