// Written by web/wire.py from the server's schemas. Do not edit: change the server's classes and run it again.

/** The act with this key is stored: its first event has this number. */
export interface Ack {
  t: "ack";
  key: string;
  seq: number;
}

/** It is on record: the numbers of its first and last fact. Of one that was there already nothing is said again. */
export interface ActDone {
  first: number;
  seq: number;
  said: string[];
  changes: Consequence[];
  is_repeated: boolean;
}

/** Something to be done. `base` is the number of the last fact that was seen; `at` is when it happened, as 15:10 or whole, if not now; `confirm` repeats what a preview answered, where an act is grave. */
export interface ActRequest {
  key: string;
  act: ChangeSettings | ImportEntries | CheckPeople | SetContact | DrawTeams | DrawStage | PublishDraw | RuleOnSeats | CallMatch | MarkPresent | StartMatch | FreeTable | SetTableService | GiveResult | CorrectResult | RecordShootout | RecordLots | ConfirmResult | CorrectName | DescribePerson | SubstitutePlayer | LineUpRubber | LineUpTeam | AddPerson | AddLateEntry | LeaveEvents | RecordProtest | PayProtestFee | DecideProtest | SetPolicy | RetractFact | UndoLast | RevokeSource;
  base?: number | null;
  reason?: string | null;
  at?: string | null;
  confirm?: string | null;
}

/** Take somebody in who comes late, into a free place of the draw, or into a `team`. A team that only begins with them is a `new_team`, and called `team` where that is given. A `namesake` is not who is known by that name, and is told apart by a `mark` where one is given. `here` marks who enters as present. */
export interface AddLateEntry {
  do: "late";
  name: string;
  partner?: string | null;
  team?: string | null;
  new_team?: boolean;
  group?: string | null;
  place?: string | null;
  club?: string | null;
  community?: string | null;
  gender?: "f" | "m" | null;
  born?: string | null;
  age?: number | null;
  level?: number | null;
  namesake?: boolean;
  mark?: string | null;
  here?: boolean;
  event?: string | null;
}

/** Put somebody on the list of people without a place in any draw: a substitute, or one more for the teams. A `namesake` is not who is known by that name, and is told apart by a `mark` where one is given. `here` marks them as present. */
export interface AddPerson {
  do: "person";
  name: string;
  club?: string | null;
  community?: string | null;
  gender?: "f" | "m" | null;
  born?: string | null;
  namesake?: boolean;
  mark?: string | null;
  here?: boolean;
}

/** This side would have hints and what-if for both, and they have them when both say so; or would rather not. */
export interface AgreeOnAids {
  do: "aid";
  yes?: boolean;
}

/** When a game and a match of a stage are over, and what a board may bring. */
export interface AgreedFigures {
  games: number;
  target: number | null;
  boards: number | null;
  boards_until: string;
  minutes: number | null;
  most: number;
  report: number;
}

/** What was agreed before a match, as the engine in a phone begins from it. */
export interface AgreedSetup {
  v: number;
  rulebook: string;
  stage: string;
  doubles: boolean;
  names: ByParty_list_str__;
  teams: ByParty_str_;
  info: Record<string, string>;
  figures?: AgreedFigures;
}

/** The aim of the player in turn, as he moves it; a page takes so many seconds to bring it there. */
export interface AimSeen {
  t: "seen";
  along: number;
  direction: number;
  speed: number;
  over?: number;
}

/** Where the player in turn has the striker now, for the others to see; never stored. */
export interface Aiming {
  t: "aiming";
  along: number;
  direction: number;
  speed: number;
}

/** The referee goes there, or has been. */
export interface AnswerCall {
  tournament: string;
  call: string;
}

/** A match that the holder of a link may keep. */
export interface Assignment {
  match: string;
  title: string;
  sides: [string, string];
  table: number | null;
  umpire: string;
  status: string;
  setup: AgreedSetup;
  version: number;
  kept: OtherPadLog[];
}

/** The prizes of an event that are certain. */
export interface AwardShown {
  event: string;
  prizes: PrizeShown[];
  is_over: boolean;
  waits: string[];
}

/** A way to begin a tournament. */
export interface BeginningShown {
  id: string;
  name: string;
  events: string[];
}

/** Templates, and the ways in which one event is usually played. */
export interface BeginningsShown {
  templates: BeginningShown[];
  ways: string[];
  formats: FormatShown[];
}

/** A board that is not the same with all of them; null where a source has not come so far. */
export interface BoardDifference {
  number: number;
  told: Array<SourceBoard | null>;
}

/** How a board ended. `demand` points are offered to the winner on top, who may take all, some or none (87b). */
export interface BoardEnd {
  winner: "opponent" | "player";
  points: number;
  demand: number;
}

