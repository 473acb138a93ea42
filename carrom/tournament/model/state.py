"""What a tournament's log adds up to. Nothing in it is ever edited: `apply` makes the next state."""

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
"""So many answers of one name: as it was, as it would be, and as the public sees it."""


class DerivedCache:
    """Answers by their names, the newest of each first, with the values that they were made of."""

    __slots__ = ("_known", "_lock")

    def __init__(self) -> None:
        self._known: dict[Hashable, tuple[tuple[tuple[object, ...], Any], ...]] = {}
        self._lock = Lock()

    def once(self, name: Hashable, made_of: tuple[object, ...], work: Callable[[], T]) -> T:
        """The answer for just these values; worked out where it is not known. It must not be changed."""
        known = self._known.get(name, ())
        for number, (values, answer) in enumerate(known):
            if values == made_of:  # quick, since nearly all of them are the very same
                if number:
                    self._keep(name, values, answer)
                found: T = answer
                return found
        found = work()
        self._keep(name, made_of, found)
        return found

    def _keep(self, name: Hashable, values: tuple[object, ...], answer: object) -> None:
        with self._lock:  # two may look at one state
            others = (one for one in self._known.get(name, ()) if one[0] is not values)
            self._known[name] = ((values, answer), *others)[:_CACHED_ANSWERS]

    def __reduce__(self) -> tuple[type[DerivedCache], tuple[()]]:
        return DerivedCache, ()  # another process works out what it needs


class StageKey(NamedTuple):
    """One stage of one event."""

    event: CompetitionId
    stage: StageId

    def __str__(self) -> str:
        return f"{self.event}/{self.stage}"


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchVersion:
    """One thing that was written about a match: which fact, by whom, after having seen what, leading to what score."""

    fact: TournamentEventId
    by: str
    version: int
    base: int
    score: Pair | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchRecord:
    """Everything recorded about one match. `rivals` are two or more versions that nobody has chosen between."""

    key: StageKey
    fixture: Fixture
    result: ResultGiven | None = None
    result_fact: TournamentEventId | None = None
    signed: datetime | None = None
    """When play ended, as far as anybody has said: with the first result, whatever was corrected in it since."""
    history: tuple[MatchVersion, ...] = ()
    reopened_at: int = 0  # the last version before its result was taken back
    rivals: tuple[TournamentEventId, ...] = ()
    common_version: int = 0  # the last version that all rivals had seen
    drafts: Mapping[TournamentEventId, ResultGiven] = field(default_factory=dict)
    table: int | None = None
    called: datetime | None = None
    waited_since: datetime | None = None
    """When it was called first, where its time to report began later because its players were at another table."""
    players: Mapping[EntryId, tuple[PersonId, ...]] = field(default_factory=dict)
    """Who of an entry sits or sat here, where the entry itself says otherwise by now."""
    umpire: str | None = None
    reported: frozenset[Side] = frozenset()
    started: datetime | None = None
    expected: tuple[EntryId | None, EntryId | None] = (None, None)
    """Whom the table knows: who was called there, or has come since. Who plays may be somebody else by now."""

    @property
    def version(self) -> int:
        """How many facts there are about it."""
        return self.history[-1].version if self.history else 0

    @property
    def has_begun(self) -> bool:
        """Whether it is in play or has been played."""
        return self.result is not None or (self.table is not None and self.started is not None)

    @property
    def is_under_review(self) -> bool:
        """Whether two sources tell different things and the chief referee has to choose."""
        return bool(self.rivals)

    @property
    def is_confirmed(self) -> bool:
        """Whether somebody has said of its result that it stands."""
        is_signed = self.result is not None and not self.result.provisional and not self.rivals
        return is_signed and bool(self.history) and self.history[-1].fact != self.result_fact

    @property
    def reopened(self) -> MatchRecord:
        """The same match without its result."""
        return replace(self.off_table, result=None, result_fact=None, signed=None, reopened_at=self.version)

    @property
    def latest(self) -> MatchVersion | None:
        """What was told of it last; nothing since its result was taken back."""
        return self.history[-1] if self.version > self.reopened_at else None

    @property
    def off_table(self) -> MatchRecord:
        """The same match as if it had not been called; when it was called last stays known."""
        gone = replace(self, table=None, umpire=None, reported=frozenset(), started=None, waited_since=None)
        return replace(gone, expected=(None, None))


