"""Nobody stands twice: not on two places of one round, nor on two that one table or one match fills, nor where he could
come to meet himself. What is ruled or published is looked at before it counts."""

from collections.abc import Iterator
from typing import NamedTuple

from carrom.base.refusal import refuse
from carrom.tournament.draws.bracket import LoserOf, MatchId, WinnerOf, group_name
from carrom.tournament.log.decision_facts import SeatsRuled
from carrom.tournament.log.definition import EventId
from carrom.tournament.log.facts import Fact, Published
from carrom.tournament.log.played_places import SIDES, place_name
from carrom.tournament.log.renames import in_names_of_now
from carrom.tournament.log.seat_rulings import apply_seats
from carrom.tournament.log.sources import place_text, source_of
from carrom.tournament.log.state import StageKey, State
from carrom.tournament.log.view import TournamentView
from carrom.tournament.tables.results import EntryId, Side


class Twice(NamedTuple):
    """An entry that stands on two places which only one entry can have of both."""

    entry: EntryId
    one: str
    other: str


class _Standing(NamedTuple):
    entry: EntryId
    match: MatchId
    side: int
    place: str


class _Expected(TournamentView):
    """A state, read as if nobody who holds a place waited: he may have it as soon as what fills it is told again."""

    def _waiting(self, match: MatchId) -> tuple[Side, ...]:
        return ()


def standing_twice(view: TournamentView, event: EventId) -> Iterator[Twice]:
    """Everybody in the trees of an event who stands on two places of a round, or of what one table or match fills."""
    known: dict[object, str] = {}
    for one in _standing(view, event):
        record = view.state.matches[one.match]
        source = source_of(view.state, record.key, record.fixture.slots[one.side])
        for where in ((record.key, record.fixture.round), source):
            if where is not None and known.setdefault((where, one.entry), one.place) != one.place:
                yield Twice(one.entry, known[where, one.entry], one.place)


def check_ruling(state: State, fact: Fact, body: SeatsRuled) -> None:
    """Refuse a ruling after which somebody whom it seats would stand twice, or could."""
    ruling = in_names_of_now(state, body)
    assert isinstance(ruling, SeatsRuled)
    view = _Expected(apply_seats(state, fact, ruling))
    for twice in standing_twice(view, ruling.event):
        if twice.entry in ruling.seats.values() or not {twice.one, twice.other}.isdisjoint(ruling.seats):
            refuse("seated-twice", f"{twice.entry} would sit on {twice.one} and {twice.other}: rule on both.")
    standing = list(_standing(view, ruling.event))
    for one in standing:
        told = ruling.seats.get(one.place, one.entry)
        if told != one.entry:  # the place that he holds out of the same match goes before
            held = next(other.place for other in standing if other.entry == told and other.place in _held(view.state))
            refuse("seated-twice", f"{told} would sit on {held} and {one.place}: rule on both.")
    seated = [one for one in standing if ruling.seats.get(one.place) == one.entry]
    for one in seated:
        for other in standing:
            if other.entry == one.entry and _could_meet(view, one, other):
                refuse("seated-twice", f"{one.entry} would sit on {one.place} and {other.place}: rule on both.")
    for one in seated:
        _check_comes_from_there(state, view, one)
    _check_nobody_is_missing(TournamentView(state), view, ruling.event)


def _check_comes_from_there(state: State, view: TournamentView, one: _Standing) -> None:
    """Whoever never played in what fills a place may come to one of his own, be it later. Who has it may keep it."""
    record = view.state.matches[one.match]
    source = source_of(state, record.key, record.fixture.slots[one.side])
    if source is None or TournamentView(state).sides(one.match)[one.side] == one.entry:
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


def _check_nobody_is_missing(before: TournamentView, after: TournamentView, event: EventId) -> None:
    """Refuse a ruling that leaves nobody of a table for a place of another draw."""
    for key in after.state.draws:
        for place in after.places(key) if key.event == event else ():
            if after.seat(key, place) is None and before.seat(key, place) is not None:
                seat = f"{place.name} of {before.state.title(key)}"
                refuse("seated-twice", f"Nobody would be left for {seat}: rule on both.")


def check_publication(state: State, fact: Fact, body: Published) -> None:
    """Refuse to publish somebody on a place who has another one in a draw that the same tables fill."""
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


def _standing(view: TournamentView, event: EventId) -> Iterator[_Standing]:
    for key in view.state.draws:
        if key.event == event and view.state.stage(key).form.shape == "tree":
            for record in view.state.in_stage(key):
                match = record.fixture.id
                for number, (entry, slot) in enumerate(zip(view.sides(match), record.fixture.slots, strict=True)):
                    if entry is not None:
                        yield _Standing(entry, match, number, place_text(slot, place_name(match, SIDES[number])))


def _held(state: State) -> set[str]:
    return {place_name(match, side) for match, held in state.held.items() for side in held}


def _could_meet(view: TournamentView, one: _Standing, other: _Standing) -> bool:
    """Whether somebody on one place of a tree can still come, from another, to where he would be already."""
    if view.state.matches[one.match].key != view.state.matches[other.match].key or one.match == other.match:
        return one.match == other.match and one.side != other.side
    if view.loser(other.match) == other.entry or _leads_to(view, other.match, one):
        return False
    return not _leads_to(view, one.match, other)


def _leads_to(view: TournamentView, match: MatchId, place: _Standing) -> bool:
    """Whether a place is filled out of a match, or out of one that comes after it."""
    slot = view.state.matches[place.match].fixture.slots[place.side]
    if not isinstance(slot, WinnerOf | LoserOf):
        return False
    return slot.match == match or any(
        _leads_to(view, match, place._replace(match=slot.match, side=side)) for side in (0, 1)
    )
