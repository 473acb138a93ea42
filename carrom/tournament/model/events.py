"""The facts that a tournament's log is made of.

A fact says who recorded what and when; its body says what. Facts are never changed or deleted: one that was wrong is
superseded by a later one that gives the reason.
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
    """A match is called to a table, or moved to another."""

    kind: ClassVar[str] = "called"
    match: MatchId
    table: int
    umpire: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SideReported:
    """A side is at the table that its match was called to; without `side` both are."""

    kind: ClassVar[str] = "reported"
    match: MatchId
    side: Side | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchStarted:
    """Both sides are there and the match is in play."""

    kind: ClassVar[str] = "started"
    match: MatchId


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFreed:
    """A call is taken back: the table is free again, and the match waits to be called anew."""

    kind: ClassVar[str] = "freed"
    match: MatchId


@dataclass(frozen=True, slots=True, kw_only=True)
class TableServiceSet:
    """A table is taken out of service, or put back."""

    kind: ClassVar[str] = "table"
    table: int
    works: bool


ProtestId = NewType("ProtestId", str)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatsRuled:
    """The referee has decided who sits on places of a published draw that the tables now fill otherwise, or no more.

    `seats` are the places that were ruled on, each with who has it from now on, be it the same as before.
    """

    kind: ClassVar[str] = "seats"
    event: CompetitionId
    stage: StageId
    seats: Mapping[str, EntryId]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProtestLodged:
    """A side contests what happened in one board of a match.

    `board` counts within `game`; without one, through all games of the match. `over` is when that board ended, where
    somebody knows it (146), `signed_by` who has signed the protest (144).
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
    """The scrutiny fee of a protest is paid."""

    kind: ClassVar[str] = "fee"
    protest: ProtestId
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ProtestJudged:
    """The committee has decided. Upheld: the match goes back to the beginning of the contested board (151)."""

    kind: ClassVar[str] = "decision"
    protest: ProtestId
    upheld: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceRestored:
    """A source was revoked by mistake: what it says from now on counts. Also where it says so itself, since whoever
    was silenced may be the only one who can put that right."""

    kind: ClassVar[str] = "restored"
    source: str


TournamentEventId = NewType("TournamentEventId", str)


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentCreated:
    """The tournament is announced."""

    kind: ClassVar[str] = "created"
    definition: Definition


