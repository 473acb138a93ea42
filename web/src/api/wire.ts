// Written by web/wire.py from the server's schemas. Do not edit: change the server's classes and run it again.

/** This act is stored; its first event has this number. */
export interface Ack {
  t: "ack";
  key: string;
  seq: number;
}

/** Numbers of the act's first and last event. A repeated request gets no text. */
export interface ActDone {
  first: number;
  seq: number;
  said: string[];
  changes: Consequence[];
  is_repeated: boolean;
}

/** An act. `base` is the last event seen; `at` is when it happened (15:10 or a full time) if not now; `confirm` repeats the preview's value, which grave acts require. */
export interface ActRequest {
  key: string;
  act: ChangeSettings | ImportEntries | CheckPeople | SetContact | DrawTeams | DrawStage | PublishDraw | RuleOnSeats | CallMatch | MarkPresent | StartMatch | FreeTable | SetTableService | GiveResult | CorrectResult | RecordShootout | RecordLots | ConfirmResult | CorrectName | DescribePerson | SubstitutePlayer | LineUpRubber | LineUpTeam | AddPerson | AddLateEntry | LeaveEvents | RecordProtest | PayProtestFee | DecideProtest | SetPolicy | RetractFact | UndoLast | RevokeSource;
  base?: number | null;
  reason?: string | null;
  at?: string | null;
  confirm?: string | null;
}

/** Enter a player or pair late, in a free slot of the draw or in an existing `team`. `new_team` makes a new team, named `team` if given. A `namesake` is another person than the known one of that name; `mark` tells them apart. `here` also checks them in. */
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

/** Add a person who enters nothing yet, such as a substitute or a player for the team draw. A `namesake` is another person than the known one of that name; `mark` tells them apart. `here` also checks them in. */
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

/** Agree to hints and what-if, or decline. Both sides must agree. */
export interface AgreeOnAids {
  do: "aid";
  yes?: boolean;
}

/** Limits at which a stage's games and matches are over, and most points of a board. */
export interface AgreedFigures {
  games: number;
  target: number | null;
  boards: number | null;
  boards_until: string;
  minutes: number | null;
  most: number;
  report: number;
}

/** A match's setup, for the engine in a phone. */
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

/** A player's aim; pages move there in `over` seconds. */
export interface AimSeen {
  t: "seen";
  along: number;
  direction: number;
  speed: number;
  over?: number;
}

/** The player's aim, shown to others; not stored. */
export interface Aiming {
  t: "aiming";
  along: number;
  direction: number;
  speed: number;
}

/** Marks a referee call as answered. */
export interface AnswerCall {
  tournament: string;
  call: string;
}

/** A match this link may umpire. */
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

/** An event's certain prizes. */
export interface AwardShown {
  event: string;
  prizes: PrizeShown[];
  is_over: boolean;
  waits: string[];
}

/** A template for a tournament. */
export interface BeginningShown {
  id: string;
  name: string;
  events: string[];
}

/** Templates, and usual formats of a single event. */
export interface BeginningsShown {
  templates: BeginningShown[];
  ways: string[];
  formats: FormatShown[];
}

/** A board on which sources differ; null for sources not there yet. */
export interface BoardDifference {
  number: number;
  told: Array<SourceBoard | null>;
}

/** End of a board. The winner may take all, some or none of `demand` more points (87b). */
export interface BoardEnd {
  winner: "opponent" | "player";
  points: number;
  demand: number;
}

/** A protest was upheld: replay from this board, to which the pad has not gone back yet. */
export interface BoardReplay {
  protest: string;
  game: number | null;
  board: number;
  to: number;
  reason: string;
}

/** Finished board: one line of the score card. */
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

/** A board, with its score as typed. */
export interface BoardShown {
  number: number;
  game: number;
  winner: string;
  points: number;
  extra: boolean;
  word: string;
  is_contested: boolean;
}

export interface ByParty_SideStatistics_ {
  a: SideStatistics;
  b: SideStatistics;
}

export interface ByParty_int_ {
  a: number;
  b: number;
}

export interface ByParty_list_str__ {
  a: string[];
  b: string[];
}

export interface ByParty_str_ {
  a: string;
  b: string;
}

/** One value per side, seen by the striker. */
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

/** A match to call next, with its table and umpire. */
export interface CallShown {
  id: string;
  event: string;
  title: string;
  sides: SideShown[];
  table: number;
  umpire: string | null;
  hangs_on: string[];
}

/** Change settings. Each change has a setting, a value, and where it applies. */
export interface ChangeSettings {
  do: "set";
  changes: SettingChange[];
}

/** Record check-in, payment of the fee, or a certified striker, for the people named, or those of a club or event. */
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

/** Choose at the toss. A breaking pair says which of them does (39b, 42). If the winners took the side, the other pair is asked before the toss is recorded, and answers `break`. */
export interface ChooseToss {
  do: "toss";
  choice: "break" | "side";
  breaker?: number;
  rack?: number;
}

/** Claim the match: the other side did not come within fifteen minutes of the call (143i). */
export interface ClaimWalkover {
  do: "claim";
}

/** Your open table, and your seat's secret. */
export interface CloseTableRequest {
  match: string;
  secret: string;
}

/** The table is closed. */
export interface ClosedTable {
  match: string;
}

/** Matches that no longer fit before closing: the longest duration in minutes, and a closing time that would do. */
export interface ClosingShown {
  minutes: number;
  closes: string;
  later: string | null;
}

