"""Messages between pads and server, and the referee's view of pads."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Raw, Struct, UnsetType, field

from carrom.match import ByParty
from carrom.server.wire.values import REFERENCE, WORD, Body, EventJson

Name = Annotated[str, Meta(min_length=1, max_length=40, pattern=WORD)]
Secret = Annotated[str, Meta(min_length=8, max_length=100, pattern=WORD)]
FactKey = Annotated[str, Meta(min_length=16, max_length=40, pattern=WORD)]
Milliseconds = Annotated[int, Meta(ge=0, le=10**14)]
"""Milliseconds since 1970, by phone or server."""
Count = Annotated[int, Meta(ge=0, le=100_000)]
Why = Literal["revoked", "elsewhere"]
"""Why facts are set aside: the link was revoked, or the match never at its table."""
MOST_FACTS = 200
"""Facts per request."""
MOST_OWN = 500
"""Logs a phone may list as its own."""


class AgreedFigures(Struct, frozen=True):
    """Limits at which a stage's games and matches are over, and most points of a board."""

    games: int
    target: int | None
    boards: int | None
    boards_until: str
    minutes: int | None
    most: int
    report: int = 15
    """Minutes after the call for a side to report."""


class AgreedSetup(Struct, frozen=True):
    """A match's setup, for the engine in a phone."""

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
    """A pad's request, with its link's secret."""

    tournament: Name
    secret: Secret


class PadWorkRequest(PadRequest, frozen=True, kw_only=True):
    """Asks for the matches this link may umpire."""

    pads: Annotated[list[FactKey], Meta(max_length=MOST_OWN)] = field(default_factory=list)
    """This phone's own logs, not offered for taking over."""


class Assignment(Struct, frozen=True):
    """A match this link may umpire."""

    match: str
    title: str
    sides: tuple[str, str]
    table: int | None
    umpire: str
    status: str
    setup: AgreedSetup
    """Rulebook with the stage's settings, names, head of the card."""
    version: int
    """Desk's version of the match when taken up."""
    kept: list[OtherPadLog]


class OtherPadLog(Struct, frozen=True):
    """Another pad's log, which this phone may take over."""

    pad: str
    place: str
    """That pad's place: table 4, M7."""
    facts: int
    score: str
    last: int
    """Last received from it (ms, server's clock)."""


class PadWork(Struct, frozen=True):
    """Matches this link may umpire."""

    tournament: str
    name: str
    place: str
    """The link's place: table 4, M7."""
    is_revoked: bool
    matches: list[Assignment]
    now: int
    """Server's clock (ms)."""


class PadTakeUp(PadRequest, frozen=True, kw_only=True):
    """Asks for another pad's log, to take its match over."""

    match: Name
    pad: Name


class PadLogCopy(Struct, frozen=True):
    """Another pad's facts, in order, to begin this phone's log."""

    setup: SetupJson
    bodies: list[EventJson]


class PadFact(Body, frozen=True, kw_only=True):
    """One tap: id, phone's time (ms), match event or message to the desk."""

    id: FactKey
    at: Milliseconds
    body: EventJson


class PadHead(Body, frozen=True, kw_only=True):
    """Beginning of a pad's log."""

    created: Milliseconds
    version: Count
    setup: SetupJson


class PadSends(PadRequest, frozen=True, kw_only=True):
    """A pad's facts after number `after`, in order. `behind` is the id of fact `after`: it reveals two phones with one
    log, or a restored server. Without facts, asks how many the server has."""

    match: Name
    pad: FactKey
    """The pad's secret."""
    after: Count
    behind: FactKey | None
    facts: Annotated[list[PadFact], Meta(max_length=MOST_FACTS)]
    now: Milliseconds
    """Phone's clock when sent."""
    head: PadHead | None = None