@dataclass(frozen=True, slots=True, kw_only=True)
class DefinitionChanged:
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
class EntryRecorded:
    """A player, a pair or a team enters an event."""

    kind: ClassVar[str] = "entered"
    event: CompetitionId
    entry: Entry


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamsDrawn:
    """All teams of an event anew, out of everybody who is there. They take the place of those before."""

    kind: ClassVar[str] = "teams"
    event: CompetitionId
    entries: tuple[Entry, ...]
    random: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EnteredLate:
    """Somebody came late and takes a free place of a draw; nobody else moves.

    `fixtures` are the matches that this adds, and those in which the newcomer takes the place of a bye. In a group or a
    table, `group` is its number; in a Swiss system there are no matches before the next round.
    """

    kind: ClassVar[str] = "joined"
    event: CompetitionId
    stage: StageId
    entry: Entry
    fixtures: tuple[Fixture, ...] = ()
    group: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NewName:
    """What an entry was called and is called now."""

    event: CompetitionId
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
    event: CompetitionId
    entry: EntryId
    goes: PersonId
    comes: PersonId | None = None
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LineUpGiven:
    """Who of a team plays a rubber: from now on, or in one match alone."""

    kind: ClassVar[str] = "line-up"
    event: CompetitionId
    entry: EntryId
    rubber: str
    players: tuple[PersonId, ...]
    match: MatchId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonChecked:
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
class EntryLeft:
    """An entry plays no more in an event."""

    kind: ClassVar[str] = "left"
    event: CompetitionId
    entry: EntryId
    how: Literal["withdrawn", "retired", "disqualified"] = "withdrawn"
    law: str | None = None
    won: tuple[MatchId, ...] = ()
    """Matches of trees that it has won by then because the other one had left: they stay won."""
    results: Treatment | None = None
    """What becomes of its results in tables, where the organiser has chosen; else the stage's rule says it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StageDrawn:
    """A stage is drawn. `random` is the public seed by which anybody can draw it again; a round that is drawn `again`
    takes the place of the last one, of which nothing is played."""

    kind: ClassVar[str] = "drawn"
    event: CompetitionId
    stage: StageId
    fixtures: tuple[Fixture, ...]
    groups: tuple[tuple[EntryId, ...], ...] = ()
    random: str | None = None
    again: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawPublished:
    """A stage's draw hangs on the wall. `seats` are the places of earlier groups as they were filled then: whatever
    is corrected afterwards, the published draw does not move by itself. Where it `holds`, neither does a match that was
    played on it: without a ruling it keeps its sides, which before November 2026 it did not. Where places stand
    `together`, all that one table or one match fills stay with what was played on any of them."""

    kind: ClassVar[str] = "published"
    event: CompetitionId
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
class PadEventNoted:
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
    choice: TournamentEventId


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceRevoked:
    """The link of a pad is no longer valid: what it still sends is set aside."""

    kind: ClassVar[str] = "revoked"
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShootoutPlayed:
    """One board between two entries that nothing else separates."""

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
    """The chief referee has drawn lots between those whom two series of shoot-outs left level: the best place first."""

    kind: ClassVar[str] = "lots"
    event: CompetitionId
    stage: StageId
    order: tuple[EntryId, ...]
    group: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PolicyChanged:
    """Another order of tie-breaks for one stage."""

    kind: ClassVar[str] = "policy"
    event: CompetitionId
    stage: StageId
    policy: Policy


@dataclass(frozen=True, slots=True, kw_only=True)
class Retracted:
    """A fact was told by mistake: it stays in the log and counts no more. It takes a reason."""

    kind: ClassVar[str] = "retracted"
    fact: TournamentEventId


@dataclass(frozen=True, slots=True, kw_only=True)
class Undone:
    """The last act, of whatever kind, is taken back: its last fact, or all of them `since` its first. It takes a
    reason."""

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
    """What every fact says. `base` is the version of the match that its writer had seen; `n` the number in the log,
    0 until it is recorded."""

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
        """`{"n":7,"id":"…","at":"…","by":"desk","kind":"result","body":{…}}`"""
        value: dict[str, Any] = {"n": self.n, "id": self.id, "at": encode(self.at), "by": self.by}
        for key in ("reason", "supersedes", "base"):
            known = getattr(self, key)
            if known is not None:
                value[key] = known
        return value | {"kind": self.body.kind, "body": encode(self.body)}


@dataclass(frozen=True, slots=True, kw_only=True)
class _UnreadEvent(_Envelope):
    """A fact as it is written, its body not read yet."""

    kind: str
    body: Mapping[str, Any]


def read_tournament_event(value: Any, where: str = "fact") -> TournamentEvent:
    """A fact as `Fact.json` writes one."""
    found = decode(_UnreadEvent, value, where)
    if found.kind not in _BODIES:
        raise CarromError(
            "unknown-kind", f"{where}: no fact is of the kind {found.kind!r}; there are {', '.join(_BODIES)}"
        )
    body = decode(_BODIES[found.kind], upgrade_event(found.kind, found.body), f"{where}.body")
    return TournamentEvent(body=body, **{one.name: getattr(found, one.name) for one in fields(_Envelope)})


register_form(Slot, slot_json, read_slot)


def event_ids() -> Iterator[TournamentEventId]:
    """Names for the facts of one act, by which they are known for its own."""
    act = uuid.uuid4().hex
    return (TournamentEventId(f"{act}-{number}") for number in count(1))


def act_id(fact: TournamentEventId) -> str | None:
    """By which act a fact came; None where its name does not say so, as in logs of before."""
    found = re.fullmatch(r"([0-9a-f]{32})-\d+", fact)
    return None if found is None else found[1]
