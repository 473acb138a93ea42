"""Balance teams by annealing and exchanges, then by OR-Tools if installed."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import exp
from random import Random

_STEPS_PER_PLAYER = 240
_MOST_STEPS = 20_000
_TRIES = 20
_LARGEST_TEAM = 16  # for exchanges of two for two
_MOST_WORK = 4_000_000  # totals that `improve` examines
_HOT, _COLD = 2.0, 0.1  # in squares of a step of spread
UNIT = 1_000_000


@dataclass(frozen=True)
class BalanceTable:
    """Row of whole numbers for each player; team totals of a column should be equal."""

    rows: tuple[tuple[int, ...], ...]
    teams: int
    weights: tuple[int, ...]
    anchor: int | None = None
    """Stays in one of the larger teams."""

    @cached_property
    def least(self) -> list[int]:
        """Smallest possible spread of each column, 0 or 1."""
        return [int(sum(row[column] for row in self.rows) % self.teams != 0) for column in range(len(self.weights))]

    def totals(self, team_of: Sequence[int]) -> list[list[int]]:
        totals = [[0] * len(self.weights) for _ in range(self.teams)]
        for row, team in zip(self.rows, team_of, strict=True):
            own = totals[team]
            for column, value in enumerate(row):
                own[column] += value
        return totals

    def excess(self, team_of: Sequence[int]) -> int:
        return self.excess_of(self.totals(team_of))

    def excess_of(self, totals: Sequence[Sequence[int]]) -> int:
        columns = zip(zip(*totals, strict=True), self.weights, self.least, strict=True)
        return sum(weight * (max(column) - min(column) - least) for column, weight, least in columns)


def search_teams(table: BalanceTable, team_of: list[int], *, seed: int) -> list[int]:
    """Best of a few tries; each starts where the last one ended."""
    lots = Random(seed)
    best = team_of
    for _ in range(_TRIES):
        anneal(table, team_of, lots)
        exchange(table, team_of)
        improve(table, team_of)
        if team_of is best or table.excess(team_of) < table.excess(best):
            best = list(team_of)
        if table.excess(best) == 0:
            break
    return best


def anneal(table: BalanceTable, team_of: list[int], lots: Random) -> None:
    """Exchange at random with falling heat, minimising squares of totals."""
    count = len(team_of)
    if not table.weights or table.teams < 2 or count == table.teams:
        return
    # Only random() gives the same numbers in every version of Python.
    draw = lots.random
    weights = [(weight / UNIT) ** 2 for weight in table.weights]
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
        if here == there or table.anchor in (a, b):
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


def exchange(table: BalanceTable, team_of: list[int]) -> None:
    """Exchange one or two players, best first, until no two teams become more alike."""
    if not table.weights:
        return
    totals = table.totals(team_of)
    pairs = list(combinations(range(table.teams), 2))
    waiting = dict.fromkeys(pairs)
    while waiting:
        here, there = pair = next(iter(waiting))
        del waiting[pair]
        outgoing, incoming = _best_exchange(table, team_of, totals, here, there)
        if not outgoing:
            continue
        for players, home, to in ((outgoing, here, there), (incoming, there, here)):
            for player in players:
                team_of[player] = to
                _move(totals, table.rows[player], home, to)
        waiting |= dict.fromkeys(pair for pair in pairs if here in pair or there in pair)


def _best_exchange(
    table: BalanceTable, team_of: Sequence[int], totals: Sequence[Sequence[int]], here: int, there: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    weights = [(weight / UNIT) ** 2 for weight in table.weights]
    apart = [mine - theirs for mine, theirs in zip(totals[here], totals[there], strict=True)]
    least = sum(weight * gap * gap for weight, gap in zip(weights, apart, strict=True)) - 1e-9
    best: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    own = [player for player, team in enumerate(team_of) if team == here and player != table.anchor]
    other = [player for player, team in enumerate(team_of) if team == there and player != table.anchor]
    for size in (1, 2) if max(len(own), len(other)) <= _LARGEST_TEAM else (1,):
        # An exchange changes the difference by twice the values.
        offers = [(incoming, _twice(table, incoming)) for incoming in combinations(other, size)]
        for outgoing in combinations(own, size):
            left = [gap - loss for gap, loss in zip(apart, _twice(table, outgoing), strict=True)]
            for incoming, gain in offers:
                cost = 0.0
                for weight, gap, more in zip(weights, left, gain, strict=True):
                    cost += weight * (gap + more) ** 2
                    if cost >= least:
                        break
                else:
                    least, best = cost, (outgoing, incoming)
    return best


def _twice(table: BalanceTable, players: Sequence[int]) -> list[int]:
    return [2 * sum(column) for column in zip(*(table.rows[player] for player in players), strict=True)]


def improve(table: BalanceTable, team_of: list[int]) -> None:
    """Exchange or move players while that reduces the spreads."""
    count = len(team_of)
    totals = table.totals(team_of)
    sizes = [team_of.count(team) for team in range(table.teams)]
    anchored = None if table.anchor is None else team_of[table.anchor]
    best = table.excess_of(totals)

    def is_better(moves: Sequence[tuple[int, int]]) -> bool:
        nonlocal best
        homes = [team_of[player] for player, _ in moves]
        for (player, team), home in zip(moves, homes, strict=True):
            _move(totals, table.rows[player], home, team)
        now = table.excess_of(totals)
        if now < best:
            best = now
            for player, team in moves:
                team_of[player] = team
            return True
        for (player, team), home in zip(moves, homes, strict=True):
            _move(totals, table.rows[player], team, home)
        return False

    weighings = _MOST_WORK // (table.teams * max(1, len(table.weights)))
    improved = True
    while improved and best:
        improved = False
        for a in range(count):
            if a == table.anchor or team_of[a] not in _extreme_teams(totals):
                continue
            weighings -= count
            if weighings < 0:
                return
            for b in range(count):
                if b != table.anchor and team_of[a] != team_of[b] and table.rows[a] != table.rows[b]:
                    improved |= is_better([(a, team_of[b]), (b, team_of[a])])
            for team in range(table.teams):
                home = team_of[a]
                if home != anchored and sizes[team] == sizes[home] - 1 and is_better([(a, team)]):
                    sizes[home] -= 1
                    sizes[team] += 1
                    improved = True


def _move(totals: list[list[int]], row: Sequence[int], home: int, to: int) -> None:
    for column, value in enumerate(row):
        totals[home][column] -= value
        totals[to][column] += value


def _extreme_teams(totals: Sequence[Sequence[int]]) -> set[int]:
    """Teams whose totals are extreme; only these can reduce a spread."""
    found = set()
    for column in zip(*totals, strict=True):
        found |= {team for team, total in enumerate(column) if total in (max(column), min(column))}
    return found


_LARGEST_SOLVER = 1500  # players times teams
_SOLVER_EFFORT = 0.6  # deterministic time


def solve_teams(table: BalanceTable, team_of: list[int]) -> list[int]:
    """Divide at least as equally as `team_of`, by OR-Tools if installed."""
    if len(team_of) * table.teams > _LARGEST_SOLVER:
        return team_of
    try:
        from ortools.sat.python import cp_model
    except ImportError:
        return team_of
    count, teams = len(team_of), range(table.teams)
    model = cp_model.CpModel()
    # This hint also breaks the teams' symmetry.
    member = [[model.new_bool_var("") for _ in teams] for _ in range(count)]
    for player, own in enumerate(team_of):
        model.add_exactly_one(member[player])
        for team in teams:
            model.add_hint(member[player][team], own == team)
    for team in teams:
        model.add_linear_constraint(
            sum(member[player][team] for player in range(count)), count // table.teams, -(-count // table.teams)
        )
    if table.anchor is not None:
        home = team_of[table.anchor]
        model.add(member[table.anchor][home] == 1)
        model.add(sum(member[player][home] for player in range(count)) == -(-count // table.teams))
    cost = []
    for column, (weight, least) in enumerate(zip(table.weights, table.least, strict=True)):
        values = [row[column] for row in table.rows]
        low, high = sum(min(value, 0) for value in values), sum(max(value, 0) for value in values)
        smallest, largest = model.new_int_var(low, high, ""), model.new_int_var(low, high, "")
        for team in teams:
            total = sum(value * member[player][team] for player, value in enumerate(values))
            model.add(total >= smallest)
            model.add(total <= largest)
        model.add(largest - smallest >= least)
        cost.append(max(1, weight // 1000) * (largest - smallest))
    model.minimize(sum(cost))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 1
    solver.parameters.max_deterministic_time = _SOLVER_EFFORT
    if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return team_of
    found = [next(team for team in teams if solver.value(member[player][team])) for player in range(count)]
    return found if table.excess(found) < table.excess(team_of) else team_of
