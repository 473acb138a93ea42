// The socket's messages, as the server's schema has them.

export * from "../wire.ts";

import type {
  Concede,
  Decide,
  Forgo,
  Next,
  PassTurn,
  PlaceDue,
  Protest,
  Strike,
  TakeDemand,
  Toss,
  Undo,
  View,
} from "../wire.ts";
export type Act = Toss | Strike | PlaceDue | Forgo | PassTurn | TakeDemand | Next | Concede | Undo | Protest | Decide;
export type SeatName = View["seats"][number]["seat"];
export type PlayerName = View["seats"][number]["player"];
export type PieceRow = View["pieces"][number];
