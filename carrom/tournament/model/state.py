"""State of a tournament, which its log adds up to.

States never change; successive ones share a cache of derived values and append-only maps.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import islice
from threading import Lock
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from carrom.base.errors import CarromError
from carrom.tournament.draws.bracket import Fixture, MatchId
from carrom.tournament.model.definition import Competition, CompetitionId, Definition, Stage, StageId
from carrom.tournament.model.events import (
    ContactGiven,
    DrawPublished,
    EnteredLate,
    EntryLeft,
    EventBody,
    LotsDrawn,
    ProtestId,
    ProtestLodged,
    ResultGiven,
    ShootoutPlayed,
    StageDrawn,
    TournamentEvent,
    TournamentEventId,
)
from carrom.tournament.model.people import Entry, PeopleByName, Person, PersonId, count_text
from carrom.tournament.tables.policy import Policy
from carrom.tournament.tables.results import EntryId, Pair, Side

T = TypeVar("T")
_CACHED_ANSWERS = 3
"""Cached answers: for the state before, the next one, and the public version."""


class DerivedCache:
    """Cache of derived values, shared by successive states."""

    __slots__ = ("_known", "_lock")

    def __init__(self) -> None:
        self._known: dict[Hashable, tuple[tuple[tuple[object, ...], Any], ...]] = {}
        self._lock = Lock()

    def once(self, name: Hashable, made_of: tuple[object, ...], work: Callable[[], T]) -> T:
        """Answer for exactly these values, from `work` if not cached. Do not modify it."""
        known = self._known.get(name, ())
        for number, (values, answer) in enumerate(known):
            if values == made_of:  # quick: nearly all are identical objects
                if number:
                    self._keep(name, values, answer)
                found: T = answer
                return found
        found = work()
        self._keep(name, made_of, found)
        return found

    def _keep(self, name: Hashable, values: tuple[object, ...], answer: object) -> None:
        with self._lock:  # states are shared between threads
            others = (one for one in self._known.get(name, ()) if one[0] is not values)
            self._known[name] = ((values, answer), *others)[:_CACHED_ANSWERS]

    def __reduce__(self) -> tuple[type[DerivedCache], tuple[()]]:
        return DerivedCache, ()


class StageKey(NamedTuple):
    """One stage of one competition."""

    event: CompetitionId
    stage: StageId

    def __str__(self) -> str:
        return f"{self.event}/{self.stage}"


SeatSource = MatchId | tuple[StageKey, int]
"""What fills a seat: a match, or a group by its stage and number."""
Outcome = tuple[EntryId | None, ...]
"""What a source gives: the winner and loser of a match, or the order of a group; None where it is open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchVersion:
    """Entry in a match's history: event and author, the version its author had seen, and the score."""

    fact: TournamentEventId
    by: str
    version: int
    base: int
    score: Pair | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchRecord:
    """Everything recorded about one match. `rivals` are contradicting versions for the referee to choose from."""

    key: StageKey
    fixture: Fixture
    result: ResultGiven | None = None
    result_fact: TournamentEventId | None = None
    signed: datetime | None = None
    """End of play: time of the first result, unchanged by corrections."""
    history: tuple[MatchVersion, ...] = ()
    reopened_at: int = 0  # version at which its last result was taken back
    rivals: tuple[TournamentEventId, ...] = ()
    common_version: int = 0  # last version that all rivals' authors had seen
    drafts: Mapping[TournamentEventId, ResultGiven] = field(default_factory=dict)
    table: int | None = None
    called: datetime | None = None
    waited_since: datetime | None = None
    """Time of the first call, if the time to report started later because players were at another table."""
    players: Mapping[EntryId, tuple[PersonId, ...]] = field(default_factory=dict)
    """Players of an entry, where they differ from its members today."""
    umpire: str | None = None
    reported: frozenset[Side] = frozenset()
    started: datetime | None = None
    expected: tuple[EntryId | None, EntryId | None] = (None, None)
    """Entries that the table expects: called there, or arrived since. The sides may have changed."""

    @property
    def version(self) -> int:
        return self.history[-1].version if self.history else 0

    @property
    def has_begun(self) -> bool:
        """The match is in play, or has a result."""
        return self.result is not None or (self.table is not None and self.started is not None)

    @property
    def is_under_review(self) -> bool:
        """Two sources contradict each other; the chief referee has to choose."""
        return bool(self.rivals)

    @property
    def is_confirmed(self) -> bool:
        """Explicitly confirmed after entry."""
        is_signed = self.result is not None and not self.result.provisional and not self.rivals
        return is_signed and bool(self.history) and self.history[-1].fact != self.result_fact

    @property
    def reopened(self) -> MatchRecord:
        return replace(self.off_table, result=None, result_fact=None, signed=None, reopened_at=self.version)

    @property
    def latest(self) -> MatchVersion | None:
        """Last entry of its history; None after its result was taken back."""
        return self.history[-1] if self.version > self.reopened_at else None

    @property
    def off_table(self) -> MatchRecord:
        """Return the match without its table; the time of the last call stays."""
        gone = replace(self, table=None, umpire=None, reported=frozenset(), started=None, waited_since=None)
        return replace(gone, expected=(None, None))


