"""Freeze the outcome of a match or a group when the first match fed by it begins, or its places are published.

A frozen outcome never changes by itself: a later correction waits for a ruling (`rulings`). What leads to a
frozen outcome is frozen too, so no entry can occupy two slots. It is released when nothing relies on it any more.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import compress
from operator import is_not

from carrom.tournament.draws.bracket import LoserOf, MatchId, PlaceOf
from carrom.tournament.model import events as e
from carrom.tournament.model.state import MatchRecord, Outcome, SeatSource, StageKey, State
from carrom.tournament.seating.now import TournamentNow, seat_source

_INPUTS = ("definition", "draws", "published", "frozen", "overruled", "left", "protests", "shootouts")
"""The parts of a state that outcomes depend on, besides its matches."""


def keep_outcomes(before: State, after: State) -> State:
    """Return the state after an event with all outcomes frozen that seats rely on, and no others."""
    if not after.published and not after.frozen:
        return after
    changed = _changed_matches(before, after)
    if all(getattr(before, part) is getattr(after, part) for part in _INPUTS):
        changed = [record for record in changed if _may_matter(before.matches.get(record.fixture.id), record)]
        if not changed:
            return after
        if not after.left and all(_begins(before.matches[one.fixture.id], one) for one in changed):
            return _with_frozen(after, [*_sources_of_published(after, changed)])
    return _settled(after)


def _changed_matches(before: State, after: State) -> list[MatchRecord]:
    was, now = before.matches, after.matches
    if was is now:
        return []
    # Nearly all records are the same and in the same place: the first look is made without running Python code.
    likely = compress(now.values(), map(is_not, now.values(), was.values())) if len(was) == len(now) else now.values()
    return [record for record in likely if was.get(record.fixture.id) is not record]


def _may_matter(before: MatchRecord | None, after: MatchRecord) -> bool:
    """Whether a change of a match may start it, end it or change its winner."""
    if before is None:
        return True
    was, now = ((one.result, one.rivals, one.has_begun) for one in (before, after))
    return was != now


def _begins(before: MatchRecord, after: MatchRecord) -> bool:
    """Whether a match starts or gets its first result, so that nothing can have been played after it."""
    return after.has_begun and (before.result is None and not before.history and not after.rivals)


def _settled(state: State) -> State:
    """Freeze and release until nothing changes: a released outcome can move entries back to a match they played."""
    for _ in range(len(state.matches) + 1):
        view = TournamentNow(state)
        relied_on = _relied_on(view)
        frozen = {source: kept for source in relied_on if (kept := _kept(view, source))}
        overruled = {source: ruled for source, ruled in state.overruled.items() if source in frozen}
        if (frozen, overruled) == (state.frozen, state.overruled):
            return state
        state = replace(state, frozen=frozen, overruled=overruled)
    return state


def _with_frozen(state: State, sources: Sequence[SeatSource]) -> State:
    """Freeze more outcomes as they are now."""
    if not sources:
        return state
    view = TournamentNow(state)
    more = {source: kept for source in sources if (kept := _kept(view, source)) != state.frozen.get(source, ())}
    return replace(state, frozen={**state.frozen, **more}) if more else state


def _kept(view: TournamentNow, source: SeatSource) -> Outcome:
    """Return the outcome to freeze: as it is frozen, or else as it is now; empty if it cannot be frozen."""
    if isinstance(source, str):
        now = view.state.frozen.get(source) or view.outcome(source)
        return () if now[0] is None else now
    places = _published_places(view.state).get(source, {})
    seats = {at: view.seat(key, PlaceOf(source[1], at + 1)) for at, key in places.items()}
    kept = tuple(seats.get(at) for at in range(max(places, default=-1) + 1))
    return kept if any(kept) else ()


def _published_places(state: State) -> Mapping[tuple[StageKey, int], Mapping[int, StageKey]]:
    """Return the places of each group that lead to published draws, counted from 0, with the stage they lead to."""

    def find() -> dict[tuple[StageKey, int], dict[int, StageKey]]:
        view, found = TournamentNow(state), dict[tuple[StageKey, int], dict[int, StageKey]]()
        for key, published in state.published.items():
            for place in view.places(key):
                source = seat_source(state, key, place)
                if isinstance(source, tuple) and (published.together or place.name in published.seats):
                    found.setdefault(source, {})[place.place - 1] = key
        return found

    return state.cache.once("published places", (state.definition, state.draws, state.published), find)


def _relied_on(view: TournamentNow) -> dict[SeatSource, None]:
    """Return every source with a seat that is published, played or ruled on."""
    state, found = view.state, dict[SeatSource, None]()
    for key, published in state.published.items():
        for place in view.places(key) if published.seats else ():
            source = seat_source(state, key, place)
            if source is not None and place.name in published.seats:
                found[source] = None
    played = (one for key in state.published for one in state.in_stage(key) if _is_played(view, one))
    found.update(dict.fromkeys(_sources_of_published(state, played)))
    # once a group is in question, only a ruling or its results settle it
    found.update((one, None) for one in state.frozen if not isinstance(one, str) and view.is_changed(one))
    ruled = [source for source in state.overruled if not isinstance(source, str) or source in state.matches]
    found.update(dict.fromkeys(ruled))
    before = (state.matches[source] for source in ruled if isinstance(source, str))
    found.update(dict.fromkeys(_sources_before(state, before)))
    return found


def _is_played(view: TournamentNow, record: MatchRecord) -> bool:
    """Whether a match is in play, or has a result of the entries that it belongs to."""
    if record.result is None:
        return record.has_begun
    return (record.result.a, record.result.b) == view.seated(record.fixture.id)


def _sources_of_published(state: State, records: Iterable[MatchRecord]) -> Iterator[SeatSource]:
    published = {key for key, one in state.published.items() if one.together}
    return _sources_before(state, (one for one in records if one.key in published))


def _sources_before(state: State, records: Iterable[MatchRecord]) -> Iterator[SeatSource]:
    """Yield every match and group that leads to some matches.

    Behind a match whose result was retracted, these are only the ones that send on more entries than a winner: without
    them, an entry that has played on could get a second seat.
    """
    left, seen = [(record, True) for record in records], set[tuple[SeatSource, bool]]()
    while left:
        record, is_certain = left.pop()
        for slot in record.fixture.slots:
            source = seat_source(state, record.key, slot)
            if source is None or (source, is_certain) in seen:
                continue
            seen.add((source, is_certain))
            if is_certain or not isinstance(source, str) or source in _losers_who_go_on(state):
                yield source
            if isinstance(source, str):
                earlier = state.matches[source]
                left.append((earlier, is_certain and (earlier.result is not None or not earlier.history)))


def _losers_who_go_on(state: State) -> frozenset[MatchId]:
    """Return the matches whose losers go on."""
    drawn = (one.fixtures for draws in state.draws.values() for one in draws)
    return state.cache.once(
        "losers who go on",
        (state.draws,),
        lambda: frozenset(
            slot.match for fixtures in drawn for one in fixtures for slot in one.slots if isinstance(slot, LoserOf)
        ),
    )


def without_moved(before: State, after: State) -> State:
    """Release the outcome of every match that gets other players by a ruling or publication, and of those behind it."""
    was = TournamentNow(before)
    while True:
        now = TournamentNow(after)
        moved = {one for one in after.frozen if isinstance(one, str) and was.seated(one) != now.seated(one)}
        if not moved:
            return after
        frozen = {source: outcome for source, outcome in after.frozen.items() if source not in moved}
        overruled = {source: outcome for source, outcome in after.overruled.items() if source not in moved}
        after = replace(after, frozen=frozen, overruled=overruled)


def has_dependents(state: State, given: e.ResultGiven) -> bool:
    """Whether another result would affect matches called or played, later rounds, or published draws."""
    record = state.matches[given.match]
    key = record.key
    drawn = state.draws[key]
    if state.stage(key).form.in_rounds and record.fixture not in drawn[-1].fixtures:
        return True
    if any(state.before(other) == key for other in state.published):
        return True
    instead = state.with_match(replace(record, result=given))
    before, after = TournamentNow(state), TournamentNow(instead)
    return any(
        before.sides(match) != after.sides(match)
        for match, other in state.matches.items()
        if other.table is not None or other.history
    )
