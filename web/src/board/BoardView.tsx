// The board as a component around `Board` (board.ts). What a drag does is in drags.ts, how input becomes one in
// gestures.ts.

import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { Board } from "./board.ts";
import "./board.css";
import { t } from "../i18n/i18n.ts";
import { prefs } from "../prefs.ts";
import { type DiscKind, type Point, seenFrom } from "./geometry.ts";
import { lookOf } from "./look.ts";
import type { BoardState, Intents } from "./state.ts";

/** A piece and its place in words; "Striker, mm" is the label of a number. */
export function placeWords(kind: DiscKind, { x, y }: Point): string {
  return t("at-place", { kind: kind === "striker" ? kind : t(kind), x, y });
}

interface Props {
  readonly state: BoardState;
  readonly on: Partial<Intents>;
  /** Where a pull may begin; by default the board's own element. */
  readonly area?: { readonly current: HTMLElement | null };
  readonly onReady?: (board: Board) => void;
}

export function BoardView({ state, on, area, onReady }: Props): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  const board = useRef<Board | null>(null);
  const intents = useRef(on);
  intents.current = on;
  // Before painting, so that the board accepts what the page offers.
  useLayoutEffect(() => {
    const element = host.current as HTMLDivElement;
    const made = new Board(element, area?.current ?? element, {
      aim: (aim) => intents.current.aim?.(aim),
      strike: (stroke) => intents.current.strike?.(stroke),
      refuse: (gap) => intents.current.refuse?.(gap),
      onMisfire: (how) => intents.current.onMisfire?.(how),
      place: (point) => intents.current.place?.(point),
      move: (index, point) => intents.current.move?.(index, point),
    });
    board.current = made;
    Object.assign(element, { board: made }); // tests set the clock and read the aim here
    onReady?.(made);
    return () => made.destroy();
  }, []);
  const { sound, powder, aiming, assist, board: wood, pieces, striker } = prefs.value;
  useLayoutEffect(() => board.current?.set(state), [state]);
  useEffect(() => {
    if (board.current) board.current.sound.muted = !sound;
  }, [sound]);
  useEffect(
    () => board.current?.setLook(lookOf({ board: wood, pieces, striker, powder })),
    [wood, pieces, striker, powder],
  );
  useEffect(() => board.current?.setAimMode(aiming, assist), [aiming, assist]);
  const label = state.discs.map(({ kind, x, y }) => placeWords(kind, seenFrom(state.view, x, y))).join("; ");
  return <div class="board-host" ref={host} role="img" aria-label={`${t("carrom")}: ${label}`} />;
}
