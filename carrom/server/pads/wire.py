"""What pads send and are answered, and what a referee is shown of them."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Raw, Struct, UnsetType, field

from carrom.match import ByParty
from carrom.server.wire.values import REFERENCE, WORD, Body, EventJson

Name = Annotated[str, Meta(min_length=1, max_length=40, pattern=WORD)]
Secret = Annotated[str, Meta(min_length=8, max_length=100, pattern=WORD)]
FactKey = Annotated[str, Meta(min_length=16, max_length=40, pattern=WORD)]
Milliseconds = Annotated[int, Meta(ge=0, le=10**14)]
"""Since 1970, by whichever clock."""
Count = Annotated[int, Meta(ge=0, le=100_000)]
Why = Literal["revoked", "elsewhere"]
"""Facts are set aside since the pad's link was revoked, or since the match was never at the link's table."""
MOST_FACTS = 200
"""So many go into one sending."""
MOST_OWN = 500
"""So many logs of its own a phone may name."""


class AgreedFigures(Struct, frozen=True):
    """When a game and a match of a stage are over, and what a board may bring."""

    games: int
    target: int | None
    boards: int | None
    boards_until: str
    minutes: int | None
    most: int
    report: int = 15
    """Minutes after the call in which a side may report."""


class AgreedSetup(Struct, frozen=True):
    """What was agreed before a match, as the engine in a phone begins from it."""

    v: int
    rulebook: str
    stage: str
    doubles: bool
    names: ByParty[list[str]]
    teams: ByParty[str]
    info: dict[str, str]
    figures: AgreedFigures | UnsetType = UNSET


SetupJson = Annotated[Raw, Meta(extra_json_schema={"$ref": REFERENCE.format(name="AgreedSetup")})]
"""As the phone has it: what it began from is kept as it came."""


class PadRequest(Body, frozen=True, kw_only=True):
    """A pad shows the link by which it was opened."""

    tournament: Name
    secret: Secret


class PadWorkRequest(PadRequest, frozen=True, kw_only=True):
    """A pad asks what is played where its link belongs."""

    pads: Annotated[list[FactKey], Meta(max_length=MOST_OWN)] = field(default_factory=list)
    """The logs that this phone keeps itself: they are not offered to it as another phone's."""


class Assignment(Struct, frozen=True):
    """A match that the holder of a link may keep."""

    match: str
    title: str
    sides: tuple[str, str]
    table: int | None
    umpire: str
    status: str
    setup: AgreedSetup
    """What the engine begins from: rulebook with the figures of the stage, names, the head of the card."""
    version: int
    """How much the desk knew of the match when the pad took it up."""
    kept: list[OtherPadLog]


class OtherPadLog(Struct, frozen=True):
    """Another pad has begun this match: it can be taken up where that one is."""

    pad: str
    place: str
    """What that phone's link is for: table 4, M7."""
    facts: int
    score: str
    last: int
    """When it was heard of last, by the server's clock (ms)."""


class PadWork(Struct, frozen=True):
    """What is to be played where this link belongs."""

    tournament: str
    name: str
    place: str
    """Whom or what the link is for: table 4, M7."""
    is_revoked: bool
    matches: list[Assignment]
    now: int
    """The server's clock (ms)."""


class PadTakeUp(PadRequest, frozen=True, kw_only=True):
    """A second phone goes on with what another one has kept of this match."""

    match: Name
    pad: Name


class PadLogCopy(Struct, frozen=True):
    """All facts of that pad, in order: they begin the log of this one."""

    setup: SetupJson
    bodies: list[EventJson]


class PadFact(Body, frozen=True, kw_only=True):
    """One tap: its own id, the phone's time (ms), and an event of the match or something said to the desk."""

    id: FactKey
    at: Milliseconds
    body: EventJson


class PadHead(Body, frozen=True, kw_only=True):
    """How the pad's log begins."""

    created: Milliseconds
    version: Count
    setup: SetupJson


class PadSends(PadRequest, frozen=True, kw_only=True):
    """The facts of one pad behind number `after`, in order. `behind` is the id of that last fact, so that two phones
    with the same log, or a server with another past, are noticed. Without facts it asks how much the server has."""

    match: Name
    pad: FactKey
    """The pad's own secret for this log."""
    after: Count
    behind: FactKey | None
    facts: Annotated[list[PadFact], Meta(max_length=MOST_FACTS)]
    now: Milliseconds
    """The phone's clock when this was sent."""
    head: PadHead | None = None


