"""The built-in search for balanced teams: annealing on squares, then plain improvement of the spreads themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import exp
from random import Random

_STEPS_PER_PLAYER = 1200
_MOST_STEPS = 100_000
_TRIES = 5
_HOT, _COLD = 1.0, 0.001  # in units of one typical difference, squared


@dataclass(frozen=True, slots=True)
class Table:
    """A row of whole numbers for each player; a column's team totals should be alike, more so by its weight."""

    rows: tuple[tuple[int, ...], ...]
    teams: int
    weights: tuple[Fraction, ...]

    def totals(self, team_of: Sequence[int]) -> list[list[int]]:
        """Team by team, the total of each column."""
        totals = [[0] * len(self.weights) for _ in range(self.teams)]
        for row, team in zip(self.rows, team_of, strict=True):
            own = totals[team]
            for column, value in enumerate(row):
                own[column] += value
        return totals

    def least(self) -> list[int]:
        """The smallest spread that each column can have: nought only if its total can be shared out evenly."""
        return [int(sum(row[column] for row in self.rows) % self.teams != 0) for column in range(len(self.weights))]

    def excess(self, team_of: Sequence[int]) -> Fraction:
        """How much wider than the least the spreads are, weighted. Nought cannot be improved."""
        found = Fraction(0)
        columns = zip(*self.totals(team_of), strict=True)
        for column, weight, least in zip(columns, self.weights, self.least(), strict=True):
            found += weight * (max(column) - min(column) - least)
        return found


def search(table: Table, team_of: list[int], *, seed: int) -> list[int]:
    """The best of a few tries, each beginning where the last one ended; the first without excess is enough."""
    lots = Random(seed)
    best = team_of
    for _ in range(_TRIES):
        anneal(table, team_of, lots)
        improve(table, team_of)
        if team_of is best or table.excess(team_of) < table.excess(best):
            best = list(team_of)
        if table.excess(best) == 0:
            break
    return best


def anneal(table: Table, team_of: list[int], lots: Random) -> None:
    """Exchange players of two teams at random, ever more choosy, to make the squares of the totals small."""
    count = len(team_of)
    if not table.weights or table.teams < 2 or count == table.teams:
        return
    # Only random() is used: it alone is promised to give the same numbers in every version of Python.
    draw = lots.random
    weights = [float(weight) ** 2 for weight in table.weights]
    # What a player brings, without the columns where he brings nothing.
    rows = [[(column, value) for column, value in enumerate(row) if value] for row in table.rows]
    full = table.rows
    totals = table.totals(team_of)
    steps = min(_MOST_STEPS, _STEPS_PER_PLAYER * count)
    cooling = (_COLD / _HOT) ** (1 / steps)
    heat = _HOT
    checked_every = 500
    for step in range(steps):
        heat *= cooling
        a = int(draw() * count)
        b = int(draw() * count)
        here, there = team_of[a], team_of[b]
        if here == there:
            continue
        mine, theirs = totals[here], totals[there]
        row_a, row_b = full[a], full[b]
        worse = 0.0
        for column, value in rows[a]:
            change = row_b[column] - value
            if change:
                worse += weights[column] * change * (mine[column] - theirs[column] + change)
        for column, value in rows[b]:
            if not row_a[column]:
                worse += weights[column] * value * (mine[column] - theirs[column] + value)
        if worse <= 0 or draw() < exp(-worse / heat):
            team_of[a], team_of[b] = there, here
            for column, value in rows[a]:
                mine[column] -= value
                theirs[column] += value
            for column, value in rows[b]:
                mine[column] += value
                theirs[column] -= value
        if step % checked_every == 0 and table.excess(team_of) == 0:
            return


def improve(table: Table, team_of: list[int]) -> None:
    """Exchange two players, or move one to a smaller team, as long as that narrows the spreads."""
    best = table.excess(team_of)
    improved = bool(table.weights)
    while improved and best:
        improved = False
        for a in range(len(team_of)):
            for b in range(a):
                if team_of[a] == team_of[b] or table.rows[a] == table.rows[b]:
                    continue
                team_of[a], team_of[b] = team_of[b], team_of[a]
                now = table.excess(team_of)
                if now < best:
                    best, improved = now, True
                else:
                    team_of[a], team_of[b] = team_of[b], team_of[a]
        for a in range(len(team_of)):
            sizes = [team_of.count(team) for team in range(table.teams)]
            home = team_of[a]
            for team in range(table.teams):
                if sizes[team] == sizes[home] - 1:
                    team_of[a] = team
                    now = table.excess(team_of)
                    if now < best:
                        best, improved = now, True
                        break
                    team_of[a] = home
