"""Rulings on a published draw, after a correction that would move entries.

A published draw does not move by itself. Where the tables or matches would now fill a seat differently, the referee
decides. A ruling is valid for the entry that the table gave at that time; if the table changes again, another is
needed.

Rulings and publications are checked so that no entry ever occupies two slots.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from carrom.base.errors import refuse
from carrom.tournament.draws.bracket import LoserOf, MatchId, WinnerOf, group_name
from carrom.tournament.model.definition import CompetitionId
from carrom.tournament.model.events import DrawPublished, SeatsRuled, TournamentEvent
from carrom.tournament.model.renames import with_current_names
from carrom.tournament.model.state import StageKey, State
from carrom.tournament.seating.frozen import frozen_seats, side_label, with_frozen
from carrom.tournament.seating.now import SeatSource, TournamentNow, seat_label, seat_source
from carrom.tournament.tables.results import SIDES, EntryId, Side


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


def contested_seats(view: TournamentNow, key: StageKey) -> Iterator[ContestedSeat]:
    """Yield the seats of a published draw that need a ruling."""
    return (seat for seat, is_ruled in changed_seats(view, key) if not is_ruled)


def changed_seats(view: TournamentNow, key: StageKey) -> Iterator[tuple[ContestedSeat, bool]]:
    """Yield all seats whose source gives another entry now, each with whether a ruling covers that."""
    published = view.state.published.get(key)
    if published is None:
        return
    live, ruled = view.seats(key), view.state.ruled.get(key, {})
    sources = {place.name: seat_source(view.state, key, place) for place in view.places(key)}
    # a ruling covers the whole table: once its order changes again, none of it is valid
    outdated = {sources.get(place) for place, then in ruled.items() if published.together and live.get(place) != then}
    for place, entry in sorted(published.seats.items()):
        now, source = live.get(place), sources.get(place)
        if now != entry and source is not None:
            is_ruled = place in ruled and ruled[place] == now and source not in outdated
            yield ContestedSeat(place, entry, now, source), is_ruled
    for place, match, side, entry in frozen_seats(view.state, key):
        now, record = view.live_sides(match)[SIDES.index(side)], view.state.matches[match]
        source = seat_source(view.state, key, record.fixture.slots[SIDES.index(side)])
        # an open seat needs no ruling until its source is decided
        if now != entry and source is not None and (now is not None or side in view.frozen_sides(match)):
            seat = ContestedSeat(place, entry, now, source, match, record.result is not None)
            yield seat, place in ruled and ruled[place] == now


def apply_seat_ruling(state: State, event: TournamentEvent, body: SeatsRuled) -> State:
    """Seat entries by a ruling, against the table if need be.

    It may include seats of other draws that are filled by the same tables or matches.
    """
    key = StageKey(body.event, body.stage)
    published = state.published.get(key)
    if published is None:
        refuse("not-published", f"{state.title(key)} is not published: its places follow the tables.")
    if not event.reason:
        refuse("no-reason", "A ruling on who sits where gives a reason.")
    view = TournamentNow(state)
    of_table = {place.name: one for one in reversed(draws_ruled_together(state, key)) for place in view.places(one)}
    frozen = {
        place: (match, side, entry)
        for stage in draws_ruled_together(state, key)
        for place, match, side, entry in frozen_seats(state, stage)
    }
    before = {
        place: entry for one in draws_ruled_together(state, key) for place, entry in state.published[one].seats.items()
    }
    before |= {place: entry for place, (_, _, entry) in frozen.items()}
    by_stage: dict[StageKey, dict[str, EntryId]] = {}
    for place, entry in body.seats.items():
        if place not in of_table and place not in frozen:
            there = ", ".join(sorted({*of_table, *frozen})) or "none"
            refuse("unknown-place", f"{state.title(key)} has no place {place}: it has {there}.")
        if entry not in state.entries.get(key.event, {}):
            refuse("unknown-entry", f"{entry} is not in {state.event_name(key.event)}.")
        if place not in frozen:
            by_stage.setdefault(of_table[place], {})[place] = entry
    rulings = "; ".join(_ruling_text(place, before.get(place), entry) for place, entry in body.seats.items())
    for stage, seats in by_stage.items():
        state = _rule_on_tables(state, view, stage, seats)
    for place, entry in body.seats.items():
        if place in frozen:
            match, side, _ = frozen[place]
            state = _rule_on_side(state, view, match, side, entry)
    return state.with_notice(event, f"It was ruled for {state.title(key)}: {rulings}: {event.reason}")


def rulings_from_other_draws(state: State, key: StageKey) -> dict[str, EntryId | None]:
    """Return the places of a newly published draw that an existing ruling covers, with their entry by the table."""
    view = TournamentNow(state)
    others = [one for stage in draws_ruled_together(state, key)[1:] for one in changed_seats(view, stage)]
    ruled = {seat.source for seat, _ in others} - {seat.source for seat, is_ruled in others if not is_ruled}
    return {
        place.name: view.live_seat(key, place) for place in view.places(key) if seat_source(state, key, place) in ruled
    }


def draws_ruled_together(state: State, key: StageKey) -> list[StageKey]:
    """Return this draw and those of its competition that the same ruling can cover."""
    others = [one for one in state.published if one.event == key.event and one != key]
    is_together = state.published[key].together
    return [key, *(one for one in others if is_together and state.published[one].together)]


def _rule_on_tables(state: State, view: TournamentNow, key: StageKey, ruling: Mapping[str, EntryId]) -> State:
    published = state.published[key]
    seats = {**published.seats, **ruling}
    twice = sorted(entry for entry in seats.values() if list(seats.values()).count(entry) > 1)
    if twice:
        places = " and ".join(place for place, entry in seats.items() if entry == twice[0])
        refuse("seated-twice", f"{twice[0]} would sit on {places}: rule on both.")
    live, ruled = view.seats(key), state.ruled.get(key, {})
    if published.together:  # the first ruling on a new order of a table ends those on the old one
        sources = {place.name: seat_source(state, key, place) for place in view.places(key)}
        ruled_sources = {sources.get(place) for place in ruling}
        ruled = {
            one: then for one, then in ruled.items() if then == live.get(one) or sources.get(one) not in ruled_sources
        }
    ruled = {**ruled, **{place: live.get(place) for place in ruling}}
    return replace(
        state,
        published={**state.published, key: replace(published, seats=seats)},
        ruled={**state.ruled, key: ruled},
    )


def _rule_on_side(state: State, view: TournamentNow, match: MatchId, side: Side, entry: EntryId) -> State:
    """Freeze the ruled entry on a side, or release the side if its source gives the same entry."""
    now, key, place = view.live_sides(match)[SIDES.index(side)], state.matches[match].key, side_label(match, side)
    ruled = {one: ruling for one, ruling in state.ruled.get(key, {}).items() if one != place}
    if entry == now:
        return with_frozen(replace(state, ruled={**state.ruled, key: ruled}), match, side, None)
    return with_frozen(replace(state, ruled={**state.ruled, key: {**ruled, place: now}}), match, side, entry)


def _ruling_text(place: str, was: EntryId | None, now: EntryId) -> str:
    if was == now:
        return f"{place} stays {now}"
    return f"{place} is {now} instead of {was}" if was is not None else f"{place} is {now}"


class DoubleSeat(NamedTuple):
    """An entry in two seats of which it can only have one."""

    entry: EntryId
    one: str
    other: str


class _Seat(NamedTuple):
    entry: EntryId
    match: MatchId
    side: int
    place: str


class _WithoutWaiting(TournamentNow):
    """The situation with all frozen seats occupied, even open ones: their source may be decided at any time."""

    def _waiting(self, match: MatchId) -> tuple[Side, ...]:
        return ()


def double_seats(view: TournamentNow, competition: CompetitionId) -> Iterator[DoubleSeat]:
    """Yield entries with two seats in a round of a knockout, or with two seats filled by the same table or match."""
    known: dict[object, str] = {}
    for one in _seats_of_trees(view, competition):
        record = view.state.matches[one.match]
        source = seat_source(view.state, record.key, record.fixture.slots[one.side])
        for scope in ((record.key, record.fixture.round), source):
            if scope is not None and known.setdefault((scope, one.entry), one.place) != one.place:
                yield DoubleSeat(one.entry, known[scope, one.entry], one.place)


def check_ruling(state: State, event: TournamentEvent, body: SeatsRuled) -> None:
    """Refuse a ruling after which an entry has two seats, or could get two."""
    ruling = with_current_names(state, body)
    assert isinstance(ruling, SeatsRuled)
    view = _WithoutWaiting(apply_seat_ruling(state, event, ruling))
    for twice in double_seats(view, ruling.event):
        if twice.entry in ruling.seats.values() or not {twice.one, twice.other}.isdisjoint(ruling.seats):
            refuse("seated-twice", f"{twice.entry} would sit on {twice.one} and {twice.other}: rule on both.")
    seats = list(_seats_of_trees(view, ruling.event))
    for one in seats:
        ruled_entry = ruling.seats.get(one.place, one.entry)
        if ruled_entry != one.entry:  # its frozen seat from the same match takes precedence
            frozen_label = next(
                other.place
                for other in seats
                if other.entry == ruled_entry and other.place in _frozen_labels(view.state)
            )
            refuse("seated-twice", f"{ruled_entry} would sit on {frozen_label} and {one.place}: rule on both.")
    seated = [one for one in seats if ruling.seats.get(one.place) == one.entry]
    for one in seated:
        for other in seats:
            if other.entry == one.entry and _could_meet(view, one, other):
                refuse("seated-twice", f"{one.entry} would sit on {one.place} and {other.place}: rule on both.")
    for one in seated:
        _check_played_source(state, view, one)
    _check_no_seat_left_empty(TournamentNow(state), view, ruling.event)


def _check_played_source(state: State, view: TournamentNow, one: _Seat) -> None:
    """Refuse a seat for an entry that did not play in its source: it could still reach another. It may keep its own."""
    record = view.state.matches[one.match]
    source = seat_source(state, record.key, record.fixture.slots[one.side])
    if source is None or TournamentNow(state).sides(one.match)[one.side] == one.entry:
        return
    if isinstance(source, str):
        if one.entry not in view.sides(source):
            refuse("not-of-it", f"{one.entry} did not play {source}, and so cannot have {one.place}.")
        return
    table, group = view.tables(source[0])[source[1]], f"group {group_name(source[1])} of {source[0]}"
    if one.entry not in table.entries:
        refuse("not-of-it", f"{one.entry} is not in {group}, and so cannot have {one.place}.")
    if not table.is_complete and one.place not in state.published[record.key].seats:
        refuse("not-decided", f"{one.place} is nobody's yet: {group} is still being played.")


def _check_no_seat_left_empty(before: TournamentNow, after: TournamentNow, competition: CompetitionId) -> None:
    """Refuse a ruling that leaves a group place of another draw without an entry."""
    for key in after.state.draws:
        for place in after.places(key) if key.event == competition else ():
            if after.seat(key, place) is None and before.seat(key, place) is not None:
                seat = f"{place.name} of {before.state.title(key)}"
                refuse("seated-twice", f"Nobody would be left for {seat}: rule on both.")


def check_publication(state: State, event: TournamentEvent, body: DrawPublished) -> None:
    """Refuse to publish an entry that has a place in another draw filled by the same tables."""
    key = StageKey(body.event, body.stage)
    others = [
        (other, place, entry)
        for other, published in state.published.items()
        if other != key and published.together and state.before(other) == state.before(key)
        for place, entry in published.seats.items()
    ]
    for place, entry in body.seats.items():
        for other, taken, by in others:
            if entry == by and body.together:
                ask = f"rule on both with 'seats {other}'"
                both = f"{place} of {state.title(key)} and {taken} of {state.title(other)}"
                refuse("seated-twice", f"{entry} would sit on {both}: {ask}.")


def _seats_of_trees(view: TournamentNow, competition: CompetitionId) -> Iterator[_Seat]:
    for key in view.state.draws:
        if key.event == competition and view.state.stage(key).form.shape == "tree":
            for record in view.state.in_stage(key):
                match = record.fixture.id
                for number, (entry, slot) in enumerate(zip(view.sides(match), record.fixture.slots, strict=True)):
                    if entry is not None:
                        yield _Seat(entry, match, number, seat_label(slot, side_label(match, SIDES[number])))


def _frozen_labels(state: State) -> set[str]:
    return {side_label(match, side) for match, sides in state.frozen.items() for side in sides}


def _could_meet(view: TournamentNow, one: _Seat, other: _Seat) -> bool:
    """Whether an entry in one seat could still reach, from another, the match that it is already in."""
    if view.state.matches[one.match].key != view.state.matches[other.match].key or one.match == other.match:
        return one.match == other.match and one.side != other.side
    if view.loser(other.match) == other.entry or _leads_to(view, other.match, one):
        return False
    return not _leads_to(view, one.match, other)


def _leads_to(view: TournamentNow, match: MatchId, place: _Seat) -> bool:
    """Whether a seat is filled from a match, directly or through later ones."""
    slot = view.state.matches[place.match].fixture.slots[place.side]
    if not isinstance(slot, WinnerOf | LoserOf):
        return False
    return slot.match == match or any(
        _leads_to(view, match, place._replace(match=slot.match, side=side)) for side in (0, 1)
    )