class PadAnswer(Struct, frozen=True):
    """What the server has of a pad's log."""

    has: int
    """All facts up to this number are on the disk. Less than the pad thought: it sends again from there."""
    now: int
    """The server's clock (ms)."""
    wants_head: bool = False
    """The server does not know this log (any more): begin it again."""
    is_forked: bool = False
    """The server has other facts under these numbers: this phone needs a log of its own."""
    others: int = 0
    """Other phones have told something of this match since this one began."""
    aside: Why | None = None
    """Facts are kept apart, and a referee looks at them; why."""
    result: ResultState | None = None
    not_started: str | None = None
    """Why the desk does not have the match in play although this pad has begun it."""
    again: BoardReplay | None = None


class BoardReplay(Struct, frozen=True):
    """A protest was upheld: this match is played again from the beginning of that board, and the pad has not gone back
    yet."""

    protest: str
    game: int | None
    board: int
    to: int
    """The event of this pad after which the match stands again."""
    reason: str
    """Of the correction."""


class ResultState(Struct, frozen=True):
    """What became of a finished and signed match. `withdrawn`: it was told, and taken back at the pad since;
    `overruled`: something else stands by the desk's or the referee's word."""

    state: Literal["told", "confirmed", "review", "not-taken", "withdrawn", "overruled"]
    text: str


# --- the referee's side ----------------------------------------------------------------------------------------------


class TournamentPads(Struct, frozen=True):
    """The pads of a tournament: those that somebody may have to look at, or every one."""

    tournament: Name
    every: bool = False


class OnePad(Struct, frozen=True):
    """One pad of a tournament."""

    tournament: Name
    match: Name
    pad: Name


class SourceBoard(Struct, frozen=True):
    """A finished board as one source has it, with coins and queen if they were entered."""

    game: int
    winner: Literal["a", "b"]
    points: int
    extra: bool
    coins: int | None = None
    queen: Literal["a", "b"] | None = None


class PadState(Struct, frozen=True):
    """One pad's log as it stands."""

    match: str
    pad: str
    place: str
    """The link that opened it: table 4."""
    facts: int
    last: int
    """When it was heard of last (ms, server's clock)."""
    score: str
    boards: list[SourceBoard]
    is_over: bool
    is_signed: bool
    aside: Why | None
    set_aside: int
    """So many of its facts are set aside."""
    problem: str | None
    """What cannot be folded, or why its result was not taken, for people."""
    result: ResultState | None


class SourceReport(Struct, frozen=True):
    """What one source says of a match: a pad, or the desk."""

    source: str
    pad: str | None
    score: str
    boards: list[SourceBoard]
    is_over: bool


class BoardDifference(Struct, frozen=True):
    """A board that is not the same with all of them; null where a source has not come so far."""

    number: int
    told: list[SourceBoard | None]


class Dispute(Struct, frozen=True):
    """Two or more sources of one match that do not agree. Nobody's word counts more: the referee decides."""

    match: str
    title: str
    sides: tuple[str, str]
    sources: list[SourceReport]
    boards: list[BoardDifference]
    is_result_different: bool


class TwoWriters(Struct, frozen=True):
    """Two or more phones write one match at the same time, whether or not they differ."""

    match: str
    title: str
    sides: tuple[str, str]
    table: int | None
    sources: list[SourceReport]


class RefereeCall(Struct, frozen=True):
    """An umpire asks for the referee."""

    id: str
    match: str
    table: int | None
    place: str
    text: str
    at: int
    """When (ms, the phone's time put right)."""
    is_answered: bool


class PadsView(Struct, frozen=True):
    """Everything of the pads that a referee has to see."""

    pads: list[PadState]
    disputes: list[Dispute]
    calls: list[RefereeCall]
    now: int
    doubles: list[TwoWriters] = field(default_factory=list)


class PadLine(Struct, frozen=True):
    """One fact of a pad's log for people."""

    number: int
    at: int
    """ms, the phone's time put right."""
    text: str
    is_aside: bool
    body: EventJson


class PadLogView(Struct, frozen=True):
    """The whole log of a pad."""

    state: PadState
    lines: list[PadLine]


class AnswerCall(Body, frozen=True, kw_only=True):
    """The referee goes there, or has been."""

    tournament: Name
    call: Annotated[str, Meta(max_length=120)]


class TakeAside(Body, frozen=True, kw_only=True):
    """The referee lets facts count that were set aside, up to this number."""

    tournament: Name
    match: Name
    pad: Name
    upto: Count


class PadDone(Struct, frozen=True):
    """It is done."""

    done: bool = True


class RunningScore(Struct, frozen=True):
    """How a match stands that is kept on a pad, for everybody."""

    match: str
    table: int | None
    games: tuple[int, int]
    points: tuple[int, int]
    """In the game that is played."""
    board: int
    """The board that is played, or comes next; 0 when the match is over."""
    is_over: bool
    is_disputed: bool
    at: int = field(default=0)
    """When it was heard of last (ms)."""
