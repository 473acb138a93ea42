"""Freeze the seats of played matches, so that late corrections do not move players out of them.

The seats of a draw are filled by earlier matches, and in its first round also by group tables. If an event would change
the sides of a match that has a result, the match keeps its sides and the seat waits for a ruling. All other seats
filled by the same table or match are frozen too: if only some were, an entry could get two.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from carrom.tournament.draws.bracket import LoserOf, MatchId, WinnerOf
from carrom.tournament.model import events as e
from carrom.tournament.model.events import EventBody
from carrom.tournament.model.state import MatchRecord, StageKey, State
from carrom.tournament.seating.now import SeatSource, TournamentNow, seat_source
from carrom.tournament.tables.results import SIDES, EntryId, Side

_MAY_CHANGE_WINNERS = (
    e.ResultGiven,
    e.ResultConfirmed,
    e.PadEventNoted,
    e.EntryLeft,
    e.ShootoutPlayed,
    e.LotsDrawn,
    e.PolicyChanged,
    e.DefinitionChanged,
    e.Retracted,
    e.ProtestLodged,
    e.ProtestFeePaid,
    e.ProtestJudged,
)
"""Events that can change the winner of an earlier match. Rulings may move played matches, and an undo restores them."""


def side_label(match: MatchId, side: Side) -> str:
    """Return the name of a side as rulings use it, such as "M3A"."""
    return f"{match}{side.upper()}"


def frozen_seats(state: State, key: StageKey) -> Iterator[tuple[str, MatchId, Side, EntryId]]:
    for match, frozen in state.frozen.items():
        if match in state.matches and state.matches[match].key == key:
            for side, entry in frozen.items():
                yield side_label(match, side), match, side, entry


def with_frozen(state: State, match: MatchId, side: Side, entry: EntryId | None) -> State:
    """Return the state with an entry frozen on a side; with None, earlier matches fill the side again."""
    frozen = {one: sitting for one, sitting in state.frozen.get(match, {}).items() if one != side}
    if entry is not None:
        frozen[side] = entry
    others = {one: sitting for one, sitting in state.frozen.items() if one != match}
    return replace(state, frozen={**others, match: frozen} if frozen else others)


def without_frozen(state: State, key: StageKey) -> State:
    """Return the state with no frozen seats in a stage."""
    for _, match, side, _ in list(frozen_seats(state, key)):
        state = with_frozen(state, match, side, None)
    return state


def freeze_played(before: State, after: State, body: EventBody) -> State:
    """Return the state after an event, with the sides of all matches played on a published draw as before."""
    if not isinstance(body, _MAY_CHANGE_WINNERS) or not any(one.holds for one in after.published.values()):
        return after
    if isinstance(body, e.ResultGiven) and not before.matches[body.match].history and not before.left:
        return after  # nothing can be played after a match without a result, except after withdrawals
    after = _unfreeze(after)
    seen = TournamentNow(before)
    after = _freeze_together(seen, after)
    for key, published in after.published.items():
        for record in before.in_stage(key) if published.holds and not published.together else ():
            match, result = record.fixture.id, record.result
            stays = after.matches.get(match)
            if result is None or stays is None or stays.result is None or seen.sides(match) != (result.a, result.b):
                continue
            now = TournamentNow(after).sides(match)
            for side, was, will in zip(SIDES, (result.a, result.b), now, strict=True):
                if was != will:
                    after = with_frozen(after, match, side, was)
    return after


def _unfreeze(state: State) -> State:
    """Release frozen seats that no played match needs, unless there is a ruling on them."""
    relied_on = _relied_on(state)
    for match, frozen in state.frozen.items():
        record = state.matches.get(match)
        ruled = {} if record is None else state.ruled.get(record.key, {})
        for side in frozen:
            if record is not None and _is_frozen_together(state, record.key):
                slot = record.fixture.slots[SIDES.index(side)]
                stays = seat_source(state, record.key, slot) in relied_on
            else:
                stays = record is not None and record.result is not None
            if not stays and side_label(match, side) not in ruled:
                state = with_frozen(state, match, side, None)
    return state


def _is_frozen_together(state: State, key: StageKey) -> bool:
    published = state.published.get(key)
    return published is not None and published.holds and published.together


def _freeze_together(seen: TournamentNow, after: State) -> State:
    """Freeze all seats filled by a table or match if a match was played on any of them."""
    stages = [key for key in after.published if _is_frozen_together(after, key) and key in seen.state.published]
    relied_on = _relied_on(after, seen) if stages else frozenset()
    if not relied_on:
        return after
    after = _publish_frozen_tables(seen, after, stages, relied_on)
    now = TournamentNow(after)
    for key in sorted(stages, key=lambda one: [stage.id for stage in after.event(one.event).stages].index(one.stage)):
        for record in after.in_stage(key):
            match = record.fixture.id
            for side, slot in zip(SIDES, record.fixture.slots, strict=True):
                if match not in seen.state.matches or seat_source(after, key, slot) not in relied_on:
                    continue
                was, live = (one[SIDES.index(side)] for one in (seen.sides(match), now.live_sides(match)))
                if was is not None and was != after.frozen.get(match, {}).get(side, live):
                    after = with_frozen(after, match, side, was)
                    now = TournamentNow(after)
    return after


def _publish_frozen_tables(
    seen: TournamentNow, after: State, stages: Sequence[StageKey], relied_on: frozenset[SeatSource]
) -> State:
    """Publish all places of a table that a played match depends on, as soon as one of them would change."""
    now = TournamentNow(after)
    filled: dict[SeatSource, list[tuple[StageKey, str, EntryId]]] = {}
    moved: set[SeatSource] = set()
    for key in stages:
        for place in now.places(key):
            source, was = seat_source(after, key, place), seen.seat(key, place)
            if source in relied_on and source is not None and was is not None:
                filled.setdefault(source, []).append((key, place.name, was))
                if was != now.seat(key, place):
                    moved.add(source)
    for key, place_of_it, entry in (one for source in moved for one in filled[source]):
        published = after.published[key]
        seats = {**published.seats, place_of_it: entry}
        after = replace(after, published={**after.published, key: replace(published, seats=seats)})
    return after


def _relied_on(state: State, seen: TournamentNow | None = None) -> frozenset[SeatSource]:
    """Return the sources with a seat that is published, in play or played, in draws whose seats are frozen together.

    With `seen`, the situation before the event, a result counts only if the right sides played it.
    """
    found: set[SeatSource] = set()
    view = seen or TournamentNow(state)
    for key, published in state.published.items():
        if _is_frozen_together(state, key):
            given = (seat_source(state, key, place) for place in view.places(key) if place.name in published.seats)
            found.update(source for source in given if source is not None)
        for record in state.in_stage(key) if _is_frozen_together(state, key) else ():
            if record.result is not None:
                played = (record.result.a, record.result.b)
                counts = seen is None or (
                    record.fixture.id in seen.state.matches and seen.sides(record.fixture.id) == played
                )
            else:
                counts = record.has_begun
            if counts:
                found.update(_sources_behind(view, record))
    return frozenset(found)


def _sources_behind(view: TournamentNow, record: MatchRecord) -> Iterator[SeatSource]:
    """Yield the tables and matches that filled the sides of a match.

    An entry that advanced by a bye or walkover came from what filled the earlier match. So did one whose result was
    taken back, if that source sends on more entries than its winner: the entry would otherwise also get another of
    these seats.
    """
    state = view.state
    ways, seen = [(record, True)], {(record.fixture.id, True)}
    while ways:
        one, came_for_certain = ways.pop()
        for slot in one.fixture.slots:
            source = seat_source(state, one.key, slot)
            if source is not None and (came_for_certain or _sends_on_more_than_one(state, source)):
                yield source
            earlier = state.matches.get(slot.match) if isinstance(slot, WinnerOf | LoserOf) else None
            if earlier is not None and earlier.result is None:
                way = (earlier.fixture.id, came_for_certain and view.winner(earlier.fixture.id) is not None)
                if way not in seen:
                    seen.add(way)
                    ways.append((earlier, way[1]))


def _sends_on_more_than_one(state: State, source: SeatSource) -> bool:
    """Whether more entries than the winner go on from a table or match."""
    return not isinstance(source, str) or source in state.cache.once(
        "losers who go on", (state.draws,), lambda: _losers_go_on(state)
    )


def _losers_go_on(state: State) -> frozenset[MatchId]:
    slots = (
        slot for drawn in state.draws.values() for one in drawn for fixture in one.fixtures for slot in fixture.slots
    )
    return frozenset(slot.match for slot in slots if isinstance(slot, LoserOf))


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
