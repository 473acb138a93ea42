"""Draw a stage: from the entries of its event, or from the places of the stage before, to the fact that records it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from carrom.base.errors import CarromError
from carrom.tournament.draws.bracket import Bye, Draw, DrawnMatch, Entrant, LoserOf, MatchId, Slot, WinnerOf
from carrom.tournament.draws.groups import draw_groups, knockout_after_groups
from carrom.tournament.draws.knockout import knockout
from carrom.tournament.draws.leagues import team_league
from carrom.tournament.draws.round_robin import round_robin
from carrom.tournament.draws.swiss import swiss_round
from carrom.tournament.log.definition import Event, Stage
from carrom.tournament.log.facts import Drawn, Fixture, Published
from carrom.tournament.log.people import Entry
from carrom.tournament.log.state import StageKey, State
from carrom.tournament.log.view import View
from carrom.tournament.tables.policy import plain
from carrom.tournament.tables.results import EntryId


def draw_stage(state: State, key: StageKey, *, random: str | None = None) -> Drawn:
    """The draw of a stage that has none yet, or the next round of a Swiss system.

    Seeds come from the entries; whoever has left is not drawn. A knock-out after groups is drawn by places and can be
    published before the groups are played.
    """
    stage, event = state.stage(key), state.event(key.event)
    before = event.before(stage.id)
    if View(state).is_cancelled(event):
        raise CarromError(f"{event.name} has fewer than {event.min_communities} communities and is cancelled")
    if before is not None and stage.format != "knockout":
        raise CarromError(f"{key} follows {before.id} and must be a knock-out")
    number = _Numbers(state)
    groups: tuple[tuple[EntryId, ...], ...] = ()
    if before is not None:
        fixtures = _knockout_after(state, key, before, number)
    else:
        names, seeds = _ranked(state, key)
        apart = _apart(state, event, stage, names)
        if stage.format == "knockout":
            draw = knockout(names, seeds=seeds, random=random, apart=apart, third_place=stage.third_place)
            fixtures = _of_draw(draw, number)
        elif stage.format == "groups":
            count = stage.group_count(len(names))
            dealt = draw_groups(names, groups=count, seeds=seeds, random=random, apart=apart)
            groups = _as_entries(dealt)
            fixtures = [one for at, group in enumerate(groups) for one in _of_draw(round_robin(group), number, at)]
        elif stage.format == "round-robin":
            groups = _as_entries([names])
            fixtures = _of_draw(round_robin(names, random=random), number, 0)
        elif stage.format == "team-league":
            groups = _as_entries([names])
            fixtures = _league(names, event, number, random)
        else:
            fixtures, groups = _swiss(state, key, names, number, random)
    return Drawn(event=event.id, stage=stage.id, fixtures=tuple(fixtures), groups=groups, random=random)


def publication(state: State, key: StageKey) -> Published:
    """The fact that hangs a draw on the wall, with the seats as the tables fill them now."""
    return Published(event=key.event, stage=key.stage, seats=View(state).seats(key))


class _Numbers:
    """Match numbers that go on where the tournament's last draw ended."""

    def __init__(self, state: State) -> None:
        self._last = max((int(match[1:]) for match in state.matches), default=0)

    def next(self) -> MatchId:
        self._last += 1
        return MatchId(f"M{self._last}")


def _ranked(state: State, key: StageKey) -> tuple[list[str], int]:
    """The entries with the seeded ones first, and how many of them are seeds."""
    gone = state.left.get(key.event, {})
    entries = [one for one in state.entries.get(key.event, {}).values() if one.id not in gone]
    seeded = sorted((one for one in entries if one.seed is not None), key=lambda one: one.seed or 0)
    others = [one.id for one in entries if one.seed is None]
    return [*(one.id for one in seeded), *others], len(seeded)


def _apart(state: State, event: Event, stage: Stage, names: Iterable[str]) -> Mapping[str, str]:
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


def _as_entries(groups: Iterable[Sequence[str]]) -> tuple[tuple[EntryId, ...], ...]:
    return tuple(tuple(EntryId(name) for name in group) for group in groups)


def _of_draw(draw: Draw, number: _Numbers, group: int | None = None) -> list[Fixture]:
    """A draw's matches under the tournament's own numbers."""
    renamed: dict[MatchId, MatchId] = {}
    fixtures = []
    for turn, one in enumerate(draw.rounds, 1):
        for match in one.matches:
            renamed[match.id] = number.next()
            fixtures.append(
                Fixture(id=renamed[match.id], round=one.stage, slots=_slots(match, renamed), group=group, turn=turn)
            )
    return fixtures


def _slots(match: DrawnMatch, renamed: Mapping[MatchId, MatchId]) -> tuple[Slot, Slot]:
    first, second = (_slot(slot, renamed) for slot in match.slots)
    return first, second


def _slot(slot: Slot, renamed: Mapping[MatchId, MatchId]) -> Slot:
    match slot:
        case WinnerOf(match):
            return WinnerOf(renamed[match])
        case LoserOf(match):
            return LoserOf(renamed[match])
    return slot


def _knockout_after(state: State, key: StageKey, before: Stage, number: _Numbers) -> list[Fixture]:
    drawn = state.draws.get(StageKey(key.event, before.id), ())
    if not drawn:
        raise CarromError(f"{key} follows {before.id}, which is not drawn yet")
    groups = max(len(drawn[0].groups), 1)
    draw = knockout_after_groups(groups, before.advance, third_place=state.stage(key).third_place)
    return _of_draw(draw, number)


def _league(names: Sequence[str], event: Event, number: _Numbers, random: str | None) -> list[Fixture]:
    if not event.rubbers:
        raise CarromError(f"{event.id} is a league of teams and names no rubbers")
    fixtures = []
    for tie in team_league(names, [one.id for one in event.rubbers], random=random):
        for rubber in tie.rubbers:
            slots = (Entrant(tie.teams[0]), Entrant(tie.teams[1]))
            fixtures.append(
                Fixture(id=number.next(), round="group", slots=slots, group=0, rubber=rubber.category, turn=tie.round)
            )
    return fixtures


def _swiss(
    state: State, key: StageKey, names: Sequence[str], number: _Numbers, random: str | None
) -> tuple[list[Fixture], tuple[tuple[EntryId, ...], ...]]:
    drawn = state.draws.get(key, ())
    if len(drawn) >= (state.stage(key).rounds or 0):
        raise CarromError(f"{key} has had all its rounds")
    view = View(state)
    points: dict[str, float] = {}
    ranking = list(names)
    byes: list[str] = []
    met: list[tuple[str, str]] = []
    if drawn:
        for record in state.in_stage(key):
            a, b = view.sides(record.fixture.id)
            if a is not None and b is not None:
                met.append((a, b))
                if view.winner(record.fixture.id) is None:
                    raise CarromError(f"{record.fixture.id} of the last round is still open")
            else:
                byes += [one for one in (a, b) if one is not None]
        table = view.tables(key)[0].standings.table
        points = {row.entry: float(plain(row.points)) for row in table}
        ranking = [row.entry for row in table if row.entry in set(names)]
    pairing = swiss_round(ranking, points=points, met=met, byes=byes, random=random)
    turn = len(drawn) + 1
    pairs: list[tuple[Slot, Slot]] = [(Entrant(a), Entrant(b)) for a, b in pairing.pairs]
    if pairing.bye is not None:
        pairs.append((Entrant(pairing.bye), Bye()))
    fixtures = [Fixture(id=number.next(), round="group", slots=slots, group=0, turn=turn) for slots in pairs]
    return fixtures, _as_entries([names])