/** A stroke as played: board coordinates (mm), degrees from the player's seat, m/s. */
export interface CoachAim {
  x: number;
  y: number;
  direction: number;
  speed: number;
}

/** Progress, and the report once all strokes are analysed. */
export interface CoachAnswer {
  done: number;
  of: number;
  report: CoachReport | null;
}

/** One thing that happened in a stroke, perhaps with a number of points or coins. */
export interface CoachHappening {
  what: "back" | "coin" | "coins" | "covered" | "foul" | "lost" | "nothing" | "owes" | "queen" | "returned" | "rivals" | "striker" | "won";
  count: number;
}

/** A value with its 95 % interval. */
export interface CoachInterval {
  value: number;
  low: number;
  high: number;
}

/** A value before a stroke, its parts, and the value after it: best − choice − hand + luck. */
export interface CoachParts {
  best: number;
  choice: number;
  hand: number;
  luck: number;
  after: number;
}

/** Totals and advice for one person. */
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

/** Something to practise; `puzzles` is the matching kind of puzzles. */
export interface CoachPractice {
  topic: string;
  strokes: number;
  choice: number;
  hand: number;
  examples: number[];
  puzzles: string | null;
}

/** Strokes with stated chances between two bounds: mean stated chance, and share that succeeded. */
export interface CoachReliability {
  low: number;
  high: number;
  strokes: number;
  stated: number;
  kept: number;
}

/** The whole report. */
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

/** A match on this server, or a record. */
export interface CoachRequest {
  match?: string | null;
  record?: string | null;
}

/** One reviewed stroke; `made`, `chosen` and `best` as played. */
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

/** Total losses by choices and by the hand, and gains by luck. */
export interface CoachSums {
  choice: number;
  hand: number;
  luck: number;
}

/** A column and its meaning; None if unknown. */
export interface ColumnRead {
  heading: string;
  meaning: string | null;
}

/** The next board, with the last one still on the table. */
export interface ComingBoard {
  game: number;
  board: number;
}

/** A conceded game or match (139), and its game. */
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

/** A consequence in words; a `decision` is left to someone. */
export interface Consequence {
  kind: "advance" | "call" | "decision" | "drawn" | "prize" | "rank" | "replay" | "side" | "void";
  text: string;
}

/** Correct the name of a person, pair or team, at any time. */
export interface CorrectName {
  do: "rename";
  who: string;
  name: string;
  event?: string | null;
}

/** Replace the result of a match. `version` is the match version that the user saw. */
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

/** Time between boards: reporting (143i), changing sides (61), interval (138). */
export interface Countdown {
  what: "change" | "interval" | "report";
  seconds: number;
  law: string;
}

/** Decide the other side's protest, in place of authorities (151). */
export interface Decide {
  do: "decide";
  protest: number;
  upheld: boolean;
}

/** Uphold or dismiss a protest. */
export interface DecideProtest {
  do: "decide";
  protest: string;
  decision: "dismissed" | "upheld";
}

/** A decision, with everything needed to make it. */
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

/** An offer declined by the other side, made after event `base`. */
export interface Declined {
  party: "a" | "b";
  what: "end" | "rematch" | "undo";
  base: number;
}

/** Correct the club, community, gender or birth date of a person. Fields left out stay as they are. */
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

/** A match on which sources disagree. None takes precedence: the referee decides. */
export interface Dispute {
  match: string;
  title: string;
  sides: [string, string];
  sources: SourceReport[];
  boards: BoardDifference[];
  is_result_different: boolean;
}

/** An act after event `base`. With the same `key` it counts once. */
export interface Do {
  t: "do";
  key: string;
  base: number;
  player: "a1" | "a2" | "b1" | "b2";
  act: ChooseToss | TakeSeat | ClaimWalkover | Strike | PlaceDue | ForgoDue | PassTurn | TakeDemand | ReadyForBoard | GiveUp | LodgeAppeal | ResumePlay | GrantReplay | PlayTrial | SignCard | AgreeOnAids | Undo | LodgeProtest | Decide;
}

/** A version of a result to choose from. */
export interface DraftShown {
  fact: string;
  by: string;
  text: string;
  boards: string;
}

/** Draw a stage, or the next round of a Swiss system; `again` redraws its last round. `random` is the public seed. */
export interface DrawStage {
  do: "draw";
  stage?: string | null;
  random?: string | null;
  again?: boolean;
}

/** Draw balanced teams from the people, each with a line-up; to draw again takes a reason. */
export interface DrawTeams {
  do: "teams";
  event?: string | null;
  random?: string | null;
}

/** A raster of places for a due coin: '.' is free, `why` has other marks. Row 0 has the smallest y. */
export interface DueSpots {
  x: number;
  y: number;
  step: number;
  rows: string[];
  extra: Array<[number, number]>;
  why: Record<string, WhyNot>;
}

/** An entry list, as an `import` act. */
export interface EntryListRequest {
  act: ChangeSettings | ImportEntries | CheckPeople | SetContact | DrawTeams | DrawStage | PublishDraw | RuleOnSeats | CallMatch | MarkPresent | StartMatch | FreeTable | SetTableService | GiveResult | CorrectResult | RecordShootout | RecordLots | ConfirmResult | CorrectName | DescribePerson | SubstitutePlayer | LineUpRubber | LineUpTeam | AddPerson | AddLateEntry | LeaveEvents | RecordProtest | PayProtestFee | DecideProtest | SetPolicy | RetractFact | UndoLast | RevokeSource;
}

