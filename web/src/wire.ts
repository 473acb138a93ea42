// Written by web/wire.py from the server's schemas. Do not edit: change the server's classes and run it again.

/** The act with this key is stored: its first event has this number. */
export interface Ack {
  t: "ack";
  key: string;
  seq: number;
}

/** Where the player in turn has the striker now, for the others to see; never stored. */
export interface Aiming {
  t: "aiming";
  along: number;
  direction: number;
  speed: number;
}

/** A finished board on the score card. */
export interface BoardLine {
  game: number;
  board: number;
  breaker: "a" | "b";
  winner: "a" | "b" | null;
  points: number;
  queen: "a" | "b" | null;
  total: [number, number];
}

/** The game or the match is given up (139). */
export interface Concede {
  do: "concede";
  what: "game" | "match";
}

/** The other side's word on a protest: at a table without authorities it stands for theirs (151). */
export interface Decide {
  do: "decide";
  protest: number;
  upheld: boolean;
}

/** An act at the state after event `base`. `key` makes it safe to send again: it counts once. */
export interface Do {
  t: "do";
  key: string;
  base: number;
  player: "a1" | "a2" | "b1" | "b2";
  act: Toss | Strike | PlaceDue | Forgo | PassTurn | TakeDemand | Next | Concede | Undo | Protest | Decide;
}

/** The due pieces are forgone (87a). */
export interface Forgo {
  do: "forgo";
}

/** What is left of the time of the game, where the rulebook limits it and a clock was agreed on. */
export interface GameClock {
  seconds: number;
  running: boolean;
}

/** A stretch of the base lines where the striker may not stand, and by which law. */
export interface Gap {
  from: number;
  to: number;
  code: string;
  law: string;
  text: string;
}

/** An event that is safely stored. `before` are the pieces as they lay when the stroke began. */
export interface Happened {
  t: "happened";
  seq: number;
  key: string | null;
  event: unknown;
  view: View;
  trace: unknown | null;
  before: (["black" | "queen" | "white", number, number])[] | null;
}

/** Who is connected now. */
export interface Here {
  t: "here";
  players: ("a1" | "a2" | "b1" | "b2")[];
  watching: number;
}

/** Where the striker of one seat may stand, as distances to the player's right along his base lines. */
export interface Lane {
  seat: "east" | "north" | "south" | "west";
  ahead: number;
  free: ([number, number])[];
  gaps: Gap[];
  fastest: number;
}

/** The act was refused and changed nothing; `seq` is where the match stands. */
export interface Nack {
  t: "nack";
  key: string | null;
  code: string;
  text: string;
  law: string | null;
  seq: number;
}

/** On to the next board; the breaker may turn the rack. */
export interface Next {
  do: "next";
  rack: number;
}

/** A protest that has not been decided: until then the result of the match is not announced (150). */
export interface OpenProtest {
  number: number;
  party: "a" | "b";
  board: number;
  text: string;
}

/** The turn is passed over (137). */
export interface PassTurn {
  do: "pass";
}

/** Is anybody there? */
export interface Ping {
  t: "ping";
}

/** Due pieces laid on the board, all that are to be placed now. */
export interface PlaceDue {
  do: "place";
  at: ([number, number])[];
}

/** Here. */
export interface Pong {
  t: "pong";
}

/** A protest against what happened in this board, in writing (144, 145). */
export interface Protest {
  do: "protest";
  text: string;
}

/** Who sits where, and with which pieces in this board. */
export interface SeatView {
  seat: "east" | "north" | "south" | "west";
  player: "a1" | "a2" | "b1" | "b2";
  party: "a" | "b";
  name: string;
  computer: string | null;
  colour: "black" | "white" | null;
}

/** The aim of the player in turn, as he moves it. */
export interface Seen {
  t: "seen";
  along: number;
  direction: number;
  speed: number;
}

/** Please send again everything behind this number. */
export interface Since {
  t: "since";
  seq: number;
}

/** A raster of places for a due piece: '.' may be taken, '#' may not. Row 0 has the smallest y. */
export interface Spots {
  x: number;
  y: number;
  step: number;
  rows: string[];
  extra: ([number, number])[];
}

/** A stroke: the striker's place in board coordinates (mm), degrees as the player sees it, m/s. */
export interface Strike {
  do: "strike";
  x: number;
  y: number;
  direction: number;
  speed: number;
}

/** How many of the points on demand the winner takes (87b). */
export interface TakeDemand {
  do: "demand";
  points: number;
}

/** What the match waits for, and from whom: `lane` for a stroke, `spots` when due pieces are to be placed. */
export interface Todo {
  what: "demand" | "next" | "over" | "place" | "strike" | "toss";
  players: ("a1" | "a2" | "b1" | "b2")[];
  count: number;
  kind: "black" | "queen" | "white" | null;
  lane: Lane | null;
  spots: Spots | null;
  may_forgo: boolean;
  seconds: number | null;
  limit: number | null;
}

/** The winner of the toss has chosen. */
export interface Toss {
  do: "toss";
  choice: "break" | "side";
}

/** A friendly request to take the last stroke back; only where everybody at the table is on one screen. */
export interface Undo {
  do: "undo";
}

