"""The current situation of a tournament: the sides, winner and status of every match, and all tables.

Everything is derived from a `State` and nothing is stored in the log. A `TournamentNow` belongs to one state and caches
what it computes.

Who plays has five readings, since published or ruled outcomes are frozen while results change. By results alone:
`outcome` of a match or group, `entry_now` of a slot. By what is frozen, and by results elsewhere: `entry_in` of a slot,
`seated` of a match. `sides` is `seated` without entries that wait for a ruling.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, wraps
from typing import Any, Concatenate, Literal, ParamSpec, TypeVar

from carrom.base.errors import CarromError, refuse
from carrom.tournament.draws.bracket import Bye, Entrant, LoserOf, MatchId, PlaceOf, Slot, WinnerOf
from carrom.tournament.model.definition import Competition
from carrom.tournament.model.group_tables import GroupMeeting, GroupTable, group_table, matches_by_group
from carrom.tournament.model.limits import LONGEST_CHAIN
from carrom.tournament.model.people import communities
from carrom.tournament.model.scores import counted_result
from carrom.tournament.model.state import MatchRecord, Outcome, SeatSource, StageKey, State
from carrom.tournament.tables.results import SIDES, EntryId, Result, Side


def seat_source(state: State, key: StageKey, slot: Slot) -> SeatSource | None:
    """Return what fills a slot; None for a drawn entry or a bye."""
    if isinstance(slot, WinnerOf | LoserOf):
        return slot.match
    before = state.before(key) if isinstance(slot, PlaceOf) else None
    return (before, slot.group) if isinstance(slot, PlaceOf) and before is not None else None


def seat_index(slot: Slot) -> int:
    """Return the position of a slot in the outcome of its source."""
    if isinstance(slot, PlaceOf):
        return slot.place - 1
    return 1 if isinstance(slot, LoserOf) else 0


def entry_at(outcome: Outcome, index: int) -> EntryId | None:
    return outcome[index] if index < len(outcome) else None


def differs(frozen: Outcome, now: Outcome) -> bool:
    """Whether an outcome disagrees with a frozen one. None in the frozen one matches any entry."""
    return any(entry is not None and entry != entry_at(now, at) for at, entry in enumerate(frozen))


def seat_label(slot: Slot, side: str) -> str:
    """Return the name of a seat as rulings use it: "A1" for a group place, otherwise the name of the side."""
    return slot.name if isinstance(slot, PlaceOf) else side


def side_label(match: MatchId, side: Side) -> str:
    """Return the name of a side as rulings use it, such as "M3A"."""
    return f"{match}{side.upper()}"


def check_chain_lengths(matches: Mapping[MatchId, MatchRecord]) -> None:
    """Refuse draws in which too many matches lead to each other in a row. Matches come after those that feed them."""
    behind: dict[MatchId, int] = {}
    for match, record in matches.items():
        fed = (slot.match for slot in record.fixture.slots if isinstance(slot, WinnerOf | LoserOf))
        behind[match] = 1 + max((behind.get(one, 0) for one in fed), default=0)
        if behind[match] > LONGEST_CHAIN:
            why = f"{LONGEST_CHAIN} matches lead to it one after another, and more are in no draw"
            refuse("long-row", f"{match} comes too late: {why}.")


MatchStatus = Literal[
    "bye", "waiting", "ready", "called", "on hold", "under review", "under protest", "provisional", "void", "played"
]
TO_PLAY: tuple[MatchStatus, ...] = ("waiting", "ready", "called", "on hold", "void")
Sides = tuple[EntryId | None, EntryId | None]
_TABLE_INPUTS = ("definition", "draws", "left", "frozen", "overruled", "protests", "shootouts")
"""The parts of a state that tables depend on, besides their matches."""
P = ParamSpec("P")
T = TypeVar("T")


class TournamentNow:
    """The current situation of a tournament, computed from its state on demand."""

    def __init__(self, state: State) -> None:
        self.state = state
        self._seated: dict[MatchId, Sides] = {}
        self._sides: dict[MatchId, Sides] = {}
        self._outcomes: dict[SeatSource, Outcome] = {}
        self._statuses: dict[MatchId, MatchStatus] = {}
        self._tables: dict[StageKey, tuple[GroupTable, ...]] = {}
        self._one_table: dict[tuple[StageKey, int], GroupTable] = {}
        self.memo: dict[object, Any] = {}
        """Results of `cached_per_state` functions."""

    def sides(self, match: MatchId) -> Sides:
        """Return the sides of a match; None for one that is not known yet, or a bye.

        Before a match begins, a side is also open while the match that fills it waits for a ruling.
        """
        if match not in self._sides:
            a, b = self.seated(match)
            first, second = self._sides_on_hold(match)
            self._sides[match] = (None if first else a, None if second else b)
        return self._sides[match]

    def seated(self, match: MatchId) -> Sides:
        """Return the sides of a match by frozen outcomes, and by results where nothing is frozen."""
        if match in self.state.shown_sides:
            return self.state.shown_sides[match]
        if match not in self._seated:
            record = self.state.matches[match]
            first, second = record.fixture.slots
            self._seated[match] = (self.entry_in(first, record.key), self.entry_in(second, record.key))
        return self._seated[match]

    def outcome(self, source: SeatSource) -> Outcome:
        """Return the outcome of a match or a group by its results, whatever is frozen."""
        if source not in self._outcomes:
            is_match = isinstance(source, str)
            self._outcomes[source] = (
                (self.winner(source), self.loser(source)) if is_match else self._order(*source)  # type: ignore[arg-type]
            )
        return self._outcomes[source]

    def _order(self, key: StageKey, group: int) -> Outcome:
        """Return the entries of a group in order: None on shared ranks, and on all while the group is undecided."""
        groups = next((drawn.groups for drawn in self.state.draws.get(key, ())), ())
        if group >= len(groups) or not self.table(key, group).is_decided:
            return ()
        table = self.table(key, group)
        return tuple(table.place(place) for place in range(1, len(table.entries) + 1))

    def is_changed(self, source: SeatSource) -> bool:
        """Whether the results of a source disagree with its frozen outcome."""
        return differs(self.state.frozen.get(source, ()), self.outcome(source))

    def is_contested(self, source: SeatSource) -> bool:
        """Whether a source waits for a ruling: its results changed, and differ from those that were ruled on."""
        if source not in self.state.frozen or not self.is_changed(source):
            return False
        ruled, now = self.state.overruled.get(source), self.outcome(source)
        frozen = self.state.frozen[source]
        return ruled is None or any(
            entry_at(ruled, at) != entry_at(now, at) for at, entry in enumerate(frozen) if entry is not None
        )

    def sides_awaiting_ruling(self, match: MatchId) -> tuple[Side, ...]:
        """Return the sides of a match that are open until a ruling, because their match has another winner now."""
        record, on_hold = self.state.matches[match], self._sides_on_hold(match)
        sides = zip(SIDES, record.fixture.slots, on_hold, strict=True)
        return tuple(side for side, slot, is_open in sides if is_open and self.entry_now(slot, record.key) is not None)

    def _sides_on_hold(self, match: MatchId) -> tuple[bool, bool]:
        """Return which sides of a match are open because the match that fills them waits for a ruling."""
        record = self.state.matches[match]
        if not self.state.frozen or record.has_begun or match in self.state.shown_sides:
            return False, False
        first, second = record.fixture.slots
        return self._is_contested_match(first), self._is_contested_match(second)

    def _is_contested_match(self, slot: Slot) -> bool:
        return isinstance(slot, WinnerOf | LoserOf) and self.is_contested(slot.match)

    def has_left_before(self, match: MatchId, entry: EntryId) -> bool:
        """Whether an entry of a match withdrew before playing it."""
        gone = self.state.left.get(self.state.matches[match].key.event, {})
        return entry in gone and self.status(match) in TO_PLAY

    def known_sides(self, match: MatchId) -> tuple[EntryId, EntryId]:
        a, b = self.sides(match)
        if a is None or b is None:
            if self.status(match) == "bye":
                raise CarromError("bye", f"{match} is a bye: it has no result")
            raise CarromError("sides-open", f"the sides of {match} are not known yet")
        return a, b

    def winner(self, match: MatchId) -> EntryId | None:
        """Return the entry that goes on from a match, by playing or not."""
        record = self.state.matches[match]
        a, b = self.sides(match)
        nobody = self._empty(record)
        if any(nobody):
            return b if nobody[0] else a
        counted = self.result(match)
        if counted is not None:
            return counted.winner
        if self._is_open(record) and a is not None and b is not None:
            gone = self.state.left.get(record.key.event, {})
            if (a in gone) != (b in gone):
                return b if a in gone else a
            return next((one for one in reversed(list(gone)) if one in (a, b) and match in gone[one].won), None)
        return None

    def loser(self, match: MatchId) -> EntryId | None:
        """Return the loser of a match; if the match was not needed, the loser of the one before it."""
        record = self.state.matches[match]
        for slot, is_empty in zip(record.fixture.slots, self._empty(record), strict=True):
            if isinstance(slot, LoserOf) and slot.once and is_empty:
                return self._given(slot.match)[1]
        winner = self.winner(match)
        others = [side for side in self.sides(match) if side is not None and side != winner]
        return others[0] if winner is not None and others else None

    def eliminated(self, match: MatchId) -> EntryId | None:
        """Return the entry that goes out: the loser, or the one that went out when another went on."""
        return self._given(match)[1]

    def _given(self, match: MatchId) -> Outcome:
        """Return the winner and loser whom a match sends on."""
        return self.state.frozen.get(match) or self.outcome(match)

    def result(self, match: MatchId) -> Result | None:
        """Return the result that counts: signed, not contested, and played by the right sides."""
        record = self.state.matches[match]
        if record.result is None or record.result.provisional or record.rivals or self._is_suspended_by_protest(record):
            return None
        if (record.result.a, record.result.b) != self.sides(match):
            return None
        return counted_result(record.result)

    def status(self, match: MatchId) -> MatchStatus:
        if match not in self._statuses:
            self._statuses[match] = self._status(match)
        return self._statuses[match]

    def _status(self, match: MatchId) -> MatchStatus:
        record = self.state.matches[match]
        if any(self._empty(record)):
            return "bye"
        if record.is_under_review:
            return "under review"
        if self._is_suspended_by_protest(record):
            return "under protest"
        if record.result is not None:
            if (record.result.a, record.result.b) != self.sides(match):
                return "void"
            return "provisional" if record.result.provisional else "played"
        if self.winner(match) is not None:
            return "played"
        if self.have_both_left(match):
            return "bye" if self.state.stage(record.key).policy is not None else "on hold"
        if None in self.sides(match):
            is_held = record.table is not None or bool(self.sides_awaiting_ruling(match))
            is_held = is_held or any(self._is_held(slot) for slot in record.fixture.slots)
            return "on hold" if is_held else "waiting"
        return "ready" if record.table is None else "called"

    def have_both_left(self, match: MatchId) -> bool:
        """Whether both sides withdrew. A knockout match may be won all the same, if the winner withdrew later."""
        gone = self.state.left.get(self.state.matches[match].key.event, {})
        return all(side in gone for side in self.sides(match))

    @cached_property
    def tables_in_use(self) -> dict[int, MatchId]:
        """The match called to each table. Matches on hold are left out: the desk keeps their tables."""
        return {
            record.table: record.fixture.id
            for record in self.state.sitting
            if record.table is not None and self.status(record.fixture.id) == "called"
        }

    def _empty(self, record: MatchRecord) -> tuple[bool, bool]:
        """Return which sides of a match are empty for good."""
        if record.fixture.id in self.state.shown_sides:
            return False, False
        first, second = record.fixture.slots
        return self.is_empty_slot(first), self.is_empty_slot(second)

    def is_empty_slot(self, slot: Slot) -> bool:
        """Whether a slot stays empty: a bye, or a loser who does not meet its `once` or `first`."""
        if not isinstance(slot, LoserOf) or not (slot.once or slot.first):
            return isinstance(slot, Bye)
        return self._is_not_needed(slot, self._given(slot.match)[0])

    def _is_not_needed(self, slot: LoserOf, winner: EntryId | None) -> bool:
        """Whether the loser of a match that this entry won does not meet the slot's `once` or `first`."""
        if winner is None or not (slot.once or slot.first):
            return False
        wins_first = winner == self.seated(slot.match)[0]
        came = self.state.matches[slot.match].fixture.slots[1 if wins_first else 0]
        has_played = isinstance(came, WinnerOf) and self.status(came.match) != "bye"
        return wins_first if slot.once else has_played

    def _is_open(self, record: MatchRecord) -> bool:
        return record.result is None and not record.rivals and not self._is_suspended_by_protest(record)

    def _is_suspended_by_protest(self, record: MatchRecord) -> bool:
        """Whether an admissible protest suspends the result. Before there is a result, play goes on."""
        if record.result is None:
            return False
        return any(one.is_open and one.lodged.match == record.fixture.id for one in self.state.protests.values())

    def _is_held(self, slot: Slot) -> bool:
        if not isinstance(slot, WinnerOf | LoserOf):
            return False
        return self.status(slot.match) in ("under protest", "under review", "on hold")

    def entry_in(self, slot: Slot, key: StageKey) -> EntryId | None:
        """Return the entry of a slot: by the frozen outcome of what fills it, or else by the results."""
        match slot:
            case Entrant(entry):
                return EntryId(entry)
            case WinnerOf(match):
                return self._given(match)[0]
            case LoserOf(match):
                return None if self.is_empty_slot(slot) else self._given(match)[1]
            case PlaceOf():
                return self.seat(key, slot)
        return None

    def entry_now(self, slot: Slot, key: StageKey) -> EntryId | None:
        """Return the entry that the results of its source give to a slot, whatever is frozen."""
        source = seat_source(self.state, key, slot)
        if source is None:
            return self.entry_in(slot, key)
        now = self.outcome(source)
        if isinstance(slot, LoserOf) and self._is_not_needed(slot, now[0]):
            return None
        return entry_at(now, seat_index(slot))

    def seat(self, key: StageKey, place: PlaceOf) -> EntryId | None:
        """Return the entry of a group place: as published or played, or else from the current table."""
        source = seat_source(self.state, key, place)
        frozen = () if source is None else self.state.frozen.get(source, ())
        return entry_at(frozen, place.place - 1) or self._rest(source, frozen, place.place - 1)

    def seats_to_publish(self, key: StageKey) -> dict[str, EntryId]:
        """Return the entries of all decided group places, without those that have a place in another draw."""
        own = {(seat_source(self.state, key, place), place.place - 1) for place in self.places(key)}
        found = {}
        for place in self.places(key):
            source = seat_source(self.state, key, place)
            frozen = () if source is None else self.state.frozen.get(source, ())
            others = tuple(None if (source, at) in own else entry for at, entry in enumerate(frozen))
            entry = self._rest(source, others, place.place - 1)
            if entry is not None:
                found[place.name] = entry
        return found

    def _rest(self, source: SeatSource | None, frozen: Outcome, index: int) -> EntryId | None:
        """Return the entry of a group place that is not frozen: the rest of the table follows in its order."""
        order = () if source is None else self.outcome(source)
        if entry_at(order, index) is None:
            return None
        rest = [one for one in order if one is None or one not in frozen]
        free = [at for at in range(len(order)) if entry_at(frozen, at) is None]
        at = free.index(index)
        return rest[at] if at < len(rest) else None

    def tables(self, key: StageKey) -> tuple[GroupTable, ...]:
        if key not in self._tables:
            groups = next((drawn.groups for drawn in self.state.draws.get(key, ())), ())
            self._tables[key] = tuple(self.table(key, number) for number in range(len(groups)))
        return self._tables[key]

    def table(self, key: StageKey, number: int) -> GroupTable:
        """Return the table of one group, computed once for all states that agree on its inputs."""
        if (key, number) not in self._one_table:
            state, draws = self.state, self.state.draws[key]
            own = state.cache.once(key, (draws,), lambda: matches_by_group(draws))[number]
            records = [state.matches[one] for one in own.matches]

            def add_up() -> GroupTable:
                return self._table(key, number, own.entries, records)

            made_of = (*(getattr(state, part) for part in _TABLE_INPUTS), *records)
            # not for groups with entries from other matches, since these records do not show them
            found = state.cache.once((key, number), made_of, add_up) if own.is_settled else add_up()
            self._one_table[key, number] = found
        return self._one_table[key, number]

    def _table(
        self, key: StageKey, number: int, group: tuple[EntryId, ...], records: Sequence[MatchRecord]
    ) -> GroupTable:
        meetings = [GroupMeeting(record.fixture, *self.sides(record.fixture.id)) for record in records]
        results = [self.result(one.fixture.id) for one in meetings if one.is_known]
        return group_table(self.state, key, number, group, meetings, [one for one in results if one is not None])

    def places(self, key: StageKey) -> Iterator[PlaceOf]:
        for record in self.state.in_stage(key):
            for slot in record.fixture.slots:
                if isinstance(slot, PlaceOf):
                    yield slot

    def is_cancelled(self, competition: Competition) -> bool:
        """Whether a competition is cancelled, by the organiser or because too few communities entered."""
        if competition.cancelled:
            return True
        entries = self.state.entries.get(competition.id, {}).values()
        people = [self.state.people[one] for entry in entries for one in entry.members]
        return bool(people) and len(communities(people)) < competition.min_communities


def cached_per_state(
    work: Callable[Concatenate[TournamentNow, P], T],
) -> Callable[Concatenate[TournamentNow, P], T]:
    """Cache what a function reads off a `TournamentNow`. The result must not be modified."""

    @wraps(work)
    def read(view: TournamentNow, /, *args: P.args, **named: P.kwargs) -> T:
        key = (work, args, *named.items())
        if key not in view.memo:
            view.memo[key] = work(view, *args, **named)
        result: T = view.memo[key]
        return result

    return read