/** An ambiguous row: `choices` are possible matches, `no` means none of them (if needed), `column` is what it is about. */
export interface EntryQuestion {
  row: number;
  code: string;
  text: string;
  choices: string[];
  no: string;
  column: string;
}

/** A person to erase by id; the name prevents accidents. */
export interface EraseRequest {
  person: string;
  name: string;
}

/** The erased name's replacement. */
export interface Erased {
  name: string;
  seq: number;
}

/** An event with its stages. */
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

/** Who did what, when and why. */
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

/** A statistic of teams: kind, counted age group or level (`name`), a value per team. */
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

/** A requirement, measured values, verdict. */
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

/** A match's table: play at /play/TABLE with a seat's secret after `#`. */
export interface FixtureTable {
  match: string;
  table: string;
  links: PlayerLink[];
}

/** Forgo the due coins (87a). */
export interface ForgoDue {
  do: "forgo";
}

/** A stage format; whether events can begin or continue with it. */
export interface FormatShown {
  id: string;
  can_begin: boolean;
  can_follow: boolean;
}

/** A match with status, result and boards. */
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

/** Undo a call: the table is free, and the match waits again. */
export interface FreeTable {
  do: "free";
  match: string;
}

/** Time left in the game, if limited and a clock was agreed. */
export interface GameClock {
  seconds: number;
  running: boolean;
}

/** A stretch of the base lines closed to the striker, and the law. */
export interface Gap {
  from: number;
  to: number;
  code: string;
  law: string;
  text: string;
}

/** Record the result of a match, typed or from its record: `words` are boards such as a:5+q, or totals such as 25-18. `match` is its number, or @4 for the match on table 4. */
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

/** Concede the game or the match (139). */
export interface GiveUp {
  do: "concede";
  what: "game" | "match";
}

/** Agree to replay the board (140). */
export interface GrantReplay {
  do: "grant";
}

/** A group or league table, with the reason for every rank. */
export interface GroupShown {
  name: string;
  columns: string[];
  rows: RowShown[];
  advance: number;
  why: string[];
  ruled: string[];
  is_complete: boolean;
}

/** The desk's main screen. */
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

/** A stored event. `before` has the coins before a stroke. */
export interface Happened {
  t: "happened";
  seq: number;
  key: string | null;
  event: LoggedEvent;
  view: Snapshot;
  trace: StrokeTrace | null;
  before: Array<["black" | "queen" | "white", number, number]> | null;
}

/** What was most notable in an event. */
export interface Headline {
  what: "board" | "covered" | "foul" | "queen" | "retry" | "several" | "slam" | "uncovered";
  slam: string | null;
  count: number;
}

/** A position to play from. */
export interface HintRequest {
  position: string;
  seat: Seat;
  colour: "black" | "white";
  queen?: "board" | "opponent" | "pending" | "player";
  rulebook?: string;
}

/** A good stroke, and a club player's chance to keep the turn or win the board with it. */
export interface HintStroke {
  x: number;
  y: number;
  direction: number;
  speed: number;
  chance: number;
}

/** Best strokes first. */
export interface Hints {
  strokes: HintStroke[];
}

/** A prize winner: name and club, players of a team. */
export interface HolderShown {
  name: string;
  club: string;
  players: string[];
}

/** Skip pauses until a person's turn, where everyone plays on one screen. */
export interface Hurry {
  t: "hurry";
}

/** Read an entry list: pasted text, or a file (CSV or XLSX in base64). Importing it again changes nothing. */
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

/** A board checked against the Laws. */
export interface InspectionAnswer {
  passed: boolean;
  failed: string[];
  findings: FindingRow[];
}

/** An unused invitation; its last day. */
export interface InviteGiven {
  id: string;
  role: "desk" | "director" | "display" | "owner" | "public" | "referee" | "umpire";
  until: string;
}

/** A role to offer. */
export interface InviteRequest {
  role: "desk" | "director" | "owner" | "referee";
}

/** Accepts an invitation, with a new account, or without name and password for the current one. */
export interface JoinRequest {
  invite: string;
  name?: string | null;
  password?: string | null;
}

/** A table to join. */
export interface JoinTableRequest {
  match: string;
}

/** Stretches where a seat's striker may be placed: distances to the player's right along the base lines. */
export interface Lane {
  seat: Seat;
  ahead: number;
  free: Array<[number, number]>;
  gaps: Gap[];
  fastest: number;
}

/** What undo would revert, and the power needed. */
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

/** A law in our words. */
export interface LawText {
  id: string;
  title: string;
  text: string;
  plain: string | null;
}

/** Laws found. */
export interface LawsShown {
  laws: LawShown[];
}

/** Withdraw, retire or disqualify an entry; a person leaves every event, or only `event`. `results` says whether results in tables are kept or annulled; by default the stage's rule decides. */
export interface LeaveEvents {
  do: "leave";
  entry: string;
  how?: "disqualified" | "retired" | "withdrawn";
  law?: string | null;
  results?: "annulled" | "kept" | null;
  event?: string | null;
}

/** Set the players of a rubber for a team, from now on or in one `match` only. */
export interface LineUpRubber {
  do: "line-up";
  team: string;
  rubber: string;
  players: string[];
  match?: string | null;
  event?: string | null;
}