ProtestStatus = Literal["lodged", "admissible", "late", "upheld", "dismissed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProtestState:
    """A protest and what became of it. The fee is `refunded` when it is upheld, forfeited when it is dismissed."""

    lodged: ProtestLodged
    at: datetime
    status: ProtestStatus = "lodged"
    fee_paid: int = 0
    refunded: int = 0
    decided: datetime | None = None
    contested: TournamentEventId | None = None
    signed: datetime | None = None
    """When the match was signed in which the contested board was played; lodged in its midst, when it ended."""

    @property
    def is_open(self) -> bool:
        """Whether its decision is awaited."""
        return self.status == "admissible"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskCheck:
    """What was seen at the desk of one person, and when."""

    holds: bool
    at: datetime
    by: str
    amount: int | None = None
    note: str | None = None
    paid_for: frozenset[CompetitionId] | None = None
    """Of a fee: what was entered then, and not left. None where nothing was: without an amount it is for what comes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """Something that must not pass unnoticed: a rule changed in mid-play, a draw made again."""

    fact: TournamentEventId
    at: datetime
    text: str


@dataclass(frozen=True, slots=True)
class UndoStep:
    """One fact that can still be undone alone, and the state before it."""

    told: TournamentEvent
    state: Any
    """A `State`; said otherwise, every walk through the types of a state would go round in circles."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoableAct:
    """An act that can still be undone, of however many facts, and the state before the first of them."""

    first: TournamentEventId
    told: TournamentEvent
    """The last of its facts."""
    count: int
    state: Any
    """A `State`, as above."""
    steps: tuple[UndoStep, ...]
    """Its last facts, the newest first: a log of before undoes them one by one."""

    @property
    def fact(self) -> TournamentEventId:
        """The last of its facts."""
        return self.told.id


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """The fold of a log."""

    version: int = 0
    seen: Mapping[TournamentEventId, EventBody] = field(default_factory=dict)
    definition: Definition | None = None
    people: Mapping[PersonId, Person] = field(default_factory=dict)
    entries: Mapping[CompetitionId, Mapping[EntryId, Entry]] = field(default_factory=dict)
    checks: Mapping[PersonId, Mapping[str, DeskCheck]] = field(default_factory=dict)
    contacts: tuple[ContactGiven, ...] = ()
    former: Mapping[CompetitionId, Mapping[EntryId, EntryId]] = field(default_factory=dict)
    """What an entry was called: what it is called now."""
    left: Mapping[CompetitionId, Mapping[EntryId, EntryLeft]] = field(default_factory=dict)
    left_reasons: Mapping[CompetitionId, Mapping[EntryId, str]] = field(default_factory=dict)
    draws: Mapping[StageKey, tuple[StageDrawn, ...]] = field(default_factory=dict)
    published: Mapping[StageKey, DrawPublished] = field(default_factory=dict)
    ruled: Mapping[StageKey, Mapping[str, EntryId | None]] = field(default_factory=dict)
    """Published places on which a ruling was given: whom the table had there then, if anybody."""
    matches: Mapping[MatchId, MatchRecord] = field(default_factory=dict)
    held: Mapping[MatchId, Mapping[Side, EntryId]] = field(default_factory=dict)
    """Who stays on a side of a match, by having played there or by a ruling, whatever the matches before it say."""
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
    """What does not belong to it: what others have added up or sorted already."""

    @property
    def size_text(self) -> str:
        """8 people, 17 facts."""
        return f"{count_text(len(self.people), 'person', 'people')}, {count_text(self.version, 'fact', 'facts')}"

    @property
    def announced(self) -> Definition:
        """The definition; asked for before there is one, an error."""
        if self.definition is None:
            raise CarromError("not-created", "the log does not begin with the creation of a tournament")
        return self.definition

    def event(self, event: str) -> Competition:
        """An event by name."""
        return self.announced.event(event)

    def stage(self, key: StageKey) -> Stage:
        """A stage by event and name."""
        return self.event(key.event).stage(key.stage)

    def event_name(self, event: str) -> str:
        """What people call an event: Women's singles. Of one that is not there, its id."""
        found = self._find_event(event)
        return event if found is None else found.name

    def title(self, key: StageKey, group: str = "") -> str:
        """What people call a stage, or a group of it: Singles (knockout), or Singles where it has no other stage."""
        event = self._find_event(key.event)
        if event is None:
            return str(key)
        if group:
            return f"{event.name}, group {group}"
        return event.name if len(event.stages) == 1 else f"{event.name} ({key.stage.replace('-', ' ')})"

    def _find_event(self, event: str) -> Competition | None:
        events = () if self.definition is None else self.definition.events
        return next((one for one in events if one.id == event), None)

    def before(self, key: StageKey) -> StageKey | None:
        """The stage that feeds this one."""
        stage = self.event(key.event).before(key.stage)
        return None if stage is None else StageKey(key.event, stage.id)

    def policy(self, key: StageKey) -> Policy:
        """The order of tie-breaks in force in a stage."""
        policy = self.stage(key).policy
        if policy is None:
            raise CarromError("no-table", f"{self.title(key)} is a knock-out: it has a bracket, and no table")
        return policy

    @property
    def namesakes(self) -> PeopleByName:
        """Its people by what they are called, sorted once for all who ask; to be read alone."""
        return self.cache.once("namesakes", (self.people,), lambda: PeopleByName(self.people.values()))

    def with_match(self, record: MatchRecord) -> State:
        """The state in which this is known of its match."""
        return replace(self, matches={**self.matches, record.fixture.id: record})

    def with_notice(self, fact: TournamentEvent, text: str) -> State:
        """The state in which a fact does not pass unnoticed."""
        return replace(self, notices=(*self.notices, Notice(fact=fact.id, at=fact.at, text=text)))

    def in_stage(self, key: StageKey) -> list[MatchRecord]:
        """The matches of a stage in the order of its draw."""
        return [self.matches[one.id] for drawn in self.draws.get(key, ()) for one in drawn.fixtures]

    @property
    def sitting(self) -> list[MatchRecord]:
        """The matches that have a table and no result yet, whatever else there is about them.

        They are few: who wants to know more of those at tables asks that of these alone, and not of every match with
        every card that comes in.
        """
        return [one for one in self.matches.values() if one.table is not None and one.result is None]

    @property
    def next_number(self) -> int:
        """The number of the next match: none is given twice, since a card with it may lie on a table."""
        drawn = (
            one for body in self.seen.values() if isinstance(body, StageDrawn | EnteredLate) for one in body.fixtures
        )
        return 1 + max((int(one.id[1:]) for one in drawn if one.id[1:].isdecimal()), default=0)

    def is_in_use(self, key: StageKey) -> bool:
        """Whether a result of the stage is recorded, so that its rules are frozen."""
        return any(record.result is not None or record.history for record in self.in_stage(key))


K = TypeVar("K")
V = TypeVar("V")


class _SharedStore(Generic[K, V]):
    """What all mappings of one line have: values with their numbers, and the keys in their order."""

    __slots__ = ("_lock", "keys", "values")

    def __init__(self, known: Mapping[K, V]) -> None:
        self.keys = list(known)
        self.values = {key: (number, value) for number, (key, value) in enumerate(known.items())}
        self._lock = Lock()

    def add(self, length: int, key: K, value: V) -> bool:
        """Put one more behind the first so many, unless somebody else has: two may try something at one state."""
        with self._lock:
            if len(self.keys) != length:
                return False
            self.values[key] = (length, value)
            self.keys.append(key)
            return True


class AppendOnlyMap(Mapping[K, V]):
    """The first `length` that were put into a store."""

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
        return islice(self._shared.keys, self._length)  # of a list, which may grow meanwhile in another thread

    def __len__(self) -> int:
        return self._length

    def __repr__(self) -> str:
        return repr(dict(self))

    def __reduce__(self) -> tuple[type[dict[K, V]], tuple[dict[K, V]]]:
        return dict, (dict(self),)  # on its way to another process it takes nothing along that is not its own


def with_item(known: Mapping[K, V], key: K, value: V) -> Mapping[K, V]:
    """The mapping with one more, or with another value for a key that it has."""
    if key in known:
        return {**known, key: value}
    length = len(known)
    if isinstance(known, AppendOnlyMap) and known._shared.add(length, key, value):
        return AppendOnlyMap(known._shared, length + 1)
    shared = _SharedStore(known)
    shared.add(length, key, value)
    return AppendOnlyMap(shared, length + 1)
