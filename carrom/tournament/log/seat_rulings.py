"""Rulings on a published draw: after a correction, who keeps a place and who gets another.

A published draw does not move by itself. Where the tables would now fill a place otherwise, or cannot fill it any more,
somebody decides; the decision holds for what the table said then, and is asked for again if the table changes again.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from carrom.base.refusal import refuse
from carrom.tournament.draws.bracket import LoserOf, MatchId, WinnerOf
from carrom.tournament.log.decision_facts import SeatsRuled
from carrom.tournament.log.facts import Fact
from carrom.tournament.log.played_places import SIDES, held_places, place_name, with_held
from carrom.tournament.log.state import StageKey, State
from carrom.tournament.log.view import TournamentView
from carrom.tournament.tables.results import EntryId, Side


@dataclass(frozen=True, slots=True)
class ContestedSeat:
    """A place of a published draw, who has it, and whom the table has there now: nobody while it is open or level."""

    place: str
    seated: EntryId
    now: EntryId | None
    played: str | None = None
    """The match, where the place is a side of one that was played."""
    fed_by: str = "the table"

    @property
    def text(self) -> str:
        """As a task says it."""
        if self.played is not None:
            now = f"now says {self.now}" if self.now is not None else "does not decide it any more"
            return f"published, and {self.seated} has played {self.played} (place {self.place}); {self.fed_by} {now}"
        table = f"the table now says {self.now}" if self.now is not None else "the table does not decide it any more"
        return f"published with {self.seated} as {self.place}; {table}"


def contested_seats(view: TournamentView, key: StageKey) -> Iterator[ContestedSeat]:
    """The places of a published draw that wait for a ruling."""
    return (seat for seat, is_ruled in _moved_seats(view, key) if not is_ruled)


def ruled_seats(view: TournamentView, key: StageKey) -> Iterator[ContestedSeat]:
    """The places of a published draw that somebody has by a ruling, although the table or the match says otherwise."""
    return (seat for seat, is_ruled in _moved_seats(view, key) if is_ruled)


def _moved_seats(view: TournamentView, key: StageKey) -> Iterator[tuple[ContestedSeat, bool]]:
    """Every place that would be filled otherwise now, and whether the ruling on it holds for that."""
    published = view.state.published.get(key)
    if published is None:
        return
    live, ruled = view.seats(key), view.state.ruled.get(key, {})
    for place, entry in sorted(published.seats.items()):
        now = live.get(place)
        if now != entry:
            yield ContestedSeat(place, entry, now), place in ruled and ruled[place] == now
    for place, match, side, entry in held_places(view.state, key):
        now = view.live_sides(match)[SIDES.index(side)]
        if now != entry:
            slot = view.state.matches[match].fixture.slots[SIDES.index(side)]
            fed_by = slot.match if isinstance(slot, WinnerOf | LoserOf) else "the table"
            yield ContestedSeat(place, entry, now, match, fed_by), place in ruled and ruled[place] == now


def apply_seats(state: State, fact: Fact, body: SeatsRuled) -> State:
    """Seat as it was ruled; whoever keeps a place keeps it against the table."""
    key = StageKey(body.event, body.stage)
    published = state.published.get(key)
    if published is None:
        refuse("not-published", f"{key} is not published: its places follow the tables.")
    if not fact.reason:
        refuse("no-reason", "A ruling on who sits where gives a reason.")
    view = TournamentView(state)
    live, known = view.seats(key), {place.name for place in view.places(key)}
    held = {place: (match, side, entry) for place, match, side, entry in held_places(state, key)}
    for place, entry in body.seats.items():
        if place not in known and place not in held:
            there = ", ".join(sorted(known | set(held))) or "none"
            refuse("unknown-place", f"{key} has no place {place}: it has {there}.")
        if entry not in state.entries.get(key.event, {}):
            refuse("unknown-entry", f"{entry} is not in {key.event}.")
    told = {place: entry for place, entry in body.seats.items() if place not in held}
    seats = {**published.seats, **told}
    twice = sorted(entry for entry in seats.values() if list(seats.values()).count(entry) > 1)
    if twice:
        places = " and ".join(place for place, entry in seats.items() if entry == twice[0])
        refuse("seated-twice", f"{twice[0]} would sit on {places}: rule on both.")
    before = {**published.seats, **{place: entry for place, (_, _, entry) in held.items()}}
    said = "; ".join(_ruling_text(place, before.get(place), entry) for place, entry in body.seats.items())
    ruled = {**state.ruled.get(key, {}), **{place: live.get(place) for place in told}}
    state = replace(
        state,
        published={**state.published, key: replace(published, seats=seats)},
        ruled={**state.ruled, key: ruled},
    )
    for place, entry in body.seats.items():
        if place in held:
            match, side, _ = held[place]
            state = _rule_on_side(state, view, match, side, entry)
    return state.with_notice(fact, f"It was ruled for {key}: {said}: {fact.reason}")


def _rule_on_side(state: State, view: TournamentView, match: MatchId, side: Side, entry: EntryId) -> State:
    """Whoever belongs there by the matches before it needs no ruling any more, and what follows goes along."""
    now, key, place = view.live_sides(match)[SIDES.index(side)], state.matches[match].key, place_name(match, side)
    if entry == view.sides(match)[1 - SIDES.index(side)]:
        refuse("seated-twice", f"{entry} would sit on both sides of {match}.")
    ruled = {one: ruling for one, ruling in state.ruled.get(key, {}).items() if one != place}
    if entry == now:
        return with_held(replace(state, ruled={**state.ruled, key: ruled}), match, side, None)
    return with_held(replace(state, ruled={**state.ruled, key: {**ruled, place: now}}), match, side, entry)


def _ruling_text(place: str, was: EntryId | None, now: EntryId) -> str:
    if was == now:
        return f"{place} stays {now}"
    return f"{place} is {now} instead of {was}" if was is not None else f"{place} is {now}"
