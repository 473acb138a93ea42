"""Draws and orders of play: distance from the optimum, and time against the limits."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from carrom.tournament import draw_teams, swiss_round, team_league
from carrom.tournament.draws.knockout import knockout
from carrom.tournament.draws.teams import TeamCandidate, TeamSolver, value_spread
from carrom.tournament.schedule import PendingMatch, Plan, Request, plan

Found = TypeVar("Found")


def timed(work: Callable[[], Found]) -> tuple[Found, float]:
    start = time.perf_counter()
    return work(), time.perf_counter() - start


def kreeda() -> tuple[PendingMatch, ...]:
    ties = team_league([f"T{number}" for number in range(1, 6)], [f"C{number}" for number in range(1, 9)])
    return tuple(PendingMatch(id=rubber.id, sides=rubber.sides) for tie in ties for rubber in tie.rubbers)


def people() -> list[TeamCandidate]:
    """65 people as in the research: ages, levels, every fifth a woman."""
    luck = random.Random(2024)
    return [
        TeamCandidate(f"p{n}", {"age": luck.randint(18, 67), "level": luck.randint(1, 5), "gender": "mf"[n % 5 == 0]})
        for n in range(65)
    ]


def order(solver: TeamSolver, tables: int, limit: float) -> None:
    """Slots against the proved minimum, seconds against the limit."""
    request = Request(fixtures=kreeda(), tables=tables, rest=1)
    found, took = timed(lambda: plan(request, solver=solver))
    assert isinstance(found, Plan)
    print(f"80 matches, {tables:2} tables, {solver:8}  {found.slots} slots = {found.slots / found.least:.2f} × least"
          f"   {took:6.2f} s = {took / limit:.3f} × allowed")  # fmt: skip


def main() -> None:
    print("Draws and orders of play")
    limits: dict[TeamSolver, float] = {"built-in": 10.0, "auto": 5.0}
    for solver, limit in limits.items():
        for tables in (4, 5, 6, 8, 10):
            order(solver, tables, limit)
    players = people()
    luck = random.Random(1)
    names = [player.name for player in players]
    lots = luck.sample(names, len(names))
    by_lot = value_spread(players, [lots[team::5] for team in range(5)], "age")
    for solver in limits:
        teams, took = timed(partial(draw_teams, players, teams=5, balance=["age", "gender", "level"], solver=solver))
        by_draw = value_spread(players, teams, "age")
        print(f"65 people, 5 teams, {solver:8}  age spread {by_draw} (plain lots {by_lot})   {took:.2f} s")
    entries = [f"p{n}" for n in range(1024)]
    apart = {name: f"club {n % 50}" for n, name in enumerate(entries)}
    floor = timed(lambda: knockout(entries, seeds=32, random=1))[1]
    took = timed(lambda: knockout(entries, seeds=32, random=1, apart=apart))[1]
    print(f"knock-out of 1024 with 50 clubs kept apart   {took:.3f} s = {took / floor:.1f} × the same without clubs")
    swiss(entries[:120])


def swiss(entries: list[str]) -> None:
    """Eleven Swiss rounds, compared with one matching of the complete graph by the same library."""
    import networkx

    graph = networkx.complete_graph(len(entries))
    luck = random.Random(1)
    for a, b in graph.edges:
        graph.edges[a, b]["weight"] = luck.randrange(10**6)
    floor = timed(lambda: networkx.max_weight_matching(graph, maxcardinality=True))[1]
    met: list[tuple[str, str]] = []
    start = time.perf_counter()
    for _ in range(11):
        met += swiss_round(entries, met=met).pairs
    took = (time.perf_counter() - start) / 11
    print(f"Swiss, 120 players   {took:.3f} s a round = {took / floor:.2f} × a matching of all pairs")


if __name__ == "__main__":
    main()
