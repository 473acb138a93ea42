"""Every rung answers lawfully wherever it is put, and the same way when asked again."""

from __future__ import annotations

import numpy as np
import pytest

from carrom.errors import CarromError
from carrom.players import LADDER, player_named
from carrom.testing.players import player_faults, random_views


@pytest.mark.law("130")
@pytest.mark.parametrize(
    ("name", "count", "simulations"),
    [
        ("random", 400, 1),
        ("aimer", 250, 1),
        ("greedy", 100, 60),
        ("club", 80, 60),
        ("planner", 30, 80),
        ("tactician", 30, 80),
    ],
)
def test_no_unlawful_answer_on_random_boards(name: str, count: int, simulations: int) -> None:
    assert player_faults(player_named(name, simulations=simulations), count=count, seed=len(name)) == []


@pytest.mark.parametrize("name", list(LADDER))
def test_the_same_seed_gives_the_same_stroke(name: str) -> None:
    for view in random_views(3, seed=5):
        first, again = (player_named(name, simulations=100).stroke(view, np.random.default_rng(9)) for _ in range(2))
        assert first == again


def test_an_unknown_player_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(CarromError, match=r"grandpa.*tactician"):
        player_named("grandpa")


@pytest.mark.parametrize(("simulations", "seconds"), [(0, None), (10, 0.0), (10, -1.0)])
def test_an_empty_budget_is_refused(simulations: int, seconds: float | None) -> None:
    with pytest.raises(CarromError, match="budget"):
        player_named("club", simulations=simulations, seconds=seconds)
