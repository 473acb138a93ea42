// The connection to a live match: a socket that reconnects, an outbox that resends until acknowledged, and events shown
// one at a time in order.

import { effect, type ReadonlySignal, signal } from "@preact/signals";
import { beginAction } from "../api/acknowledged.ts";
import { backOff } from "../api/backOff.ts";
import { newKey } from "../api/ids.ts";
import type { AimSeen, Do, Happened, Nack, Snapshot, ToClient, ToServer } from "../api/wire.ts";
import { savedGame, saveGame } from "../games/gamesStore.ts";
import { load, prefs, save } from "../prefs.ts";
import { browserSecret, TableTalk } from "./tableTalk.ts";
import type { Act, PlayerName } from "./viewer.ts";

const QUIET_MS = 25_000;
const AGAIN_MS = 2000;
const PING_MS = 8_000;

export class LiveMatch implements MatchSource {
  readonly status = signal<Status>("connecting");
  readonly id: string;
  readonly secret: string;
  readonly view = signal<Snapshot | null>(null);
  readonly mine = signal<readonly PlayerName[]>([]);
  readonly here = signal<{ players: readonly PlayerName[]; watching: number }>({ players: [], watching: 0 });
  readonly remoteAim = signal<AimSeen | null>(null);
  readonly refusal = signal<Nack | null>(null);
  readonly pending = signal(0);
  readonly solo = signal(false);
  readonly clock = signal(false);
  readonly canSkip = signal(false);
  readonly talk: TableTalk;
  onStroke: MatchSource["onStroke"] = null;
  onSkip: MatchSource["onSkip"] = null;
  private seq: number | null = null;
  private socket: WebSocket | null = null;
  private outbox: Do[];
  /** All keys this tab has queued; other keys in storage belong to other tabs. */
  private readonly ownKeys = new Set<string>();
  private chain: Promise<void> = Promise.resolve();
  /** Events up to this number are not animated after a reconnect. */
  private missedUpTo = 0;
  private isSkipping = false;
  private tries = 0;
  private heardAt = 0;
  private pinger = 0;
  private timer = 0;
  private closed = false;
  /** The user asked for a seat that was opened again. */
  private takes: boolean;
  private readonly name: string;
  /** From the link to a reopened seat. */
  private ticket: string;
  private readonly endPace: () => void;
  /** Callbacks that end actions waiting for the server, by key. */
  private readonly waiting = new Map<string, () => void>();

  constructor(id: string, secret: string, sitting = { takes: false, name: "", ticket: "" }) {
    this.id = id;
    this.secret = secret;
    this.talk = new TableTalk(id, (message) => this.send(message));
    this.takes = sitting.takes;
    this.name = sitting.name;
    this.ticket = sitting.ticket;
    this.outbox = load<Do[]>(this.boxName, []);
    for (const { key } of this.outbox) this.ownKeys.add(key);
    this.pending.value = this.outbox.length;
    this.open();
    this.endPace = effect(() => this.send({ t: "pace", ...this.pace }));
    this.pinger = window.setInterval(() => this.checkConnection(), PING_MS);
    addEventListener("online", this.reconnectNow);
    addEventListener("offline", this.dropConnection);
    document.addEventListener("visibilitychange", this.reconnectNow);
  }

  close(): void {
    this.closed = true;
    clearInterval(this.pinger);
    clearTimeout(this.timer);
    this.endPace();
    removeEventListener("online", this.reconnectNow);
    removeEventListener("offline", this.dropConnection);
    document.removeEventListener("visibilitychange", this.reconnectNow);
    this.socket?.close();
    this.endActions();
  }

  /** Send an act; it is stored and resent until the server saves or refuses it. */
  act(player: PlayerName, act: Act): void {
    const message: Do = { t: "do", key: newKey(), base: this.view.value?.seq ?? 0, player, act };
    this.outbox.push(message);
    this.ownKeys.add(message.key);
    this.saveOutbox();
    this.waiting.set(message.key, beginAction());
    this.send(message);
  }

  /** Whether the seat of this page's link was opened again and can be taken. */
  get canTake(): boolean {
    return this.ticket !== "" || this.talk.ticket(this.talk.heldSeats.value) !== "";
  }

  takeSeat(): void {
    this.takes = true;
    this.ticket ||= this.talk.ticket(this.talk.heldSeats.value);
    this.socket?.close();
  }

  skip(): void {
    this.isSkipping = true;
    this.send({ t: "hurry" });
    this.onSkip?.();
  }

  hintTaken(): void {
    saveGame(this.id, { hints: savedGame(this.id).hints + 1, isHelped: true });
  }

  sendAim(along: number, direction: number, speed: number): void {
    this.send({ t: "aiming", along, direction, speed });
  }

  private get pace(): { pause: number; rate: number } {
    return { pause: prefs.value.pace, rate: prefs.value.speed };
  }

  private get boxName(): string {
    return `carrom.outbox.${this.id}`;
  }

  private saveOutbox(): void {
    const others = load<Do[]>(this.boxName, []).filter(({ key }) => !this.ownKeys.has(key));
    save(this.boxName, [...others, ...this.outbox]);
    this.pending.value = this.outbox.length;
  }

  private settle(key: string | null): void {
    this.outbox = this.outbox.filter((message) => message.key !== key);
    this.saveOutbox();
    if (key === null) return;
    this.waiting.get(key)?.();
    this.waiting.delete(key);
  }

  /** Disconnected: end waiting actions; the acts are resent after the reconnect. */
  private endActions(): void {
    for (const end of this.waiting.values()) end();
    this.waiting.clear();
  }

