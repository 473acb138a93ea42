"""What was played on a published draw stands: a correction of an earlier match takes nobody out of a later one.

The places of a tree are filled by matches, and those of its first round may be by tables. Where a fact would put
somebody else into a match that has a result, the match keeps its sides, and the place waits for a ruling. So do all
other places that the same table or match fills: if only some of them stayed, one entry would stand on two.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from carrom.tournament.draws.bracket import LoserOf, MatchId, WinnerOf
from carrom.tournament.model import events as d, events as f
from carrom.tournament.model.events import EventBody, ResultGiven
from carrom.tournament.model.state import MatchRecord, StageKey, State
from carrom.tournament.seating.now import SeatSource, TournamentNow, seat_source
from carrom.tournament.tables.results import EntryId, Side

SIDES: tuple[Side, Side] = ("a", "b")

_MAY_CHANGE_WINNERS = (
    f.ResultGiven,
    f.ResultConfirmed,
    f.PadEventNoted,
    f.EntryLeft,
    f.ShootoutPlayed,
    f.LotsDrawn,
    f.PolicyChanged,
    f.DefinitionChanged,
    f.Retracted,
    d.ProtestLodged,
    d.ProtestFeePaid,
    d.ProtestJudged,
)
"""Facts that can change who won an earlier match. A ruling may move what was played; an undo goes back by itself."""


def side_label(match: MatchId, side: Side) -> str:
    """The place of a side in a match, as a ruling calls it: M3a."""
    return f"{match}{side.upper()}"


def frozen_seats(state: State, key: StageKey) -> Iterator[tuple[str, MatchId, Side, EntryId]]:
    """The places of a stage that somebody holds by having played there, whatever the matches before it now say."""
    for match, held in state.held.items():
        if match in state.matches and state.matches[match].key == key:
            for side, entry in held.items():
                yield side_label(match, side), match, side, entry


def with_frozen(state: State, match: MatchId, side: Side, entry: EntryId | None) -> State:
    """The state in which an entry holds a place; with None the place follows the matches before it again."""
    held = {one: kept for one, kept in state.held.get(match, {}).items() if one != side}
    if entry is not None:
        held[side] = entry
    others = {one: kept for one, kept in state.held.items() if one != match}
    return replace(state, held={**others, match: held} if held else others)


def without_frozen(state: State, key: StageKey) -> State:
    """The state in which a stage goes by what is published, and by nothing that was held before."""
    for _, match, side, _ in list(frozen_seats(state, key)):
        state = with_frozen(state, match, side, None)
    return state


def freeze_played(before: State, after: State, body: EventBody) -> State:
    """The state after a fact, in which every match that was played on a published draw still has its sides."""
    if not isinstance(body, _MAY_CHANGE_WINNERS) or not any(one.holds for one in after.published.values()):
        return after
    if isinstance(body, f.ResultGiven) and not before.matches[body.match].history and not before.left:
        return after  # nothing can have been played on a match that had no result, unless somebody went on without
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
    """Where the result is gone nothing is played any more; what was ruled stays."""
    relied_on = _relied_on(state)
    for match, held in state.held.items():
        record = state.matches.get(match)
        ruled = {} if record is None else state.ruled.get(record.key, {})
        for side in held:
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
    """Where anything was played on what a table or a match fills, all places that it fills stay as they were."""
    stages = [key for key in after.published if _is_frozen_together(after, key) and key in seen.state.published]
    relied_on = _relied_on(after, seen) if stages else frozenset()
    if not relied_on:
        return after
    after = _publish_frozen_tables(seen, after, stages, relied_on)
    now = TournamentNow(after)
    # A match comes after those that feed it, and so does a stage.
    for key in sorted(stages, key=lambda one: [stage.id for stage in after.event(one.event).stages].index(one.stage)):
        for record in after.in_stage(key):
            match = record.fixture.id
            for side, slot in zip(SIDES, record.fixture.slots, strict=True):
                if match not in seen.state.matches or seat_source(after, key, slot) not in relied_on:
                    continue
                was, live = (one[SIDES.index(side)] for one in (seen.sides(match), now.live_sides(match)))
                if was is not None and was != after.held.get(match, {}).get(side, live):
                    after = with_frozen(after, match, side, was)
                    now = TournamentNow(after)
    return after


def _publish_frozen_tables(
    seen: TournamentNow, after: State, stages: Sequence[StageKey], relied_on: frozenset[SeatSource]
) -> State:
    """The places of a table that was relied on are as good as published, all at once when the first of them moves."""
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
    """The tables and matches that somebody came out of who was published then, has played since, or begun to, where
    the places that they fill stand together. With a view of before: who belonged there then."""
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
    """What has filled a match. Whoever went on without playing, by a bye or a walk-over of one who left, came out of
    what had filled that match. So did whoever came out of one whose result was taken back since: where what had filled
    it has a place for everybody who leaves it, he would come to another one of these too."""
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
    """Whether somebody else than the winner has a place after it."""
    return not isinstance(source, str) or source in state.cache.once(
        "losers who go on", (state.draws,), lambda: _losers_go_on(state)
    )


def _losers_go_on(state: State) -> frozenset[MatchId]:
    slots = (
        slot for drawn in state.draws.values() for one in drawn for fixture in one.fixtures for slot in fixture.slots
    )
    return frozenset(slot.match for slot in slots if isinstance(slot, LoserOf))


def has_dependents(state: State, given: ResultGiven) -> bool:
    """Whether this result instead of the one that stands would reach what was called, played, drawn or published on
    it."""
    record = state.matches[given.match]
    key = record.key
    drawn = state.draws[key]
    if state.stage(key).form.in_rounds and record.fixture not in drawn[-1].fixtures:
        return True  # a later round was paired by it
    if any(state.before(other) == key for other in state.published):
        return True
    instead = state.with_match(replace(record, result=given))
    before, after = TournamentNow(state), TournamentNow(instead)
    return any(
        before.sides(match) != after.sides(match)
        for match, other in state.matches.items()
        if other.table is not None or other.history
    )