/** Set several rubbers of a team's line-up at once. Rubbers not named stay as they are. */
export interface LineUpTeam {
  do: "line-ups";
  team: string;
  rubbers: Record<string, string[]>;
  event?: string | null;
}

/** Line-ups of team events. */
export interface LineUpsShown {
  seq: number;
  events: TeamEventShown[];
}

/** A link to create for an umpire at a table or match, a screen, or a helper without password. */
export interface LinkRequest {
  role: "desk" | "display" | "referee" | "umpire";
  name?: string;
  table?: number | null;
  match?: string | null;
}

/** An entry list: columns, questions, and what an import would add. */
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

/** Open tables, and tables in play from the lobby. */
export interface LobbyTables {
  open: MatchSummary[];
  playing: MatchSummary[];
}

/** Appeal, stopping the clocks (121a): a question, or to replay the board (140). */
export interface LodgeAppeal {
  do: "appeal";
  text?: string;
  wants?: "pause" | "replay";
}

/** Protest in writing against something in this board (144, 145). */
export interface LodgeProtest {
  do: "protest";
  text: string;
}

/** Part of the log, newest first. */
export interface LogShown {
  seq: number;
  facts: FactShown[];
  found: number;
  people: string[];
}

/** An event of the log, with its act's fields. */
export interface LoggedEvent {
  v: number;
  n: number;
  kind: string;
  at?: number;
}

/** An invitation's secret, valid once, for a week. */
export interface MadeInvite {
  secret: string;
}

/** A link. The secret appears once; the server has a hash. */
export interface MadeLink {
  id: string;
  secret: string;
}

/** A created match. */
export interface MadeMatch {
  id: string;
  links: SeatSecret[];
}

/** The created tournament. If `was_here`, it exists and nothing was created: `seq` counts its events, `facts` the file's; `is_same` if its first events equal the file's. */
export interface MadeTournament {
  id: string;
  seq: number;
  was_here: boolean;
  name: string;
  facts: number;
  is_same: boolean;
}

/** Note that both sides of a called match, or one `side`, are at the table. */
export interface MarkPresent {
  do: "here";
  match: string;
  side?: "a" | "b" | null;
}

/** A match on a table, with times, missing sides and running score. */
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

/** Matches found. */
export interface MatchList {
  matches: FoundMatch[];
  found: number;
}

/** All options for a match. */
export interface MatchOptions {
  opponents: Opponent[];
  players: NamedOption[];
  skills: NamedOption[];
  rulebooks: RulebookOption[];
  lobby: boolean;
}

/** A match in a list. */
export interface MatchShown {
  id: string;
  event: string;
  title: string;
  sides: SideShown[];
}

/** Existing matches in the requested order; `gone` has other ids. */
export interface MatchSummaries {
  games: MatchSummary[];
  gone: string[];
}

/** A match: players, and what it waits for or how it ended. */
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

/** A board file as for `carrom check`. */
export interface Measurements {
  text: string;
}

/** A member of a team. */
export interface MemberShown {
  id: string;
  name: string;
}

/** A person not checked in. */
export interface MissingShown {
  id: string;
  name: string;
}

/** An event in a timeline. */
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

/** The client's role and powers: names of acts and others. */
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

/** A tournament of this account. */
export interface MyTournament {
  id: string;
  name: string;
  day: string;
  role: "desk" | "director" | "display" | "owner" | "public" | "referee" | "umpire";
  facts: number;
}

/** Tournaments of this account. */
export interface MyTournaments {
  tournaments: MyTournament[];
}

/** The act was refused and changed nothing; `seq` is the last event. */
export interface Nack {
  t: "nack";
  key: string | null;
  code: string;
  text: string;
  law: string | null;
  seq: number;
}

/** An option to choose, with its name for people. */
export interface NamedOption {
  id: string;
  name: string;
}

/** Asks for new links with the maker's key. */
export interface NewLinksRequest {
  match: string;
  key: string;
}

/** A match to create. */
export interface NewMatch {
  rulebook: string;
  length: "board" | "game" | "match";
  clock: boolean;
  seats: SeatRequest[];
  stage?: "final" | "group";
  casual?: boolean;
}

/** A new password for this account. */
export interface NewPassword {
  old: string;
  new: string;
}

/** A table to open. */
export interface NewTable {
  name: string;
  rulebook: string;
  length: "board" | "game" | "match";
  clock?: boolean;
  free?: string;
}

/** A tournament to create from a template, formats such as groups+knockout with changed settings, or a file. A file already on this server needs `copy`. */
export interface NewTournament {
  key: string;
  beginning?: string | null;
  settings?: SettingRequest[];
  file?: string | null;
  copy?: boolean;
}

/** A request without parameters. */
export type Nothing = {
};

/** An open offer. */
export interface OfferView {
  party: "a" | "b";
  what: "end" | "rematch" | "undo";
}

/** Open a seat for another browser: yours, or another's if you made the match. */
export interface OpenSeat {
  t: "open-seat";
  players: Array<"a1" | "a2" | "b1" | "b2">;
  key?: string;
  ticket?: string;
}

/** A computer opponent, with fixed skill. */
export interface Opponent {
  id: string;
  name: string;
  line: string;
}

/** The order of play, on a timeline. */
export interface OrderShown {
  seq: number;
  at: string;
  tables: number;
  is_current: boolean;
  trouble: string | null;
  slots: SlotShown[];
  warnings: string[];
}

/** Another pad's log, which this phone may take over. */
export interface OtherPadLog {
  pad: string;
  place: string;
  facts: number;
  score: string;
  last: number;
}

