"""Messages between pads and the server, and what the referee sees of the pads."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Raw, Struct, UnsetType, field

from carrom.match import ByParty
from carrom.server.wire.values import REFERENCE, WORD, Body, EventJson

Name = Annotated[str, Meta(min_length=1, max_length=40, pattern=WORD)]
Secret = Annotated[str, Meta(min_length=8, max_length=100, pattern=WORD)]
FactKey = Annotated[str, Meta(min_length=16, max_length=40, pattern=WORD)]
Milliseconds = Annotated[int, Meta(ge=0, le=10**14)]
"""Milliseconds since 1970, by the clock of the phone or the server."""
Count = Annotated[int, Meta(ge=0, le=100_000)]
Why = Literal["revoked", "elsewhere"]
"""Why facts are set aside: the pad's link was revoked, or the match was never at the link's table."""
MOST_FACTS = 200
"""Facts per request."""
MOST_OWN = 500
"""Logs that a phone may list as its own."""


class AgreedFigures(Struct, frozen=True):
    """When a game and a match of a stage are over, and the most points of a board."""

    games: int
    target: int | None
    boards: int | None
    boards_until: str
    minutes: int | None
    most: int
    report: int = 15
    """Minutes after the call within which a side must report."""


class AgreedSetup(Struct, frozen=True):
    """The setup of a match, from which the engine in a phone starts."""

    v: int
    rulebook: str
    stage: str
    doubles: bool
    names: ByParty[list[str]]
    teams: ByParty[str]
    info: dict[str, str]
    figures: AgreedFigures | UnsetType = UNSET


SetupJson = Annotated[Raw, Meta(extra_json_schema={"$ref": REFERENCE.format(name="AgreedSetup")})]
"""The setup as the phone sent it; stored unchanged."""


class PadRequest(Body, frozen=True, kw_only=True):
    """A request of a pad, with the secret of the link that opened it."""

    tournament: Name
    secret: Secret


class PadWorkRequest(PadRequest, frozen=True, kw_only=True):
    """Asks for the matches that the link may umpire."""

    pads: Annotated[list[FactKey], Meta(max_length=MOST_OWN)] = field(default_factory=list)
    """Logs that this phone writes itself; they are not offered for taking over."""


class Assignment(Struct, frozen=True):
    """A match that the holder of a link may umpire."""

    match: str
    title: str
    sides: tuple[str, str]
    table: int | None
    umpire: str
    status: str
    setup: AgreedSetup
    """Rulebook with the stage's settings, names, and the head of the card."""
    version: int
    """The desk's version of the match when the pad took it up."""
    kept: list[OtherPadLog]


class OtherPadLog(Struct, frozen=True):
    """Another pad's log of the match, which this phone may take over."""

    pad: str
    place: str
    """What that pad's link is for: table 4, M7."""
    facts: int
    score: str
    last: int
    """When the server last received something from it (ms, server's clock)."""


class PadWork(Struct, frozen=True):
    """The matches that a link may umpire."""

    tournament: str
    name: str
    place: str
    """What the link is for: table 4, M7."""
    is_revoked: bool
    matches: list[Assignment]
    now: int
    """The server's clock (ms)."""


class PadTakeUp(PadRequest, frozen=True, kw_only=True):
    """Asks for another pad's log of a match, to take it over."""

    match: Name
    pad: Name


class PadLogCopy(Struct, frozen=True):
    """All facts of another pad, in order; they begin this phone's log."""

    setup: SetupJson
    bodies: list[EventJson]


class PadFact(Body, frozen=True, kw_only=True):
    """One tap: its id, the phone's time (ms), and an event of the match or a message to the desk."""

    id: FactKey
    at: Milliseconds
    body: EventJson


class PadHead(Body, frozen=True, kw_only=True):
    """The beginning of a pad's log."""

    created: Milliseconds
    version: Count
    setup: SetupJson


class PadSends(PadRequest, frozen=True, kw_only=True):
    """The facts of a pad after number `after`, in order. `behind` is the id of fact `after`, by which two phones with
    the same log, or a restored server, are detected. Without facts, asks how many the server has."""

    match: Name
    pad: FactKey
    """The pad's secret for this log."""
    after: Count
    behind: FactKey | None
    facts: Annotated[list[PadFact], Meta(max_length=MOST_FACTS)]
    now: Milliseconds
    """The phone's clock when this was sent."""
    head: PadHead | None = None


