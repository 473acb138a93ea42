// The socket's messages, as the server's schema has them.

export * from "../wire.ts";

import type { Do, PageView, Seat } from "../wire.ts";
export type Act = Do["act"];
export type SeatName = Seat;
export type PlayerName = Do["player"];
export type PieceRow = PageView["pieces"][number];