class PadAnswer(Struct, frozen=True):
    """How much of a pad's log the server has, and its effects."""

    has: int
    """Last fact on disk. If lower than the pad thought, it sends again from there."""
    now: int
    """Server's clock (ms)."""
    wants_head: bool = False
    """Unknown log: send it whole, with its head."""
    is_forked: bool = False
    """The server has other facts under these numbers: begin a new log."""
    others: int = 0
    """Other phones that wrote this match since this pad began."""
    aside: Why | None = None
    """Why facts wait for a referee."""
    result: ResultState | None = None
    not_started: str | None = None
    """Why the desk did not mark the match as started."""
    again: BoardReplay | None = None


class BoardReplay(Struct, frozen=True):
    """A protest was upheld: replay from this board, to which the pad has not gone back yet."""

    protest: str
    game: int | None
    board: int
    to: int
    """Event to go back to."""
    reason: str
    """Reason for the correction."""


class ResultState(Struct, frozen=True):
    """State of a signed result. `withdrawn`: the pad reopened the match; `overruled`: desk or referee decided
    otherwise."""

    state: Literal["told", "confirmed", "review", "not-taken", "withdrawn", "overruled"]
    text: str


# --- for the referee --------------------------------------------------------------------------------------------------


class TournamentPads(Struct, frozen=True):
    """Asks for a tournament's pads: those needing attention, or all."""

    tournament: Name
    every: bool = False


class OnePad(Struct, frozen=True):
    """Asks for one pad."""

    tournament: Name
    match: Name
    pad: Name


class SourceBoard(Struct, frozen=True):
    """A finished board as a source reports it; coins and queen if entered."""

    game: int
    winner: Literal["a", "b"]
    points: int
    extra: bool
    coins: int | None = None
    queen: Literal["a", "b"] | None = None


class PadState(Struct, frozen=True):
    """State of a pad's log."""

    match: str
    pad: str
    place: str
    """Its link's place: table 4."""
    facts: int
    last: int
    """Last received from it (ms, server's clock)."""
    score: str
    boards: list[SourceBoard]
    is_over: bool
    is_signed: bool
    aside: Why | None
    set_aside: int
    """Number of facts set aside."""
    problem: str | None
    """Why the log does not fold, or its result was not taken."""
    result: ResultState | None


class SourceReport(Struct, frozen=True):
    """A match as one source, a pad or the desk, reports it."""

    source: str
    pad: str | None
    score: str
    boards: list[SourceBoard]
    is_over: bool


class BoardDifference(Struct, frozen=True):
    """A board on which sources differ; null for sources not there yet."""

    number: int
    told: list[SourceBoard | None]


class Dispute(Struct, frozen=True):
    """A match on which sources disagree. None takes precedence: the referee decides."""

    match: str
    title: str
    sides: tuple[str, str]
    sources: list[SourceReport]
    boards: list[BoardDifference]
    is_result_different: bool


class TwoWriters(Struct, frozen=True):
    """Phones writing one match at once, whether or not they differ."""

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
    """Time of the call (ms, server's clock)."""
    is_answered: bool


class PadsView(Struct, frozen=True):
    """Pads as a referee sees them."""

    pads: list[PadState]
    disputes: list[Dispute]
    calls: list[RefereeCall]
    now: int
    doubles: list[TwoWriters] = field(default_factory=list)


class PadLine(Struct, frozen=True):
    """A fact, for display."""

    number: int
    at: int
    """Time of the fact (ms, server's clock)."""
    text: str
    is_aside: bool
    body: EventJson


class PadLogView(Struct, frozen=True):
    """A pad's whole log."""

    state: PadState
    lines: list[PadLine]


class AnswerCall(Body, frozen=True, kw_only=True):
    """Marks a referee call as answered."""

    tournament: Name
    call: Annotated[str, Meta(max_length=120)]


class TakeAside(Body, frozen=True, kw_only=True):
    """Lets set-aside facts count, up to this number."""

    tournament: Name
    match: Name
    pad: Name
    upto: Count


class PadDone(Struct, frozen=True):
    """The request was carried out."""

    done: bool = True
