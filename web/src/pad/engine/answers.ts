// Written by web/wire.py: what the engine in the phone answers. Do not edit: change the classes of carrom/pad.

/** An act as the log has it, with whatever fields its kind has. */
export type LoggedAct = { kind: string; [field: string]: unknown };

/** A kind of act with its choices. */
export interface ActChoices {
  kind: string;
  choices: ChoiceView[];
}

/** Something that everybody at the table has to hear, as long as it is so; `text` in the language asked for. */
export interface Announcement {
  code: string;
  laws: string[];
  text: string;
  data: Record<string, string | number>;
}

/** How a board can have ended. */
export interface BoardForm {
  coins: number;
  demand: number;
  laws: LawEnd[];
}

/** The board in play. */
export interface BoardView {
  game: number;
  number: number;
  extra: boolean;
  breaker: string;
  turn: TurnView;
  colours: {
  a: "black" | "white";
  b: "black" | "white";
};
  attempt: number | null;
  on: {
  a: number;
  b: number;
};
  lying: Record<string, number>;
  owed: {
  a: number;
  b: number;
};
  opened: {
  a: boolean;
  b: boolean;
};
  queen: "a" | "b" | "board" | "pending";
  placing: PlacingView[];
  umpire: Array<"black" | "queen" | "white">;
  position: string | null;
  unknown: UnknownPosition | null;
  demand: DemandView | null;
}

/** Everything that is written on the card. */
export interface Card {
  head: Array<[string, string]>;
  names: {
  a: string;
  b: string;
};
  teams: {
  a: string;
  b: string;
};
  toss: Array<[string, string]>;
  games: GameCard[];
  remarks: string[];
  winner: string;
  signatures: Array<[string, string]>;
}

/** A remark for the score card. */
export interface CardRemark {
  text: string;
  law: string;
  game: number;
  board: number;
}

/** A board. Of each party: queen, number of pieces, grand total, as the card has them written. */
export interface CardRow {
  board: string;
  breaker: string;
  cells: {
  a: [string, string, string];
  b: [string, string, string];
};
}

/** A warning, and which one it was for that player and law. */
export interface CardWarning {
  who: string;
  law: string;
  count: number;
  game: number;
  board: number;
}

/** One button, as a page has it: `act` is what it sends, `title` that of the law. */
export interface ChoiceView {
  act: LoggedAct;
  label: string | null;
  law: string | null;
  title: string | null;
  words: string;
  is_usual: boolean;
  who: string | null;
  count: number | null;
  needs: string | null;
  data: Record<string, string>;
  said: UmpireWord[];
}

/** One clock, in seconds of the record. `until` is set while it runs, `left` while it stands. */
export interface ClockView {
  what: "change" | "game" | "interval" | "placing" | "protest-decided" | "protest-written" | "report" | "stroke";
  law: string;
  seconds: number;
  until: number | null;
  left: number | null;
}

/** Something that must be done by `at`, and the law that says so. */
export interface Deadline {
  what: "change" | "game" | "interval" | "placing" | "protest-decided" | "protest-written" | "report" | "stroke";
  at: number;
  law: string;
}

/** A board that is over but for the word of its winner, who may take so many points more (87b). */
export interface DemandView {
  winner: "a" | "b";
  points: number;
  demand: number;
}

/** One tap on record. */
export interface EventView {
  number: number;
  at: number | null;
  kind: string;
  line: string;
  act: LoggedAct;
  by: string | null;
  counts: boolean;
}

/** A match up to a stroke, the stroke, and what might follow from it. */
export interface Exercise {
  events: LoggedAct[];
  act: LoggedAct;
  by: string;
  options: ExerciseOption[];
}

/** A ruling in words. */
export interface ExerciseOption {
  text: string;
  laws: string[];
  is_right: boolean;
}

/** When a game and a match are over, and what a board may bring; None takes a limit away. */
export interface Figures {
  games: number;
  target: number | null;
  boards: number | null;
  boards_until: string;
  minutes: number | null;
  most: number;
  report: number;
}

/** One game of the card. */
export interface GameCard {
  number: number;
  rows: CardRow[];
  winner: string;
  total: string;
}

/** One game as `carrom score` writes it. */
export interface GameRow {
  a: number;
  b: number;
  boards: number;
  extra?: Record<string, number>;
  winner: "a" | "b" | null;
}

