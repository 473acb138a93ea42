"""Matches, study, boards and lobby."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from carrom.equipment import Seat
from carrom.equipment.board_file import Value
from carrom.equipment.inspection import Verdict
from carrom.laws import QueenPlace
from carrom.match.parties import ByParty, Party
from carrom.play.player import Colour
from carrom.server.wire import messages as m, values as v

PositionText = Annotated[str, Meta(max_length=2000)]
RecordOfMatch = Annotated[str, Meta(max_length=1_000_000)]
LookText = Annotated[str, Meta(max_length=80)]
"""`BOARD,PIECES,STRIKER,powder`, as on the command line."""
MatchId = Annotated[str, Meta(max_length=40, pattern=v.WORD)]


class Nothing(Struct, frozen=True):
    """A request without parameters."""


class Problem(Struct, frozen=True):
    """An error: stable code, and a sentence for people."""

    code: str
    text: str


# --- matches --------------------------------------------------------------------------------------------------------


class SeatRequest(v.SeatOccupant, frozen=True, kw_only=True):
    """A player for a seat."""

    seat: Seat


class NewMatch(v.Body, frozen=True):
    """A match to create."""

    rulebook: str
    length: v.Length
    clock: bool
    seats: Annotated[list[SeatRequest], Meta(min_length=2, max_length=4)]
    stage: v.Stage = "group"
    casual: bool = False
    """Friendly match: once everyone is here, toss and first board begin without choosing a side, turning the rack,
    trial boards or getting ready."""


class SeatSecret(Struct, frozen=True):
    """Secret of seats. A maker's secret plays none, but can open seats again."""

    who: Literal["here", "link", "maker"]
    seats: list[Seat]
    """Seats at the start; sides may change."""
    players: list[v.PlayerName]
    secret: str


class MadeMatch(Struct, frozen=True):
    """A created match."""

    id: str
    links: list[SeatSecret]


class NamedOption(Struct, frozen=True):
    """An option to choose, with its name for people."""

    id: str
    name: str


class RulebookOption(NamedOption, frozen=True):
    """A rulebook to choose."""

    late_limits_differ: bool
    """Group matches limit the number of boards, finals do not (56b)."""


class Opponent(NamedOption, frozen=True):
    """A computer opponent, with fixed skill."""

    line: str
    """Description in one line."""


class MatchOptions(Struct, frozen=True):
    """All options for a match."""

    opponents: list[Opponent]
    """Computer opponents, weakest first."""
    players: list[NamedOption]
    skills: list[NamedOption]
    rulebooks: list[RulebookOption]
    lobby: bool
    """Whether the server has a lobby."""


class OneMatch(Struct, frozen=True):
    """The match that a request is about."""

    match_id: MatchId


class RecordText(v.Body, frozen=True):
    """A match record."""

    text: RecordOfMatch


class Moment(Struct, frozen=True):
    """An event in a timeline."""

    seq: int
    kind: str
    seat: Seat | None
    name: str | None
    stroke: v.StrokeBody | None
    before: list[v.PieceRow]
    after: list[v.PieceRow]
    position: str
    score: ByParty[int]
    branch: int | None
    """Event after which a what-if can begin instead."""
    words: list[v.Word]


class Timeline(Struct, frozen=True):
    """A match to step through."""

    title: str
    sides: ByParty[str]
    rulebook: str
    over: bool
    problems: list[str]
    moments: list[Moment]


class WhatIfStep(v.Body, frozen=True):
    """An act in a what-if branch, within a board: neither toss nor end."""

    player: v.PlayerName
    act: m.Strike | m.PlaceDue | m.ForgoDue | m.PassTurn | m.TakeDemand


class WhatIf(v.Body, frozen=True):
    """Acts to try from a moment of a stored match or a record."""

    after: Annotated[int, Meta(ge=0)]
    match: MatchId | None = None
    record: RecordOfMatch | None = None
    steps: Annotated[list[WhatIfStep], Meta(max_length=60)] = field(default_factory=list)


class WhatIfAnswer(Struct, frozen=True):
    """Snapshot after the acts, and events of the last one."""

    view: m.Snapshot
    happened: list[m.Happened]


# --- strokes, hints, pictures ---------------------------------------------------------------------------------------


class PositionRequest(v.Body, frozen=True):
    """A position, and a seat to strike from."""

    position: PositionText
    seat: Seat


class StrokeTrial(PositionRequest, frozen=True):
    """A stroke from a position."""

    stroke: v.StrokeBody


class FilmRequest(StrokeTrial, frozen=True):
    """A stroke to film."""

    look: LookText = "maple"


class StrokeResult(Struct, frozen=True):
    """A stroke's result."""

    trace: v.StrokeTrace
    before: list[v.PieceRow]
    after: list[v.PieceRow]
    position: str
    pocketed: list[str]
    touched: bool


class PositionAnswer(Struct, frozen=True):
    """A position, and where the striker may be placed."""

    position: str
    pieces: list[v.PieceRow]
    lane: v.Lane


class HintRequest(PositionRequest, frozen=True):
    """A position to play from."""

    colour: Colour
    queen: QueenPlace = "board"
    rulebook: str = "icf"


class HintStroke(v.StrokeBody, frozen=True):
    """A good stroke, and a club player's chance to keep the turn or win the board with it."""

    chance: float


