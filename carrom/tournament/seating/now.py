"""The current situation of a tournament: the sides, winner and status of every match, and all tables.

Everything is derived from a `State` and nothing is stored in the log. A `TournamentNow` belongs to one state and caches
what it computes.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, wraps
from typing import Any, Concatenate, Literal, NamedTuple, ParamSpec, TypeVar

from carrom.base.errors import CarromError, refuse
from carrom.tournament.draws.bracket import Bye, Entrant, LoserOf, MatchId, PlaceOf, Slot, WinnerOf
from carrom.tournament.model.definition import Competition
from carrom.tournament.model.group_tables import GroupMeeting, GroupTable, group_table, matches_by_group
from carrom.tournament.model.limits import LONGEST_CHAIN
from carrom.tournament.model.people import communities
from carrom.tournament.model.scores import counted_result
from carrom.tournament.model.state import MatchRecord, StageKey, State
from carrom.tournament.tables.results import SIDES, EntryId, Result, Side

SeatSource = MatchId | tuple[StageKey, int]
"""What fills a seat: a match, or a group by its stage and number."""


def seat_source(state: State, key: StageKey, slot: Slot) -> SeatSource | None:
    """Return what fills a slot; None for a drawn entry or a bye."""
    if isinstance(slot, WinnerOf | LoserOf):
        return slot.match
    before = state.before(key) if isinstance(slot, PlaceOf) else None
    return (before, slot.group) if isinstance(slot, PlaceOf) and before is not None else None


def seat_label(slot: Slot, side: str) -> str:
    """Return the name of a seat as rulings use it: "A1" for a group place, otherwise the name of the side."""
    return slot.name if isinstance(slot, PlaceOf) else side


def frozen_seats_after(state: State) -> dict[MatchId, list[tuple[Slot, EntryId]]]:
    """Map matches to the frozen seats that they fill, in draws whose seats are frozen together."""
    found: dict[MatchId, list[tuple[Slot, EntryId]]] = {}
    for match, frozen in state.frozen.items():
        record = state.matches.get(match)
        published = None if record is None else state.published.get(record.key)
        if record is None or published is None or not published.together:
            continue
        first, second = record.fixture.slots
        for slot, entry in ((first, frozen.get("a")), (second, frozen.get("b"))):
            if isinstance(slot, WinnerOf | LoserOf) and entry is not None:
                found.setdefault(slot.match, []).append((slot, entry))
    return found


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
_TABLE_INPUTS = ("definition", "draws", "left", "frozen", "protests", "shootouts")
"""The parts of a state that tables depend on, besides their matches."""
P = ParamSpec("P")
T = TypeVar("T")


class _PublishedPlace(NamedTuple):
    key: StageKey
    place: PlaceOf
    entry: EntryId


class TournamentNow:
    """The current situation of a tournament, computed from its state on demand."""

    frozen_seats_wait = True
    """Whether a frozen side of a match that has not begun is open while its source is undecided.

    If the source is decided and gives another entry, the side is open until a ruling in any case.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self._sides: dict[MatchId, Sides] = {}
        self._live_sides: dict[MatchId, Sides] = {}
        self._statuses: dict[MatchId, MatchStatus] = {}
        self._tables: dict[StageKey, tuple[GroupTable, ...]] = {}
        self._one_table: dict[tuple[StageKey, int], GroupTable] = {}
        self.known: dict[object, Any] = {}
        """Results of `cached_per_state` functions."""

    def sides(self, match: MatchId) -> Sides:
        """Return the sides of a match; None for one that is not known yet, or a bye."""
        if match not in self._sides:
            frozen, waiting = self.frozen_sides(match), self._waiting(match)
            live = self.live_sides(match)
            if self._frozen_after:
                slots = self.state.matches[match].fixture.slots
                live = (self._unless_frozen(slots[0], live[0]), self._unless_frozen(slots[1], live[1]))
            a, b = (None if side in waiting else frozen.get(side, one) for side, one in zip(SIDES, live, strict=True))
            self._sides[match] = (a, b)
        return self._sides[match]

    def frozen_sides(self, match: MatchId) -> Mapping[Side, EntryId]:
        """Return the frozen sides of a match that are not open."""
        frozen, waiting = self.state.frozen.get(match, {}), self._waiting(match)
        return {side: entry for side, entry in frozen.items() if side not in waiting} if waiting else frozen

    def sides_awaiting_ruling(self, match: MatchId) -> tuple[Side, ...]:
        """Return the frozen sides of a match whose source now gives another entry; they are open until a ruling."""
        live = self.live_sides(match)
        return tuple(side for side in self._waiting(match) if live[SIDES.index(side)] is not None)

    def _waiting(self, match: MatchId) -> tuple[Side, ...]:
        """Return the frozen sides of a match that are open.

        The match has not begun, and the source of the side is undecided or gives another entry, without a ruling on
        that entry.
        """
        frozen = self.state.frozen.get(match)
        record = self.state.matches[match]
        if not frozen or record.has_begun:
            return ()
        ruled, found = self.state.ruled.get(record.key, {}), []
        for side, slot, live in zip(SIDES, record.fixture.slots, self.live_sides(match), strict=True):
            if side not in frozen or frozen[side] == live or not isinstance(slot, WinnerOf | LoserOf):
                continue
            is_ruled = ruled.get(f"{match}{side.upper()}", slot) == live
            if not is_ruled and (self.frozen_seats_wait or live is not None):
                found.append(side)
        return tuple(found)

    @cached_property
    def _frozen_after(self) -> dict[MatchId, list[tuple[Slot, EntryId]]]:
        return frozen_seats_after(self.state)

    def _unless_frozen(self, slot: Slot, live: EntryId | None) -> EntryId | None:
        """Return `live`, or its opponent if `live` already has the other seat filled by the same match."""
        if live is None or not isinstance(slot, WinnerOf | LoserOf):
            return live
        elsewhere = {entry for other, entry in self._frozen_after.get(slot.match, ()) if other != slot}
        if live not in elsewhere:
            return live
        others = [one for one in self.sides(slot.match) if one is not None and one not in elsewhere]
        return others[0] if len(others) == 1 else None

    def live_sides(self, match: MatchId) -> Sides:
        """Return the sides of a match as if no seat were frozen."""
        if match not in self._live_sides:
            record = self.state.matches[match]
            first, second = record.fixture.slots
            self._live_sides[match] = (self.entry_in(first, record.key), self.entry_in(second, record.key))
        return self._live_sides[match]

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
                return self.loser(slot.match)
        winner = self.winner(match)
        others = [side for side in self.sides(match) if side is not None and side != winner]
        return others[0] if winner is not None and others else None

    def eliminated(self, match: MatchId) -> EntryId | None:
        """Return the entry that goes out: the loser, or the side that does not have the frozen seat of the winner."""
        for after in self.state.frozen:
            frozen = self.frozen_sides(after)
            first, second = self.state.matches[after].fixture.slots
            for slot, staying in ((first, frozen.get("a")), (second, frozen.get("b"))):
                if slot == WinnerOf(match) and staying is not None and staying in self.sides(match):
                    return next((one for one in self.sides(match) if one != staying), None)
        return self.loser(match)

    def result(self, match: MatchId) -> Result | None:
        """Return the result that counts: signed, not contested, and played by the right sides."""
        record = self.state.matches[match]
        if record.result is None or record.result.provisional or record.rivals or self._is_contested(record):
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
        if self._is_contested(record):
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
        """Return which sides of a match are empty for good. Frozen sides are not."""
        frozen = self.state.frozen.get(record.fixture.id, {})
        first, second = record.fixture.slots
        return "a" not in frozen and self.is_empty_slot(first), "b" not in frozen and self.is_empty_slot(second)

    def is_empty_slot(self, slot: Slot) -> bool:
        """Whether a slot stays empty: a bye, or a loser who does not meet its `once` or `first`."""
        if not isinstance(slot, LoserOf) or not (slot.once or slot.first):
            return isinstance(slot, Bye)
        winner = self.winner(slot.match)
        if winner is None:
            return False
        wins_first = winner == self.sides(slot.match)[0]
        came = self.state.matches[slot.match].fixture.slots[1 if wins_first else 0]
        has_played = isinstance(came, WinnerOf) and self.status(came.match) != "bye"
        return wins_first if slot.once else has_played

    def _is_open(self, record: MatchRecord) -> bool:
        return record.result is None and not record.rivals and not self._is_contested(record)

    def _is_contested(self, record: MatchRecord) -> bool:
        """Whether an admissible protest suspends the result. Before there is a result, play goes on."""
        if record.result is None:
            return False
        return any(one.is_open and one.lodged.match == record.fixture.id for one in self.state.protests.values())

    def _is_held(self, slot: Slot) -> bool:
        if not isinstance(slot, WinnerOf | LoserOf):
            return False
        return self.status(slot.match) in ("under protest", "under review", "on hold")

    def entry_in(self, slot: Slot, key: StageKey) -> EntryId | None:
        if isinstance(slot, Entrant):
            return EntryId(slot.entry)
        match slot:
            case WinnerOf(match):
                return self.winner(match)
            case LoserOf(match):
                return None if self.is_empty_slot(slot) else self.loser(match)
            case PlaceOf():
                return self.seat(key, slot)
        return None

    def seat(self, key: StageKey, place: PlaceOf) -> EntryId | None:
        """Return the entry of a group place: as published, or else from the current table."""
        published = self.state.published.get(key)
        if published is not None and place.name in published.seats:
            return published.seats[place.name]
        if published is not None and not published.together:
            return self.live_seat(key, place)
        return self._seat_beside(key, place, self._published_out_of(key, place))

    def live_seat(self, key: StageKey, place: PlaceOf) -> EntryId | None:
        """Return the entry of a group place by the current table; None while the group is undecided."""
        before = self.state.before(key)
        if before is None:
            return None
        groups = next((drawn.groups for drawn in self.state.draws.get(before, ())), ())
        if place.group >= len(groups) or not self.table(before, place.group).is_decided:
            return None
        return self.table(before, place.group).place(place.place)

    def seats(self, key: StageKey) -> dict[str, EntryId]:
        """Return the entries of all places that the groups of the previous stage have decided."""
        found = ((place.name, self.live_seat(key, place)) for place in self.places(key))
        return {place: entry for place, entry in found if entry is not None}

    def seats_to_publish(self, key: StageKey) -> dict[str, EntryId]:
        """Return the same for publication, without entries that have a place in another published draw."""
        found = {}
        for place in self.places(key):
            others = [one for one in self._published_out_of(key, place) if one.key != key]
            entry = self._seat_beside(key, place, others)
            if entry is not None:
                found[place.name] = entry
        return found

    def _published_out_of(self, key: StageKey, place: PlaceOf) -> list[_PublishedPlace]:
        """Return the published places of the same group, in draws whose seats are frozen together."""
        before = self.state.before(key)
        return [] if before is None else self._published_places.get((before, place.group), [])

    @cached_property
    def _published_places(self) -> dict[tuple[StageKey, int], list[_PublishedPlace]]:
        found: dict[tuple[StageKey, int], list[_PublishedPlace]] = {}
        for key, published in self.state.published.items():
            before = self.state.before(key)
            if before is not None and published.together and published.seats:
                for place in self.places(key):
                    if place.name in published.seats:
                        one = _PublishedPlace(key, place, published.seats[place.name])
                        found.setdefault((before, place.group), []).append(one)
        return found

    def _seat_beside(self, key: StageKey, place: PlaceOf, others: Sequence[_PublishedPlace]) -> EntryId | None:
        """Return the entry of a group place when others are taken: the rest of the table follows in its order."""
        live, before = self.live_seat(key, place), self.state.before(key)
        if live is None or before is None or not others:
            return live
        table = self.table(before, place.group)
        taken = {one.place.place for one in others}
        seated = {one.entry for one in others}
        numbers = range(1, len(table.entries) + 1)
        rest = [one for one in map(table.place, numbers) if one not in seated]
        free = [number for number in numbers if number not in taken]
        at = free.index(place.place) if place.place in free else len(rest)
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
        if key not in view.known:
            view.known[key] = work(view, *args, **named)
        known: T = view.known[key]
        return known

    return read
