"""Shoot-outs in series: everybody who is level meets everybody else once, and only then does the series count.

Where a whole series leaves some of them level, they play another one among themselves. Shoot-outs of before November
2026 do not say among whom they were played, and count one by one, all together.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import combinations

from carrom.base.refusal import refuse
from carrom.tournament.log.facts import Fact, LotsDrawn, ShootoutPlayed
from carrom.tournament.log.state import StageKey, State
from carrom.tournament.tables.results import EntryId, Result
from carrom.tournament.tables.standings import SERIES_BEFORE_LOTS

Pairing = frozenset[EntryId]


@dataclass(frozen=True, slots=True)
class Shootouts:
    """What was played in one group: without series, in whole series, and in those that still run."""

    loose: tuple[Result, ...]
    whole: tuple[tuple[Result, ...], ...]
    running: dict[Pairing, frozenset[Pairing]]
    """Those who are level, with the pairs of their series that have met."""
    lots: tuple[tuple[EntryId, ...], ...] = ()
    """Lots that were drawn after two series."""

    def series_of(self, level: Iterable[EntryId]) -> int:
        """How many whole series all of them have played."""
        names = set(level)
        return sum(names <= {name for one in played for name in (one.a, one.b)} for played in self.whole)

    def missing(self, level: Iterable[EntryId]) -> list[tuple[EntryId, EntryId]]:
        """The pairs that still have to meet."""
        names = list(level)
        met = self.running.get(frozenset(names), frozenset())
        return [(a, b) for a, b in combinations(names, 2) if frozenset((a, b)) not in met]


def shootout_result(told: ShootoutPlayed) -> Result:
    """What one of them adds up to."""
    return Result(a=told.a, b=told.b, score=told.score)


def shootouts_of(state: State, key: StageKey, group: int) -> Shootouts:
    """The shoot-outs of a group that count, series by series."""
    loose: list[Result] = []
    whole: list[tuple[Result, ...]] = []
    running: dict[Pairing, dict[Pairing, Result]] = {}
    gone = state.left.get(key.event, {})
    lots: list[tuple[EntryId, ...]] = []
    for told in state.shootouts.get((key, group), {}).values():
        if isinstance(told, LotsDrawn):
            lots.append(told.order)
            continue
        result, among = shootout_result(told), frozenset(told.among)
        if not among:
            loose.append(result)
            continue
        met = running.setdefault(among, {})
        met[frozenset((result.a, result.b))] = result
        if all(frozenset(pair) in met for pair in combinations(among - gone.keys(), 2)):
            whole.append(tuple(running.pop(among).values()))
    found = Shootouts(tuple(loose), tuple(whole), {among: frozenset(met) for among, met in running.items()})
    # Without their two series lots decide nothing: one of these may have been taken back.
    return replace(found, lots=tuple(one for one in lots if found.series_of(one) >= SERIES_BEFORE_LOTS))


def check_shootout(state: State, fact: Fact, body: ShootoutPlayed) -> None:
    """Refuse one between entries that are not among those who are level, or that have met in this series."""
    among = frozenset(body.among)
    if not among:
        return
    if not {body.a, body.b} <= among:
        refuse("not-level", f"{body.a} and {body.b} are not level: no shoot-out decides between them.")
    found = shootouts_of(state, StageKey(body.event, body.stage), body.group)
    if found.series_of(among) >= SERIES_BEFORE_LOTS and not found.running.get(among):
        refuse("lots-due", f"{', '.join(body.among)} are level after two series: the chief referee draws lots.", "I-55")
    if frozenset((body.a, body.b)) in found.running.get(among, frozenset()):
        due = ", ".join(f"{a} – {b}" for a, b in found.missing(body.among))
        text = f"{body.a} and {body.b} have met in this series: {due} is due. A wrong one is taken back first."
        refuse("met-already", text)
