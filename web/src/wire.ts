// Written by web/wire.py from the server's schemas. Do not edit: change the server's classes and run it again.

/** The act with this key is stored: its first event has this number. */
export interface Ack {
  t: "ack";
  key: string;
  seq: number;
}

/** The aim of the player in turn, as he moves it. */
export interface AimSeen {
  t: "seen";
  along: number;
  direction: number;
  speed: number;
}

/** Where the player in turn has the striker now, for the others to see; never stored. */
export interface Aiming {
  t: "aiming";
  along: number;
  direction: number;
  speed: number;
}

/** One rulebook's ruling. */
export interface Answer {
  rulebook: string;
  title: string;
  ruling: Ruling;
  sentences: string[];
  differs: boolean;
}

/** The rulebooks side by side; the first is the ICF's. */
export interface Answers {
  answers: Answer[];
}

/** How a board ended. `demand` points are offered to the winner on top, who may take all, some or none (87b). */
export interface BoardEnd {
  winner: "opponent" | "player";
  points: number;
  demand: number;
}

/** A finished board: a line of the score card. */
export interface BoardResult {
  game: number;
  number: number;
  is_extra: boolean;
  breaker: PlayerId;
  winner: "a" | "b";
  points: number;
  demand: number;
  coins: number;
  queen: "a" | "b" | null;
  laws: string[];
  slam: "black" | "white" | null;
  score: ByParty_int_;
  started: number | null;
  finished: number | null;
}

/** A rulebook to play by. */
export interface BookToChoose {
  id: string;
  name: string;
  late_limits_differ: boolean;
}

/** One value for each party. */
export interface ByParty_int_ {
  a: number;
  b: number;
}

/** One value for each side, as the one who strikes sees it. */
export interface BySide_int_ {
  player: number;
  opponent: number;
}

/** What can be chosen for a match. */
export interface Choices {
  players: Named[];
  skills: Named[];
  rulebooks: BookToChoose[];
}

/** The winner of the toss has chosen; a pair that breaks says who of the two does (39b, 42). Where the winners took the side, the other pair is asked before the toss is recorded, and answers with `break`. */
export interface ChooseToss {
  do: "toss";
  choice: "break" | "side";
  breaker?: number;
}

/** The other side has not come within fifteen minutes of the call: the match is claimed (143i). */
export interface Claim {
  do: "claim";
}

/** The other side's word on a protest: at a table without authorities it stands for theirs (151). */
export interface Decide {
  do: "decide";
  protest: number;
  upheld: boolean;
}

/** A piece or the striker. */
export type Disc = ["black" | "queen" | "striker" | "white", number];

/** An act at the state after event `base`. `key` makes it safe to send again: it counts once. */
export interface Do {
  t: "do";
  key: string;
  base: number;
  player: "a1" | "a2" | "b1" | "b2";
  act: ChooseToss | TakeSeat | Claim | Strike | PlaceDue | ForgoDue | PassTurn | TakeDemand | Next | GiveUp | Undo | LodgeProtest | Decide;
}

/** One requirement of the laws, what was measured for it, and whether it admits that. */
export interface FindingRow {
  key: string;
  name: string;
  measured: Array<number | boolean | string>;
  admitted: string;
  verdict: "fail" | "not measured" | "pass";
  law: string;
  note: string;
  hint: string;
  unit?: string;
  least?: number | null;
  most?: number | null;
}

