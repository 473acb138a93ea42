"""Rulings on a published draw: after a correction, who keeps a place and who gets another.

A published draw does not move by itself. Where the tables would now fill a place otherwise, or cannot fill it any more,
somebody decides; the decision holds for what the table said then, and is asked for again if the table changes again.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from carrom.base.refusal import refuse
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.decision_facts import SeatsRuled
from carrom.tournament.log.facts import Fact
from carrom.tournament.log.played_places import SIDES, held_places, place_name, with_held
from carrom.tournament.log.sources import Source, source_of
from carrom.tournament.log.state import StageKey, State
from carrom.tournament.log.view import TournamentView
from carrom.tournament.tables.results import EntryId, Side


@dataclass(frozen=True, slots=True)
class ContestedSeat:
    """A place of a published draw, who has it, and whom the table has there now: nobody while it is open or level."""

    place: str
    seated: EntryId
    now: EntryId | None
    source: Source
    """What fills it: whatever else that fills is ruled on with it."""
    match: MatchId | None = None
    """The match, where the place is a side of one that others lead to."""
    is_played: bool = False

    @property
    def played(self) -> MatchId | None:
        """That match, where it has a result."""
        return self.match if self.is_played else None

    @property
    def text(self) -> str:
        """As a task says it."""
        now = f"now says {self.now}" if self.now is not None else "does not decide it any more"
        by = self.source if isinstance(self.source, str) else "the table"
        if self.is_played:
            return f"published, and {self.seated} has played {self.match} (place {self.place}); {by} {now}"
        return f"published with {self.seated} as {self.place}; {by} {now}"


def contested_seats(view: TournamentView, key: StageKey) -> Iterator[ContestedSeat]:
    """The places of a published draw that wait for a ruling."""
    return (seat for seat, is_ruled in moved_seats(view, key) if not is_ruled)


def moved_seats(view: TournamentView, key: StageKey) -> Iterator[tuple[ContestedSeat, bool]]:
    """Every place that would be filled otherwise now, and whether the ruling on it holds for that."""
    published = view.state.published.get(key)
    if published is None:
        return
    live, ruled = view.seats(key), view.state.ruled.get(key, {})
    sources = {place.name: source_of(view.state, key, place) for place in view.places(key)}
    # One ruling is on a whole table: once that has another order, none of it holds.
    outdated = {sources.get(place) for place, then in ruled.items() if published.together and live.get(place) != then}
    for place, entry in sorted(published.seats.items()):
        now, source = live.get(place), sources.get(place)
        if now != entry and source is not None:
            is_ruled = place in ruled and ruled[place] == now and source not in outdated
            yield ContestedSeat(place, entry, now, source), is_ruled
    for place, match, side, entry in held_places(view.state, key):
        now, record = view.live_sides(match)[SIDES.index(side)], view.state.matches[match]
        source = source_of(view.state, key, record.fixture.slots[SIDES.index(side)])
        # A place that waits for what fills it is asked about when that is known.
        if now != entry and source is not None and (now is not None or side in view.held(match)):
            seat = ContestedSeat(place, entry, now, source, match, record.result is not None)
            yield seat, place in ruled and ruled[place] == now


def apply_seats(state: State, fact: Fact, body: SeatsRuled) -> State:
    """Seat as it was ruled; whoever keeps a place keeps it against the table. Places of another draw that the same
    tables or matches fill may be ruled on with it."""
    key = StageKey(body.event, body.stage)
    published = state.published.get(key)
    if published is None:
        refuse("not-published", f"{state.title(key)} is not published: its places follow the tables.")
    if not fact.reason:
        refuse("no-reason", "A ruling on who sits where gives a reason.")
    view = TournamentView(state)
    of_table = {place.name: one for one in reversed(ruled_with(state, key)) for place in view.places(one)}
    held = {
        place: (match, side, entry)
        for stage in ruled_with(state, key)
        for place, match, side, entry in held_places(state, stage)
    }
    before = {place: entry for one in ruled_with(state, key) for place, entry in state.published[one].seats.items()}
    before |= {place: entry for place, (_, _, entry) in held.items()}
    told: dict[StageKey, dict[str, EntryId]] = {}
    for place, entry in body.seats.items():
        if place not in of_table and place not in held:
            there = ", ".join(sorted({*of_table, *held})) or "none"
            refuse("unknown-place", f"{state.title(key)} has no place {place}: it has {there}.")
        if entry not in state.entries.get(key.event, {}):
            refuse("unknown-entry", f"{entry} is not in {state.event_name(key.event)}.")
        if place not in held:
            told.setdefault(of_table[place], {})[place] = entry
    said = "; ".join(_ruling_text(place, before.get(place), entry) for place, entry in body.seats.items())
    for stage, seats in told.items():
        state = _rule_on_tables(state, view, stage, seats)
    for place, entry in body.seats.items():
        if place in held:
            match, side, _ = held[place]
            state = _rule_on_side(state, view, match, side, entry)
    return state.with_notice(fact, f"It was ruled for {state.title(key)}: {said}: {fact.reason}")


def ruled_elsewhere(state: State, key: StageKey) -> dict[str, EntryId | None]:
    """The places of a draw, just published, that go by what was ruled in another one: nobody has to rule on them again.
    Each with whom the table has there."""
    view = TournamentView(state)
    others = [one for stage in ruled_with(state, key)[1:] for one in moved_seats(view, stage)]
    ruled = {seat.source for seat, _ in others} - {seat.source for seat, is_ruled in others if not is_ruled}
    return {
        place.name: view.live_seat(key, place) for place in view.places(key) if source_of(state, key, place) in ruled
    }


def ruled_with(state: State, key: StageKey) -> list[StageKey]:
    """The draws on whose places one ruling can be given: this one, and others of its event that stand together."""
    others = [one for one in state.published if one.event == key.event and one != key]
    is_together = state.published[key].together
    return [key, *(one for one in others if is_together and state.published[one].together)]


def _rule_on_tables(state: State, view: TournamentView, key: StageKey, told: Mapping[str, EntryId]) -> State:
    published = state.published[key]
    seats = {**published.seats, **told}
    twice = sorted(entry for entry in seats.values() if list(seats.values()).count(entry) > 1)
    if twice:
        places = " and ".join(place for place, entry in seats.items() if entry == twice[0])
        refuse("seated-twice", f"{twice[0]} would sit on {places}: rule on both.")
    live, ruled = view.seats(key), state.ruled.get(key, {})
    if published.together:  # what was ruled on another order of a table is over with the first ruling on this one
        sources = {place.name: source_of(state, key, place) for place in view.places(key)}
        anew = {sources.get(place) for place in told}
        ruled = {one: then for one, then in ruled.items() if then == live.get(one) or sources.get(one) not in anew}
    ruled = {**ruled, **{place: live.get(place) for place in told}}
    return replace(
        state,
        published={**state.published, key: replace(published, seats=seats)},
        ruled={**state.ruled, key: ruled},
    )


def _rule_on_side(state: State, view: TournamentView, match: MatchId, side: Side, entry: EntryId) -> State:
    """Whoever belongs there by the matches before it needs no ruling any more, and what follows goes along."""
    now, key, place = view.live_sides(match)[SIDES.index(side)], state.matches[match].key, place_name(match, side)
    ruled = {one: ruling for one, ruling in state.ruled.get(key, {}).items() if one != place}
    if entry == now:
        return with_held(replace(state, ruled={**state.ruled, key: ruled}), match, side, None)
    return with_held(replace(state, ruled={**state.ruled, key: {**ruled, place: now}}), match, side, entry)


def _ruling_text(place: str, was: EntryId | None, now: EntryId) -> str:
    if was == now:
        return f"{place} stays {now}"
    return f"{place} is {now} instead of {was}" if was is not None else f"{place} is {now}"
