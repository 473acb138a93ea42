"""What the routes are asked and what they answer. The committed schema and the page's types come from these classes."""

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
    """Nothing has to be said to ask for this."""


class Problem(Struct, frozen=True):
    """Why a request was not answered: a stable code, and a sentence for people."""

    code: str
    text: str


# --- matches ---------------------------------------------------------------------------------------------------------


class SeatRequest(v.SeatOccupant, frozen=True, kw_only=True):
    """Who shall sit on a seat."""

    seat: Seat


class NewMatch(v.Body, frozen=True):
    """A match to be made."""

    rulebook: str
    length: v.Length
    clock: bool
    seats: Annotated[list[SeatRequest], Meta(min_length=2, max_length=4)]
    stage: v.Stage = "group"
    casual: bool = False
    """Among friends: once everybody is here the coin is tossed and the first board begins, without anybody being asked
    for the side, the rack, a trial board or whether he is ready."""


class SeatSecret(Struct, frozen=True):
    """The key to one or more seats. Whoever holds it plays from there; a maker's opens none, but lets him open them
    again."""

    who: Literal["here", "link", "maker"]
    seats: list[Seat]
    """At the beginning: sides may be chosen."""
    players: list[v.PlayerName]
    secret: str


class MadeMatch(Struct, frozen=True):
    """A match that was made."""

    id: str
    links: list[SeatSecret]


class NamedOption(Struct, frozen=True):
    """Something to choose."""

    id: str
    name: str


class RulebookOption(NamedOption, frozen=True):
    """A rulebook to play by."""

    late_limits_differ: bool
    """Whether a final has no limit of boards where a group match has one (56b)."""


class Opponent(NamedOption, frozen=True):
    """Somebody to play against, who brings his own hand."""

    line: str
    """What is said of him."""


class MatchOptions(Struct, frozen=True):
    """What can be chosen for a match."""

    opponents: list[Opponent]
    """The weakest first."""
    players: list[NamedOption]
    skills: list[NamedOption]
    rulebooks: list[RulebookOption]
    lobby: bool
    """Whether there is a lobby of open tables here."""


class OneMatch(Struct, frozen=True):
    """A match by its id."""

    match_id: MatchId


class RecordText(v.Body, frozen=True):
    """The text of a match record."""

    text: RecordOfMatch


class Moment(Struct, frozen=True):
    """One event of a match, as a replay shows it."""

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
    """After which event strokes can be tried instead of what happened here."""
    words: list[v.Word]


class Timeline(Struct, frozen=True):
    """A whole match to step through."""

    title: str
    sides: ByParty[str]
    rulebook: str
    over: bool
    problems: list[str]
    moments: list[Moment]


class WhatIfStep(v.Body, frozen=True):
    """What somebody tries for a player in a branch of a match ("what if"); within a board, so no toss and no end."""

    player: v.PlayerName
    act: m.Strike | m.PlaceDue | m.ForgoDue | m.PassTurn | m.TakeDemand


class WhatIf(v.Body, frozen=True):
    """Acts to try from a moment of a match: of the stored one, or of the record that is sent along."""

    after: Annotated[int, Meta(ge=0)]
    match: MatchId | None = None
    record: RecordOfMatch | None = None
    steps: Annotated[list[WhatIfStep], Meta(max_length=60)] = field(default_factory=list)


class WhatIfAnswer(Struct, frozen=True):
    """Where that leads: the view of it, and the events of the last act, both as on the socket."""

    view: m.Snapshot
    happened: list[m.Happened]


# --- strokes, hints, pictures ----------------------------------------------------------------------------------------


class PositionRequest(v.Body, frozen=True):
    """A position and whoever would strike."""

    position: PositionText
    seat: Seat


class StrokeTrial(PositionRequest, frozen=True):
    """A stroke to try from a position."""

    stroke: v.StrokeBody


class FilmRequest(StrokeTrial, frozen=True):
    """A stroke to film."""

    look: LookText = "maple"


class StrokeResult(Struct, frozen=True):
    """What became of it."""

    trace: v.StrokeTrace
    before: list[v.PieceRow]
    after: list[v.PieceRow]
    position: str
    pocketed: list[str]
    touched: bool


class PositionAnswer(Struct, frozen=True):
    """A position read, with the places where the striker may stand."""

    position: str
    pieces: list[v.PieceRow]
    lane: v.Lane


class HintRequest(PositionRequest, frozen=True):
    """Somebody asks what to play."""

    colour: Colour
    queen: QueenPlace = "board"
    rulebook: str = "icf"


class HintStroke(v.StrokeBody, frozen=True):
    """A stroke worth playing, and the chance that a club player's hand keeps the turn or wins the board with it."""

    chance: float


class Hints(Struct, frozen=True):
    """The best strokes first."""

    strokes: list[HintStroke]


class PictureRequest(Struct, frozen=True):
    """A position to draw."""

    position: PositionText
    form: Literal["svg", "png"] = "svg"
    seat: Seat = Seat.SOUTH
    width: Annotated[int, Meta(ge=16, le=2048)] = 880
    look: LookText = "maple"


