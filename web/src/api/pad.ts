// Written by web/wire.py: answers of the law engine. Do not edit: change the classes of carrom/pad.

/** An act in the log; its fields depend on its kind. */
export type LoggedAct = { kind: string; [field: string]: unknown };

export interface ActChoices {
  kind: string;
  choices: ChoiceView[];
}

/** A notice for everyone at the table while it is true; `text` in the chosen language. */
export interface Announcement {
  code: string;
  laws: string[];
  text: string;
  data: Record<string, string | number>;
}

export interface BoardForm {
  coins: number;
  demand: number;
  laws: LawEnd[];
}

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

export interface CardRemark {
  text: string;
  law: string;
  game: number;
  board: number;
}

/** A board. Cells of a party: queen, number of pieces, grand total. */
export interface CardRow {
  board: string;
  breaker: string;
  cells: {
  a: [string, string, string];
  b: [string, string, string];
};
}

/** A warning; `count` is the player's total for that law. */
export interface CardWarning {
  who: string;
  law: string;
  count: number;
  game: number;
  board: number;
}

/** One button for a page: `act` is sent, `title` names the law. */
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

/** One clock, in seconds of the record. `until` is set while it runs, `left` while it is stopped. */
export interface ClockView {
  what: "change" | "game" | "interval" | "placing" | "protest-decided" | "protest-written" | "report" | "stroke";
  law: string;
  seconds: number;
  until: number | null;
  left: number | null;
}

export interface Deadline {
  what: "change" | "game" | "interval" | "placing" | "protest-decided" | "protest-written" | "report" | "stroke";
  at: number;
  law: string;
}

/** A finished board that waits for its winner to take up to `demand` more points (87b). */
export interface DemandView {
  winner: "a" | "b";
  points: number;
  demand: number;
}

/** One recorded act. */
export interface EventView {
  number: number;
  at: number | null;
  kind: string;
  line: string;
  act: LoggedAct;
  by: string | null;
  counts: boolean;
}

/** A match up to a stroke, the stroke, and possible rulings. */
export interface Exercise {
  events: LoggedAct[];
  act: LoggedAct;
  by: string;
  options: ExerciseOption[];
}

export interface ExerciseOption {
  text: string;
  laws: string[];
  is_right: boolean;
}

/** The limits of games and boards; None removes a limit. A setup names its rulebook by id alone. Where a table or a stage departs from it (one board, or four instead of eight), these figures travel with the id, in the head of a record and to a phone. >>> from carrom.laws import rulebook >>> Figures.of(rulebook("icf")).text() 'games 3 target 25 boards 8 until pre-quarter-final most 12' */
export interface Figures {
  games: number;
  target: number | null;
  boards: number | null;
  boards_until: string;
  minutes: number | null;
  most: number;
  report: number;
}

export interface GameCard {
  number: number;
  rows: CardRow[];
  winner: string;
  total: string;
}

export interface GameRow {
  a: number;
  b: number;
  boards: number;
  extra?: Record<string, number>;
  winner: "a" | "b" | null;
}

/** One task, with the fields of its code. */
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

/** A law that can end a board, and the points it can give to each party. */
export interface LawEnd {
  law: string;
  title: string;
  points: Record<string, number[]>;
}

/** A law of the register: its meaning in our own words, its source, and how the program meets it. */
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

export interface Layout {
  stroke: StrokeForm | null;
  by_result: boolean;
  main: ActChoices[];
  tiles: TileGroup[];
}

/** State of a match after event `number`, with the fields of `Course` and `Board`. */
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

/** State of a match for the page of a pad. */
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

/** Pieces to be placed now, whose they are and who places them. */
export interface PlacingView {
  party: "a" | "b";
  colour: "black" | "white";
  count: number;
  by: string;
  seat: string;
}

/** A player's name and seat; `player` is a1, a2, b1 or b2. */
export interface PlayerView {
  player: string;
  name: string;
  seat: string;
}

export interface ProtestView {
  number: number;
  party: "a" | "b";
  game: number;
  board: number;
  text: string;
  written: boolean;
  decision: string | null;
}

/** The last ruling that counts, and its event. */
export interface RulingView {
  number: number;
  text: string;
  laws: string[];
  is_judged: boolean;
}

/** Games, match and next board, as in `carrom score`. */
export interface ScoreAnswer {
  games: GameRow[];
  match: "a" | "b" | null;
  next: NextRow | null;
}

/** Most coins of each kind that a stroke can pocket now, and other possible facts. */
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

export interface TileGroup {
  group: string;
  kinds: string[];
}

/** Player in turn, also while pieces are placed first, and strokes in this turn. */
export interface TurnView {
  player: string;
  party: "a" | "b";
  seat: string;
  colour: "black" | "white";
  strokes: number;
}

/** One thing the umpire says, with its laws. `text` comes from the laws' catalogue; if missing, the page has words for the code. */
export interface UmpireWord {
  code: string;
  laws: string[];
  text: string | null;
  data: Record<string, string | number | boolean>;
}

export interface UnknownPosition {
  since: number;
  why: "never" | "not-told" | "overlap" | "own-colour" | "removed" | "rim";
}
