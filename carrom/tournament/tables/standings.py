"""Standings from results, with an explanation.

Each criterion splits the entries still level; those level at the end share a rank.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from typing import Final, Literal

from carrom.base.errors import CarromError
from carrom.tournament.tables.policy import Criterion, Number, Policy
from carrom.tournament.tables.results import EntryId, Result

Lot = Literal["lot"]
"""Lot, drawn after all criteria of a policy."""
SERIES_BEFORE_LOTS: Final = 2
"""Series of shoot-outs before lots (I-55)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow:
    entry: EntryId
    rank: int
    played: int
    wins: int
    points: Number
    net: int
    scored: int
    draws: int = 0
    buchholz: Number = 0
    """Points of all opponents, if the policy uses them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TieDecision:
    """Why one entry is directly above another."""

    above: EntryId
    below: EntryId
    by: Criterion | Lot
    values: tuple[Number, Number]


@dataclass(frozen=True, slots=True, kw_only=True)
class Standings:
    """Table, the decisions behind it, and remaining ties."""

    table: tuple[TableRow, ...]
    why: tuple[TieDecision, ...]
    tied: tuple[tuple[EntryId, ...], ...]
    for_lots: tuple[tuple[EntryId, ...], ...] = ()
    """Ties for which lots are due."""
    in_last_series: tuple[tuple[EntryId, ...], ...] = ()
    """Ties whose next series of shoot-outs is the last before lots."""

    def advancing(self, places: int) -> tuple[EntryId, ...] | None:
        """First `places` entries; None if a tie spans the cut."""
        if not 0 <= places <= len(self.table):
            raise CarromError("cannot-advance", f"{places} cannot advance out of {len(self.table)}")
        if self.tie_at(places):
            return None
        return tuple(row.entry for row in self.table[:places])

    def tie_at(self, places: int) -> tuple[EntryId, ...]:
        """Entries tied across the cut after `places`, if any."""
        if 0 < places < len(self.table) and self.table[places - 1].rank == self.table[places].rank:
            cut = self.table[places].rank
            return tuple(row.entry for row in self.table if row.rank == cut)
        return ()

    def rank(self, entry: EntryId) -> int:
        return next(row.rank for row in self.table if row.entry == entry)


@dataclass(slots=True)
class _Figures:
    played: int = 0
    wins: int = 0
    draws: int = 0
    scored: int = 0
    conceded: int = 0

    def points(self, policy: Policy) -> Number:
        drawn = 0 if policy.draw is None else policy.draw * self.draws
        return policy.win * self.wins + drawn + policy.loss * (self.played - self.wins - self.draws)

    def value(self, criterion: Criterion, policy: Policy) -> Number:
        if criterion == "points":
            figure = self.points(policy)
        elif criterion == "wins":
            figure = self.wins
        elif criterion == "net":
            figure = self.scored - self.conceded
        else:  # scored and coins are the same: board points of all games (I-15)
            figure = self.scored
        return Fraction(figure, self.played) if policy.per_match and self.played else figure


def standings(
    entries: Iterable[EntryId],
    results: Iterable[Result],
    policy: Policy,
    *,
    shootouts: Iterable[Result] = (),
    series: Iterable[Sequence[Result]] = (),
    lots: Iterable[Sequence[EntryId]] = (),
    byes: Iterable[EntryId] = (),
    only: Iterable[EntryId] | None = None,
) -> Standings:
    """Build standings; the order of `entries` and `results` does not matter.

    `series` are later series of shoot-outs among entries that earlier ones left level; `lots` are the orders drawn
    after two series. `byes` count as a win without points (Swiss). `only` ranks some of the entries by all their
    matches.
    """
    names = sorted(entries)
    if len(set(names)) != len(names):
        twice = next(name for name, following in pairwise(names) if name == following)
        raise CarromError("entry-twice", f"the entry {twice!r} appears twice")
    known, played = set(names), tuple(results)
    for number, result in enumerate(played):
        for name in (result.a, result.b):
            if name not in known:
                raise CarromError(
                    "unknown-entry", f"matches[{number}]: {result.a} – {result.b}: {name!r} is not among the entries"
                )
        if result.winner is None and policy.draw is None:
            raise CarromError(
                "no-winner",
                f"{result.a} – {result.b} is level, and this policy knows no draw: who won the extra board?",
            )
    all_series = [_decided(one) for one in series]
    splitter = _Splitter(policy, played, [_decided(shootouts), *all_series], [tuple(one) for one in lots])
    figures = _count(names, played, policy)
    for name in byes:
        figures[name].played += 1
        figures[name].wins += 1
    classes = splitter.split(names if only is None else sorted(only), figures)
    buchholz = splitter.buchholz(names, figures) if "buchholz" in policy.order else dict.fromkeys(names, 0)
    found = _table(classes, figures, policy, buchholz)
    played_series = {group: _series_played(group, all_series) for group in found.tied}
    return replace(
        found,
        for_lots=tuple(group for group in found.tied if played_series[group] >= SERIES_BEFORE_LOTS),
        in_last_series=tuple(group for group in found.tied if played_series[group] == SERIES_BEFORE_LOTS - 1),
    )


def _series_played(level: Sequence[EntryId], series: Iterable[Sequence[Result]]) -> int:
    return sum({*level} <= {name for result in one for name in (result.a, result.b)} for one in series)


def _decided(shootouts: Iterable[Result]) -> tuple[Result, ...]:
    found = tuple(shootouts)
    for result in found:
        if result.winner is None:
            raise CarromError("no-winner", f"the shoot-out {result.a} – {result.b} has no winner")
    return found


def _count(names: Iterable[EntryId], results: Iterable[Result], policy: Policy) -> dict[EntryId, _Figures]:
    figures = {name: _Figures() for name in names}
    for result in results:
        if result.a not in figures or result.b not in figures:
            continue
        a, b = _counted(result, policy)
        winner = result.winner
        for name, own, other in ((result.a, a, b), (result.b, b, a)):
            line = figures[name]
            line.played += 1
            line.wins += winner == name
            line.draws += winner is None
            line.scored += own
            line.conceded += other
    return figures


def _counted(result: Result, policy: Policy) -> tuple[int, int]:
    if result.walkover is not None:
        won = policy.walkover_score
        return (won, 0) if result.walkover == "a" else (0, won)
    a, b = result.score or (0, 0)
    if policy.extra_counts and result.extra is not None:
        a, b = a + result.extra[0], b + result.extra[1]
    return a, b


@dataclass(slots=True)
class _Class:
    """Level entries, with the criterion and values that separate them from those above."""

    entries: list[EntryId]
    by: Criterion | Lot | None = None
    values: tuple[Number, Number] = (0, 0)


class _Splitter:
    def __init__(
        self,
        policy: Policy,
        results: Sequence[Result],
        series: Sequence[Sequence[Result]],
        lots: Sequence[Sequence[EntryId]],
    ) -> None:
        self._policy, self._series, self._lots = policy, series, lots
        self._shootouts = series[0]
        self._by_entry: dict[EntryId, list[Result]] = {}  # a tie reads only its own matches
        self._opponents: dict[EntryId, list[EntryId]] = {}
        for result in results:
            self._by_entry.setdefault(result.a, []).append(result)
            self._opponents.setdefault(result.a, []).append(result.b)
            self._opponents.setdefault(result.b, []).append(result.a)

    def split(self, names: list[EntryId], figures: dict[EntryId, _Figures]) -> list[_Class]:
        classes = [_Class(names)]
        for criterion, played in self._steps():
            self._shootouts = played
            following: list[_Class] = []
            for level in classes:
                following += self._by(criterion, level, figures) if len(level.entries) > 1 else [level]
            classes = following
        return classes

    def _steps(self) -> Iterator[tuple[Criterion | Lot, Sequence[Result]]]:
        """Criteria in order: shoot-outs once for every series, then lots."""
        for criterion in self._policy.order:
            for played in self._series if criterion == "shootout" else self._series[:1]:
                yield criterion, played
            if criterion == "shootout" and self._lots:
                yield "lot", ()

    def _by(self, criterion: Criterion | Lot, level: _Class, figures: dict[EntryId, _Figures]) -> list[_Class]:
        values = self._values(criterion, level.entries, figures)
        parted: dict[Number, list[EntryId]] = {}
        for name in level.entries:
            parted.setdefault(values[name], []).append(name)
        best, *rest = sorted(parted, reverse=True)
        classes = [_Class(parted[best], level.by, level.values)]
        for value in rest:
            classes.append(_Class(parted[value], criterion, (best, value)))
            best = value
        return classes

    def _values(
        self, criterion: Criterion | Lot, level: list[EntryId], figures: dict[EntryId, _Figures]
    ) -> dict[EntryId, Number]:
        if criterion == "lot":
            drawn = next((one for one in reversed(self._lots) if {*level} <= {*one}), ())
            return {name: len(drawn) - drawn.index(name) if drawn else 0 for name in level}
        if criterion == "shootout":
            wins = dict.fromkeys(level, 0)
            for result in self._shootouts:
                if result.a in wins and result.b in wins and result.winner is not None:
                    wins[result.winner] += 1
            return dict(wins)
        if criterion == "buchholz":
            return self.buchholz(level, figures)
        if criterion == "head_to_head":
            among = self._among(level)
            return {name: among[name].points(self._policy) for name in level}
        is_mini_league = self._policy.scope == "among_tied" and criterion not in ("points", "wins")
        source = self._among(level) if is_mini_league else figures
        return {name: source[name].value(criterion, self._policy) for name in level}

    def buchholz(self, level: Iterable[EntryId], figures: dict[EntryId, _Figures]) -> dict[EntryId, Number]:
        return {name: sum(figures[met].points(self._policy) for met in self._opponents.get(name, ())) for name in level}

    def _among(self, level: list[EntryId]) -> dict[EntryId, _Figures]:
        own = (result for name in level for result in self._by_entry.get(name, ()))
        return _count(level, own, self._policy)


def _table(
    classes: list[_Class], figures: dict[EntryId, _Figures], policy: Policy, met: Mapping[EntryId, Number]
) -> Standings:
    rows: list[TableRow] = []
    why: list[TieDecision] = []
    for level in classes:
        if level.by is not None:
            why.append(TieDecision(above=rows[-1].entry, below=level.entries[0], by=level.by, values=level.values))
        rank = len(rows) + 1
        for name in level.entries:
            line = figures[name]
            rows.append(
                TableRow(
                    entry=name,
                    rank=rank,
                    played=line.played,
                    wins=line.wins,
                    points=line.points(policy),
                    net=line.scored - line.conceded,
                    scored=line.scored,
                    draws=line.draws,
                    buchholz=met[name],
                )
            )
    tied = tuple(tuple(level.entries) for level in classes if len(level.entries) > 1)
    return Standings(table=tuple(rows), why=tuple(why), tied=tied)
