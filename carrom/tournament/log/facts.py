"""The facts that a tournament's log is made of.

A fact says who recorded what and when; its body says what. Facts are never changed or deleted: one that was wrong is
superseded by a later one that gives the reason.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import Any, ClassVar, Literal, NewType

from carrom.base.errors import CarromError
from carrom.base.reading import decode, encode, shape
from carrom.tournament.draws.bracket import Fixture, MatchId, Slot
from carrom.tournament.draws.draw_json import read_slot, slot_json
from carrom.tournament.log.bounds import check_year
from carrom.tournament.log.decision_facts import FeePaid, ProtestJudged, ProtestLodged, SeatsRuled, SourceRestored
from carrom.tournament.log.definition import Definition, EventId, StageId
from carrom.tournament.log.people import Entry, Person, PersonId
from carrom.tournament.log.table_facts import Called, Freed, Reported, Started, TableService
from carrom.tournament.log.upgrade import bring_up_to_date
from carrom.tournament.log.withdrawals import Treatment
from carrom.tournament.tables.policy import Policy
from carrom.tournament.tables.results import EntryId, Pair, Side

FactId = NewType("FactId", str)


@dataclass(frozen=True, slots=True, kw_only=True)
class Created:
    """The tournament is announced."""

    kind: ClassVar[str] = "created"
    definition: Definition


@dataclass(frozen=True, slots=True, kw_only=True)
class Changed:
    """The organiser announces something else: the definition from now on, and in words what is different in it."""

    kind: ClassVar[str] = "changed"
    definition: Definition
    what: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonRecorded:
    """Somebody is in the list; recorded again, what is known of them is replaced."""

    kind: ClassVar[str] = "person"
    person: Person


@dataclass(frozen=True, slots=True, kw_only=True)
class Entered:
    """A player, a pair or a team enters an event."""

    kind: ClassVar[str] = "entered"
    event: EventId
    entry: Entry


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamsDrawn:
    """All teams of an event anew, out of everybody who is there. They take the place of those before."""

    kind: ClassVar[str] = "teams"
    event: EventId
    entries: tuple[Entry, ...]
    random: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Joined:
    """Somebody came late and takes a free place of a draw; nobody else moves.

    `fixtures` are the matches that this adds, and those in which the newcomer takes the place of a bye. In a group or a
    table, `group` is its number; in a Swiss system there are no matches before the next round.
    """

    kind: ClassVar[str] = "joined"
    event: EventId
    stage: StageId
    entry: Entry
    fixtures: tuple[Fixture, ...] = ()
    group: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NewName:
    """What an entry was called and is called now."""

    event: EventId
    was: EntryId
    now: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Renamed:
    """A person, or a team, is called otherwise; whatever was told under the old name stands under the new one."""

    kind: ClassVar[str] = "renamed"
    person: PersonId | None = None
    name: str | None = None
    entries: tuple[NewName, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Substituted:
    """Somebody else plays in an entry from now on; matches played stay those of who played them.

    `name` is what the entry is called from then on. Nobody need come for who goes from a team.
    """

    kind: ClassVar[str] = "substituted"
    event: EventId
    entry: EntryId
    goes: PersonId
    comes: PersonId | None = None
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LinedUp:
    """Who of a team plays a rubber: from now on, or in one match alone."""

    kind: ClassVar[str] = "line-up"
    event: EventId
    entry: EntryId
    rubber: str
    players: tuple[PersonId, ...]
    match: MatchId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """Somebody is here, has paid the entry fee, or has a striker that was certified (115, 117); or is, or has, not."""

    kind: ClassVar[str] = "checked"
    person: PersonId
    what: Literal["here", "fee", "striker"]
    holds: bool = True
    amount: int | None = None
    note: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ContactGiven:
    """How to reach a player, a convenor or the representative of a community. Without phone and e-mail it is taken
    out. This is for the desk alone, and stands on no print."""

    kind: ClassVar[str] = "contact"
    role: Literal["player", "convenor", "representative"] = "player"
    person: PersonId | None = None
    name: str | None = None
    community: str | None = None
    phone: str | None = None
    email: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Left:
    """An entry plays no more in an event."""

    kind: ClassVar[str] = "left"
    event: EventId
    entry: EntryId
    how: Literal["withdrawn", "retired", "disqualified"] = "withdrawn"
    law: str | None = None
    won: tuple[MatchId, ...] = ()
    """Matches of trees that it has won by then because the other one had left: they stay won."""
    results: Treatment | None = None
    """What becomes of its results in tables, where the organiser has chosen; else the stage's rule says it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """A stage is drawn. `random` is the public seed by which anybody can draw it again; a round that is drawn `again`
    takes the place of the last one, of which nothing is played."""

    kind: ClassVar[str] = "drawn"
    event: EventId
    stage: StageId
    fixtures: tuple[Fixture, ...]
    groups: tuple[tuple[EntryId, ...], ...] = ()
    random: str | None = None
    again: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Published:
    """A stage's draw hangs on the wall. `seats` are the places of earlier groups as they were filled then: whatever
    is corrected afterwards, the published draw does not move by itself. Where it `holds`, neither does a match that was
    played on it: without a ruling it keeps its sides, which before November 2026 it did not. Where places stand
    `together`, all that one table or one match fills stay with what was played on any of them."""

    kind: ClassVar[str] = "published"
    event: EventId
    stage: StageId
    seats: Mapping[str, EntryId] = field(default_factory=dict)
    holds: bool = False
    together: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardPoints:
    """One board of a match: who won it, by how much, and in which game.

    `coins`, `queen` and `demand` are how the points were counted, where that was told; a law's own points are not.
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
    """A match is over. `a` and `b` are those who sat there; a retired side gave up and its opponent won. `law` is
    the one by which a match was lost without being played out.

    `games` are the games won where a match has several, since then the score (all points) does not tell the winner;
    `by_game` are the points of each game, where they were told. `first_break` matters where there are boards; None says
    that nobody told it. `other_rules`: it was not played by the rules of its stage, and the reason says why it counts.
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
class MatchNoted:
    """One fact of a match's own log, as a pad wrote it, with the score it led to. Kept as it came."""

    kind: ClassVar[str] = "noted"
    match: MatchId
    score: Pair
    note: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultConfirmed:
    """A provisional result stands, or the chief referee chose between two versions of one match."""

    kind: ClassVar[str] = "confirmed"
    match: MatchId
    choice: FactId


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceRevoked:
    """The link of a pad is no longer valid: what it still sends is set aside."""

    kind: ClassVar[str] = "revoked"
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShootoutPlayed:
    """One board between two entries that nothing else separates."""

    kind: ClassVar[str] = "shootout"
    event: EventId
    stage: StageId
    a: EntryId
    b: EntryId
    score: Pair
    among: tuple[EntryId, ...] = ()
    group: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class LotsDrawn:
    """The chief referee has drawn lots between those whom two series of shoot-outs left level: the best place first."""

    kind: ClassVar[str] = "lots"
    event: EventId
    stage: StageId
    order: tuple[EntryId, ...]
    group: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PolicyChanged:
    """Another order of tie-breaks for one stage."""

    kind: ClassVar[str] = "policy"
    event: EventId
    stage: StageId
    policy: Policy