/** A waiting match that may be called to this free table with a reason. */
export interface OverruleShown {
  id: string;
  event: string;
  title: string;
  sides: SideShown[];
  table: number;
  why: string;
}

/** Pace of computer players for this page: length of pauses and speed of strokes, as multiples. Without it there are no pauses. */
export interface Pace {
  t: "pace";
  pause: number;
  rate: number;
}

/** How much of a pad's log the server has, and its effects. */
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

/** The request was carried out. */
export interface PadDone {
  done: boolean;
}

/** One tap: id, phone's time (ms), match event or message to the desk. */
export interface PadFact {
  id: string;
  at: number;
  body: LoggedEvent;
}

/** Beginning of a pad's log. */
export interface PadHead {
  created: number;
  version: number;
  setup: AgreedSetup;
}

/** A fact, for display. */
export interface PadLine {
  number: number;
  at: number;
  text: string;
  is_aside: boolean;
  body: LoggedEvent;
}

/** Another pad's facts, in order, to begin this phone's log. */
export interface PadLogCopy {
  setup: AgreedSetup;
  bodies: LoggedEvent[];
}

/** A pad's whole log. */
export interface PadLogView {
  state: PadState;
  lines: PadLine[];
}

/** A pad's facts after number `after`, in order. `behind` is the id of fact `after`: it reveals two phones with one log, or a restored server. Without facts, asks how many the server has. */
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

/** State of a pad's log. */
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

/** Asks for another pad's log, to take its match over. */
export interface PadTakeUp {
  tournament: string;
  secret: string;
  match: string;
  pad: string;
}

/** Matches this link may umpire. */
export interface PadWork {
  tournament: string;
  name: string;
  place: string;
  is_revoked: boolean;
  matches: Assignment[];
  now: number;
}

/** Asks for the matches this link may umpire. */
export interface PadWorkRequest {
  tournament: string;
  secret: string;
  pads?: string[];
}

/** Pads as a referee sees them. */
export interface PadsView {
  pads: PadState[];
  disputes: Dispute[];
  calls: RefereeCall[];
  now: number;
  doubles: TwoWriters[];
}

/** Pass the turn (137). */
export interface PassTurn {
  do: "pass";
}

/** Record the payment of a protest fee. */
export interface PayProtestFee {
  do: "fee";
  protest: string;
  amount: number;
}

/** People, for the entry desk. */
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

/** A person on an entry list. */
export interface PersonRead {
  name: string;
  club: string | null;
  born: string | null;
  gender: string | null;
  plays: string[];
  row: number | null;
  line: string;
}

/** A person. Sex, date of birth, contacts and money only for roles that may see them. */
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

/** Ask for a pong. */
export interface Ping {
  t: "ping";
}

/** Place due coins: all, or those that have room (79a). */
export interface PlaceDue {
  do: "place";
  at: Array<[number, number]>;
}

/** Begin or end this side's trial board (40). Its strokes do not count and are not shown. */
export interface PlayTrial {
  do: "trial";
  over?: boolean;
}

/** `a1` is the first (in singles the only) player of party a. */
export interface PlayerId {
  party: "a" | "b";
  index: number;
}

/** A player's seat and its secret. */
export interface PlayerLink {
  name: string;
  seat: Seat;
  secret: string;
}

/** Answer to a ping. */
export interface Pong {
  t: "pong";
}

/** A position, and where the striker may be placed. */
export interface PositionAnswer {
  position: string;
  pieces: Array<["black" | "queen" | "white", number, number]>;
  lane: Lane;
}

/** A position, and a seat to strike from. */
export interface PositionRequest {
  position: string;
  seat: Seat;
}

/** Connected players. */
export interface Presence {
  t: "here";
  players: Array<"a1" | "a2" | "b1" | "b2">;
  watching: number;
}

/** Text and changes of an act; `lines` of standings and brackets begin with `- ` or `+ `. Send a grave act with this `confirm`: it is refused if it would by then lead elsewhere. */
export interface Preview {
  seq: number;
  said: string[];
  changes: Consequence[];
  lines: string[];
  warnings: string[];
  is_grave: boolean;
  confirm: string;
}

/** An act to preview; nothing is recorded. */
export interface PreviewRequest {
  act: ChangeSettings | ImportEntries | CheckPeople | SetContact | DrawTeams | DrawStage | PublishDraw | RuleOnSeats | CallMatch | MarkPresent | StartMatch | FreeTable | SetTableService | GiveResult | CorrectResult | RecordShootout | RecordLots | ConfirmResult | CorrectName | DescribePerson | SubstitutePlayer | LineUpRubber | LineUpTeam | AddPerson | AddLateEntry | LeaveEvents | RecordProtest | PayProtestFee | DecideProtest | SetPolicy | RetractFact | UndoLast | RevokeSource;
  reason?: string | null;
  at?: string | null;
}

/** A place and its holders. */
export interface PrizeShown {
  place: number;
  entries: HolderShown[];
}

/** Prizes of all events. */
export interface PrizesShown {
  seq: number;
  awards: AwardShown[];
}

/** An error: stable code, and a sentence for people. */
export interface Problem {
  code: string;
  text: string;
}

/** Offer to take back your last stroke, end without a winner, or a rematch; or answer such an offer. */
export interface Propose {
  t: "propose";
  player: "a1" | "a2" | "b1" | "b2";
  what: "end" | "rematch" | "undo";
  yes?: boolean;
}