class Hints(Struct, frozen=True):
    """Best strokes first."""

    strokes: list[HintStroke]


class PictureRequest(Struct, frozen=True):
    """A position to draw."""

    position: PositionText
    form: Literal["svg", "png"] = "svg"
    seat: Seat = Seat.SOUTH
    width: Annotated[int, Meta(ge=16, le=2048)] = 880
    look: LookText = "maple"


class BlueprintRequest(Struct, frozen=True):
    """A board's plan, for paper or a machine."""

    form: Literal["svg", "dxf", "pdf"]
    paper: Literal["a0", "a4"] = "a0"


# --- laws and boards ------------------------------------------------------------------------------------------------


class RulingQuestion(v.Body, frozen=True):
    """A situation and stroke as for `carrom rule`, without rulebook."""

    before: v.SituationJson
    stroke: v.FactsJson
    to_striker: bool = False
    """Address the striker as "you"."""


class RulingAnswer(Struct, frozen=True):
    """A rulebook's ruling."""

    rulebook: str
    title: str
    ruling: v.RulingJson
    sentences: list[str]
    differs: bool


class RulingAnswers(Struct, frozen=True):
    """All rulebooks' rulings, the ICF's first."""

    answers: list[RulingAnswer]


class OneLaw(Struct, frozen=True):
    """The law that a request is about."""

    law: str


class LawText(Struct, frozen=True):
    """A law in our words."""

    id: str
    title: str
    text: str
    plain: str | None
    """The law as one sentence in the requested language, for use in play."""


class Measurements(v.Body, frozen=True):
    """A board file as for `carrom check`."""

    text: Annotated[str, Meta(max_length=65_536)]


class FindingRow(Struct, frozen=True):
    """A requirement, measured values, verdict."""

    key: str
    name: str
    measured: list[Value]
    admitted: str
    verdict: Verdict
    law: str
    note: str
    hint: str
    out: list[str]
    remedy: str
    unit: str | UnsetType = UNSET
    least: float | UnsetType | None = UNSET
    most: float | UnsetType | None = UNSET


class InspectionAnswer(Struct, frozen=True):
    """A board checked against the Laws."""

    passed: bool
    failed: list[str]
    findings: list[FindingRow]


_Secret = Annotated[str, Meta(max_length=80)]


class SeatQuestion(v.Body, frozen=True):
    """A seat's link, to look at before claiming."""

    match: MatchId
    secret: _Secret
    browser: _Secret = ""


class SeatAnswer(Struct, frozen=True):
    """A link's seat, its state for this browser, all seats of the match."""

    players: list[v.PlayerName]
    state: Literal["free", "yours", "held", "open"]
    seats: list[m.SeatView]
    here: list[v.PlayerName]
    """Connected players."""


class NewLinksRequest(v.Body, frozen=True):
    """Asks for new links with the maker's key."""

    match: MatchId
    key: _Secret


class SeatLinks(Struct, frozen=True):
    """New links for players elsewhere; earlier ones remain valid."""

    links: list[SeatSecret]


class ServerAddresses(Struct, frozen=True):
    """Hosts for others to reach this server; none if they cannot."""

    hosts: list[str]
    origin: str | None
    """Base URL configured by the operator."""


MOST_SUMMARIES = 24
"""Most match ids in a request."""


class SummariesRequest(Struct, frozen=True):
    """Match ids, separated by commas."""

    ids: Annotated[str, Meta(max_length=MOST_SUMMARIES * 41)]


class SideStatistics(Struct, frozen=True):
    """One side's statistics. A run counts a player's own coins in one turn."""

    boards: int = 0
    queens: int = 0
    best_run: int = 0
    fouls: int = 0


class MatchSummary(Struct, frozen=True):
    """A match: players, and what it waits for or how it ended."""

    id: str
    seq: int
    made: float
    """Time of creation, in seconds since 1970."""
    at: float
    """Time of the last event, in seconds since 1970."""
    rulebook: str
    title: str
    length: v.Length
    seats: list[m.SeatView]
    pieces: list[v.PieceRow]
    score: ByParty[int]
    games: ByParty[int]
    waits: m.TaskName
    players: list[v.PlayerName]
    """Players whom the match waits for."""
    winner: Party | None
    is_agreed: bool
    """The match ended without a winner."""
    feats: ByParty[SideStatistics] | None
    """Each side's statistics, when the match is over."""
    free: list[v.PlayerName]
    """Seats unclaimed before the first board; their names are placeholders."""


class MatchSummaries(Struct, frozen=True):
    """Existing matches in the requested order; `gone` has other ids."""

    games: list[MatchSummary]
    gone: list[str]


class NewTable(v.Body, frozen=True):
    """A table to open."""

    name: v.PersonName
    rulebook: str
    length: v.Length
    clock: bool = False
    free: v.PersonName = "?"
    """Placeholder of the other seat."""


class JoinTableRequest(v.Body, frozen=True):
    """A table to join."""

    match: MatchId


class CloseTableRequest(v.Body, frozen=True):
    """Your open table, and your seat's secret."""

    match: MatchId
    secret: Annotated[str, Meta(max_length=80)]


class ClosedTable(Struct, frozen=True):
    """The table is closed."""

    match: str


class LobbyTables(Struct, frozen=True):
    """Open tables, and tables in play from the lobby."""

    open: list[MatchSummary]
    playing: list[MatchSummary]