  private send(message: ToServer): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private resend(): void {
    for (const kept of this.outbox) this.send(kept);
  }

  private open(): void {
    if (this.closed) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const since = this.seq === null ? "" : `since=${this.seq}&`;
    const { pause, rate } = this.pace;
    const query = `${since}language=${prefs.value.language}&pace=${pause},${rate}`;
    const name = this.name && `&name=${encodeURIComponent(this.name)}`;
    const sitting = `${this.takes ? "&take" : ""}${name}`;
    const path = `/api/matches/${encodeURIComponent(this.id)}/socket?${query}${sitting}`;
    const browser = this.secret && browserSecret();
    const words = [
      "carrom.v1",
      ...(this.secret ? [`seat.${this.secret}`] : []),
      ...(browser ? [`browser.${browser}`] : []),
      ...(this.ticket ? [`ticket.${this.ticket}`] : []),
    ];
    const socket = new WebSocket(`${scheme}://${location.host}${path}`, words);
    this.socket = socket;
    this.heardAt = Date.now();
    socket.onopen = () => {
      this.tries = 0;
      this.status.value = "open";
    };
    socket.onmessage = (event) => {
      this.heardAt = Date.now();
      this.receive(JSON.parse(event.data));
    };
    socket.onclose = (event) => {
      if (this.socket !== socket || this.closed) return;
      this.socket = null;
      this.endActions();
      if (event.code === 4404) {
        this.status.value = "gone";
        return;
      }
      this.status.value = "offline";
      this.timer = window.setTimeout(() => this.open(), backOff(++this.tries, 100, 3000));
    };
  }

  /** The browser reports no network: do not wait for a timeout. */
  private readonly dropConnection = (): void => {
    const dead = this.socket;
    dead?.close();
    dead?.onclose?.(new CloseEvent("close", { code: 1006 }));
  };

  private readonly reconnectNow = (): void => {
    if (this.socket || this.closed || this.status.value === "gone" || document.hidden) return;
    clearTimeout(this.timer);
    this.open();
  };

  private checkConnection(): void {
    if (this.socket && Date.now() - this.heardAt > QUIET_MS) this.dropConnection();
    else this.send({ t: "ping" });
  }

  private receive(message: ToClient): void {
    switch (message.t) {
      case "welcome":
        this.mine.value = message.players;
        this.talk.heldSeats.value = message.seat ?? [];
        this.takes = false;
        this.solo.value = message.solo;
        this.clock.value = message.clock;
        this.missedUpTo = message.view.seq;
        if (this.seq === null) {
          this.seq = message.view.seq;
          this.show(message.view);
        }
        this.resend();
        break;
      case "stands":
        this.seq = message.view.seq;
        this.chain = this.chain.then(() => {
          this.show(message.view);
        });
        break;
      case "happened":
        this.receiveEvent(message);
        break;
      case "ack":
        this.settle(message.key);
        break;
      case "nack":
        // The server could not save it now: retry.
        if (message.code === "not-stored") window.setTimeout(() => this.resend(), AGAIN_MS);
        else this.settle(message.key);
        this.refusal.value = message;
        break;
      case "seen":
        // In order too: an aim belongs to the position shown before it.
        this.chain = this.chain.then(() => {
          this.remoteAim.value = message;
        });
        break;
      case "here":
        this.here.value = message;
        break;
      case "beside":
      case "spoken":
        this.talk.receive(message);
        break;
      case "pong":
        break;
    }
  }

  private receiveEvent(message: Happened): void {
    if (this.seq === null || message.seq <= this.seq) return;
    if (message.seq > this.seq + 1) {
      this.send({ t: "since", seq: this.seq });
      return;
    }
    this.seq = message.seq;
    this.chain = this.chain.then(async () => {
      this.remoteAim.value = null; // the stroke replaces the aim
      const isShown = message.seq > this.missedUpTo && !this.isSkipping && !document.hidden;
      if (message.trace && this.onStroke && isShown) await this.onStroke(message);
      this.show(message.view);
    });
  }

  private show(view: Snapshot): void {
    const awaited = view.seats.filter((one) => view.todo.players.includes(one.player));
    const isMine = awaited.some((one) => this.mine.value.includes(one.player));
    if (isMine || view.todo.what === "over") this.isSkipping = false;
    this.canSkip.value =
      this.solo.value && !this.isSkipping && awaited.length > 0 && awaited.every((one) => one.computer);
    this.remoteAim.value = null;
    this.view.value = view;
  }
}

export type Status = "connecting" | "open" | "offline" | "gone";

export interface MatchSource {
  readonly status: ReadonlySignal<Status>;
  /** The players at this screen; none for a spectator. */
  readonly mine: ReadonlySignal<readonly PlayerName[]>;
  readonly here: ReadonlySignal<{ players: readonly PlayerName[]; watching: number }>;
  /** Another player's aim, as it moves. */
  readonly remoteAim: ReadonlySignal<AimSeen | null>;
  readonly refusal: ReadonlySignal<{ code?: string; text: string; law?: string | null } | null>;
  readonly pending: ReadonlySignal<number>;
  readonly clock: ReadonlySignal<boolean>;
  /** Whether computers are playing, so that their moves can be skipped. */
  readonly canSkip: ReadonlySignal<boolean>;
  /** Animate a stroke; resolves when all is at rest. */
  onStroke: ((event: Happened) => Promise<void>) | null;
  act(player: PlayerName, act: Act): void;
  /** Skip animations until a player here must act. */
  skip(): void;
  onSkip: (() => void) | null;
  /** A player here took a hint: remember it. */
  hintTaken(): void;
  sendAim(along: number, direction: number, speed: number): void;
}
