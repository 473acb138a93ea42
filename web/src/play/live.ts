// One match as this browser sees it: a socket that comes back by itself, an outbox that forgets nothing before it is
// acknowledged, and events shown one after the other in their order.

import { signal } from "@preact/signals";
import { keep, prefs, recall } from "../app/prefs.ts";
import type { Act, AimSeen, Do, Happened, Nack, PageView, PlayerName, ToClient, ToServer } from "./messages.ts";
import type { Playable, Status } from "./playable.ts";

const QUIET_MS = 25_000;
const AGAIN_MS = 2000;
const PING_MS = 8_000;
/** When more than this many events wait, they are not played out one by one. */
const HURRY = 6;

function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class LiveMatch implements Playable {
  readonly status = signal<Status>("connecting");
  readonly id: string;
  readonly secret: string;
  readonly view = signal<PageView | null>(null);
  readonly mine = signal<readonly PlayerName[]>([]);
  readonly here = signal<{ players: readonly PlayerName[]; watching: number }>({ players: [], watching: 0 });
  readonly seen = signal<AimSeen | null>(null);
  readonly refusal = signal<Nack | null>(null);
  readonly pending = signal(0);
  readonly solo = signal(false);
  readonly clock = signal(false);
  onStroke: Playable["onStroke"] = null;
  private seq: number | null = null;
  private socket: WebSocket | null = null;
  private outbox: Do[];
  private chain: Promise<void> = Promise.resolve();
  private waiting = 0;
  private tries = 0;
  private heard = 0;
  private pinger = 0;
  private timer = 0;
  private closed = false;

  constructor(id: string, secret: string) {
    this.id = id;
    this.secret = secret;
    this.outbox = recall<Do[]>(this.boxName, []);
    this.pending.value = this.outbox.length;
    this.open();
    this.pinger = window.setInterval(() => this.beat(), PING_MS);
    addEventListener("online", this.hurry);
    document.addEventListener("visibilitychange", this.hurry);
  }

  close(): void {
    this.closed = true;
    clearInterval(this.pinger);
    clearTimeout(this.timer);
    removeEventListener("online", this.hurry);
    document.removeEventListener("visibilitychange", this.hurry);
    this.socket?.close();
  }

  /** Sends an act; it is kept and sent again until the server says that it is stored, or refuses it. */
  act(player: PlayerName, act: Act): void {
    const message: Do = { t: "do", key: newKey(), base: this.view.value?.seq ?? 0, player, act };
    this.outbox.push(message);
    this.saveOutbox();
    this.send(message);
  }

  aiming(along: number, direction: number, speed: number): void {
    this.send({ t: "aiming", along, direction, speed });
  }

  private get boxName(): string {
    return `carrom.outbox.${this.id}`;
  }

  private saveOutbox(): void {
    keep(this.boxName, this.outbox);
    this.pending.value = this.outbox.length;
  }

  private settle(key: string | null): void {
    this.outbox = this.outbox.filter((message) => message.key !== key);
    this.saveOutbox();
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
    const path = `/api/matches/${encodeURIComponent(this.id)}/socket?${since}language=${prefs.value.language}`;
    const socket = new WebSocket(
      `${scheme}://${location.host}${path}`,
      this.secret ? ["carrom.v1", `seat.${this.secret}`] : ["carrom.v1"],
    );
    this.socket = socket;
    this.heard = Date.now();
    socket.onopen = () => {
      this.tries = 0;
      this.status.value = "open";
    };
    socket.onmessage = (event) => {
      this.heard = Date.now();
      this.hear(JSON.parse(event.data));
    };
    socket.onclose = (event) => {
      if (this.socket !== socket || this.closed) return;
      this.socket = null;
      if (event.code === 4404) {
        this.status.value = "gone";
        return;
      }
      this.status.value = "offline";
      const delay = Math.min(3000, 100 * 2 ** this.tries++) * (0.5 + Math.random());
      this.timer = window.setTimeout(() => this.open(), delay);
    };
  }

  private readonly hurry = (): void => {
    if (this.socket || this.closed || this.status.value === "gone" || document.hidden) return;
    clearTimeout(this.timer);
    this.open();
  };

  private beat(): void {
    if (this.socket && Date.now() - this.heard > QUIET_MS) {
      const dead = this.socket;
      dead.close();
      dead.onclose?.(new CloseEvent("close", { code: 1006 }));
      return;
    }
    this.send({ t: "ping" });
  }

  private hear(message: ToClient): void {
    switch (message.t) {
      case "welcome":
        this.mine.value = message.players;
        this.solo.value = message.solo;
        this.clock.value = message.clock;
        if (this.seq === null) {
          this.seq = message.view.seq;
          this.view.value = message.view;
        }
        this.resend();
        break;
      case "stands":
        this.seq = message.view.seq;
        this.chain = this.chain.then(() => {
          this.seen.value = null;
          this.view.value = message.view;
        });
        break;
      case "happened":
        this.happened(message);
        break;
      case "ack":
        this.settle(message.key);
        break;
      case "nack":
        // It could not be stored just now. Nothing is lost: it is sent again until it can.
        if (message.code === "not-stored") window.setTimeout(() => this.resend(), AGAIN_MS);
        else this.settle(message.key);
        this.refusal.value = message;
        break;
      case "seen":
        this.seen.value = message;
        break;
      case "here":
        this.here.value = message;
        break;
      case "pong":
        break;
    }
  }

  private happened(message: Happened): void {
    if (this.seq === null || message.seq <= this.seq) return;
    if (message.seq > this.seq + 1) {
      this.send({ t: "since", seq: this.seq });
      return;
    }
    this.seq = message.seq;
    this.waiting++;
    this.chain = this.chain.then(async () => {
      if (message.trace && this.onStroke && this.waiting <= HURRY && !document.hidden) await this.onStroke(message);
      this.waiting--;
      this.seen.value = null;
      this.view.value = message.view;
    });
  }
}
