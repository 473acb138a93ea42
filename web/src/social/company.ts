// What stands beside the log of a match: what is asked, who holds which seat, polite words.

import { signal } from "@preact/signals";
import { keep, recall } from "../app/prefs.ts";
import type { PlayerName } from "../play/messages.ts";
import type { Propose, Speak, Spoken, TableStatus, ToServer } from "../wire.ts";

export type AskedFor = Propose["what"];
export type Phrase = Speak["phrase"];
export const PHRASES: readonly Phrase[] = ["hello", "good-luck", "nice-stroke", "well-played", "thanks", "one-moment"];

const NOTHING: TableStatus = { t: "beside", asks: [], free: [], rematch: null, declined: null };

/** Where the key is kept of whoever made a match and has no seat in it. */
export function makerKey(matchId: string): string {
  return `carrom.maker.${matchId}`;
}

function secretWord(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(18)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** This browser's own secret: by it the server knows again who has claimed a seat. */
export function browserSecret(): string {
  const known = recall("carrom.browser", "");
  if (known) return known;
  keep("carrom.browser", secretWord());
  return recall("carrom.browser", ""); // a browser that keeps nothing claims nothing
}

export class Company {
  readonly beside = signal<TableStatus>(NOTHING);
  /** The seat of this page's link, while another browser sits at it. */
  readonly held = signal<readonly PlayerName[]>([]);
  readonly spoken = signal<(Spoken & { readonly at: number }) | null>(null);
  private readonly matchId: string;
  private readonly send: (message: ToServer) => void;

  constructor(matchId: string, send: (message: ToServer) => void) {
    this.matchId = matchId;
    this.send = send;
  }

  hear(message: TableStatus | Spoken): void {
    if (message.t === "beside") this.beside.value = message;
    else this.spoken.value = { ...message, at: Date.now() };
  }

  propose(player: PlayerName, what: AskedFor, yes = true): void {
    this.send({ t: "propose", player, what, yes });
  }

  /** Opens a seat for whoever is given the ticket that is made for it here: the link alone others may know too. */
  openSeat(players: readonly PlayerName[]): void {
    const ticket = secretWord();
    keep(this.ticketKey(players), ticket);
    this.send({ t: "open-seat", players: [...players], key: recall(makerKey(this.matchId), ""), ticket });
  }

  /** The ticket of a seat that is open, where it was opened here or came with this page's link. */
  ticket(players: readonly PlayerName[]): string {
    const { free } = this.beside.value;
    return players.length > 0 && players.every((one) => free.includes(one)) ? recall(this.ticketKey(players), "") : "";
  }

  private ticketKey(players: readonly PlayerName[]): string {
    return `carrom.ticket.${this.matchId}.${players.join("-")}`;
  }

  speak(player: PlayerName, phrase: Phrase): void {
    this.send({ t: "speak", player, phrase });
  }
}