/** Protest fees taken, refunded and forfeited. */
export interface ProtestFeesShown {
  taken: number;
  back: number;
  kept: number;
}

/** A protest with its deadlines. */
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

export interface ProtestView {
  number: number;
  party: "a" | "b";
  game: number;
  board: number;
  text: string;
  written: boolean;
  decision: string | null;
}

/** Publish a draw. From then on it never changes by itself. */
export interface PublishDraw {
  do: "publish";
  stage?: string | null;
}

/** An attempt at a puzzle: all strokes so far; the last is new. */
export interface PuzzleAttempt {
  strokes: StrokeBody[];
}

/** A listed puzzle. */
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

/** The last stroke's result. */
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

/** A puzzle: white strikes, from the south. */
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

/** Text for a QR code. */
export interface QrCodeRequest {
  text: string;
}

/** Declare this side ready; the next board begins when all are (46). The breaker may turn the rack. */
export interface ReadyForBoard {
  do: "next";
  rack?: number;
}

/** Record the lots between entries that two series of shoot-outs left level, in the order drawn. */
export interface RecordLots {
  do: "lots";
  order: string[];
  stage?: string | null;
}

/** Lodge a protest against a match in play or over. `over` is when the board ended. */
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

/** Record a one-board shoot-out between level entries. */
export interface RecordShootout {
  do: "shootout";
  a: string;
  b: string;
  score: [number, number];
  stage?: string | null;
}

/** A match record. */
export interface RecordText {
  text: string;
}

/** An umpire's call for the referee. */
export interface RefereeCall {
  id: string;
  match: string;
  table: number | null;
  place: string;
  text: string;
  at: number;
  is_answered: boolean;
}

/** Referee's screen. */
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

/** Decisions and protests for the referee. */
export interface RefereeWaits {
  seq: number;
  n: number;
}

/** A tournament to remove for good; the name prevents accidents. */
export interface RemoveRequest {
  name: string;
}

/** The tournament was removed. */
export interface RemovedTournament {
  name: string;
}

/** Ask for all events after this one. */
export interface ResendSince {
  t: "since";
  seq: number;
}

/** State of a signed result. `withdrawn`: the pad reopened the match; `overruled`: desk or referee decided otherwise. */
export interface ResultState {
  state: "confirmed" | "not-taken" | "overruled" | "review" | "told" | "withdrawn";
  text: string;
}

/** Resume play: by the side that appealed, or the other once asked or after waiting. */
export interface ResumePlay {
  do: "go-on";
}

/** A snapshot for a client that missed too much. */
export interface Resync {
  t: "stands";
  view: Snapshot;
}

/** Take back an event recorded by mistake, given by its number in the log or its id. */
export interface RetractFact {
  do: "retract";
  fact: string;
}

/** Returns to the board, pocketed in vain: own pieces of this stroke, and the queen. */
export interface Returned {
  own: number;
  queen: boolean;
}

/** Revokes the link with this id, the role of this account, or this invitation. */
export interface RevokeRequest {
  id?: string;
  name?: string;
  invite?: string;
}

/** Revoke a pad's link. Whatever it still sends is set aside. */
export interface RevokeSource {
  do: "revoke";
  source: string;
}

/** A role, by link (with id) or account. */
export interface RoleGiven {
  id: string;
  role: "desk" | "director" | "display" | "owner" | "public" | "referee" | "umpire";
  name: string;
  table: number | null;
  match: string | null;
  is_revoked: boolean;
}

/** Roles and open invitations. */
export interface RolesGiven {
  roles: RoleGiven[];
  invites: InviteGiven[];
}

/** Matches of a round, or of a turn of the groups. */
export interface RoundShown {
  name: string;
  matches: FoundMatch[];
}

/** A row of a group table. */
export interface RowShown {
  rank: number;
  entry: string;
  figures: string[];
  goes_on: boolean;
  has_left: boolean;
}

/** A rubber of a team tie; players per side. */
export interface RubberShown {
  id: string;
  title: string;
  size: number;
}

/** Rule on seats of a published draw that the tables now fill differently: keep all, change all, or one by one. */
export interface RuleOnSeats {
  do: "seats";
  stage?: string | null;
  others?: "change" | "keep" | null;
  seats?: Record<string, string>;
}

/** A rulebook to choose. */
export interface RulebookOption {
  id: string;
  name: string;
  late_limits_differ: boolean;
}

/** Consequences of a stroke, and the laws that decided them, most specific first. */
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

/** A rulebook's ruling. */
export interface RulingAnswer {
  rulebook: string;
  title: string;
  ruling: Ruling;
  sentences: string[];
  differs: boolean;
}

/** All rulebooks' rulings, the ICF's first. */
export interface RulingAnswers {
  answers: RulingAnswer[];
}

/** A situation and stroke as for `carrom rule`, without rulebook. */
export interface RulingQuestion {
  before: Situation;
  stroke: StrokeFacts;
  to_striker?: boolean;
}

/** South sits at y = −370 and looks along +y. */
export type Seat = "east" | "north" | "south" | "west";

/** A link's seat, its state for this browser, all seats of the match. */
export interface SeatAnswer {
  players: Array<"a1" | "a2" | "b1" | "b2">;
  state: "free" | "held" | "open" | "yours";
  seats: SeatView[];
  here: Array<"a1" | "a2" | "b1" | "b2">;
}

/** New links for players elsewhere; earlier ones remain valid. */
export interface SeatLinks {
  links: SeatSecret[];
}