class BlueprintRequest(Struct, frozen=True):
    """The plan of a carrom board, for paper or for a machine."""

    form: Literal["svg", "dxf", "pdf"]
    paper: Literal["a0", "a4"] = "a0"


# --- laws and boards -------------------------------------------------------------------------------------------------


class RulingQuestion(v.Body, frozen=True):
    """A situation and a stroke, as `carrom rule` reads them, without the rulebook."""

    before: v.SituationJson
    stroke: v.FactsJson
    to_striker: bool = False
    """Whether it is said to whoever struck, as "you"."""


class RulingAnswer(Struct, frozen=True):
    """One rulebook's ruling."""

    rulebook: str
    title: str
    ruling: v.RulingJson
    sentences: list[str]
    differs: bool


class RulingAnswers(Struct, frozen=True):
    """The rulebooks side by side; the first is the ICF's."""

    answers: list[RulingAnswer]


class OneLaw(Struct, frozen=True):
    """A law by its id."""

    law: str


class LawText(Struct, frozen=True):
    """What a law says, in our words."""

    id: str
    title: str
    text: str
    plain: str | None
    """What it means in play: one sentence, in the language that was asked in."""


class Measurements(v.Body, frozen=True):
    """A board file, as `carrom check` reads it."""

    text: Annotated[str, Meta(max_length=65_536)]


class FindingRow(Struct, frozen=True):
    """One requirement of the laws, what was measured for it, and whether it admits that."""

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
    """A measured board held against the laws."""

    passed: bool
    failed: list[str]
    findings: list[FindingRow]


_Secret = Annotated[str, Meta(max_length=80)]


class SeatQuestion(v.Body, frozen=True):
    """Whoever was sent the link of a seat looks before he sits down."""

    match: MatchId
    secret: _Secret
    browser: _Secret = ""


class SeatAnswer(Struct, frozen=True):
    """Whose seat the link opens, how it stands for this browser, and who sits where."""

    players: list[v.PlayerName]
    state: Literal["free", "yours", "held", "open"]
    seats: list[m.SeatView]
    here: list[v.PlayerName]
    """Who is at a screen now."""


class NewLinksRequest(v.Body, frozen=True):
    """Whoever made a match comes back to it from another screen, with his key."""

    match: MatchId
    key: _Secret


class SeatLinks(Struct, frozen=True):
    """A new link for each seat to which somebody else comes; those that were sent before open them too."""

    links: list[SeatSecret]


class ServerAddresses(Struct, frozen=True):
    """By which names of this machine others may reach this server; none where only this machine can."""

    hosts: list[str]
    origin: str | None
    """The address that whoever runs the server gave it, where there is one."""


MOST_SUMMARIES = 24
"""Matches that can be asked for at once."""


class SummariesRequest(Struct, frozen=True):
    """Matches by their ids, with commas between them."""

    ids: Annotated[str, Meta(max_length=MOST_SUMMARIES * 41)]


class SideStatistics(Struct, frozen=True):
    """What one side did in a match. A run are the own pieces that one player pocketed in one turn."""

    boards: int = 0
    queens: int = 0
    best_run: int = 0
    fouls: int = 0


class MatchSummary(Struct, frozen=True):
    """One match as it stands: who plays, what is waited for and from whom, or how it ended."""

    id: str
    seq: int
    made: float
    """Seconds since 1970."""
    at: float
    """When something last happened in it."""
    rulebook: str
    title: str
    length: v.Length
    seats: list[m.SeatView]
    pieces: list[v.PieceRow]
    score: ByParty[int]
    games: ByParty[int]
    waits: m.TaskName
    players: list[v.PlayerName]
    """Who is waited for."""
    winner: Party | None
    is_agreed: bool
    """Whether both sides ended it without a winner."""
    feats: ByParty[SideStatistics] | None
    """Once it is over."""
    free: list[v.PlayerName]
    """Before it begins: the seats by link at which nobody has sat down yet. What they are called is nobody's name."""


class MatchSummaries(Struct, frozen=True):
    """The matches that are still kept, in the order in which they were asked for; the others are gone."""

    games: list[MatchSummary]
    gone: list[str]


class NewTable(v.Body, frozen=True):
    """A table that somebody opens, under which name and for what."""

    name: v.PersonName
    rulebook: str
    length: v.Length
    clock: bool = False
    free: v.PersonName = "?"
    """What the other seat is called until somebody sits there."""


class JoinTableRequest(v.Body, frozen=True):
    """A table that somebody wants to sit down at."""

    match: MatchId


class CloseTableRequest(v.Body, frozen=True):
    """One's own table, at which nobody sat down, and the secret of one's seat there."""

    match: MatchId
    secret: Annotated[str, Meta(max_length=80)]


class ClosedTable(Struct, frozen=True):
    """It is no longer open."""

    match: str


class LobbyTables(Struct, frozen=True):
    """Tables at which somebody waits, and those at which two play who met here."""

    open: list[MatchSummary]
    playing: list[MatchSummary]