@dataclass(frozen=True, slots=True, kw_only=True)
class Retracted:
    """A fact was told by mistake: it stays in the log and counts no more. It takes a reason."""

    kind: ClassVar[str] = "retracted"
    fact: FactId


@dataclass(frozen=True, slots=True, kw_only=True)
class Undone:
    """The last act, of whatever kind, is taken back: its last fact, or all of them `since` its first. It takes a
    reason."""

    kind: ClassVar[str] = "undone"
    fact: FactId
    since: FactId | None = None


Body = (
    Created
    | Changed
    | PersonRecorded
    | Entered
    | TeamsDrawn
    | Joined
    | Renamed
    | Substituted
    | LinedUp
    | Checked
    | ContactGiven
    | Left
    | Drawn
    | Published
    | SeatsRuled
    | Called
    | Reported
    | Started
    | Freed
    | ResultGiven
    | MatchNoted
    | ResultConfirmed
    | SourceRevoked
    | SourceRestored
    | ShootoutPlayed
    | LotsDrawn
    | PolicyChanged
    | TableService
    | Retracted
    | Undone
    | ProtestLodged
    | FeePaid
    | ProtestJudged
)
_BODIES: dict[str, Any] = {body.kind: body for body in Body.__args__}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Envelope:
    """What every fact says. `base` is the version of the match that its writer had seen; `n` the number in the log,
    0 until it is recorded."""

    id: FactId
    at: datetime
    by: str = "desk"
    n: int = 0
    reason: str | None = None
    supersedes: FactId | None = None
    base: int | None = None

    def __post_init__(self) -> None:
        check_year(self.at)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact(_Envelope):
    """One line of the log."""

    body: Body

    def json(self) -> dict[str, Any]:
        """`{"n":7,"id":"…","at":"…","by":"desk","kind":"result","body":{…}}`"""
        value: dict[str, Any] = {"n": self.n, "id": self.id, "at": encode(self.at), "by": self.by}
        for key in ("reason", "supersedes", "base"):
            known = getattr(self, key)
            if known is not None:
                value[key] = known
        return value | {"kind": self.body.kind, "body": encode(self.body)}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Written(_Envelope):
    """A fact as it is written, its body not read yet."""

    kind: str
    body: Mapping[str, Any]


def read_fact(value: Any, where: str = "fact") -> Fact:
    """A fact as `Fact.json` writes one."""
    found = decode(_Written, value, where)
    if found.kind not in _BODIES:
        raise CarromError(
            "unknown-kind", f"{where}: no fact is of the kind {found.kind!r}; there are {', '.join(_BODIES)}"
        )
    body = decode(_BODIES[found.kind], bring_up_to_date(found.kind, found.body), f"{where}.body")
    return Fact(body=body, **{one.name: getattr(found, one.name) for one in fields(_Envelope)})


shape(Slot, slot_json, read_slot)