/** One thing to do. Fields that do not belong to its code are None. */
export interface HandTask {
  code: "behind" | "place" | "queen-to-centre" | "to-centre";
  kind: "black" | "queen" | "white";
  count: number;
  by: string | null;
  seat: string | null;
  hand: "across" | "left" | "right" | "self" | null;
  behind: "black" | "queen" | "white" | "red" | null;
  away_from: string | null;
  place: [number, number] | null;
  say: Record<string, string>;
}

/** A law by which a board can be ended, with the points that it can give to each party. */
export interface LawEnd {
  law: string;
  title: string;
  points: Record<string, number[]>;
}

/** A law as the register holds it: its meaning in our own words, where it stands and how it is met. */
export interface LawView {
  id: string;
  title: string;
  text: string;
  chapter: string;
  source: string;
  met: string;
  restates: string | null;
  partly: string | null;
  plain: string | null;
}

/** What may be tapped now, and where it stands. */
export interface Layout {
  stroke: StrokeForm | null;
  by_result: boolean;
  main: ActChoices[];
  tiles: TileGroup[];
}

/** Where the match stands after event `number`. */
export interface MatchView {
  number: number;
  at: number | null;
  phase: "appeal" | "demand" | "over" | "placing" | "ready" | "stroke" | "toss";
  rulebook: string;
  stage: string;
  doubles: boolean;
  players: {
  a: PlayerView[];
  b: PlayerView[];
};
  score: ScoreAnswer | null;
  points: {
  a: number;
  b: number;
};
  board: BoardView | null;
  breaker: string | null;
  change_sides: boolean;
  sat: Array<"a" | "b">;
  called: boolean;
  reported: Array<"a" | "b">;
  ready: Array<"a" | "b">;
  carried: {
  a: number;
  b: number;
};
  winner: "a" | "b" | null;
  announced: "a" | "b" | null;
  award_law: string | null;
  possible: string[];
  hands: HandTask[];
  deadlines: Deadline[];
  protests: ProtestView[];
  remarks: CardRemark[];
  warnings: CardWarning[];
}

export interface NextRow {
  board: number;
  break: "a" | "b" | "toss";
  change_sides: boolean;
  extra: boolean;
  game: number;
}

/** Where a match stands, for the page of a pad. */
export interface PadView {
  view: MatchView;
  title: string;
  figures: Figures;
  game: number;
  board: number;
  extra: boolean;
  names: Record<string, string>;
  ruling: RulingView | null;
  said: UmpireWord[];
  clocks: ClockView[];
  announcements: Announcement[];
  facts: EventView[];
  redo_to: number | null;
  undo_to: number | null;
  layout: Layout;
  signed: Array<[string, string]>;
}

/** Pieces that are to be placed now, whose they are and who places them. */
export interface PlacingView {
  party: "a" | "b";
  colour: "black" | "white";
  count: number;
  by: string;
  seat: string;
}

/** Who sits where; `player` is a1, a2, b1 or b2. */
export interface PlayerView {
  player: string;
  name: string;
  seat: string;
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

/** The last ruling that stands, and the event that it was about. */
export interface RulingView {
  number: number;
  text: string;
  laws: string[];
  is_judged: boolean;
}

/** Games, match and what comes next, as `carrom score` writes them. */
export interface ScoreAnswer {
  games: GameRow[];
  match: "a" | "b" | null;
  next: NextRow | null;
}

/** What can have fallen now: the most of each kind, and what else a stroke may have been. */
export interface StrokeForm {
  own: number;
  opponent: number;
  own_colour: "black" | "queen" | "white";
  opponent_colour: "black" | "queen" | "white";
  queen: boolean;
  untouched: boolean;
  early: boolean;
  jumped: Array<"black" | "queen" | "white">;
}

/** Kinds of acts that belong together. */
export interface TileGroup {
  group: string;
  kinds: string[];
}

/** Who strikes, or will when everything is placed, and how many strokes of his turn he has made. */
export interface TurnView {
  player: string;
  party: "a" | "b";
  seat: string;
  colour: "black" | "white";
  strokes: number;
}

/** Something the umpire says, with the laws that it stands on. `text` is set where the laws' catalogue has it; otherwise the page has words for the code. */
export interface UmpireWord {
  code: string;
  laws: string[];
  text: string | null;
  data: Record<string, string | number | boolean>;
}

/** Why it is not known where the pieces lie, and since which event. */
export interface UnknownPosition {
  since: number;
  why: "never" | "not-told" | "overlap" | "own-colour" | "removed" | "rim";
}
