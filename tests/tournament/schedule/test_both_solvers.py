"""OR-Tools and the built-in search find orders of play with the same number of slots."""

from __future__ import annotations

from random import Random

import pytest

from carrom.tournament.draws.knockout import knockout
from carrom.tournament.draws.round_robin import round_robin
from carrom.tournament.schedule import PendingMatch, Request, pending_matches, plan
from tests.tournament.schedule.checker import faults


def some_events(seed: int) -> Request:
    """Return up to three events with the same people: leagues, knockouts with a third place, pairs."""
    lots = Random(seed)
    people = [f"p{n}" for n in range(lots.randint(6, 20))]
    fixtures: list[PendingMatch] = []
    for n in range(lots.randint(1, 3)):
        kind = lots.choice(["league", "tree", "pairs"])
        own = lots.sample(people, lots.randint(4, min(len(people), 8 if kind == "league" else 12)))
        if kind == "league":
            fixtures += pending_matches(round_robin(own), prefix=f"L{n}")
        elif kind == "tree":
            fixtures += pending_matches(knockout(own, random=seed, third_place=True), prefix=f"T{n}")
        else:
            pairs = {f"d{n}{k}": (own[k], own[k + 1]) for k in range(0, len(own) - 1, 2)}
            fixtures += pending_matches(knockout(list(pairs), random=seed), pairs, prefix=f"D{n}")
    return Request(fixtures=tuple(fixtures), tables=lots.randint(1, 6), rest=lots.randint(0, 2))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(36))
def test_built_in_search_needs_as_few_slots_as_or_tools(seed: int) -> None:
    pytest.importorskip("ortools")
    request = some_events(seed)
    solved, searched = plan(request), plan(request, solver="built-in")
    assert faults(request, solved) == faults(request, searched) == []
    assert solved.slots == searched.slots
