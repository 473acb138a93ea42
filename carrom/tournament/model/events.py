"""The events of a tournament's log.

An envelope says who recorded an event and when, its body what happened. In bodies and keys, `event` is the id of a
competition, which players call an event.
"""

import re
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime
from itertools import count
from typing import Any, ClassVar, Literal, NewType

from carrom.base.codec import decode, encode, register_form
from carrom.base.errors import CarromError
from carrom.tournament.draws.bracket import Fixture, MatchId, Slot
from carrom.tournament.draws.draw_json import read_slot, slot_json
from carrom.tournament.model.definition import CompetitionId, Definition, StageId
from carrom.tournament.model.limits import check_year
from carrom.tournament.model.people import Entry, Person, PersonId
from carrom.tournament.model.upgrade import upgrade_event
from carrom.tournament.tables.policy import Policy
from carrom.tournament.tables.results import EntryId, Pair, Side
from carrom.tournament.tables.withdrawals import Treatment


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchCalled:
    """A match is called to a table, or moved."""

    kind: ClassVar[str] = "called"
    match: MatchId
    table: int
    umpire: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SideReported:
    """A side has come to its table; without `side`, both."""

    kind: ClassVar[str] = "reported"
    match: MatchId
    side: Side | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchStarted:
    kind: ClassVar[str] = "started"
    match: MatchId


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFreed:
    """Take back a call: the table is free, and the match waits for another."""

    kind: ClassVar[str] = "freed"
    match: MatchId


@dataclass(frozen=True, slots=True, kw_only=True)
class TableServiceSet:
    """Take a table out of service, or put it back."""

    kind: ClassVar[str] = "table"
    table: int
    works: bool


ProtestId = NewType("ProtestId", str)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatsRuled:
    """The referee assigns places of a published draw that are now filled differently, or not at all.

    `seats` has every place ruled on, including unchanged ones.
    """

    kind: ClassVar[str] = "seats"
    event: CompetitionId
    stage: StageId
    seats: Mapping[str, EntryId]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProtestLodged:
    """A side contests what happened in one board.

    `board` counts within `game`, or through all games without one. `over` is when that board ended, if known (146);
    `signed_by` signed the protest (144).
    """

    kind: ClassVar[str] = "protest"
    protest: ProtestId
    match: MatchId
    side: Side
    board: int
    text: str
    game: int | None = None
    over: datetime | None = None
    signed_by: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ProtestFeePaid:
    kind: ClassVar[str] = "fee"
    protest: ProtestId
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ProtestJudged:
    """The committee decides a protest. If upheld, the match returns to the start of the contested board (151)."""

    kind: ClassVar[str] = "decision"
    protest: ProtestId
    upheld: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceRestored:
    """Lift a revocation: the source counts from now on.

    The revoked source may record this itself: it can be the only one able to correct the mistake.
    """

    kind: ClassVar[str] = "restored"
    source: str


TournamentEventId = NewType("TournamentEventId", str)


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentCreated:
    kind: ClassVar[str] = "created"
    definition: Definition


