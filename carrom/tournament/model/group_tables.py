"""Table of a group or a league, with its shoot-outs, byes and withdrawals.

A series of shoot-outs counts once all level entries have met; if some stay level, they play another. Shoot-outs from
before November 2026 do not name their series (`among`) and count singly.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import NamedTuple

from carrom.base.errors import refuse
from carrom.tournament.draws.bracket import Bye, Entrant, Fixture, MatchId, group_name
from carrom.tournament.model.events import LotsDrawn, ShootoutPlayed, StageDrawn, TournamentEvent
from carrom.tournament.model.state import StageKey, State
from carrom.tournament.tables.results import EntryId, Result
from carrom.tournament.tables.standings import SERIES_BEFORE_LOTS, Standings, standings
from carrom.tournament.tables.withdrawals import SettledResults, settle_withdrawals

Pairing = frozenset[EntryId]


@dataclass(frozen=True, slots=True)
class Shootouts:
    """Shoot-outs of one group: outside series, in complete and in unfinished series."""

    loose: tuple[Result, ...]
    whole: tuple[tuple[Result, ...], ...]
    running: dict[Pairing, frozenset[Pairing]]
    """Pairs that have met in each unfinished series, by its entries."""
    lots: tuple[tuple[EntryId, ...], ...] = ()

    def series_of(self, level: Iterable[EntryId]) -> int:
        """Complete series that all of these entries have played."""
        names = set(level)
        return sum(names <= {name for one in played for name in (one.a, one.b)} for played in self.whole)

    def missing(self, level: Iterable[EntryId]) -> list[tuple[EntryId, EntryId]]:
        names = list(level)
        met = self.running.get(frozenset(names), frozenset())
        return [(a, b) for a, b in combinations(names, 2) if frozenset((a, b)) not in met]


def shootout_result(shootout: ShootoutPlayed) -> Result:
    return Result(a=shootout.a, b=shootout.b, score=shootout.score)


def group_shootouts(state: State, key: StageKey, group: int) -> Shootouts:
    loose: list[Result] = []
    whole: list[tuple[Result, ...]] = []
    running: dict[Pairing, dict[Pairing, Result]] = {}
    gone = state.left.get(key.event, {})
    lots: list[tuple[EntryId, ...]] = []
    for shootout in state.shootouts.get((key, group), {}).values():
        if isinstance(shootout, LotsDrawn):
            lots.append(shootout.order)
            continue
        result, among = shootout_result(shootout), frozenset(shootout.among)
        if not among:
            loose.append(result)
            continue
        met = running.setdefault(among, {})
        met[frozenset((result.a, result.b))] = result
        if all(frozenset(pair) in met for pair in combinations(among - gone.keys(), 2)):
            whole.append(tuple(running.pop(among).values()))
    found = Shootouts(tuple(loose), tuple(whole), {among: frozenset(met) for among, met in running.items()})
    # Lots count only after two series, one of which may have been taken back.
    return replace(found, lots=tuple(one for one in lots if found.series_of(one) >= SERIES_BEFORE_LOTS))


def check_shootout(state: State, event: TournamentEvent, body: ShootoutPlayed) -> None:
    """Refuse a shoot-out between entries not level, or already met in this series."""
    among = frozenset(body.among)
    if not among:
        return
    if not {body.a, body.b} <= among:
        refuse("not-level", f"{body.a} and {body.b} are not level: no shoot-out decides between them.")
    found = group_shootouts(state, StageKey(body.event, body.stage), body.group)
    if found.series_of(among) >= SERIES_BEFORE_LOTS and not found.running.get(among):
        refuse("lots-due", f"{', '.join(body.among)} are level after two series: the chief referee draws lots.", "I-55")
    if frozenset((body.a, body.b)) in found.running.get(among, frozenset()):
        due = ", ".join(f"{a} – {b}" for a, b in found.missing(body.among))
        text = f"{body.a} and {body.b} have met in this series: {due} is due. A wrong one is taken back first."
        refuse("met-already", text)


class GroupMeeting(NamedTuple):
    fixture: Fixture
    a: EntryId | None
    b: EntryId | None

    @property
    def is_known(self) -> bool:
        return self.a is not None and self.b is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupTable:
    name: str
    entries: tuple[EntryId, ...]
    standings: Standings
    is_complete: bool
    advance: int
    decisive: int
    """Number of places that lead on: all if there is a plate."""
    settled: SettledResults

    @property
    def is_decided(self) -> bool:
        """Whether every advancing place has exactly one entry."""
        return self.is_complete and all(self.place(place) for place in range(1, self.advance + 1))

    def place(self, place: int) -> EntryId | None:
        """Entry with this rank; None if shared or empty."""
        holders = self.holders(place)
        return holders[0] if len(holders) == 1 else None

    def holders(self, place: int) -> list[EntryId]:
        return [row.entry for row in self.standings.table if row.rank == place]


def group_table(
    state: State,
    key: StageKey,
    number: int,
    group: tuple[EntryId, ...],
    meetings: Sequence[GroupMeeting],
    results: Sequence[Result],
) -> GroupTable:
    """Table from the results that count, with withdrawals settled by the stage's rule."""
    stage, competition = state.stage(key), state.event(key.event)
    pairs = [(one.a, one.b) for one in meetings if one.a is not None and one.b is not None]
    gone = {entry: left for entry, left in state.left.get(key.event, {}).items() if entry in group}
    chosen = {entry: left.results for entry, left in gone.items() if left.results is not None}
    settled = settle_withdrawals(pairs, results, gone, stage.withdrawal, chosen)
    staying = settled.staying(group)
    due = sum(1 for a, b in pairs if a in staying and b in staying and not (a in gone and b in gone))
    feeds_plate = competition.has_plate and competition.stages[0].id == key.stage
    shootouts = group_shootouts(state, key, number)
    advance = min(stage.advance, len(staying))
    return GroupTable(
        name=group_name(number) if stage.form.has_groups else "",
        entries=group,
        standings=standings(
            staying,
            settled.results,
            state.policy(key),
            shootouts=shootouts.loose,
            series=shootouts.whole,
            lots=shootouts.lots,
            byes=[one for one in _byes(meetings) if one in staying],
        ),
        is_complete=(stage.form.is_whole(stage, len(state.draws[key])) and bool(pairs) and len(settled.results) >= due),
        advance=advance,
        decisive=len(staying) if feeds_plate else advance,
        settled=settled,
    )


def _byes(meetings: Sequence[GroupMeeting]) -> list[EntryId]:
    return [
        side
        for one in meetings
        if not one.is_known and any(isinstance(slot, Bye) for slot in one.fixture.slots)
        for side in (one.a, one.b)
        if side is not None
    ]


class DrawnGroup(NamedTuple):
    """A group as drawn. `is_settled`: all its matches are between entries known from the draw."""

    entries: tuple[EntryId, ...]
    matches: tuple[MatchId, ...]
    is_settled: bool


def matches_by_group(draws: Sequence[StageDrawn]) -> tuple[DrawnGroup, ...]:
    """Split a stage's matches by group. A match without one belongs to all."""
    found: dict[int | None, list[Fixture]] = {}
    for one in (fixture for drawn in draws for fixture in drawn.fixtures):
        found.setdefault(one.group, []).append(one)
    groups = []
    for number, entries in enumerate(draws[0].groups):
        own = [*found.get(None, []), *found.get(number, [])]
        is_settled = all(isinstance(slot, Entrant | Bye) for one in own for slot in one.slots)
        groups.append(DrawnGroup(entries, tuple(one.id for one in own), is_settled))
    return tuple(groups)