/** A protest was upheld: this match is played again from the beginning of that board, and the pad has not gone back yet. */
export interface BoardReplay {
  protest: string;
  game: number | null;
  board: number;
  to: number;
  reason: string;
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

/** A board of a match, with the score of its game after it. */
export interface BoardShown {
  number: number;
  game: number;
  winner: string;
  points: number;
  extra: boolean;
  word: string;
  is_contested: boolean;
}

/** One value for each party. */
export interface ByParty_SideStatistics_ {
  a: SideStatistics;
  b: SideStatistics;
}

/** One value for each party. */
export interface ByParty_int_ {
  a: number;
  b: number;
}

/** One value for each party. */
export interface ByParty_list_str__ {
  a: string[];
  b: string[];
}

/** One value for each party. */
export interface ByParty_str_ {
  a: string;
  b: string;
}

/** One value for each side, as the one who strikes sees it. */
export interface BySide_int_ {
  player: number;
  opponent: number;
}

/** Call a match to a table, or move it to another. */
export interface CallMatch {
  do: "call";
  match: string;
  table: number;
  umpire?: string | null;
}

/** What to call next, and where. */
export interface CallShown {
  id: string;
  event: string;
  title: string;
  sides: SideShown[];
  table: number;
  umpire: string | null;
  hangs_on: string[];
}

/** Set something otherwise: each change is the setting, its value, and where it holds. */
export interface ChangeSettings {
  do: "set";
  changes: SettingChange[];
}

/** Note who is here, has paid the fee, has a certified striker: those who are named, or of a club or an event. */
export interface CheckPeople {
  do: "check";
  what: "fee" | "here" | "striker";
  who?: string[];
  club?: string | null;
  event?: string | null;
  holds?: boolean;
  amount?: number | null;
  note?: string | null;
}

/** The winner of the toss has chosen; a pair that breaks says who of the two does (39b, 42). Where the winners took the side, the other pair is asked before the toss is recorded, and answers with `break`. */
export interface ChooseToss {
  do: "toss";
  choice: "break" | "side";
  breaker?: number;
  rack?: number;
}

/** The other side has not come within fifteen minutes of the call: the match is claimed (143i). */
export interface ClaimWalkover {
  do: "claim";
}

/** One's own table, at which nobody sat down, and the secret of one's seat there. */
export interface CloseTableRequest {
  match: string;
  secret: string;
}

/** It is no longer open. */
export interface ClosedTable {
  match: string;
}

/** Matches do not fit before the hall closes: how long they take, and when it could close instead. */
export interface ClosingShown {
  minutes: number;
  closes: string;
  later: string | null;
}

/** A stroke as it is played: board coordinates (mm), degrees as the player sees it, m/s. */
export interface CoachAim {
  x: number;
  y: number;
  direction: number;
  speed: number;
}

/** How far the coach is, and the report when all strokes are weighed. */
export interface CoachAnswer {
  done: number;
  of: number;
  report: CoachReport | null;
}

/** One thing that happened in a stroke, with points or coins where it has a number. */
export interface CoachHappening {
  what: "back" | "coin" | "coins" | "covered" | "foul" | "lost" | "nothing" | "owes" | "queen" | "returned" | "rivals" | "striker" | "won";
  count: number;
}

/** A figure and where it lies with 95 %. */
export interface CoachInterval {
  value: number;
  low: number;
  high: number;
}

/** A value before a stroke, what each thing cost or gave, and what came of it. */
export interface CoachParts {
  best: number;
  choice: number;
  hand: number;
  luck: number;
  after: number;
}

/** What the strokes of one person say. */
export interface CoachPerson {
  person: string;
  name: string;
  strokes: number;
  accuracy: CoachInterval | null;
  hand: CoachInterval | null;
  points: CoachSums;
  winning: CoachSums;
  practice: CoachPractice[];
}

/** Something to practise; `puzzles` is the kind of puzzles for it. */
export interface CoachPractice {
  topic: string;
  strokes: number;
  choice: number;
  hand: number;
  examples: number[];
  puzzles: string | null;
}

/** Of strokes whose stated chance lay between two bounds: the mean of what was stated, and of what came off. */
export interface CoachReliability {
  low: number;
  high: number;
  strokes: number;
  stated: number;
  kept: number;
}

/** All of it. */
export interface CoachReport {
  people: CoachPerson[];
  strokes: CoachStroke[];
  left_out: number;
  turning: number[];
  one_sided: boolean;
  at_first: number | null;
  reliability: CoachReliability[];
  winner: "a" | "b" | null;
}

/** The match to be weighed: one of this server, or a record. */
export interface CoachRequest {
  match?: string | null;
  record?: string | null;
}

/** One stroke weighed; `made`, `chosen` and `best` as they are played. */
export interface CoachStroke {
  number: number;
  game: number;
  board: number;
  person: string;
  points: CoachParts;
  winning: CoachParts;
  accuracy: number;
  is_best: boolean;
  topic: string;
  made: CoachAim;
  chosen: CoachAim;
  is_known: boolean;
  stated: number;
  best: CoachAim;
  best_stated: number;
  kept: boolean;
  lost: "both" | "both-foul" | "both-queen" | "owing" | "own" | "theirs" | null;
  happened: CoachHappening[];
}

/** What choices and the hand cost, and luck gave, over all strokes. */
export interface CoachSums {
  choice: number;
  hand: number;
  luck: number;
}

/** A column of an entry list, and what it is taken for; None where nobody knows. */
export interface ColumnRead {
  heading: string;
  meaning: string | null;
}

/** The board that is played next, while the remains of the last one lie there. */
export interface ComingBoard {
  game: number;
  board: number;
}

/** A game or the match that a side gave up (139), and in which game. */
export interface Concession {
  what: "game" | "match";
  party: "a" | "b";
  game: number;
}

/** Confirm a result, or choose between two versions under review. */
export interface ConfirmResult {
  do: "confirm";
  match: string;
  choice?: string | null;
}

/** Something else that is otherwise by an act, as a sentence; a `decision` waits for somebody. */
export interface Consequence {
  kind: "advance" | "call" | "decision" | "drawn" | "prize" | "rank" | "replay" | "side" | "void";
  text: string;
}

/** Correct the name of a person, a pair or a team, at any time. */
export interface CorrectName {
  do: "rename";
  who: string;
  name: string;
  event?: string | null;
}

/** Supersede the result of a match. `version` is that of the match that was seen. */
export interface CorrectResult {
  do: "correct";
  match: string;
  words?: string[];
  first_break?: "a" | "b" | null;
  extra?: [number, number] | null;
  games?: [number, number] | null;
  walkover?: "a" | "b" | null;
  law?: string | null;
  retired?: "a" | "b" | null;
  record?: string | null;
  sides?: "ab" | "ba" | null;
  anyway?: string | null;
  provisional?: boolean;
  version?: number | null;
}

/** A time between boards that runs: fifteen minutes to come (143i), the change of sides (61), the rest (138). */
export interface Countdown {
  what: "change" | "interval" | "report";
  seconds: number;
  law: string;
}

/** The other side's word on a protest: at a table without authorities it stands for theirs (151). */
export interface Decide {
  do: "decide";
  protest: number;
  upheld: boolean;
}

/** Decide a protest. */
export interface DecideProtest {
  do: "decide";
  protest: string;
  decision: "dismissed" | "upheld";
}

/** Something that waits for a person, with what is needed to decide it here. */
export interface DecisionShown {
  code: string;
  text: string;
  match: MatchShown | null;
  stage: string | null;
  event: string | null;
  why: string[];
  pairs: Array<[string, string]>;
  lots: string[];
  seats: SeatShown[];
  drafts: DraftShown[];
  fact: string | null;
}

/** What a side asked, and the other said no to, after event number `base`. */
export interface Declined {
  party: "a" | "b";
  what: "end" | "rematch" | "undo";
  base: number;
}

/** Correct what the list tells of somebody besides the name; what is left out stays as it is. */
export interface DescribePerson {
  do: "describe";
  who: string;
  club?: string | null;
  community?: string | null;
  gender?: "f" | "m" | null;
  born?: string | null;
}

/** A piece or the striker. */
export type Disc = ["black" | "queen" | "striker" | "white", number];

/** Two or more sources of one match that do not agree. Nobody's word counts more: the referee decides. */
export interface Dispute {
  match: string;
  title: string;
  sides: [string, string];
  sources: SourceReport[];
  boards: BoardDifference[];
  is_result_different: boolean;
}

/** An act at the state after event `base`. `key` makes it safe to send again: it counts once. */
export interface Do {
  t: "do";
  key: string;
  base: number;
  player: "a1" | "a2" | "b1" | "b2";
  act: ChooseToss | TakeSeat | ClaimWalkover | Strike | PlaceDue | ForgoDue | PassTurn | TakeDemand | ReadyForBoard | GiveUp | LodgeAppeal | ResumePlay | GrantReplay | PlayTrial | SignCard | AgreeOnAids | Undo | LodgeProtest | Decide;
}

/** One of the versions between which somebody has to choose. */
export interface DraftShown {
  fact: string;
  by: string;
  text: string;
  boards: string;
}

/** Draw a stage, or the next round of a Swiss system; `again` the last one. `random` is the public seed. */
export interface DrawStage {
  do: "draw";
  stage?: string | null;
  random?: string | null;
  again?: boolean;
}

/** Draw balanced teams out of the people, each with a line-up; again with a reason. */
export interface DrawTeams {
  do: "teams";
  event?: string | null;
  random?: string | null;
}

/** A raster of places for a due piece: '.' may be taken, `why` has the others. Row 0 has the smallest y. */
export interface DueSpots {
  x: number;
  y: number;
  step: number;
  rows: string[];
  extra: Array<[number, number]>;
  why: Record<string, WhyNot>;
}

/** An entry list to be read, as the act `import` takes it. */
export interface EntryListRequest {
  act: ChangeSettings | ImportEntries | CheckPeople | SetContact | DrawTeams | DrawStage | PublishDraw | RuleOnSeats | CallMatch | MarkPresent | StartMatch | FreeTable | SetTableService | GiveResult | CorrectResult | RecordShootout | RecordLots | ConfirmResult | CorrectName | DescribePerson | SubstitutePlayer | LineUpRubber | LineUpTeam | AddPerson | AddLateEntry | LeaveEvents | RecordProtest | PayProtestFee | DecideProtest | SetPolicy | RetractFact | UndoLast | RevokeSource;
}

/** Something in a row that can be misread; `choices` are those of whom one may be meant, `no` is the answer that none of them is, where that has to be said, and `column` is what is asked about. */
export interface EntryQuestion {
  row: number;
  code: string;
  text: string;
  choices: string[];
  no: string;
  column: string;
}

/** Somebody who wants to be forgotten, by id. The name is repeated, so that nobody is forgotten by accident. */
export interface EraseRequest {
  person: string;
  name: string;
}

/** What stands in the place of a name from now on. */
export interface Erased {
  name: string;
  seq: number;
}

/** An event and its stages. */
export interface EventShown {
  id: string;
  name: string;
  kind: string;
  entries: number;
  left: number;
  is_cancelled: boolean;
  draws_teams: boolean;
  stages: StageShown[];
}

/** A line of the log: who, when, what, why. */
export interface FactShown {
  n: number;
  id: string;
  at: string;
  by: string;
  kind: string;
  text: string;
  reason: string | null;
  is_undone: boolean;
}

/** What is counted of every team: the kind, which age group or level it is, and the figures team by team. */
export interface FigureShown {
  kind: "age" | "age-group" | "level" | "players" | "women";
  name: string;
  values: string[];
}

/** A stroke to film. */
export interface FilmRequest {
  position: string;
  seat: Seat;
  stroke: StrokeBody;
  look?: string;
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
  out: string[];
  remedy: string;
  unit?: string;
  least?: number | null;
  most?: number | null;
}

/** A table for a match of the tournament: it is played at /play/TABLE with the secret of a seat after `#`. */
export interface FixtureTable {
  match: string;
  table: string;
  links: PlayerLink[];
}

/** The due pieces are forgone (87a). */
export interface ForgoDue {
  do: "forgo";
}

/** A format of a stage: whether an event can begin with it, and whether it can follow another stage. */
export interface FormatShown {
  id: string;
  can_begin: boolean;
  can_follow: boolean;
}

/** A match with where it is on its way. */
export interface FoundMatch {
  id: string;
  event: string;
  title: string;
  sides: SideShown[];
  status: string;
  outcome: string;
  winner: number | null;
  table: number | null;
  version: number;
  words: string;
  boards: BoardShown[];
}

/** Take a call back: the table is free, the match waits again. */
export interface FreeTable {
  do: "free";
  match: string;
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

/** Record the result of a match, as it is typed or out of its record: `words` are boards such as a:5+q, or totals such as 25-18. `match` is its number, or @4 for the match on table 4. */
export interface GiveResult {
  do: "result";
  match: string;
  words?: string[];
  first_break?: "a" | "b" | null;
  extra?: [number, number] | null;
  games?: [number, number] | null;
  walkover?: "a" | "b" | null;
  law?: string | null;
  retired?: "a" | "b" | null;
  record?: string | null;
  sides?: "ab" | "ba" | null;
  anyway?: string | null;
  provisional?: boolean;
}

/** The game or the match is given up (139). */
export interface GiveUp {
  do: "concede";
  what: "game" | "match";
}

/** The other side agrees that the board is played again (140). */
export interface GrantReplay {
  do: "grant";
}

/** A group, or the one table of a league, with the reason for every place. */
export interface GroupShown {
  name: string;
  columns: string[];
  rows: RowShown[];
  advance: number;
  why: string[];
  ruled: string[];
  is_complete: boolean;
}

/** The evening on one screen. */
export interface HallShown {
  seq: number;
  at: string;
  played: number;
  unsettled: number;
  to_play: number;
  tables: TableShown[];
  calls: CallShown[];
  waiting: WaitingShown[];
  overrules: OverruleShown[];
  closing: ClosingShown | null;
  decisions: DecisionShown[];
  unsigned: UnsignedShown[];
  protests: ProtestShown[];
  last: LastAct | null;
  is_drawn: boolean;
}

/** An event that is safely stored. `before` are the pieces as they lay when the stroke began. */
export interface Happened {
  t: "happened";
  seq: number;
  key: string | null;
  event: LoggedEvent;
  view: Snapshot;
  trace: StrokeTrace | null;
  before: Array<["black" | "queen" | "white", number, number]> | null;
}

/** What stands over the board after an event: the word that everybody at the table would call out. */
export interface Headline {
  what: "board" | "covered" | "foul" | "queen" | "retry" | "several" | "slam" | "uncovered";
  slam: string | null;
  count: number;
}

/** Somebody asks what to play. */
export interface HintRequest {
  position: string;
  seat: Seat;
  colour: "black" | "white";
  queen?: "board" | "opponent" | "pending" | "player";
  rulebook?: string;
}

/** A stroke worth playing, and the chance that a club player's hand keeps the turn or wins the board with it. */
export interface HintStroke {
  x: number;
  y: number;
  direction: number;
  speed: number;
  chance: number;
}

/** The best strokes first. */
export interface Hints {
  strokes: HintStroke[];
}

/** Who has a place: by name and club, a team with its players. */
export interface HolderShown {
  name: string;
  club: string;
  players: string[];
}

/** Skip ahead: no pauses until a person is asked; only where everybody at the table is on one screen. */
export interface Hurry {
  t: "hurry";
}

/** Read an entry list: pasted text, or a file (CSV or XLSX in base64). A second time it changes nothing. */
export interface ImportEntries {
  do: "import";
  text?: string | null;
  file?: string | null;
  columns?: string[];
  ignore?: string[];
  dates?: "dmy" | "mdy" | null;
  sheet?: string | null;
  into?: string | null;
  namesakes?: string[];
  meant?: string[];
  headings?: boolean;
  seeds?: number | null;
}

/** A measured board held against the laws. */
export interface InspectionAnswer {
  passed: boolean;
  failed: string[];
  findings: FindingRow[];
}

/** An invitation that nobody has used yet, and the day until which it is good. */
export interface InviteGiven {
  id: string;
  role: "desk" | "director" | "display" | "owner" | "public" | "referee" | "umpire";
  until: string;
}

/** Somebody to be invited, to choose a name and a password. */
export interface InviteRequest {
  role: "desk" | "director" | "owner" | "referee";
}

/** An invitation is taken: a new account, or, of somebody who is signed in, the role alone. */
export interface JoinRequest {
  invite: string;
  name?: string | null;
  password?: string | null;
}

/** A table that somebody wants to sit down at. */
export interface JoinTableRequest {
  match: string;
}

/** Where the striker of one seat may stand, as distances to the player's right along his base lines. */
export interface Lane {
  seat: Seat;
  ahead: number;
  free: Array<[number, number]>;
  gaps: Gap[];
  fastest: number;
}

/** What undo would take back; only who has the power may. */
export interface LastAct {
  fact: string;
  text: string;
  power: string;
}

/** A law in our words. */
export interface LawShown {
  id: string;
  title: string;
  text: string;
  source: string;
}

/** What a law says, in our words. */
export interface LawText {
  id: string;
  title: string;
  text: string;
  plain: string | null;
}

/** Laws that were looked for. */
export interface LawsShown {
  laws: LawShown[];
}

/** An entry withdraws, retires or is disqualified; a person leaves every event, or the one that is named. `results` says what becomes of its results in tables; without it the rule of the stage does. */
export interface LeaveEvents {
  do: "leave";
  entry: string;
  how?: "disqualified" | "retired" | "withdrawn";
  law?: string | null;
  results?: "annulled" | "kept" | null;
  event?: string | null;
}

/** Who plays a rubber for a team: from now on, or in one match alone. */
export interface LineUpRubber {
  do: "line-up";
  team: string;
  rubber: string;
  players: string[];
  match?: string | null;
  event?: string | null;
}

/** Who plays what for a team, in one go: the players of each rubber. Rubbers that are not named stay as they are. */
export interface LineUpTeam {
  do: "line-ups";
  team: string;
  rubbers: Record<string, string[]>;
  event?: string | null;
}

/** Who plays for the teams. */
export interface LineUpsShown {
  seq: number;
  events: TeamEventShown[];
}

/** A link to be made: for an umpire at a table or of a match, or for a screen, or for a helper without password. */
export interface LinkRequest {
  role: "desk" | "display" | "referee" | "umpire";
  name?: string;
  table?: number | null;
  match?: string | null;
}

/** An entry list, read: its columns, its questions, and what it would bring. */
export interface ListRead {
  columns: ColumnRead[];
  meanings: string[];
  questions: EntryQuestion[];
  rows: number;
  added: string[];
  changed: string[];
  known: number;
  entries: string[];
  people: PersonRead[];
  refused: string | null;
  events: Record<string, string>;
  fee: number | null;
}

/** Tables at which somebody waits, and those at which two play who met here. */
export interface LobbyTables {
  open: MatchSummary[];
  playing: MatchSummary[];
}

/** Time stands still (121a): to ask something, or for this board to be played again (140). */
export interface LodgeAppeal {
  do: "appeal";
  text?: string;
  wants?: "pause" | "replay";
}

/** A protest against what happened in this board, in writing (144, 145). */
export interface LodgeProtest {
  do: "protest";
  text: string;
}

/** What was done, the newest first. */
export interface LogShown {
  seq: number;
  facts: FactShown[];
  found: number;
  people: string[];
}

/** An event of the match's log; the fields of its act stand beside these. */
export interface LoggedEvent {
  v: number;
  n: number;
  kind: string;
  at?: number;
}

/** The secret of an invitation: good once, and for a week. */
export interface MadeInvite {
  secret: string;
}

/** A link: its secret is told once, and kept by nobody but who gets it. */
export interface MadeLink {
  id: string;
  secret: string;
}

/** A match that was made. */
export interface MadeMatch {
  id: string;
  links: SeatSecret[];
}

/** It is made. Where that of the file `was_here`, nothing is made: this is the one that is here, with so many facts; `facts` are those of the file, and `is_same` says whether they are the first of ours. */
export interface MadeTournament {
  id: string;
  seq: number;
  was_here: boolean;
  name: string;
  facts: number;
  is_same: boolean;
}

/** The sides of a called match are at the table, or one of them. */
export interface MarkPresent {
  do: "here";
  match: string;
  side?: "a" | "b" | null;
}

/** A match at its table. */
export interface MatchAtTable {
  id: string;
  event: string;
  title: string;
  sides: SideShown[];
  missing: string[];
  umpire: string | null;
  since: string;
  expected_end: string;
  report_by: string;
  game_at: string | null;
  test_from: string | null;
  is_over_time: boolean;
  score: [number, number] | null;
  in_doubt: string[];
}

/** Matches that somebody looks for. */
export interface MatchList {
  matches: FoundMatch[];
  found: number;
}

/** What can be chosen for a match. */
export interface MatchOptions {
  opponents: Opponent[];
  players: NamedOption[];
  skills: NamedOption[];
  rulebooks: RulebookOption[];
  lobby: boolean;
}

/** A match as every list names it. */
export interface MatchShown {
  id: string;
  event: string;
  title: string;
  sides: SideShown[];
}

/** The matches that are still kept, in the order in which they were asked for; the others are gone. */
export interface MatchSummaries {
  games: MatchSummary[];
  gone: string[];
}

/** One match as it stands: who plays, what is waited for and from whom, or how it ended. */
export interface MatchSummary {
  id: string;
  seq: number;
  made: number;
  at: number;
  rulebook: string;
  title: string;
  length: "board" | "game" | "match";
  seats: SeatView[];
  pieces: Array<["black" | "queen" | "white", number, number]>;
  score: ByParty_int_;
  games: ByParty_int_;
  waits: "demand" | "next" | "over" | "place" | "stopped" | "strike" | "toss";
  players: Array<"a1" | "a2" | "b1" | "b2">;
  winner: "a" | "b" | null;
  is_agreed: boolean;
  feats: ByParty_SideStatistics_ | null;
  free: Array<"a1" | "a2" | "b1" | "b2">;
}

/** A board file, as `carrom check` reads it. */
export interface Measurements {
  text: string;
}

/** Somebody of a team. */
export interface MemberShown {
  id: string;
  name: string;
}

/** Somebody who is not marked as here. */
export interface MissingShown {
  id: string;
  name: string;
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

/** Who asks, and what they may do here: names of acts, and the other powers. */
export interface MyAccess {
  id: string;
  name: string;
  seq: number;
  role: "desk" | "director" | "display" | "owner" | "public" | "referee" | "umpire";
  who: string;
  may: string[];
  table: number | null;
  match: string | null;
}

/** A tournament in which somebody has a role. */
export interface MyTournament {
  id: string;
  name: string;
  day: string;
  role: "desk" | "director" | "display" | "owner" | "public" | "referee" | "umpire";
  facts: number;
}

/** Where somebody has a role. */
export interface MyTournaments {
  tournaments: MyTournament[];
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
export interface NamedOption {
  id: string;
  name: string;
}

/** Whoever made a match comes back to it from another screen, with his key. */
export interface NewLinksRequest {
  match: string;
  key: string;
}

/** A match to be made. */
export interface NewMatch {
  rulebook: string;
  length: "board" | "game" | "match";
  clock: boolean;
  seats: SeatRequest[];
  stage?: "final" | "group";
  casual?: boolean;
}

/** Another password for who is signed in. */
export interface NewPassword {
  old: string;
  new: string;
}

/** A table that somebody opens, under which name and for what. */
export interface NewTable {
  name: string;
  rulebook: string;
  length: "board" | "game" | "match";
  clock?: boolean;
  free?: string;
}

/** A tournament to be made: a template or formats such as groups+knockout with what is set otherwise, or a whole file; one that is here already only as `copy`. */
export interface NewTournament {
  key: string;
  beginning?: string | null;
  settings?: SettingRequest[];
  file?: string | null;
  copy?: boolean;
}

/** Nothing has to be said to ask for this. */
export type Nothing = {
};

/** What a side asks the other. */
export interface OfferView {
  party: "a" | "b";
  what: "end" | "rematch" | "undo";
}

/** Let another browser sit here: one's own seat, or as the one who made the match somebody else's. */
export interface OpenSeat {
  t: "open-seat";
  players: Array<"a1" | "a2" | "b1" | "b2">;
  key?: string;
  ticket?: string;
}

/** Somebody to play against, who brings his own hand. */
export interface Opponent {
  id: string;
  name: string;
  line: string;
}

/** The order of play, to be laid on a timeline. */
export interface OrderShown {
  seq: number;
  at: string;
  tables: number;
  is_current: boolean;
  trouble: string | null;
  slots: SlotShown[];
  warnings: string[];
}

/** Another pad has begun this match: it can be taken up where that one is. */
export interface OtherPadLog {
  pad: string;
  place: string;
  facts: number;
  score: string;
  last: number;
}

/** A match that waits, and that the desk may call to this free table with a reason. */
export interface OverruleShown {
  id: string;
  event: string;
  title: string;
  sides: SideShown[];
  table: number;
  why: string;
}

/** How this page likes to see a computer play: how long its pauses are and how fast strokes are shown, in multiples of the usual. Who has said none sees no pauses. */
export interface Pace {
  t: "pace";
  pause: number;
  rate: number;
}

/** What the server has of a pad's log. */
export interface PadAnswer {
  has: number;
  now: number;
  wants_head: boolean;
  is_forked: boolean;
  others: number;
  aside: "elsewhere" | "revoked" | null;
  result: ResultState | null;
  not_started: string | null;
  again: BoardReplay | null;
}

/** It is done. */
export interface PadDone {
  done: boolean;
}

/** One tap: its own id, the phone's time (ms), and an event of the match or something said to the desk. */
export interface PadFact {
  id: string;
  at: number;
  body: LoggedEvent;
}

/** How the pad's log begins. */
export interface PadHead {
  created: number;
  version: number;
  setup: AgreedSetup;
}

/** One fact of a pad's log for people. */
export interface PadLine {
  number: number;
  at: number;
  text: string;
  is_aside: boolean;
  body: LoggedEvent;
}

/** All facts of that pad, in order: they begin the log of this one. */
export interface PadLogCopy {
  setup: AgreedSetup;
  bodies: LoggedEvent[];
}

/** The whole log of a pad. */
export interface PadLogView {
  state: PadState;
  lines: PadLine[];
}

/** The facts of one pad behind number `after`, in order. `behind` is the id of that last fact, so that two phones with the same log, or a server with another past, are noticed. Without facts it asks how much the server has. */
export interface PadSends {
  tournament: string;
  secret: string;
  match: string;
  pad: string;
  after: number;
  behind: string | null;
  facts: PadFact[];
  now: number;
  head?: PadHead | null;
}

/** One pad's log as it stands. */
export interface PadState {
  match: string;
  pad: string;
  place: string;
  facts: number;
  last: number;
  score: string;
  boards: SourceBoard[];
  is_over: boolean;
  is_signed: boolean;
  aside: "elsewhere" | "revoked" | null;
  set_aside: number;
  problem: string | null;
  result: ResultState | null;
}

/** A second phone goes on with what another one has kept of this match. */
export interface PadTakeUp {
  tournament: string;
  secret: string;
  match: string;
  pad: string;
}

/** What is to be played where this link belongs. */
export interface PadWork {
  tournament: string;
  name: string;
  place: string;
  is_revoked: boolean;
  matches: Assignment[];
  now: number;
}

/** A pad asks what is played where its link belongs. */
export interface PadWorkRequest {
  tournament: string;
  secret: string;
  pads?: string[];
}

/** Everything of the pads that a referee has to see. */
export interface PadsView {
  pads: PadState[];
  disputes: Dispute[];
  calls: RefereeCall[];
  now: number;
  doubles: TwoWriters[];
}

/** The turn is passed over (137). */
export interface PassTurn {
  do: "pass";
}

/** Take the fee of a protest. */
export interface PayProtestFee {
  do: "fee";
  protest: string;
  amount: number;
}

/** Everybody. */
export interface PeopleShown {
  seq: number;
  people: PersonShown[];
  events: Record<string, string>;
  doubles: string[];
  teams: Record<string, string[]>;
  groups: Record<string, Record<string, number>>;
  is_private_shown: boolean;
  has_fees: boolean;
  protest_fees: ProtestFeesShown | null;
}

/** Somebody as a list is understood, before it counts. */
export interface PersonRead {
  name: string;
  club: string | null;
  born: string | null;
  gender: string | null;
  plays: string[];
  row: number | null;
  line: string;
}

/** One person, as the desk sees them; sex, money, how to reach them and when they were born only where that may be seen. */
export interface PersonShown {
  id: string;
  name: string;
  plain: string;
  club: string | null;
  plays: Record<string, string>;
  left: string[];
  can_leave: string[];
  is_gone: boolean;
  seed: number | null;
  here: boolean;
  fee: boolean;
  striker: boolean;
  lacks_fee: boolean;
  asked: number;
  taken: number;
  owes: number;
  back: number;
  over: number;
  gender: string | null;
  born: string | null;
  phone: string | null;
  email: string | null;
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

/** This side's trial board begins, or is over (40). Its strokes count for nothing and are told to nobody. */
export interface PlayTrial {
  do: "trial";
  over?: boolean;
}

/** One person of the match: `a1` is the first (in singles the only) player of party a. */
export interface PlayerId {
  party: "a" | "b";
  index: number;
}

/** Who plays from which seat; the secret opens it. */
export interface PlayerLink {
  name: string;
  seat: Seat;
  secret: string;
}

/** Here. */
export interface Pong {
  t: "pong";
}

/** A position read, with the places where the striker may stand. */
export interface PositionAnswer {
  position: string;
  pieces: Array<["black" | "queen" | "white", number, number]>;
  lane: Lane;
}

/** A position and whoever would strike. */
export interface PositionRequest {
  position: string;
  seat: Seat;
}

/** Who is connected now. */
export interface Presence {
  t: "here";
  players: Array<"a1" | "a2" | "b1" | "b2">;
  watching: number;
}

/** What would be said and changed; `lines` of tables and trees begin with `- ` or `+ `. A grave act is sent with `confirm`, by which it is done only if it still leads to just this. */
export interface Preview {
  seq: number;
  said: string[];
  changes: Consequence[];
  lines: string[];
  warnings: string[];
  is_grave: boolean;
  confirm: string;
}

/** Something that might be done. Nothing is put on record. */
export interface PreviewRequest {
  act: ChangeSettings | ImportEntries | CheckPeople | SetContact | DrawTeams | DrawStage | PublishDraw | RuleOnSeats | CallMatch | MarkPresent | StartMatch | FreeTable | SetTableService | GiveResult | CorrectResult | RecordShootout | RecordLots | ConfirmResult | CorrectName | DescribePerson | SubstitutePlayer | LineUpRubber | LineUpTeam | AddPerson | AddLateEntry | LeaveEvents | RecordProtest | PayProtestFee | DecideProtest | SetPolicy | RetractFact | UndoLast | RevokeSource;
  reason?: string | null;
  at?: string | null;
}

/** A place and whoever has it. */
export interface PrizeShown {
  place: number;
  entries: HolderShown[];
}

/** All prizes. */
export interface PrizesShown {
  seq: number;
  awards: AwardShown[];
}

/** Why a request was not answered: a stable code, and a sentence for people. */
export interface Problem {
  code: string;
  text: string;
}

/** Ask the other side to take your last stroke back, to end without a winner, or to play once more; or answer what it asks. */
export interface Propose {
  t: "propose";
  player: "a1" | "a2" | "b1" | "b2";
  what: "end" | "rematch" | "undo";
  yes?: boolean;
}

/** What was taken for protests, given back and kept. */
export interface ProtestFeesShown {
  taken: number;
  back: number;
  kept: number;
}

/** A protest with its times. */
export interface ProtestShown {
  id: string;
  match: MatchShown;
  side: string;
  who: string;
  board: number;
  game: number | null;
  text: string;
  signed_by: string | null;
  status: string;
  lodged: string;
  fee: number;
  fee_paid: number;
  refunded: number;
  fee_until: string | null;
  decide_by: string;
  is_open: boolean;
  boards: BoardShown[];
  goes_on: string | null;
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

/** Publish a draw: from then on it never changes by itself. */
export interface PublishDraw {
  do: "publish";
  stage?: string | null;
}

/** All strokes of an attempt so far; the last one is new. */
export interface PuzzleAttempt {
  strokes: StrokeBody[];
}

/** A puzzle on the shelf. */
export interface PuzzleLine {
  id: string;
  kind: "clear" | "frame" | "pot" | "queen" | "safety" | "two";
  rating: number;
  strokes: number;
  pieces: Array<["black" | "queen" | "white", number, number]>;
}

/** All puzzles, easiest first. */
export interface PuzzleList {
  daily: string;
  day: string;
  puzzles: PuzzleLine[];
}

/** What became of the last stroke. */
export interface PuzzleResult {
  state: "failed" | "open" | "solved";
  trace: StrokeTrace;
  before: Array<["black" | "queen" | "white", number, number]>;
  after: Array<["black" | "queen" | "white", number, number]>;
  lane: Lane;
  sentences: string[];
  laws: string[];
}

/** The computer's strokes. */
export interface PuzzleSolution {
  strokes: StrokeBody[];
  chance: number;
}

/** A puzzle to solve: white strikes, from the south. */
export interface PuzzleView {
  id: string;
  kind: "clear" | "frame" | "pot" | "queen" | "safety" | "two";
  rating: number;
  strokes: number;
  position: string;
  pieces: Array<["black" | "queen" | "white", number, number]>;
  lane: Lane;
  day: string | null;
}

/** A text to be drawn as a QR code. */
export interface QrCodeRequest {
  text: string;
}

/** This side is ready for the next board (46), which begins when every side is; the breaker may turn the rack. */
export interface ReadyForBoard {
  do: "next";
  rack?: number;
}

/** Record the lots between those whom two series of shoot-outs left level, in the order in which they were drawn. */
export interface RecordLots {
  do: "lots";
  order: string[];
  stage?: string | null;
}

/** Lodge a protest against a match that is played or being played. `over` is when the board ended. */
export interface RecordProtest {
  do: "protest";
  match: string;
  side: "a" | "b";
  board: number;
  text: string;
  game?: number | null;
  over?: string | null;
  signed?: string | null;
}

/** Record a one-board shoot-out between entries that are level. */
export interface RecordShootout {
  do: "shootout";
  a: string;
  b: string;
  score: [number, number];
  stage?: string | null;
}

/** The text of a match record. */
export interface RecordText {
  text: string;
}

/** An umpire asks for the referee. */
export interface RefereeCall {
  id: string;
  match: string;
  table: number | null;
  place: string;
  text: string;
  at: number;
  is_answered: boolean;
}

/** What the referee looks after. */
export interface RefereeShown {
  seq: number;
  at: string;
  protests: ProtestShown[];
  overdue: TableShown[];
  long: TableShown[];
  in_doubt: TableShown[];
  decisions: DecisionShown[];
  unsigned: UnsignedShown[];
  rulebooks: string[];
}

/** How many decisions and protests wait for the referee. */
export interface RefereeWaits {
  seq: number;
  n: number;
}

/** A tournament to be taken off this server for good. Its name is repeated, so that none goes by accident. */
export interface RemoveRequest {
  name: string;
}

/** It is gone. */
export interface RemovedTournament {
  name: string;
}

/** Please send again everything behind this number. */
export interface ResendSince {
  t: "since";
  seq: number;
}

/** What became of a finished and signed match. `withdrawn`: it was told, and taken back at the pad since; `overruled`: something else stands by the desk's or the referee's word. */
export interface ResultState {
  state: "confirmed" | "not-taken" | "overruled" | "review" | "told" | "withdrawn";
  text: string;
}

/** Play goes on after an appeal: by who appealed, or by the others when they are asked or have waited. */
export interface ResumePlay {
  do: "go-on";
}

/** How things stand, for whoever has missed too many events to be told each of them. */
export interface Resync {
  t: "stands";
  view: Snapshot;
}

/** Take back a fact that was told by mistake: its number in the log, or its id. */
export interface RetractFact {
  do: "retract";
  fact: string;
}

/** Pocketed in vain: the player's own pieces of this stroke, and the queen, that go back on the board. */
export interface Returned {
  own: number;
  queen: boolean;
}

/** The link of this id, or the account of this name, has no role here any more; the invitation of this name is good for nothing. */
export interface RevokeRequest {
  id?: string;
  name?: string;
  invite?: string;
}

/** The link of a pad is no longer valid: what it still sends is set aside. */
export interface RevokeSource {
  do: "revoke";
  source: string;
}

/** Somebody who has a role here: by a link, which has an id, or by name. */
export interface RoleGiven {
  id: string;
  role: "desk" | "director" | "display" | "owner" | "public" | "referee" | "umpire";
  name: string;
  table: number | null;
  match: string | null;
  is_revoked: boolean;
}

/** Everybody who has a role here, and who is still invited. */
export interface RolesGiven {
  roles: RoleGiven[];
  invites: InviteGiven[];
}

/** The matches of a round, or of a turn of the groups. */
export interface RoundShown {
  name: string;
  matches: FoundMatch[];
}

/** A line of a table. */
export interface RowShown {
  rank: number;
  entry: string;
  figures: string[];
  goes_on: boolean;
  has_left: boolean;
}

/** A category of a team tie, and how many play in it. */
export interface RubberShown {
  id: string;
  title: string;
  size: number;
}

/** Rule on places of a published draw that the tables now fill otherwise: all stay, all change, or one by one. */
export interface RuleOnSeats {
  do: "seats";
  stage?: string | null;
  others?: "change" | "keep" | null;
  seats?: Record<string, string>;
}

/** A rulebook to play by. */
export interface RulebookOption {
  id: string;
  name: string;
  late_limits_differ: boolean;
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

/** One rulebook's ruling. */
export interface RulingAnswer {
  rulebook: string;
  title: string;
  ruling: Ruling;
  sentences: string[];
  differs: boolean;
}

/** The rulebooks side by side; the first is the ICF's. */
export interface RulingAnswers {
  answers: RulingAnswer[];
}

/** A situation and a stroke, as `carrom rule` reads them, without the rulebook. */
export interface RulingQuestion {
  before: Situation;
  stroke: StrokeFacts;
  to_striker?: boolean;
}

/** Where a player sits. South sits at y = −370 and looks along +y. */
export type Seat = "east" | "north" | "south" | "west";

/** Whose seat the link opens, how it stands for this browser, and who sits where. */
export interface SeatAnswer {
  players: Array<"a1" | "a2" | "b1" | "b2">;
  state: "free" | "held" | "open" | "yours";
  seats: SeatView[];
  here: Array<"a1" | "a2" | "b1" | "b2">;
}

/** A new link for each seat to which somebody else comes; those that were sent before open them too. */
export interface SeatLinks {
  links: SeatSecret[];
}

/** Whoever was sent the link of a seat looks before he sits down. */
export interface SeatQuestion {
  match: string;
  secret: string;
  browser?: string;
}

/** Who shall sit on a seat. */
export interface SeatRequest {
  name: string;
  who: "computer" | "here" | "link";
  player?: string | null;
  skill?: string | null;
  seat: Seat;
}

/** The key to one or more seats. Whoever holds it plays from there; a maker's opens none, but lets him open them again. */
export interface SeatSecret {
  who: "here" | "link" | "maker";
  seats: Seat[];
  players: Array<"a1" | "a2" | "b1" | "b2">;
  secret: string;
}

/** A published place that is contested. */
export interface SeatShown {
  place: string;
  seated: string;
  now: string | null;
  played: string | null;
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

/** Disc `disc` is at x + vx·τ + ½ax·τ² (and so for y) at τ seconds after `start`, until `end`. */
export type Segment = [number, number, number, number, number, number, number, number, number];

/** By which names of this machine others may reach this server; none where only this machine can. */
export interface ServerAddresses {
  hosts: string[];
  origin: string | null;
}

/** How to reach a player, a convenor or a representative; without phone and e-mail it is taken out. */
export interface SetContact {
  do: "contact";
  who: string;
  role?: "convenor" | "player" | "representative";
  community?: string | null;
  phone?: string | null;
  email?: string | null;
}

/** Change a stage's order of tie-breaks: vkk, kreeda, icf, or a JSON object; in mid-play only with a reason. */
export interface SetPolicy {
  do: "policy";
  stage: string;
  policy: string;
}

/** One thing as it is set at one place. */
export interface SetRow {
  where: string;
  value: string;
}

/** Take a table out of service, or put it back; `move` is where the match goes that is on it. */
export interface SetTableService {
  do: "table";
  table: number;
  works: boolean;
  move?: number | null;
}

/** What an organiser wants otherwise, as it is written. Without a place it holds wherever it fits. */
export interface SettingChange {
  setting: string;
  value: string;
  where?: string;
}

/** One thing that is set otherwise. */
export interface SettingRequest {
  setting: string;
  value: string;
  where?: string;
}

/** A setting with all that a form says of it. */
export interface SettingShown {
  name: string;
  level: string;
  help: string;
  sample: string;
  frozen: string;
  question: string;
  is_place_needed: boolean;
  choices: string[];
  more: string[];
  formats: FormatShown[];
  rows: SetRow[];
}

/** Every setting. */
export interface SettingsShown {
  seq: number;
  settings: SettingShown[];
}

/** One side of a match: A1 as long as nobody is known. */
export interface SideShown {
  text: string;
  people: string[];
  is_known: boolean;
}

/** What one side did in a match. A run are the own pieces that one player pocketed in one turn. */
export interface SideStatistics {
  boards: number;
  queens: number;
  best_run: number;
  fouls: number;
}

/** The loser signs the card (XIX); the umpire's signature follows by itself. */
export interface SignCard {
  do: "sign";
}

/** A name and a password. */
export interface SignIn {
  name: string;
  password: string;
}

/** Under the card (XIX). */
export interface Signature {
  who: string;
  name: string;
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

/** A match in the order of play. */
export interface SlotShown {
  id: string;
  event: string;
  title: string;
  sides: SideShown[];
  begins: string;
  ends: string;
  day: number;
  table: number;
  is_on: boolean;
}

/** All that a page shows of a match after event `seq`. */
export interface Snapshot {
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
  coming: ComingBoard | null;
  headline: Headline | null;
  clock: GameClock | null;
  ready: Array<"a" | "b">;
  absent: Array<"a" | "b">;
  may_sit: Array<"a1" | "a2" | "b1" | "b2">;
  until: Countdown | null;
  may_concede: Array<"game" | "match">;
  stopped: Stopped | null;
  may_appeal: Array<"pause" | "replay">;
  rack: Array<["black" | "queen" | "white", number, number]> | null;
  trial: "a" | "b" | null;
  may_try: Array<"a" | "b">;
  testing: SurfaceTest | null;
  may_undo: Array<"a1" | "a2" | "b1" | "b2">;
  conceded: Concession[];
  may_sign: Array<"a1" | "a2" | "b1" | "b2">;
  signatures: Signature[];
  aids: boolean;
  aid_agreed: Array<"a" | "b">;
  may_protest: boolean;
  protests: ProtestView[];
}

/** A finished board as one source has it, with coins and queen if they were entered. */
export interface SourceBoard {
  game: number;
  winner: "a" | "b";
  points: number;
  extra: boolean;
  coins: number | null;
  queen: "a" | "b" | null;
}

/** What one source says of a match: a pad, or the desk. */
export interface SourceReport {
  source: string;
  pad: string | null;
  score: string;
  boards: SourceBoard[];
  is_over: boolean;
}

/** A polite word to everybody at the table; nothing else can be said, and nothing of it is stored. */
export interface Speak {
  t: "speak";
  player: "a1" | "a2" | "b1" | "b2";
  phrase: "good-luck" | "hello" | "nice-stroke" | "one-moment" | "thanks" | "well-played";
}

/** A polite word of somebody at the table. */
export interface Spoken {
  t: "spoken";
  player: "a1" | "a2" | "b1" | "b2";
  phrase: "good-luck" | "hello" | "nice-stroke" | "one-moment" | "thanks" | "well-played";
}

/** A stage as it stands: its tables or its tree. */
export interface StageDetail {
  seq: number;
  key: string;
  shape: string;
  lots: string[][];
  groups: GroupShown[];
  ties: TieShown[];
  rounds: RoundShown[];
  ruled: string[];
}

/** A stage: what it is, and how it was drawn. */
export interface StageShown {
  key: string;
  event: string;
  event_name: string;
  format: string;
  shape: string;
  length: string;
  entries: number;
  is_drawn: boolean;
  draws: number;
  seeds: string[];
  is_published: boolean;
  is_in_use: boolean;
  is_whole: boolean;
  can_draw_again: boolean;
  is_to_draw: boolean;
}

/** Everything that is drawn. */
export interface StagesShown {
  seq: number;
  events: EventShown[];
  is_held_back: boolean;
}

/** A called match is in play. Where somebody of it is at another table, or who plays it hangs on a ruling, the desk says why, as for a call. */
export interface StartMatch {
  do: "start";
  match: string;
}

/** Play stands still for an appeal (121a). */
export interface Stopped {
  party: "a" | "b" | null;
  text: string;
  wants_replay: boolean;
  may_go_on: Array<"a1" | "a2" | "b1" | "b2">;
  may_grant: Array<"a1" | "a2" | "b1" | "b2">;
  seconds: number | null;
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

/** What became of it. */
export interface StrokeResult {
  trace: StrokeTrace;
  before: Array<["black" | "queen" | "white", number, number]>;
  after: Array<["black" | "queen" | "white", number, number]>;
  position: string;
  pocketed: string[];
  touched: boolean;
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

/** Somebody else plays in a pair or a team from now on; in a team nobody need come. Who `is_new` is on no list, who `may_be_new` is put there where nobody is called so; who comes is `here`, where that is said. */
export interface SubstitutePlayer {
  do: "substitute";
  goes: string;
  comes?: string | null;
  event?: string | null;
  is_new?: boolean;
  may_be_new?: boolean;
  club?: string | null;
  here?: boolean;
}

/** The surface may be tried for so long before the match, where the rulebook says so. */
export interface SurfaceTest {
  seconds: number;
  law: string | null;
}

/** A match to be played in the browser. */
export interface TableRequest {
  match: string;
  clock?: boolean;
}

/** A table of the hall. */
export interface TableShown {
  table: number;
  state: string;
  match: MatchAtTable | null;
}

/** What stands beside the log: what is asked, whose seats are open again, and which match follows this one. */
export interface TableStatus {
  t: "beside";
  asks: OfferView[];
  free: Array<"a1" | "a2" | "b1" | "b2">;
  rematch: string | null;
  declined: Declined | null;
}

/** The referee lets facts count that were set aside, up to this number. */
export interface TakeAside {
  tournament: string;
  match: string;
  pad: string;
  upto: number;
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

/** The teams of an event. */
export interface TeamEventShown {
  event: string;
  name: string;
  rubbers: RubberShown[];
  teams: TeamShown[];
  figures: FigureShown[];
  not_balanced: string[];
}

/** A match of a team, by its rubber and the other team. */
export interface TeamMatchShown {
  id: string;
  rubber: string;
  other: string;
}

/** A team: who belongs to it, who plays what, who waits, and what is lacking. */
export interface TeamShown {
  name: string;
  members: MemberShown[];
  line_up: Record<string, string[]>;
  reserves: string[];
  lacks: string[];
  matches: TeamMatchShown[];
}

/** Two teams that meet: how many rubbers each has won, and how many are open. */
export interface TieShown {
  turn: number;
  teams: string[];
  won: number[];
  open: number;
}

/** A whole match to step through. */
export interface Timeline {
  title: string;
  sides: ByParty_str_;
  rulebook: string;
  over: boolean;
  problems: string[];
  moments: Moment[];
}

export type ToClient = Welcome | Resync | Happened | Ack | Nack | AimSeen | Presence | TableStatus | Spoken | Pong;

export type ToServer = Do | ResendSince | Aiming | Pace | Hurry | Propose | OpenSeat | Speak | Ping;

/** What the match waits for, and from whom: `lane` for a stroke, `spots` when due pieces are to be placed. */
export interface Todo {
  what: "demand" | "next" | "over" | "place" | "stopped" | "strike" | "toss";
  players: Array<"a1" | "a2" | "b1" | "b2">;
  count: number;
  kind: "black" | "queen" | "white" | null;
  lane: Lane | null;
  spots: DueSpots | null;
  may_forgo: boolean;
  no_forgo: WhyNot | null;
  choices: Array<"break" | "side">;
  seconds: number | null;
  limit: number | null;
}

/** `other` is the other disc, the side of the frame (n, e, s, w) or the pocket (0 north-east, then counter-clockwise); `impact` the closing speed in m/s. */
export type TraceEvent = [number, "disc" | "frame" | "pocket" | "rest", number, number | string | null, number];

/** Two or more phones write one match at the same time, whether or not they differ. */
export interface TwoWriters {
  match: string;
  title: string;
  sides: [string, string];
  table: number | null;
  sources: SourceReport[];
}

/** A friendly request to take the last stroke back; only where everybody at the table is on one screen. */
export interface Undo {
  do: "undo";
}

/** Take back the last act, of whatever kind; again goes further. An entry list, a line-up or people ticked off together are one act. `last` is the number of the fact that is taken for the last one. */
export interface UndoLast {
  do: "undo";
  last?: number | null;
}

/** A result that counts nowhere until it is confirmed. */
export interface UnsignedShown {
  id: string;
  event: string;
  title: string;
  sides: SideShown[];
  text: string;
}

/** Matches that wait for the same kind of thing. */
export interface WaitingShown {
  cause: string;
  why: string;
  matches: string[];
  missing: MissingShown[];
}

/** The first message: which players you are (none: you watch), and how things stand. */
export interface Welcome {
  t: "welcome";
  match: string;
  players: Array<"a1" | "a2" | "b1" | "b2">;
  view: Snapshot;
  solo: boolean;
  clock: boolean;
  seat: Array<"a1" | "a2" | "b1" | "b2">;
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
  view: Snapshot;
  happened: Happened[];
}

/** What somebody tries for a player in a branch of a match ("what if"); within a board, so no toss and no end. */
export interface WhatIfStep {
  player: "a1" | "a2" | "b1" | "b2";
  act: Strike | PlaceDue | ForgoDue | PassTurn | TakeDemand;
}

/** Who is signed in; nobody where there is no name. */
export interface WhoIAm {
  name: string | null;
  is_host: boolean;
}

/** Why something that could be thought of cannot be done. */
export interface WhyNot {
  code: string;
  law: string | null;
  text: string;
}

/** All that one match waits for. */
export interface WhyWaiting {
  match: string;
  why: string[];
  table: number | null;
}

/** Something the umpire says, with the laws that it stands on. `text` is set where the laws' catalogue has it; otherwise the page has words for the code. */
export interface Word {
  code: string;
  laws: string[];
  text: string | null;
  data: Record<string, string | number | boolean>;
  who: Record<string, string>;
}

/** What each address that is asked with POST answers. */
export interface Posts {
  "/api/matches": { body: NewMatch; answer: MadeMatch };
  "/api/what-if": { body: WhatIf; answer: WhatIfAnswer };
  "/api/records": { body: RecordText; answer: Timeline };
  "/api/seats": { body: SeatQuestion; answer: SeatAnswer };
  "/api/seats/links": { body: NewLinksRequest; answer: SeatLinks };
  "/api/lobby": { body: NewTable; answer: MadeMatch };
  "/api/lobby/join": { body: JoinTableRequest; answer: MadeMatch };
  "/api/lobby/close": { body: CloseTableRequest; answer: ClosedTable };
  "/api/simulate": { body: StrokeTrial; answer: StrokeResult };
  "/api/position": { body: PositionRequest; answer: PositionAnswer };
  "/api/hint": { body: HintRequest; answer: Hints };
  "/api/rule": { body: RulingQuestion; answer: RulingAnswers };
  [path: `/api/puzzles/${string}/attempts`]: { body: PuzzleAttempt; answer: PuzzleResult };
  "/api/coach": { body: CoachRequest; answer: CoachAnswer };
  "/api/board/check": { body: Measurements; answer: InspectionAnswer };
  "/api/tournaments": { body: NewTournament; answer: MadeTournament };
  [path: `/api/tournaments/${string}/remove`]: { body: RemoveRequest; answer: RemovedTournament };
  [path: `/api/tournaments/${string}/erase`]: { body: EraseRequest; answer: Erased };
  [path: `/api/tournaments/${string}/links`]: { body: LinkRequest; answer: MadeLink };
  [path: `/api/tournaments/${string}/roles/revoke`]: { body: RevokeRequest; answer: RolesGiven };
  [path: `/api/tournaments/${string}/invite`]: { body: InviteRequest; answer: MadeInvite };
  [path: `/api/tournaments/${string}/acts`]: { body: ActRequest; answer: ActDone };
  [path: `/api/tournaments/${string}/preview`]: { body: PreviewRequest; answer: Preview };
  [path: `/api/tournaments/${string}/entries/read`]: { body: EntryListRequest; answer: ListRead };
  "/api/session": { body: SignIn; answer: WhoIAm };
  "/api/session/end": { body: Nothing; answer: WhoIAm };
  "/api/session/password": { body: NewPassword; answer: WhoIAm };
  "/api/session/join": { body: JoinRequest; answer: WhoIAm };
  [path: `/api/tournaments/${string}/tables`]: { body: TableRequest; answer: FixtureTable };
  [path: `/api/tournaments/${string}/tables/end`]: { body: TableRequest; answer: FixtureTable };
  "/api/pads/work": { body: PadWorkRequest; answer: PadWork };
  "/api/pads/take-up": { body: PadTakeUp; answer: PadLogCopy };
  "/api/pads/send": { body: PadSends; answer: PadAnswer };
  "/api/pads/calls/answer": { body: AnswerCall; answer: PadDone };
  "/api/pads/aside/take": { body: TakeAside; answer: PadDone };
}

/** What each address that is asked with GET answers. */
export interface Gets {
  "/api/choices": { answer: MatchOptions };
  [path: `/api/matches/${string}/timeline`]: { answer: Timeline };
  "/api/reach": { answer: ServerAddresses };
  "/api/games": { answer: MatchSummaries };
  "/api/lobby": { answer: LobbyTables };
  [path: `/api/laws/${string}`]: { answer: LawText };
  "/api/puzzles": { answer: PuzzleList };
  [path: `/api/puzzles/${string}`]: { answer: PuzzleView };
  [path: `/api/solutions/${string}`]: { answer: PuzzleSolution };
  "/api/board/requirements": { answer: InspectionAnswer };
  "/api/tournaments": { answer: MyTournaments };
  [path: `/api/tournaments/${string}/standing`]: { answer: MyAccess };
  [path: `/api/tournaments/${string}/roles`]: { answer: RolesGiven };
  "/api/session": { answer: WhoIAm };
  [path: `/api/tournaments/${string}/pads`]: { answer: PadsView };
  [path: `/api/tournaments/${string}/pads/${string}/${string}`]: { answer: PadLogView };
  [path: `/api/tournaments/${string}/hall`]: { answer: HallShown };
  [path: `/api/tournaments/${string}/why/${string}`]: { answer: WhyWaiting };
  [path: `/api/tournaments/${string}/matches`]: { answer: MatchList };
  [path: `/api/tournaments/${string}/referee`]: { answer: RefereeShown };
  [path: `/api/tournaments/${string}/referee/waits`]: { answer: RefereeWaits };
  [path: `/api/tournaments/${string}/laws`]: { answer: LawsShown };
  [path: `/api/tournaments/${string}/people`]: { answer: PeopleShown };
  [path: `/api/tournaments/${string}/stages`]: { answer: StagesShown };
  [path: `/api/tournaments/${string}/stage`]: { answer: StageDetail };
  [path: `/api/tournaments/${string}/line-ups`]: { answer: LineUpsShown };
  [path: `/api/tournaments/${string}/prizes`]: { answer: PrizesShown };
  [path: `/api/tournaments/${string}/order`]: { answer: OrderShown };
  [path: `/api/tournaments/${string}/settings`]: { answer: SettingsShown };
  [path: `/api/tournaments/${string}/log`]: { answer: LogShown };
  "/api/beginnings": { answer: BeginningsShown };
  "/api/beginnings/settings": { answer: SettingsShown };
}
