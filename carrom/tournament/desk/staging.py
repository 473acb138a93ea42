"""Draw a stage: from the entries of its event, or from the places of the stage before, to the fact that records it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import count
from typing import Literal

from carrom.base.errors import CarromError
from carrom.tournament.draws.bracket import Bye, LoserOf, MatchId, WinnerOf
from carrom.tournament.formats import FORMATS, Drawing, ToDraw, renumbered
from carrom.tournament.log.decision_facts import SeatsRuled
from carrom.tournament.log.definition import EventDefinition, Stage
from carrom.tournament.log.facts import Drawn, Published
from carrom.tournament.log.people import Entry
from carrom.tournament.log.seat_rulings import ContestedSeat, contested_seats, ruled_with
from carrom.tournament.log.sources import place_text
from carrom.tournament.log.state import StageKey, State
from carrom.tournament.log.view import TournamentView
from carrom.tournament.tables.policy import plain
from carrom.tournament.tables.results import EntryId


def can_draw_again(state: State, key: StageKey) -> bool:
    """Whether the last round of a Swiss system can be drawn otherwise: nobody has been called to it."""
    drawn = len(state.draws.get(key, ()))
    last = [one for one in state.in_stage(key) if one.fixture.turn == drawn]
    is_open = all(one.result is None and not one.history and one.table is None for one in last)
    return state.stage(key).form.in_rounds and drawn > 0 and is_open


def draw_stage(state: State, key: StageKey, *, random: str | None = None, again: bool = False) -> Drawn:
    """The draw of a stage that has none yet, or the next round of a Swiss system; its last one `again`.

    Seeds come from the entries; whoever has left is not drawn. A knock-out after groups is drawn by places and can be
    published before the groups are played.
    """
    stage, event = state.stage(key), state.event(key.event)
    before = event.before(stage.id)
    numbered = state
    if again:
        if not can_draw_again(state, key):
            raise CarromError("no-round-to-draw-again", f"{state.title(key)} has no round of which nothing is played")
        state = _without_last_round(state, key)
    if TournamentView(state).is_cancelled(event):
        few = f"has fewer than {event.min_communities} communities and "
        raise CarromError("event-cancelled", f"{event.name} {'' if event.cancelled else few}is cancelled")
    if before is not None and not stage.form.can_follow:
        able = " or ".join(one.name for one in FORMATS.values() if one.can_follow)
        raise CarromError("wrong-format", f"{state.title(key)} follows {before.id} and must be a {able}")
    wanted = ToDraw(stage=stage, title=str(key), random=random, rubbers=[one.id for one in event.rubbers])
    if before is not None and before.form.shape == "tree":
        both, one = _first_matches(state, key, before)
        wanted = replace(wanted, beaten=both, beaten_after_bye=one if stage.after_bye else ())
    elif before is not None:
        places = _places(state, key, before)
        sizes = [len(group) for group in state.draws[StageKey(key.event, before.id)][0].groups]
        wanted = replace(wanted, places=places, sizes=sizes)
    else:
        names, seeds = _rank_entries(state, key)
        wanted = replace(wanted, names=names, seeds=seeds, apart=_apart(state, event, stage, names))
        if stage.form.in_rounds and state.draws.get(key):
            wanted = _after_a_round(state, key, wanted)
    if stage.third_place and (len(wanted.names) == 2 or wanted.places in ((1, 2), (2, 1))):
        wanted = replace(wanted, stage=replace(stage, third_place=False))  # of two there is no third
    drawing = stage.form.draw(wanted)
    fixtures = drawing.numbered(_numbers(numbered, key, drawing))
    groups = tuple(tuple(map(EntryId, group)) for group in drawing.groups)
    return Drawn(event=event.id, stage=stage.id, fixtures=fixtures, groups=groups, random=random, again=again)


def _without_last_round(state: State, key: StageKey) -> State:
    drawn = state.draws[key]
    gone = {one.fixture.id for one in state.in_stage(key) if one.fixture.turn == len(drawn)}
    matches = {match: record for match, record in state.matches.items() if match not in gone}
    return replace(state, draws={**state.draws, key: drawn[:-1]}, matches=matches)


def _numbers(state: State, key: StageKey, drawing: Drawing) -> Iterator[MatchId]:
    """The tournament's numbers go on. A match that is drawn again and is the same keeps its own: its card may lie on
    a table already."""
    known = {(record.fixture.round, record.fixture.slots): record.fixture.id for record in state.in_stage(key)}
    if state.stage(key).form.in_rounds:
        known = {}
    fresh = count(state.next_number)
    now: dict[MatchId, MatchId] = {}
    for one in drawing.fixtures:
        slots = renumbered(one.slots, now)
        same = (one.round, slots)
        now[one.id] = known.pop(same) if same in known else MatchId(f"M{next(fresh)}")
        yield now[one.id]


def publication(state: State, key: StageKey) -> Published:
    """The fact that hangs a draw on the wall, with the seats as the tables fill them now."""
    seats = TournamentView(state).seats_to_publish(key)
    return Published(event=key.event, stage=key.stage, seats=seats, holds=True, together=True)


def rule_seats(
    state: State, key: StageKey, seats: Mapping[str, EntryId], *, others: Literal["keep", "change"] | None = None
) -> SeatsRuled:
    """The ruling on a published draw: these seats, and whether the other places that wait for one stay or change."""
    view = TournamentView(state)
    ruled = {_place_meant(state, key, place): entry for place, entry in seats.items()}
    for seat in _to_rule_on(view, key):
        if seat.place in ruled or others is None:
            continue
        if others == "change" and seat.now is None:
            raise CarromError("seat-open", f"{state.title(key)} is {seat.text}: keep it, or say who sits there")
        ruled[seat.place] = seat.seated if others == "keep" or seat.now is None else seat.now
    if not ruled:
        raise CarromError("nothing-to-rule", f"no place of {state.title(key)} waits for a ruling")
    return SeatsRuled(event=key.event, stage=key.stage, seats=ruled)


def _place_meant(state: State, key: StageKey, place: str) -> str:
    """The place of a table is meant by its side of a match too: M13A may be A1."""
    if key in state.published and state.published[key].together:
        for record in state.in_stage(key):
            for side, slot in zip("AB", record.fixture.slots, strict=True):
                if f"{record.fixture.id}{side}" == place:
                    return place_text(slot, place)
    return place


def _to_rule_on(view: TournamentView, key: StageKey) -> Iterator[ContestedSeat]:
    """The places of a draw that wait for a ruling, and those of others that the same tables or matches fill."""
    own = list(contested_seats(view, key))
    yield from own
    sources = {seat.source for seat in own}
    for other in ruled_with(view.state, key)[1:] if own else ():
        yield from (seat for seat in contested_seats(view, other) if seat.source in sources)


def _rank_entries(state: State, key: StageKey) -> tuple[list[str], int]:
    """The entries with the seeded ones first, and how many of them are seeds."""
    gone = state.left.get(key.event, {})
    entries = [one for one in state.entries.get(key.event, {}).values() if one.id not in gone]
    seeded = sorted((one for one in entries if one.seed is not None), key=lambda one: one.seed or 0)
    others = [one.id for one in entries if one.seed is None]
    return [*(one.id for one in seeded), *others], len(seeded)


def _apart(state: State, event: EventDefinition, stage: Stage, names: Iterable[str]) -> Mapping[str, str]:
    if stage.apart is None:
        return {}
    found = {}
    for name in names:
        entry = state.entries[event.id][EntryId(name)]
        common = _common(state, entry, stage.apart)
        if common is not None:
            found[name] = common
    return found


def _common(state: State, entry: Entry, what: str) -> str | None:
    """The club or the community that all members of an entry share."""
    values = {getattr(state.people[member], what) for member in entry.members}
    return values.pop() if len(values) == 1 else None


def _places(state: State, key: StageKey, before: Stage) -> tuple[int, int]:
    """How many groups the stage before has, and how many of each go on."""
    drawn = state.draws.get(StageKey(key.event, before.id), ())
    if not drawn:
        raise CarromError("stage-before-not-drawn", f"{state.title(key)} follows {before.id}, which is not drawn yet")
    groups = drawn[0].groups
    largest = max(map(len, groups), default=len(state.entries[key.event]))
    if before.advance > max(largest, 2):
        from_there = f"from {before.id}, which has {largest} in a table"
        raise CarromError("cannot-advance", f"{before.advance} cannot advance to {state.title(key)} {from_there}")
    return max(len(groups), 1), before.advance


def _first_matches(state: State, key: StageKey, before: Stage) -> tuple[list[MatchId], list[MatchId]]:
    """The matches of a knock-out that are the first for both sides, in the first round or between two byes, and those
    that are the first for one, who had a bye."""
    drawn = state.draws.get(StageKey(key.event, before.id), ())
    if not drawn:
        raise CarromError("stage-before-not-drawn", f"{state.title(key)} follows {before.id}, which is not drawn yet")
    byes = {one.id for one in drawn[0].fixtures if any(isinstance(slot, Bye) for slot in one.slots)}
    played = [one for one in drawn[0].fixtures if one.id not in byes]
    before_it = {
        one.id: [slot.match in byes for slot in one.slots if isinstance(slot, WinnerOf)]
        for one in played
        if not any(isinstance(slot, LoserOf) for slot in one.slots)
    }
    both = [match for match, by_bye in before_it.items() if all(by_bye)]
    return both, [match for match, by_bye in before_it.items() if any(by_bye) and not all(by_bye)]


def _after_a_round(state: State, key: StageKey, wanted: ToDraw) -> ToDraw:
    """What the rounds before say: who met whom, who sat out, and the table."""
    view = TournamentView(state)
    byes: list[str] = []
    met: list[tuple[str, str]] = []
    for record in state.in_stage(key):
        a, b = view.sides(record.fixture.id)
        if a is not None and b is not None:
            met.append((a, b))
            is_over = view.status(record.fixture.id) == "played" or {a, b} <= state.left.get(key.event, {}).keys()
            if not is_over:
                text = f"{record.fixture.id} of the last round is still open"
                if not can_draw_again(state, key):
                    raise CarromError("drawn-already", text)
                again = f"{text}. Nobody is called to that round: it can be drawn again, with a reason"
                raise CarromError("drawn-already", again, typed=f"{again} (--again)")
        else:
            byes += [one for one in (a, b) if one is not None]
    table = view.tables(key)[0].standings.table
    staying = set(wanted.names)
    return replace(
        wanted,
        ranking=[row.entry for row in table if row.entry in staying],
        drawn=len(state.draws[key]),
        standing={row.entry: row.rank for row in table},
        points={row.entry: float(plain(row.points)) for row in table},
        met=met,
        byes=byes,
    )