/** The due pieces are forgone (87a). */
export interface ForgoDue {
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

/** The game or the match is given up (139). */
export interface GiveUp {
  do: "concede";
  what: "game" | "match";
}

/** An event that is safely stored. `before` are the pieces as they lay when the stroke began. */
export interface Happened {
  t: "happened";
  seq: number;
  key: string | null;
  event: LoggedEvent;
  view: PageView;
  trace: StrokeTrace | null;
  before: Array<["black" | "queen" | "white", number, number]> | null;
}

/** Who is connected now. */
export interface Here {
  t: "here";
  players: Array<"a1" | "a2" | "b1" | "b2">;
  watching: number;
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
  seat: Seat;
  colour: "black" | "white";
  queen?: "board" | "opponent" | "pending" | "player";
  rulebook?: string;
}

/** The best strokes first. */
export interface Hints {
  strokes: HintStroke[];
}

/** A measured board held against the laws. */
export interface InspectionAnswer {
  passed: boolean;
  failed: string[];
  findings: FindingRow[];
}

/** A position and whoever would strike. */
export interface Laid {
  position: string;
  seat: Seat;
}

/** A position read, with the places where the striker may stand. */
export interface LaidOut {
  position: string;
  pieces: Array<["black" | "queen" | "white", number, number]>;
  lane: Lane;
}

/** Where the striker of one seat may stand, as distances to the player's right along his base lines. */
export interface Lane {
  seat: Seat;
  ahead: number;
  free: Array<[number, number]>;
  gaps: Gap[];
  fastest: number;
}

/** What a law says, in our words. */
export interface LawText {
  id: string;
  title: string;
  text: string;
}

/** A protest against what happened in this board, in writing (144, 145). */
export interface LodgeProtest {
  do: "protest";
  text: string;
}

/** An event of the match's log; the fields of its act stand beside these. */
export interface LoggedEvent {
  v: number;
  n: number;
  kind: string;
  at?: number;
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
  seat: Seat | null;
  name: string | null;
  stroke: StrokeBody | null;
  before: Array<["black" | "queen" | "white", number, number]>;
  after: Array<["black" | "queen" | "white", number, number]>;
  position: string;
  score: ByParty_int_;
  branch: number | null;
  words: Word[];
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
  stage?: "final" | "group";
}

/** This side is ready for the next board (46), which begins when every side is; the breaker may turn the rack. */
export interface Next {
  do: "next";
  rack?: number;
}

/** Why something that could be thought of cannot be done. */
export interface NotNow {
  code: string;
  law: string | null;
  text: string;
}

/** All that a page shows of a match after event `seq`. */
export interface PageView {
  seq: number;
  rulebook: string;
  title: string;
  seats: SeatView[];
  pieces: Array<["black" | "queen" | "white", number, number]>;
  position: string;
  turn: Seat | null;
  todo: Todo;
  queen: "a" | "b" | "board" | "pending";
  owed: ByParty_int_;
  left: ByParty_int_;
  score: ByParty_int_;
  games: ByParty_int_;
  game: number;
  board: number;
  breaker: Seat | null;
  winner: "a" | "b" | null;
  lines: BoardResult[];
  said: Word[];
  clock: GameClock | null;
  ready: Array<"a" | "b">;
  absent: Array<"a" | "b">;
  may_sit: Array<"a1" | "a2" | "b1" | "b2">;
  until: Until | null;
  may_concede: Array<"game" | "match">;
  may_protest: boolean;
  protests: ProtestView[];
}

/** The turn is passed over (137). */
export interface PassTurn {
  do: "pass";
}

/** Is anybody there? */
export interface Ping {
  t: "ping";
}

/** Due pieces laid on the board: all that are to be placed now, or those that have room (79a). */
export interface PlaceDue {
  do: "place";
  at: Array<[number, number]>;
}

/** One person of the match: `a1` is the first (in singles the only) player of party a. */
export interface PlayerId {
  party: "a" | "b";
  index: number;
}

/** Here. */
export interface Pong {
  t: "pong";
}

/** Why a request was not answered: a stable code, and a sentence for people. */
export interface Problem {
  code: string;
  text: string;
}

/** A protest, and what became of it. */
export interface ProtestView {
  number: number;
  party: "a" | "b";
  game: number;
  board: number;
  text: string;
  written: boolean;
  decision: string | null;
}

/** A situation and a stroke, as `carrom rule` reads them, without the rulebook. */
export interface Question {
  before: Situation;
  stroke: StrokeFacts;
}

/** The text of a match record. */
export interface RecordText {
  text: string;
}

/** Pocketed in vain: the player's own pieces of this stroke, and the queen, that go back on the board. */
export interface Returned {
  own: number;
  queen: boolean;
}

/** The consequences of one stroke, and the laws that decided, most specific first. */
export interface Ruling {
  turn: "continues" | "over" | "passes" | "retry";
  due: number;
  penalty: number;
  returned: Returned;
  placed: BySide_int_;
  owed: BySide_int_;
  own: number;
  opponent: number;
  queen: "board" | "opponent" | "pending" | "player";
  result: BoardEnd | null;
  laws: string[];
}

/** Where a player sits. South sits at y = −370 and looks along +y. */
export type Seat = "east" | "north" | "south" | "west";

/** The key to one or more seats. Whoever holds it plays from there. */
export interface SeatSecret {
  who: "here" | "link";
  seats: Seat[];
  secret: string;
}

/** Who sits where, and with which pieces in this board. */
export interface SeatView {
  seat: Seat;
  player: "a1" | "a2" | "b1" | "b2";
  party: "a" | "b";
  name: string;
  computer: string | null;
  colour: "black" | "white" | null;
}

/** Who shall sit on a seat. */
export interface SeatWish {
  name: string;
  who: "computer" | "here" | "link";
  player?: string | null;
  skill?: string | null;
  seat: Seat;
}

/** Disc `disc` is at x + vx·τ + ½ax·τ² (and so for y) at τ seconds after `start`, until `end`. */
export type Segment = [number, number, number, number, number, number, number, number, number];

/** Please send again everything behind this number. */
export interface Since {
  t: "since";
  seq: number;
}

/** The board before a stroke. */
export interface Situation {
  own: number;
  opponent: number;
  queen: "board" | "opponent" | "pending" | "player";
  opened: boolean;
  owed: BySide_int_;
  score: BySide_int_;
  break: number | null;
}

/** A raster of places for a due piece: '.' may be taken, '#' may not. Row 0 has the smallest y. */
export interface Spots {
  x: number;
  y: number;
  step: number;
  rows: string[];
  extra: Array<[number, number]>;
}

/** How things stand, for whoever has missed too many events to be told each of them. */
export interface Stands {
  t: "stands";
  view: PageView;
}

/** A stroke by the player in turn: the striker's place in board coordinates (mm), degrees as he sees it, m/s. */
export interface Strike {
  do: "strike";
  x: number;
  y: number;
  direction: number;
  speed: number;
}

/** A `Stroke` as it comes in, within its limits: board coordinates (mm), degrees as the player sees it, m/s. */
export interface StrokeBody {
  x: number;
  y: number;
  direction: number;
  speed: number;
}

/** One stroke. Pieces and a striker that left the board are not pocketed (65, 116). */
export interface StrokeFacts {
  proper: boolean;
  touched: boolean;
  own: number;
  opponent: number;
  queen: boolean;
  striker: boolean;
}

/** The exact trace of a stroke, in seconds and millimetres. A segment is a disc, from when until when it holds, and place, speed and acceleration at its beginning; an event says when, what, which disc, what it met, and the closing speed in m/s. */
export interface StrokeTrace {
  duration: number;
  discs: Disc[];
  segments: Segment[];
  events: TraceEvent[];
}

/** A stroke to try from a position. */
export interface StrokeTrial {
  position: string;
  seat: Seat;
  stroke: StrokeBody;
}

/** How many of the points on demand the winner takes (87b). */
export interface TakeDemand {
  do: "demand";
  points: number;
}

/** Whoever has the choice of the side sits here, a partner opposite; the others take what is left (39). */
export interface TakeSeat {
  do: "sit";
  seat: Seat;
}

/** A whole match to step through. */
export interface Timeline {
  title: string;
  rulebook: string;
  over: boolean;
  problems: string[];
  moments: Moment[];
}

export type ToClient = Welcome | Stands | Happened | Ack | Nack | AimSeen | Here | Pong;

export type ToServer = Do | Since | Aiming | Ping;

/** What the match waits for, and from whom: `lane` for a stroke, `spots` when due pieces are to be placed. */
export interface Todo {
  what: "demand" | "next" | "over" | "place" | "strike" | "toss";
  players: Array<"a1" | "a2" | "b1" | "b2">;
  count: number;
  kind: "black" | "queen" | "white" | null;
  lane: Lane | null;
  spots: Spots | null;
  may_forgo: boolean;
  no_forgo: NotNow | null;
  choices: Array<"break" | "side">;
  seconds: number | null;
  limit: number | null;
}

/** `other` is the other disc, the side of the frame (n, e, s, w) or the pocket (0 north-east, then counter-clockwise); `impact` the closing speed in m/s. */
export type TraceEvent = [number, "disc" | "frame" | "pocket" | "rest", number, number | string | null, number];

/** What became of it. */
export interface Tried {
  trace: StrokeTrace;
  before: Array<["black" | "queen" | "white", number, number]>;
  after: Array<["black" | "queen" | "white", number, number]>;
  position: string;
  pocketed: string[];
  touched: boolean;
}

/** A friendly request to take the last stroke back; only where everybody at the table is on one screen. */
export interface Undo {
  do: "undo";
}

/** A time between boards that runs: fifteen minutes to come (143i), the change of sides (61), the rest (138). */
export interface Until {
  what: "change" | "interval" | "report";
  seconds: number;
  law: string;
}

/** The first message: which players you are (none: you watch), and how things stand. */
export interface Welcome {
  t: "welcome";
  match: string;
  players: Array<"a1" | "a2" | "b1" | "b2">;
  view: PageView;
  solo: boolean;
  clock: boolean;
}

/** Acts to try from a moment of a match: of the stored one, or of the record that is sent along. */
export interface WhatIf {
  after: number;
  match?: string | null;
  record?: string | null;
  steps?: WhatIfStep[];
}

/** Where that leads: the view of it, and the events of the last act, both as on the socket. */
export interface WhatIfAnswer {
  view: PageView;
  happened: Happened[];
}

/** What somebody tries for a player in a branch of a match ("what if"); within a board, so no toss and no end. */
export interface WhatIfStep {
  player: "a1" | "a2" | "b1" | "b2";
  act: Strike | PlaceDue | ForgoDue | PassTurn | TakeDemand;
}

/** Something the umpire says, with the laws that it stands on. `text` is set where the laws' catalogue has it; otherwise the page has words for the code. */
export interface Word {
  code: string;
  laws: string[];
  text: string | null;
  data: Record<string, string | number | boolean>;
}

/** What each address that is asked with POST answers. */
export interface Posts {
  "/api/matches": { body: NewMatch; answer: MadeMatch };
  "/api/what-if": { body: WhatIf; answer: WhatIfAnswer };
  "/api/records": { body: RecordText; answer: Timeline };
  "/api/simulate": { body: StrokeTrial; answer: Tried };
  "/api/position": { body: Laid; answer: LaidOut };
  "/api/hint": { body: HintWish; answer: Hints };
  "/api/rule": { body: Question; answer: Answers };
  "/api/board/check": { body: Measurements; answer: InspectionAnswer };
}

/** What each address that is asked with GET answers. */
export interface Gets {
  "/api/choices": { answer: Choices };
  [path: `/api/matches/${string}/timeline`]: { answer: Timeline };
  [path: `/api/laws/${string}`]: { answer: LawText };
}