/** All that a page shows of a match after event `seq`. */
export interface View {
  seq: number;
  rulebook: string;
  title: string;
  seats: SeatView[];
  pieces: (["black" | "queen" | "white", number, number])[];
  position: string;
  turn: "east" | "north" | "south" | "west" | null;
  todo: Todo;
  queen: "a" | "b" | "board" | "pending";
  owed: [number, number];
  left: [number, number];
  score: [number, number];
  games: [number, number];
  game: number;
  board: number;
  breaker: "east" | "north" | "south" | "west" | null;
  winner: "a" | "b" | null;
  lines: BoardLine[];
  said: Word[];
  clock: GameClock | null;
  may_protest: boolean;
  protests: OpenProtest[];
}

/** The first message: which players you are (none: you watch), and how things stand. */
export interface Welcome {
  t: "welcome";
  match: string;
  players: ("a1" | "a2" | "b1" | "b2")[];
  view: View;
  solo: boolean;
  clock: boolean;
}

/** Something the umpire says, with the laws that it stands on. `text` is set where the laws' catalogue has it; otherwise the page has words for the code. */
export interface Word {
  code: string;
  laws: string[];
  text: string | null;
  data: Record<string, string | number | boolean>;
}

export type ToServer = Do | Since | Aiming | Ping;

export type ToClient = Welcome | Happened | Ack | Nack | Seen | Here | Pong;

/** One rulebook's ruling. */
export interface Answer {
  rulebook: string;
  title: string;
  ruling: Record<string, unknown>;
  sentences: string[];
  differs: boolean;
}

/** The five side by side; the first is the ICF's. */
export interface Answers {
  answers: Answer[];
}

/** What can be chosen for a match. */
export interface Choices {
  players: Named[];
  skills: Named[];
  rulebooks: Named[];
}

export interface HTTPValidationError {
  detail?: ValidationError[];
}

/** A stroke worth playing, and the chance that a club player's hand keeps the turn or wins the board with it. */
export interface HintStroke {
  x: number;
  y: number;
  direction: number;
  speed: number;
  chance: number;
}

/** Somebody asks what to play. */
export interface HintWish {
  position: string;
  seat: "south" | "east" | "north" | "west";
  colour: "white" | "black";
  queen: "board" | "pending" | "player" | "opponent";
  rulebook: string;
}

/** The best strokes first. */
export interface Hints {
  strokes: HintStroke[];
}

/** A position and whoever would strike. */
export interface Laid {
  position: string;
  seat: "south" | "east" | "north" | "west";
}

/** A position read, with the places where the striker may stand. */
export interface LaidOut {
  position: string;
  pieces: (["white" | "black" | "queen", number, number])[];
  free: ([number, number])[];
  ahead: number;
  gaps: (Record<string, unknown>)[];
  fastest: number;
}

/** What a law says, in our words. */
export interface LawText {
  id: string;
  title: string;
  text: string;
}

/** A match that was made. */
export interface MadeMatch {
  id: string;
  links: SeatSecret[];
}

/** A board file, as `carrom check` reads it. */
export interface Measurements {
  text: string;
}

/** One event of a match, as a replay shows it. */
export interface Moment {
  seq: number;
  kind: string;
  seat: "south" | "east" | "north" | "west" | null;
  name: string | null;
  stroke: Record<string, number> | null;
  before: (["white" | "black" | "queen", number, number])[];
  after: (["white" | "black" | "queen", number, number])[];
  position: string;
  score: [number, number];
  branch: number | null;
  words: (Record<string, unknown>)[];
}

/** Something to choose. */
export interface Named {
  id: string;
  name: string;
}

/** A match to be made. */
export interface NewMatch {
  rulebook: string;
  length: "board" | "game" | "match";
  clock: boolean;
  seats: SeatWish[];
}

/** A situation and a stroke, as `carrom rule` reads them, without the rulebook. */
export interface Question {
  before: Record<string, unknown>;
  stroke: Record<string, unknown>;
}

/** The text of a match record. */
export interface RecordText {
  text: string;
}

/** The key to one or more seats. Whoever holds it plays from there. */
export interface SeatSecret {
  who: "here" | "link";
  seats: ("south" | "east" | "north" | "west")[];
  secret: string;
}

/** Who shall sit on a seat. */
export interface SeatWish {
  seat: "south" | "east" | "north" | "west";
  name: string;
  who: "here" | "link" | "computer";
  player?: string | null;
  skill?: string | null;
}

/** A stroke: board coordinates in mm, degrees as the player sees it, m/s. */
export interface StrokeBody {
  x: number;
  y: number;
  direction: number;
  speed: number;
}

/** A whole match to step through. */
export interface Timeline {
  title: string;
  rulebook: string;
  over: boolean;
  problems: string[];
  moments: Moment[];
}

/** A stroke to try from a position. */
export interface Trial {
  position: string;
  seat: "south" | "east" | "north" | "west";
  stroke: StrokeBody;
}

/** What became of it. */
export interface Tried {
  trace: unknown;
  before: (["white" | "black" | "queen", number, number])[];
  after: (["white" | "black" | "queen", number, number])[];
  position: string;
  pocketed: string[];
  touched: boolean;
}

export interface ValidationError {
  loc: (string | number)[];
  msg: string;
  type: string;
  input?: unknown;
  ctx?: Record<string, unknown>;
}

/** Acts to try from a moment of a match: of the stored one, or of the record that is sent along. */
export interface WhatIf {
  match?: string | null;
  record?: string | null;
  after: number;
  steps: (Record<string, unknown>)[];
}

/** Where that leads: the view of it, and the events of the last act, both as on the socket. */
export interface WhatIfAnswer {
  view: unknown;
  happened: unknown[];
}