class PadAnswer(Struct, frozen=True):
    """How much the server has of a pad's log, and what became of it."""

    has: int
    """All facts up to this number are on disk. If that is fewer than the pad thought, it sends again from there."""
    now: int
    """The server's clock (ms)."""
    wants_head: bool = False
    """The server does not know this log: send it from the beginning, with its head."""
    is_forked: bool = False
    """The server has different facts under these numbers: this phone needs a new log."""
    others: int = 0
    """Other phones that have written this match since this pad began."""
    aside: Why | None = None
    """Why facts are set aside until a referee has looked at them."""
    result: ResultState | None = None
    not_started: str | None = None
    """Why the desk could not mark the match as started."""
    again: BoardReplay | None = None


class BoardReplay(Struct, frozen=True):
    """A protest was upheld: the match is to be replayed from this board, and the pad has not gone back yet."""

    protest: str
    game: int | None
    board: int
    to: int
    """The number of the event to go back to."""
    reason: str
    """The reason to give for the correction."""


class ResultState(Struct, frozen=True):
    """The state of a signed result. `withdrawn`: the pad sent it and has reopened the match since; `overruled`: the
    desk or the referee decided otherwise."""

    state: Literal["told", "confirmed", "review", "not-taken", "withdrawn", "overruled"]
    text: str


# --- for the referee --------------------------------------------------------------------------------------------------


class TournamentPads(Struct, frozen=True):
    """Asks for the pads of a tournament: those that may need attention, or all."""

    tournament: Name
    every: bool = False


class OnePad(Struct, frozen=True):
    """Asks for one pad of a tournament."""

    tournament: Name
    match: Name
    pad: Name


class SourceBoard(Struct, frozen=True):
    """A finished board as one source reports it, with coins and queen if they were entered."""

    game: int
    winner: Literal["a", "b"]
    points: int
    extra: bool
    coins: int | None = None
    queen: Literal["a", "b"] | None = None


class PadState(Struct, frozen=True):
    """The state of one pad's log."""

    match: str
    pad: str
    place: str
    """What its link is for: table 4."""
    facts: int
    last: int
    """When the server last received something from it (ms, server's clock)."""
    score: str
    boards: list[SourceBoard]
    is_over: bool
    is_signed: bool
    aside: Why | None
    set_aside: int
    """The number of facts set aside."""
    problem: str | None
    """Why the log cannot be folded, or why its result was not taken."""
    result: ResultState | None


class SourceReport(Struct, frozen=True):
    """What one source, a pad or the desk, reports of a match."""

    source: str
    pad: str | None
    score: str
    boards: list[SourceBoard]
    is_over: bool


class BoardDifference(Struct, frozen=True):
    """A board on which sources differ; null for a source that has not reached it."""

    number: int
    told: list[SourceBoard | None]


class Dispute(Struct, frozen=True):
    """Sources of one match that disagree. No source takes precedence: the referee decides."""

    match: str
    title: str
    sides: tuple[str, str]
    sources: list[SourceReport]
    boards: list[BoardDifference]
    is_result_different: bool


class TwoWriters(Struct, frozen=True):
    """Phones that write one match at the same time, whether or not they differ."""

    match: str
    title: str
    sides: tuple[str, str]
    table: int | None
    sources: list[SourceReport]


class RefereeCall(Struct, frozen=True):
    """An umpire's call for the referee."""

    id: str
    match: str
    table: int | None
    place: str
    text: str
    at: int
    """When (ms, server's clock)."""
    is_answered: bool


class PadsView(Struct, frozen=True):
    """Everything about the pads that a referee needs to see."""

    pads: list[PadState]
    disputes: list[Dispute]
    calls: list[RefereeCall]
    now: int
    doubles: list[TwoWriters] = field(default_factory=list)


class PadLine(Struct, frozen=True):
    """A fact of a pad's log, for display."""

    number: int
    at: int
    """When (ms, server's clock)."""
    text: str
    is_aside: bool
    body: EventJson


class PadLogView(Struct, frozen=True):
    """A pad's whole log."""

    state: PadState
    lines: list[PadLine]


class AnswerCall(Body, frozen=True, kw_only=True):
    """Marks a call as answered."""

    tournament: Name
    call: Annotated[str, Meta(max_length=120)]


class TakeAside(Body, frozen=True, kw_only=True):
    """Lets facts count that were set aside, up to this number."""

    tournament: Name
    match: Name
    pad: Name
    upto: Count


class PadDone(Struct, frozen=True):
    """Confirms that a request was carried out."""

    done: bool = True


class RunningScore(Struct, frozen=True):
    """The running score of a match on a pad, for the public."""

    match: str
    table: int | None
    games: tuple[int, int]
    points: tuple[int, int]
    """In the current game."""
    board: int
    """The current or next board; 0 when the match is over."""
    is_over: bool
    is_disputed: bool
    at: int = field(default=0)
    """When the server last received something from the pad (ms)."""