ProtestStatus = Literal["lodged", "admissible", "late", "upheld", "dismissed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProtestState:
    """A protest and its course. The fee is refunded if it is upheld or never heard, otherwise forfeited."""

    lodged: ProtestLodged
    at: datetime
    status: ProtestStatus = "lodged"
    fee_paid: int = 0
    refunded: int = 0
    decided: datetime | None = None
    contested: TournamentEventId | None = None
    signed: datetime | None = None
    """Time when the contested match was signed, or ended if contested during play."""

    @property
    def is_open(self) -> bool:
        return self.status == "admissible"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskCheck:
    """A check at the desk: present, fee or striker."""

    holds: bool
    at: datetime
    by: str
    amount: int | None = None
    note: str | None = None
    paid_for: frozenset[CompetitionId] | None = None
    """Competitions a fee covers: all those entered then; None if none yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """A change that the desk points out, such as rules changed during play."""

    fact: TournamentEventId
    at: datetime
    text: str


@dataclass(frozen=True, slots=True)
class UndoStep:
    event: TournamentEvent
    state: Any
    """A `State`; `Any` ends code that walks over the types of a state."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoableAct:
    """An act that can be undone, and the state before it."""

    first: TournamentEventId
    last_event: TournamentEvent
    count: int
    state: Any
    steps: tuple[UndoStep, ...]
    """Its events, newest first; older logs undo them one by one."""

    @property
    def fact(self) -> TournamentEventId:
        return self.last_event.id


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    version: int = 0
    seen: Mapping[TournamentEventId, EventBody] = field(default_factory=dict)
    definition: Definition | None = None
    people: Mapping[PersonId, Person] = field(default_factory=dict)
    entries: Mapping[CompetitionId, Mapping[EntryId, Entry]] = field(default_factory=dict)
    checks: Mapping[PersonId, Mapping[str, DeskCheck]] = field(default_factory=dict)
    contacts: tuple[ContactGiven, ...] = ()
    former: Mapping[CompetitionId, Mapping[EntryId, EntryId]] = field(default_factory=dict)
    left: Mapping[CompetitionId, Mapping[EntryId, EntryLeft]] = field(default_factory=dict)
    left_reasons: Mapping[CompetitionId, Mapping[EntryId, str]] = field(default_factory=dict)
    draws: Mapping[StageKey, tuple[StageDrawn, ...]] = field(default_factory=dict)
    published: Mapping[StageKey, DrawPublished] = field(default_factory=dict)
    matches: Mapping[MatchId, MatchRecord] = field(default_factory=dict)
    frozen: Mapping[SeatSource, Outcome] = field(default_factory=dict)
    """The outcomes that published or played seats rely on; in a group, only those places."""
    overruled: Mapping[SeatSource, Outcome] = field(default_factory=dict)
    """The outcome that a source had when the referee ruled that another one counts."""
    shown_sides: Mapping[MatchId, tuple[EntryId | None, EntryId | None]] = field(default_factory=dict)
    """Sides as they sit at the tables, in a public state without the results that lead to them."""
    shootouts: Mapping[tuple[StageKey, int], Mapping[TournamentEventId, ShootoutPlayed | LotsDrawn]] = field(
        default_factory=dict
    )
    protests: Mapping[ProtestId, ProtestState] = field(default_factory=dict)
    tables_out: frozenset[int] = frozenset()
    revoked: frozenset[str] = frozenset()
    quarantined: tuple[TournamentEvent, ...] = ()
    notices: tuple[Notice, ...] = ()
    past: tuple[UndoableAct, ...] = field(default=(), compare=False, repr=False)
    cache: DerivedCache = field(default_factory=DerivedCache, compare=False, repr=False)

    @property
    def size_text(self) -> str:
        """Size: "8 people, 17 facts"."""
        return f"{count_text(len(self.people), 'person', 'people')}, {count_text(self.version, 'fact', 'facts')}"

    @property
    def announced(self) -> Definition:
        """Definition. Raises `CarromError` if the tournament was not created."""
        if self.definition is None:
            raise CarromError("not-created", "the log does not begin with the creation of a tournament")
        return self.definition

    def event(self, competition: str) -> Competition:
        return self.announced.event(competition)

    def stage(self, key: StageKey) -> Stage:
        return self.event(key.event).stage(key.stage)

    def event_name(self, competition: str) -> str:
        """ "Women's singles"; the id if unknown."""
        found = self._find_event(competition)
        return competition if found is None else found.name

    def title(self, key: StageKey, group: str = "") -> str:
        """ "Singles (knockout)", or "Singles" if it is the only stage."""
        competition = self._find_event(key.event)
        if competition is None:
            return str(key)
        if group:
            return f"{competition.name}, group {group}"
        return (
            competition.name if len(competition.stages) == 1 else f"{competition.name} ({key.stage.replace('-', ' ')})"
        )

    def _find_event(self, competition: str) -> Competition | None:
        events = () if self.definition is None else self.definition.events
        return next((one for one in events if one.id == competition), None)

    def before(self, key: StageKey) -> StageKey | None:
        stage = self.event(key.event).before(key.stage)
        return None if stage is None else StageKey(key.event, stage.id)

    def policy(self, key: StageKey) -> Policy:
        """Tie-break policy. Raises `CarromError` for a knockout."""
        policy = self.stage(key).policy
        if policy is None:
            raise CarromError("no-table", f"{self.title(key)} is a knock-out: it has a bracket, and no table")
        return policy

    @property
    def namesakes(self) -> PeopleByName:
        """All people by name, cached; do not modify it."""
        return self.cache.once("namesakes", (self.people,), lambda: PeopleByName(self.people.values()))

    def with_match(self, record: MatchRecord) -> State:
        return replace(self, matches={**self.matches, record.fixture.id: record})

    def with_notice(self, event: TournamentEvent, text: str) -> State:
        return replace(self, notices=(*self.notices, Notice(fact=event.id, at=event.at, text=text)))

    def in_stage(self, key: StageKey) -> list[MatchRecord]:
        return [self.matches[one.id] for drawn in self.draws.get(key, ()) for one in drawn.fixtures]

    @property
    def sitting(self) -> list[MatchRecord]:
        """Matches with a table and no result, in any status."""
        return [one for one in self.matches.values() if one.table is not None and one.result is None]

    @property
    def next_number(self) -> int:
        """Next free match number; never reused, since printed cards carry it."""
        drawn = (
            one for body in self.seen.values() if isinstance(body, StageDrawn | EnteredLate) for one in body.fixtures
        )
        return 1 + max((int(one.id[1:]) for one in drawn if one.id[1:].isdecimal()), default=0)

    def is_in_use(self, key: StageKey) -> bool:
        """Whether any match of the stage has records, so that its rules are frozen."""
        return any(record.result is not None or record.history for record in self.in_stage(key))


K = TypeVar("K")
V = TypeVar("V")


class _SharedStore(Generic[K, V]):
    """Store of a family of `AppendOnlyMap`s: values with positions, and keys in order."""

    __slots__ = ("_lock", "keys", "values")

    def __init__(self, known: Mapping[K, V]) -> None:
        self.keys = list(known)
        self.values = {key: (number, value) for number, (key, value) in enumerate(known.items())}
        self._lock = Lock()

    def add(self, length: int, key: K, value: V) -> bool:
        """Append at position `length`; False if another map did so before."""
        with self._lock:
            if len(self.keys) != length:
                return False
            self.values[key] = (length, value)
            self.keys.append(key)
            return True


class AppendOnlyMap(Mapping[K, V]):
    """Append-only persistent dict: O(1) insert, and old versions stay valid.

    The first `length` items of a store shared with the maps made from it.
    """

    __slots__ = ("_length", "_shared")

    def __init__(self, shared: _SharedStore[K, V], length: int) -> None:
        self._shared, self._length = shared, length

    def __getitem__(self, key: K) -> V:
        number, value = self._shared.values[key]
        if number >= self._length:
            raise KeyError(key)
        return value

    def __contains__(self, key: object) -> bool:
        found = self._shared.values.get(key)  # type: ignore[arg-type]
        return found is not None and found[0] < self._length

    def __iter__(self) -> Iterator[K]:
        return islice(self._shared.keys, self._length)  # another thread may extend the list

    def __len__(self) -> int:
        return self._length

    def __repr__(self) -> str:
        return repr(dict(self))

    def __reduce__(self) -> tuple[type[dict[K, V]], tuple[dict[K, V]]]:
        return dict, (dict(self),)  # without items of later maps


def with_item(known: Mapping[K, V], key: K, value: V) -> Mapping[K, V]:
    """Mapping with one more item; a new value for a known key copies it."""
    if key in known:
        return {**known, key: value}
    length = len(known)
    if isinstance(known, AppendOnlyMap) and known._shared.add(length, key, value):
        return AppendOnlyMap(known._shared, length + 1)
    shared = _SharedStore(known)
    shared.add(length, key, value)
    return AppendOnlyMap(shared, length + 1)