/** A seat's link, to look at before claiming. */
export interface SeatQuestion {
  match: string;
  secret: string;
  browser?: string;
}

/** A player for a seat. */
export interface SeatRequest {
  name: string;
  who: "computer" | "here" | "link";
  player?: string | null;
  skill?: string | null;
  seat: Seat;
}

/** Secret of seats. A maker's secret plays none, but can open seats again. */
export interface SeatSecret {
  who: "here" | "link" | "maker";
  seats: Seat[];
  players: Array<"a1" | "a2" | "b1" | "b2">;
  secret: string;
}

/** A contested seat of a published draw. */
export interface SeatShown {
  place: string;
  seated: string;
  now: string | null;
  played: string | null;
}

/** A seat, its player and colour in this board. */
export interface SeatView {
  seat: Seat;
  player: "a1" | "a2" | "b1" | "b2";
  party: "a" | "b";
  name: string;
  computer: string | null;
  colour: "black" | "white" | null;
}

/** A stretch of path: `disc` is at x + vx·τ + ½ax·τ² (likewise y) at τ seconds after `start`, until `end`. */
export type Segment = [number, number, number, number, number, number, number, number, number];

/** Hosts for others to reach this server; none if they cannot. */
export interface ServerAddresses {
  hosts: string[];
  origin: string | null;
}

/** Set how to reach a player, convenor or representative; without phone and email the contact is removed. */
export interface SetContact {
  do: "contact";
  who: string;
  role?: "convenor" | "player" | "representative";
  community?: string | null;
  phone?: string | null;
  email?: string | null;
}

/** Change a stage's order of tie-breaks: vkk, kreeda, icf, or a JSON object; once play has begun only with a reason. */
export interface SetPolicy {
  do: "policy";
  stage: string;
  policy: string;
}

/** A setting's value at one place. */
export interface SetRow {
  where: string;
  value: string;
}

/** Take a table out of service, or put it back. `move` is the table for the match on it. */
export interface SetTableService {
  do: "table";
  table: number;
  works: boolean;
  move?: number | null;
}

/** A change, as written. Without `where` it applies wherever the setting exists. */
export interface SettingChange {
  setting: string;
  value: string;
  where?: string;
}

/** A setting's new value. */
export interface SettingRequest {
  setting: string;
  value: string;
  where?: string;
}

/** A setting, for a form. */
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

/** A tournament's settings. */
export interface SettingsShown {
  seq: number;
  settings: SettingShown[];
}

/** A side of a match. An open side has a slot, such as A1. */
export interface SideShown {
  text: string;
  people: string[];
  is_known: boolean;
}

/** One side's statistics. A run counts a player's own coins in one turn. */
export interface SideStatistics {
  boards: number;
  queens: number;
  best_run: number;
  fouls: number;
}

/** Sign the score card as loser (XIX); the umpire follows. */
export interface SignCard {
  do: "sign";
}

/** Name and password. */
export interface SignIn {
  name: string;
  password: string;
}

/** A score card's signature (XIX). */
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

/** All a page shows of a match after event `seq`. */
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

/** A finished board as a source reports it; coins and queen if entered. */
export interface SourceBoard {
  game: number;
  winner: "a" | "b";
  points: number;
  extra: boolean;
  coins: number | null;
  queen: "a" | "b" | null;
}

/** A match as one source, a pad or the desk, reports it. */
export interface SourceReport {
  source: string;
  pad: string | null;
  score: string;
  boards: SourceBoard[];
  is_over: boolean;
}

/** Say a polite phrase to everyone at the table; not stored. */
export interface Speak {
  t: "speak";
  player: "a1" | "a2" | "b1" | "b2";
  phrase: "good-luck" | "hello" | "nice-stroke" | "one-moment" | "thanks" | "well-played";
}

/** A player's phrase. */
export interface Spoken {
  t: "spoken";
  player: "a1" | "a2" | "b1" | "b2";
  phrase: "good-luck" | "hello" | "nice-stroke" | "one-moment" | "thanks" | "well-played";
}

/** A stage with draw, group tables and matches. */
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

/** A stage, with format and draw. */
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

/** Events with stages. */
export interface StagesShown {
  seq: number;
  events: EventShown[];
  is_held_back: boolean;
}

/** Start a called match. Needs a reason if a player is at another table or a ruling may change the sides. */
export interface StartMatch {
  do: "start";
  match: string;
}

/** Play stopped for an appeal (121a). */
export interface Stopped {
  party: "a" | "b" | null;
  text: string;
  wants_replay: boolean;
  may_go_on: Array<"a1" | "a2" | "b1" | "b2">;
  may_grant: Array<"a1" | "a2" | "b1" | "b2">;
  seconds: number | null;
}

/** Strike from here (mm, board coordinates), in degrees as the player sees it, and m/s. */
export interface Strike {
  do: "strike";
  x: number;
  y: number;
  direction: number;
  speed: number;
}

/** A stroke: board coordinates (mm), degrees as the player sees it, m/s. */
export interface StrokeBody {
  x: number;
  y: number;
  direction: number;
  speed: number;
}

/** Facts of a stroke. Pieces and a striker that left the board are not pocketed (65, 116). */
export interface StrokeFacts {
  proper: boolean;
  touched: boolean;
  own: number;
  opponent: number;
  queen: boolean;
  striker: boolean;
}