@dataclass(frozen=True, slots=True, kw_only=True)
class DefinitionChanged:
    """The settings changed; `what` lists the changes in words."""

    kind: ClassVar[str] = "changed"
    definition: Definition
    what: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonRecorded:
    kind: ClassVar[str] = "person"
    person: Person


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryRecorded:
    kind: ClassVar[str] = "entered"
    event: CompetitionId
    entry: Entry


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamsDrawn:
    """Redraw all teams of a competition."""

    kind: ClassVar[str] = "teams"
    event: CompetitionId
    entries: tuple[Entry, ...]
    random: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EnteredLate:
    """Late entry into a free slot of the draw; nobody else moves.

    `fixtures` are the new matches, and those in which a bye is replaced; a Swiss stage has none before the next round.
    """

    kind: ClassVar[str] = "joined"
    event: CompetitionId
    stage: StageId
    entry: Entry
    fixtures: tuple[Fixture, ...] = ()
    group: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NewName:
    event: CompetitionId
    was: EntryId
    now: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Renamed:
    """Rename a person or entries, in earlier events too."""

    kind: ClassVar[str] = "renamed"
    person: PersonId | None = None
    name: str | None = None
    entries: tuple[NewName, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Substituted:
    """Substitute a player; past matches keep the old one.

    `name` is the new name of the entry. A team may lose a player without a substitute.
    """

    kind: ClassVar[str] = "substituted"
    event: CompetitionId
    entry: EntryId
    goes: PersonId
    comes: PersonId | None = None
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LineUpGiven:
    """Set a team's players for a rubber: from now on, or in one match."""

    kind: ClassVar[str] = "line-up"
    event: CompetitionId
    entry: EntryId
    rubber: str
    players: tuple[PersonId, ...]
    match: MatchId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonChecked:
    """Check in, fee or certified striker (115, 117): set or cleared."""

    kind: ClassVar[str] = "checked"
    person: PersonId
    what: Literal["here", "fee", "striker"]
    holds: bool = True
    amount: int | None = None
    note: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ContactGiven:
    """Set how to reach a player, convenor or representative; without phone and e-mail, remove it.

    For the desk only; never printed.
    """

    kind: ClassVar[str] = "contact"
    role: Literal["player", "convenor", "representative"] = "player"
    person: PersonId | None = None
    name: str | None = None
    community: str | None = None
    phone: str | None = None
    email: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryLeft:
    """An entry withdraws, retires or is disqualified."""

    kind: ClassVar[str] = "left"
    event: CompetitionId
    entry: EntryId
    how: Literal["withdrawn", "retired", "disqualified"] = "withdrawn"
    law: str | None = None
    won: tuple[MatchId, ...] = ()
    """Knockout matches won because the opponent had left: they stay won."""
    results: Treatment | None = None
    """What happens to its results in tables, if chosen; otherwise the stage's rule decides."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StageDrawn:
    """A stage or one of its rounds is drawn.

    `random` is the public seed that lets anyone repeat the draw. With `again` it replaces the last round, if not in
    play.
    """

    kind: ClassVar[str] = "drawn"
    event: CompetitionId
    stage: StageId
    fixtures: tuple[Fixture, ...]
    groups: tuple[tuple[EntryId, ...], ...] = ()
    random: str | None = None
    again: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawPublished:
    """The draw of a stage is published; later corrections do not move it by themselves.

    `seats` has the group places as they were filled at publication. With `together`, the outcome of every match and
    group is frozen when a match of the draw relies on it; logs written before November 2026 lack it. `holds` is only
    read in older logs.
    """

    kind: ClassVar[str] = "published"
    event: CompetitionId
    stage: StageId
    seats: Mapping[str, EntryId] = field(default_factory=dict)
    holds: bool = False
    together: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardPoints:
    """One board of a match: winner, points and game.

    `coins`, `queen` and `demand` say how the points were counted, if known; points awarded by a law are left out.
    """

    winner: Side
    points: int
    extra: bool = False
    game: int = 1
    coins: int | None = None
    queen: Side | None = None
    demand: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultGiven:
    """Result of a match between `a` and `b`.

    `games` are the games won, where a match has several; they decide. `by_game` has each game's points, if known.
    `retired` is the side that gave up. `law` is why a match was lost without being played out. `other_rules`: not
    played by the rules of its stage; the event's reason says why it counts.
    """

    kind: ClassVar[str] = "result"
    match: MatchId
    a: EntryId
    b: EntryId
    score: Pair | None = None
    extra: Pair | None = None
    games: Pair | None = None
    walkover: Side | None = None
    law: str | None = None
    retired: Side | None = None
    by_game: tuple[Pair, ...] = ()
    boards: tuple[BoardPoints, ...] = ()
    first_break: Side | None = "a"
    provisional: bool = False
    other_rules: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PadEventNoted:
    """One event of a match's own log, as the umpire's pad sent it, with the score after it."""

    kind: ClassVar[str] = "noted"
    match: MatchId
    score: Pair
    note: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultConfirmed:
    """Sign a provisional result, or choose between two versions."""

    kind: ClassVar[str] = "confirmed"
    match: MatchId
    choice: TournamentEventId


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceRevoked:
    """Revoke a pad link; later messages are quarantined."""

    kind: ClassVar[str] = "revoked"
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShootoutPlayed:
    """One board between two level entries. `among` are all entries of its series."""

    kind: ClassVar[str] = "shootout"
    event: CompetitionId
    stage: StageId
    a: EntryId
    b: EntryId
    score: Pair
    among: tuple[EntryId, ...] = ()
    group: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class LotsDrawn:
    """The chief referee draws lots between entries that two series of shoot-outs left level; best place first."""

    kind: ClassVar[str] = "lots"
    event: CompetitionId
    stage: StageId
    order: tuple[EntryId, ...]
    group: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PolicyChanged:
    kind: ClassVar[str] = "policy"
    event: CompetitionId
    stage: StageId
    policy: Policy


@dataclass(frozen=True, slots=True, kw_only=True)
class Retracted:
    """Take back one event recorded by mistake, with a reason. It stays in the log."""

    kind: ClassVar[str] = "retracted"
    fact: TournamentEventId


@dataclass(frozen=True, slots=True, kw_only=True)
class Undone:
    """Undo the last act, or all events from `since`. A reason is required."""

    kind: ClassVar[str] = "undone"
    fact: TournamentEventId
    since: TournamentEventId | None = None


EventBody = (
    TournamentCreated
    | DefinitionChanged
    | PersonRecorded
    | EntryRecorded
    | TeamsDrawn
    | EnteredLate
    | Renamed
    | Substituted
    | LineUpGiven
    | PersonChecked
    | ContactGiven
    | EntryLeft
    | StageDrawn
    | DrawPublished
    | SeatsRuled
    | MatchCalled
    | SideReported
    | MatchStarted
    | TableFreed
    | ResultGiven
    | PadEventNoted
    | ResultConfirmed
    | SourceRevoked
    | SourceRestored
    | ShootoutPlayed
    | LotsDrawn
    | PolicyChanged
    | TableServiceSet
    | Retracted
    | Undone
    | ProtestLodged
    | ProtestFeePaid
    | ProtestJudged
)
_BODIES: dict[str, Any] = {body.kind: body for body in EventBody.__args__}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Envelope:
    """What every event records besides its body.

    `n` is the number in the log, 0 until recorded; `base` the version of the match that its author had seen.
    """

    id: TournamentEventId
    at: datetime
    by: str = "desk"
    n: int = 0
    reason: str | None = None
    supersedes: TournamentEventId | None = None
    base: int | None = None

    def __post_init__(self) -> None:
        check_year(self.at)


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentEvent(_Envelope):
    """One line of the log."""

    body: EventBody

    def json(self) -> dict[str, Any]:
        """`{"n":7,"id":"…","at":"…","by":"desk","kind":"result","body":{…}}`."""
        value: dict[str, Any] = {"n": self.n, "id": self.id, "at": encode(self.at), "by": self.by}
        for key in ("reason", "supersedes", "base"):
            known = getattr(self, key)
            if known is not None:
                value[key] = known
        return value | {"kind": self.body.kind, "body": encode(self.body)}


@dataclass(frozen=True, slots=True, kw_only=True)
class _UnreadEvent(_Envelope):
    """Event whose body is not decoded yet."""

    kind: str
    body: Mapping[str, Any]


def read_tournament_event(value: Any, where: str = "fact") -> TournamentEvent:
    found = decode(_UnreadEvent, value, where)
    if found.kind not in _BODIES:
        raise CarromError(
            "unknown-kind", f"{where}: no fact is of the kind {found.kind!r}; there are {', '.join(_BODIES)}"
        )
    body = decode(_BODIES[found.kind], upgrade_event(found.kind, found.body), f"{where}.body")
    return TournamentEvent(body=body, **{one.name: getattr(found, one.name) for one in fields(_Envelope)})


register_form(Slot, slot_json, read_slot)


def event_ids() -> Iterator[TournamentEventId]:
    """Ids for the events of one new act, which share a prefix."""
    act = uuid.uuid4().hex
    return (TournamentEventId(f"{act}-{number}") for number in count(1))


def act_id(event: TournamentEventId) -> str | None:
    """Act of an event; None for ids from older logs."""
    found = re.fullmatch(r"([0-9a-f]{32})-\d+", event)
    return None if found is None else found[1]
