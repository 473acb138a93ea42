// State beside the log of a match: requests, who holds which seat, phrases.

import { signal } from "@preact/signals";
import type { Propose, Speak, Spoken, TableStatus, ToServer } from "../api/wire.ts";
import { load, save } from "../prefs.ts";
import type { PlayerName } from "./viewer.ts";

type AskedFor = Propose["what"];
type Phrase = Speak["phrase"];
export const PHRASES: readonly Phrase[] = ["hello", "good-luck", "nice-stroke", "well-played", "thanks", "one-moment"];

const NOTHING: TableStatus = { t: "beside", asks: [], free: [], rematch: null, declined: null };

/** Storage key of the maker's key, for a maker without a seat. */
export function makerKey(matchId: string): string {
  return `carrom.maker.${matchId}`;
}

function secretWord(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(18)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** This browser's secret, by which the server recognises who has claimed a seat. */
export function browserSecret(): string {
  const known = load("carrom.browser", "");
  if (known) return known;
  save("carrom.browser", secretWord());
  return load("carrom.browser", ""); // empty where storage is blocked
}

export class TableTalk {
  readonly state = signal<TableStatus>(NOTHING);
  /** Players of this page's link, while another browser sits there. */
  readonly heldSeats = signal<readonly PlayerName[]>([]);
  readonly spoken = signal<(Spoken & { readonly at: number }) | null>(null);
  private readonly matchId: string;
  private readonly send: (message: ToServer) => void;

  constructor(matchId: string, send: (message: ToServer) => void) {
    this.matchId = matchId;
    this.send = send;
  }

  receive(message: TableStatus | Spoken): void {
    if (message.t === "beside") this.state.value = message;
    else this.spoken.value = { ...message, at: Date.now() };
  }

  propose(player: PlayerName, what: AskedFor, yes = true): void {
    this.send({ t: "propose", player, what, yes });
  }

  /** Open a seat to the holder of a new ticket: the link alone may be known to others. */
  openSeat(players: readonly PlayerName[]): void {
    const ticket = secretWord();
    save(this.ticketKey(players), ticket);
    this.send({ t: "open-seat", players: [...players], key: load(makerKey(this.matchId), ""), ticket });
  }

  /** The ticket of an open seat, if opened here or received with this page's link. */
  ticket(players: readonly PlayerName[]): string {
    const { free } = this.state.value;
    return players.length > 0 && players.every((one) => free.includes(one)) ? load(this.ticketKey(players), "") : "";
  }

  private ticketKey(players: readonly PlayerName[]): string {
    return `carrom.ticket.${this.matchId}.${players.join("-")}`;
  }

  speak(player: PlayerName, phrase: Phrase): void {
    this.send({ t: "speak", player, phrase });
  }
}
