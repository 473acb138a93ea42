export * from "../wire.ts";

import type { Do, Seat, Snapshot } from "../wire.ts";
export type Act = Do["act"];
export type SeatName = Seat;
export type PlayerName = Do["player"];
export type PieceRow = Snapshot["pieces"][number];