/** A stroke's result. */
export interface StrokeResult {
  trace: StrokeTrace;
  before: Array<["black" | "queen" | "white", number, number]>;
  after: Array<["black" | "queen" | "white", number, number]>;
  position: string;
  pocketed: string[];
  touched: boolean;
}

/** A stroke's exact trace, in seconds and millimetres. A segment has disc, start and end time, and position, velocity and acceleration at its start; an event has time, kind, disc, what it met, and closing speed in m/s. */
export interface StrokeTrace {
  duration: number;
  discs: Disc[];
  segments: Segment[];
  events: TraceEvent[];
}

/** A stroke from a position. */
export interface StrokeTrial {
  position: string;
  seat: Seat;
  stroke: StrokeBody;
}

/** Replace a player of a pair or team from now on. A team may go on without a replacement. `is_new` adds a new person, `may_be_new` does so if the name is unknown; `here` also checks the replacement in. */
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

/** Seconds for testing the surface, if the rulebook allows it. */
export interface SurfaceTest {
  seconds: number;
  law: string | null;
}

/** A match to play in the browser. */
export interface TableRequest {
  match: string;
  clock?: boolean;
}

/** A table and its match. */
export interface TableShown {
  table: number;
  state: string;
  match: MatchAtTable | null;
}

/** State of the table that is not in the log: open offers, seats to take, rematch. */
export interface TableStatus {
  t: "beside";
  asks: OfferView[];
  free: Array<"a1" | "a2" | "b1" | "b2">;
  rematch: string | null;
  declined: Declined | null;
}

/** Lets set-aside facts count, up to this number. */
export interface TakeAside {
  tournament: string;
  match: string;
  pad: string;
  upto: number;
}

/** Take so many points on demand (87b). */
export interface TakeDemand {
  do: "demand";
  points: number;
}

/** Take this seat, partner opposite, others in the remaining seats (39). */
export interface TakeSeat {
  do: "sit";
  seat: Seat;
}

/** An event's teams. */
export interface TeamEventShown {
  event: string;
  name: string;
  rubbers: RubberShown[];
  teams: TeamShown[];
  figures: FigureShown[];
  not_balanced: string[];
}

/** A team's match, with rubber and opposing team. */
export interface TeamMatchShown {
  id: string;
  rubber: string;
  other: string;
}

/** A team: members, line-up, reserves, vacancies, open matches. */
export interface TeamShown {
  name: string;
  members: MemberShown[];
  line_up: Record<string, string[]>;
  reserves: string[];
  lacks: string[];
  matches: TeamMatchShown[];
}

/** A team tie: rubbers won by each, and still open. */
export interface TieShown {
  turn: number;
  teams: string[];
  won: number[];
  open: number;
}

/** A match to step through. */
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

/** What the match waits for, and whom: `lane` for a stroke, `spots` for due coins. */
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

/** One event. `other` is the other disc, the side of the frame (n, e, s, w) or the pocket (0 north-east, then counter-clockwise); `impact` is the closing speed, m/s. */
export type TraceEvent = [number, "disc" | "frame" | "pocket" | "rest", number, number | string | null, number];

/** Phones writing one match at once, whether or not they differ. */
export interface TwoWriters {
  match: string;
  title: string;
  sides: [string, string];
  table: number | null;
  sources: SourceReport[];
}

/** Take the last stroke back, where everyone plays on one screen. */
export interface Undo {
  do: "undo";
}

/** Undo the last act, of any kind; repeat to go further back. An imported list, a line-up or people checked in together are one act. `last` is the number of the log entry that the user expects to be the last. */
export interface UndoLast {
  do: "undo";
  last?: number | null;
}

/** A result to be confirmed before it counts. */
export interface UnsignedShown {
  id: string;
  event: string;
  title: string;
  sides: SideShown[];
  text: string;
}

/** Matches waiting for one reason. */
export interface WaitingShown {
  cause: string;
  why: string;
  matches: string[];
  missing: MissingShown[];
}

/** First message: your players (none: you watch) and a snapshot. */
export interface Welcome {
  t: "welcome";
  match: string;
  players: Array<"a1" | "a2" | "b1" | "b2">;
  view: Snapshot;
  solo: boolean;
  clock: boolean;
  seat: Array<"a1" | "a2" | "b1" | "b2">;
}

/** Acts to try from a moment of a stored match or a record. */
export interface WhatIf {
  after: number;
  match?: string | null;
  record?: string | null;
  steps?: WhatIfStep[];
}

/** Snapshot after the acts, and events of the last one. */
export interface WhatIfAnswer {
  view: Snapshot;
  happened: Happened[];
}

/** An act in a what-if branch, within a board: neither toss nor end. */
export interface WhatIfStep {
  player: "a1" | "a2" | "b1" | "b2";
  act: Strike | PlaceDue | ForgoDue | PassTurn | TakeDemand;
}

/** The account signed in, if any. */
export interface WhoIAm {
  name: string | null;
  is_host: boolean;
}

/** Why something is impossible. */
export interface WhyNot {
  code: string;
  law: string | null;
  text: string;
}

/** Why a match waits. */
export interface WhyWaiting {
  match: string;
  why: string[];
  table: number | null;
}

/** The umpire's words, with laws. Without `text`, the page translates the code. */
export interface Word {
  code: string;
  laws: string[];
  text: string | null;
  data: Record<string, string | number | boolean>;
  who: Record<string, string>;
}

/** POST requests by address. */
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

/** GET requests by address. */
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
