// Advice for the player in turn, from the server's ladder.

import { post } from "../app/api";
import { heading, type Turn } from "../board/geometry";
import type { BoardState } from "../board/state";
import type { SeatName, View } from "./messages";

export interface Advice {
  x: number;
  y: number;
  direction: number;
  speed: number;
  chance: number;
  seat: SeatName;
}

const TURNS: Readonly<Record<SeatName, Turn>> = { south: 0, east: 1, north: 2, west: 3 };

export async function advice(position: string, seat: SeatName, colour: "white" | "black", rulebook: string, queen = "board"): Promise<Advice[]> {
  const found = await post<{ strokes: Omit<Advice, "seat">[] }>("/api/hint", { position, seat, colour, rulebook, queen });
  return found.strokes.map((stroke) => ({ ...stroke, seat }));
}

export function drawn(found: readonly Advice[]): BoardState["hints"] {
  return found.slice(0, 1).map((one) => ({ from: { x: one.x, y: one.y }, direction: heading(TURNS[one.seat], one.direction) }));
}

export async function advise(view: View): Promise<BoardState["hints"]> {
  const seat = view.turn;
  if (!seat) return [];
  const who = view.seats.find((one) => one.seat === seat);
  const queen = view.queen === "board" || view.queen === "pending" ? view.queen : view.queen === who?.party ? "player" : "opponent";
  return drawn(await advice(view.position, seat, who?.colour ?? "white", view.rulebook, queen));
}
