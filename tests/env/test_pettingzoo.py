"""The PettingZoo environment against its project's own tests."""

from __future__ import annotations

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from carrom.base.errors import CarromError
from carrom.env import board_v0


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_the_projects_own_tests_pass(players: int) -> None:
    api_test(board_v0.env(players=players, most_strokes=40), num_cycles=60)
    seed_test(lambda: board_v0.env(players=players, most_strokes=20), num_cycles=10)


def test_the_winners_are_paid_what_the_losers_lose() -> None:
    env = board_v0.env(players=4, most_strokes=400)
    env.reset(seed=4, options={"breaker": "b"})
    assert env.agent_selection in ("east", "west")
    rng = np.random.default_rng(0)
    paid: dict[str, float] = {}
    for agent in env.agent_iter():
        _, reward, done, cut, _ = env.last()
        if done or cut:
            paid[agent] = float(reward)
            env.step(None)
        else:
            env.step(rng.uniform(-1, 1, 3).astype(np.float32) * np.array([1, 0.3, 1], np.float32))
    assert paid["south"] == paid["north"] == -paid["east"] == -paid["west"]


def test_carrom_is_not_for_three() -> None:
    with pytest.raises(CarromError, match="3 players"):
        board_v0.raw_env(players=3)
