"""Rulings on a published draw, after a correction that would move entries.

Published and played seats do not move by themselves. Where the results of a match or a group disagree with its frozen
outcome, the referee decides on all of its seats at once: keep the outcome, or replace it. A ruling is valid for the
results of that time; if they change again, another is needed.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, NoReturn

from carrom.base.errors import refuse
from carrom.tournament.draws.bracket import MatchId, PlaceOf, Slot, group_name
from carrom.tournament.model.events import DrawPublished, SeatsRuled, TournamentEvent
from carrom.tournament.model.renames import with_current_names
from carrom.tournament.model.state import MatchRecord, Outcome, SeatSource, StageKey, State
from carrom.tournament.seating.now import (
    TournamentNow,
    differs,
    entry_at,
    seat_index,
    seat_label,
    seat_source,
    side_label,
)
from carrom.tournament.seating.outcomes import keep_outcomes, without_moved
from carrom.tournament.tables.results import SIDES, EntryId


@dataclass(frozen=True, slots=True)
class ContestedSeat:
    """A published seat, its entry, and the one that its source gives now: None while it is open or tied."""

    place: str
    seated: EntryId
    now: EntryId | None
    source: SeatSource
    """What fills the seat. Other seats with the same source are ruled on together."""
    match: MatchId | None = None
    """The match, if the seat is a side fed by an earlier match."""
    is_played: bool = False

    @property
    def played(self) -> MatchId | None:
        return self.match if self.is_played else None

    @property
    def text(self) -> str:
        now = f"now says {self.now}" if self.now is not None else "does not decide it any more"
        by = self.source if isinstance(self.source, str) else "the table"
        if self.is_played:
            return f"published, and {self.seated} has played {self.match} (place {self.place}); {by} {now}"
        return f"published with {self.seated} as {self.place}; {by} {now}"


class _Seat(NamedTuple):
    """A seat that a match or a group fills; `position` is its place in their outcome."""

    label: str
    source: SeatSource
    position: int
    key: StageKey
    slot: Slot
    record: MatchRecord
    side: int

    @property
    def is_open(self) -> bool:
        """Whether it is a side that needs no ruling before the match that fills it is decided."""
        return isinstance(self.source, str) and not self.record.has_begun

    def entry(self, view: TournamentNow) -> EntryId | None:
        """Return the entry of the seat, even while it waits for a ruling."""
        return view.seated(self.record.fixture.id)[self.side]


def _seats(state: State, key: StageKey) -> dict[str, _Seat]:
    """Return the seats of a stage by their names: group places first, in order, then sides fed by matches."""
    found = []
    for record in state.in_stage(key):
        for number, slot in enumerate(record.fixture.slots):
            source = seat_source(state, key, slot)
            if source is not None:
                label = seat_label(slot, side_label(record.fixture.id, SIDES[number]))
                found.append(_Seat(label, source, seat_index(slot), key, slot, record, number))
    places = sorted((one for one in found if isinstance(one.slot, PlaceOf)), key=lambda one: one.label)
    return {one.label: one for one in (*places, *(one for one in found if not isinstance(one.slot, PlaceOf)))}


def contested_seats(view: TournamentNow, key: StageKey) -> Iterator[ContestedSeat]:
    """Yield the seats of a published draw that need a ruling."""
    return (seat for seat, is_ruled in changed_seats(view, key) if not is_ruled)


def changed_seats(view: TournamentNow, key: StageKey) -> Iterator[tuple[ContestedSeat, bool]]:
    """Yield all seats whose source gives another entry now, each with whether a ruling covers that."""
    changed = {source for source in view.state.frozen if view.is_changed(source)}
    if not changed or key not in view.state.published:
        return
    for one in _seats(view.state, key).values():
        entry = entry_at(view.state.frozen.get(one.source, ()), one.position)
        now = view.entry_now(one.slot, key)
        if one.source in changed and entry is not None and entry != now:
            is_ruled = not view.is_contested(one.source)
            if now is not None or is_ruled or not one.is_open:
                yield _contested_seat(one, entry, now), is_ruled


def _contested_seat(one: _Seat, entry: EntryId, now: EntryId | None) -> ContestedSeat:
    if not isinstance(one.source, str):
        return ContestedSeat(one.label, entry, now, one.source)
    result = one.record.result
    is_played = result is not None and entry == (result.a, result.b)[one.side]
    return ContestedSeat(one.label, entry, now, one.source, one.record.fixture.id, is_played)


def draws_ruled_together(state: State, key: StageKey) -> list[StageKey]:
    """Return this draw and the other published draws of its competition: the same ruling can cover them."""
    return [key, *(one for one in state.published if one.event == key.event and one != key)]


def _seats_ruled_together(state: State, key: StageKey) -> dict[str, _Seat]:
    found: dict[str, _Seat] = {}
    for one in draws_ruled_together(state, key):
        found = {**_seats(state, one), **found}
    return found


def apply_seat_ruling(state: State, event: TournamentEvent, body: SeatsRuled) -> State:
    """Replace the outcome of every match and group that a ruling names."""
    key = StageKey(body.event, body.stage)
    if key not in state.published:
        refuse("not-published", f"{state.title(key)} is not published: its places follow the tables.")
    if not event.reason:
        refuse("no-reason", "A ruling on who sits where gives a reason.")
    after = with_ruling(state, key, body.seats)
    text = _ruling_text(TournamentNow(state), after, key, body.seats)
    return after.with_notice(event, f"It was ruled for {state.title(key)}: {text}: {event.reason}")


def with_ruling(state: State, key: StageKey, ruled: Mapping[str, EntryId]) -> State:
    """Return the state with other outcomes frozen, and with the results that they were ruled against."""
    view, seats = TournamentNow(state), _seats_ruled_together(state, key)
    _check_known(state, key, seats, ruled)
    frozen, overruled = dict(state.frozen), dict(state.overruled)
    for source in dict.fromkeys(seats[place].source for place in ruled):
        named = {seats[one].position: entry for one, entry in ruled.items() if seats[one].source == source}
        own = [one for one in seats.values() if one.source == source]
        frozen[source] = _ruled_outcome(view, source, own, named)
        overruled[source] = now = view.outcome(source)
        if isinstance(source, str) and not differs(frozen[source], now):
            del overruled[source]
        _check_distinct(frozen[source], own)
    ruling = replace(state, frozen=frozen, overruled=overruled)
    return keep_outcomes(state, without_moved(state, ruling))


def _check_known(state: State, key: StageKey, seats: Mapping[str, _Seat], ruled: Mapping[str, EntryId]) -> None:
    for place, entry in ruled.items():
        if place not in seats:
            refuse("unknown-place", f"{state.title(key)} has no place {place}: it has {', '.join(sorted(seats))}.")
        if entry not in state.entries.get(key.event, {}):
            refuse("unknown-entry", f"{entry} is not in {state.event_name(key.event)}.")


def _ruled_outcome(
    view: TournamentNow, source: SeatSource, seats: Sequence[_Seat], named: Mapping[int, EntryId]
) -> Outcome:
    """Return the outcome of a source by a ruling. An entry on an unnamed seat changes places with the one displaced."""
    before = _staying(view, source, seats)
    length = max(len(before), *(index + 1 for index in named))
    outcome = [named.get(index, entry_at(before, index)) for index in range(length)]
    for index, entry in named.items():
        if entry in before and before.index(entry) not in named:
            outcome[before.index(entry)] = entry_at(before, index)
    return tuple(outcome)


def _staying(view: TournamentNow, source: SeatSource, seats: Sequence[_Seat]) -> Outcome:
    """Return the outcome that stays where a ruling names no seats.

    In a group that is not in question, places that are neither published nor played follow the table again.
    """
    frozen = view.state.frozen.get(source, ())
    if isinstance(source, str):
        return frozen or view.outcome(source)
    if view.is_changed(source):
        return frozen
    published = view.state.published
    stay = {one.position for one in seats if one.record.has_begun or one.label in published[one.key].seats}
    return tuple(entry if at in stay else None for at, entry in enumerate(frozen))


def _check_distinct(outcome: Outcome, seats: Sequence[_Seat]) -> None:
    labels = {one.position: one.label for one in seats}
    for at, entry in enumerate(outcome):
        if entry is not None and entry in outcome[:at]:
            _refuse_twice(entry, labels.get(outcome.index(entry), "?"), labels.get(at, "?"))


def _refuse_twice(entry: EntryId, one: str, other: str) -> NoReturn:
    refuse("seated-twice", f"{entry} would sit on {one} and {other}: rule on both.")


def _ruling_text(view: TournamentNow, after: State, key: StageKey, ruled: Mapping[str, EntryId]) -> str:
    """Return what a ruling says on each seat: those it names, and the others that it decides with them."""
    seats, found = _seats_ruled_together(after, key), []
    sources = {seats[place].source for place in ruled}
    beside = (one.label for one in seats.values() if one.source in sources and view.is_changed(one.source))
    for place in dict.fromkeys((*ruled, *beside)):
        one = seats[place]
        was, now = one.entry(view), ruled.get(place) or one.entry(TournamentNow(after))
        if now is not None:
            instead = f" instead of {was}" if was is not None else ""
            where = place if one.key == key else f"{place} of {after.title(one.key)}"
            found.append(f"{where} stays {now}" if was == now else f"{where} is {now}{instead}")
    return "; ".join(found)


def check_ruling(state: State, event: TournamentEvent, body: SeatsRuled) -> None:
    """Refuse a ruling on an uncontested side, or with an entry that did not come from the match or group."""
    ruling = with_current_names(state, body)
    assert isinstance(ruling, SeatsRuled)
    view, after = TournamentNow(state), TournamentNow(apply_seat_ruling(state, event, ruling))
    seats = _seats_ruled_together(state, StageKey(ruling.event, ruling.stage))
    _check_unnamed(view, ruling.seats, seats)
    for place, entry in ruling.seats.items():
        one = seats[place]
        if isinstance(one.source, str) and not view.is_changed(one.source):
            refuse("unknown-place", f"{place} is not in question: {one.source} says who has it.")
        if one.entry(view) != entry:
            _check_came_from(view, one, entry)
        if one.entry(after) != entry:
            refuse("not-of-it", f"{entry} does not play {one.source} by this ruling, and so cannot have {place}.")


def _check_unnamed(view: TournamentNow, ruled: Mapping[str, EntryId], seats: Mapping[str, _Seat]) -> None:
    """Refuse to move an entry off a group place that the ruling does not name. Of a match, both seats go together."""
    for place, entry in ruled.items():
        own = [one for one in seats.values() if one.source == seats[place].source]
        staying = _staying(view, seats[place].source, own)
        for other in own if not isinstance(seats[place].source, str) else ():
            if other.label not in ruled and entry == entry_at(staying, other.position):
                _refuse_twice(entry, *sorted((place, other.label)))


def _check_came_from(view: TournamentNow, one: _Seat, entry: EntryId) -> None:
    if isinstance(one.source, str):
        if entry not in view.seated(one.source):
            refuse("not-of-it", f"{entry} did not play {one.source}, and so cannot have {one.label}.")
        return
    key, number = one.source
    table, group = view.tables(key)[number], f"group {group_name(number)} of {key}"
    if entry not in table.entries:
        refuse("not-of-it", f"{entry} is not in {group}, and so cannot have {one.label}.")
    if not table.is_complete and entry_at(view.state.frozen.get(one.source, ()), one.position) is None:
        refuse("not-decided", f"{one.label} is nobody's yet: {group} is still being played.")


def publish_seats(state: State, body: DrawPublished) -> State:
    """Freeze the group places of a draw as published. Rulings on them end, unless another draw still relies on them."""
    key = StageKey(body.event, body.stage)
    own: dict[SeatSource, dict[int, EntryId | None]] = {}
    for one in _seats(state, key).values():
        if isinstance(one.slot, PlaceOf):
            own.setdefault(one.source, {})[one.position] = body.seats.get(one.label)
    others = {source: _beside(state.frozen.get(source, ()), places) for source, places in own.items()}
    published = {source: _merged(others[source], places) for source, places in own.items()}
    frozen = {source: outcome for source, outcome in {**state.frozen, **published}.items() if any(outcome)}
    view = TournamentNow(state)
    overruled = {
        source: ruled
        for source, ruled in state.overruled.items()
        if source not in others or differs(others[source], view.outcome(source))
    }
    return without_moved(state, replace(state, frozen=frozen, overruled=overruled))


def _beside(frozen: Outcome, own: Mapping[int, EntryId | None]) -> Outcome:
    """Return the frozen outcome of a group without `own`, the places and entries of one draw, which become None."""
    return tuple(None if at in own or entry in own.values() else entry for at, entry in enumerate(frozen))


def _merged(others: Outcome, own: Mapping[int, EntryId | None]) -> Outcome:
    return tuple(own.get(at) or entry_at(others, at) for at in range(max(len(others), max(own) + 1)))


def check_publication(state: State, event: TournamentEvent, body: DrawPublished) -> None:
    """Refuse to publish an entry that has a place in another draw filled by the same tables."""
    key = StageKey(body.event, body.stage)
    own = {place.name for place in TournamentNow(state).places(key)}
    others = (one for stage in draws_ruled_together(state, key)[1:] for one in _seats(state, stage).values())
    for other in others if key in state.draws else ():
        entry = entry_at(state.frozen.get(other.source, ()), other.position)
        for place, seated in body.seats.items():
            if isinstance(other.slot, PlaceOf) and seated == entry and other.label not in own:
                both = f"{place} of {state.title(key)} and {other.label} of {state.title(other.key)}"
                refuse("seated-twice", f"{seated} would sit on {both}: rule on both with 'seats {other.key}'.")
