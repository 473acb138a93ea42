"""The PettingZoo environment passes the checks of its project."""

from __future__ import annotations

import numpy as np
import pytest
from gymnasium.spaces import MultiDiscrete
from pettingzoo.test import api_test, seed_test

from carrom.env import board_v1
from tests.refusals import refuses


def test_rewards_are_zero_sum() -> None:
    env = board_v1.env(players=4, most_strokes=400)
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
            env.step([rng.uniform(-150, 150), rng.uniform(-30, 30), 6.0])
    assert paid["south"] == paid["north"] == -paid["east"] == -paid["west"]


def test_three_players_are_refused() -> None:
    with refuses("bad-setting", "3"):
        board_v1.raw_env(players=3)


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("actions", ["raw", "candidates"])
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_pettingzoo_api_tests_pass(players: int, actions: str) -> None:
    api_test(board_v1.env(players=players, most_strokes=20, actions=actions), num_cycles=30)
    seed_test(lambda: board_v1.env(players=players, most_strokes=10), num_cycles=5)


def test_action_masks_work_for_sampling() -> None:
    env = board_v1.env(actions="candidates")
    env.reset(seed=3)
    seen, space = env.observe(env.agent_selection), env.action_space(env.agent_selection)
    mask = seen["action_mask"]
    drawn = {int(space.sample(mask)[0]) for _ in range(60)} | {
        int(space.sample((mask, None, None))[0]) for _ in range(60)
    }
    assert drawn <= set(np.flatnonzero(mask).tolist())
    assert len(drawn) > 1
    assert isinstance(space, MultiDiscrete)
    assert space == MultiDiscrete([20, 4, 5]), "the space that learners expect"


def test_each_seat_observes_its_own_view_and_refuses_invalid_actions() -> None:
    env = board_v1.env(players=4, level="state", profile="tournament", actions="candidates", render_mode="rgb_array")
    env.reset(seed=2, options={"breaker": "a"})
    breaker = env.agent_selection
    seen = env.observe(breaker)
    assert env.observation_space(breaker).contains(seen)
    assert seen["state"][10] == 1
    assert seen["state"][11] == 1
    # The rack looks the same from every side, but its rotation does not: every agent sees it from its own seat.
    others = [env.observe(agent) for agent in env.agents if agent != breaker]
    assert not any(np.allclose(seen["pieces"], other["pieces"], atol=1e-3) for other in others)
    assert env.render().ndim == 3
    with refuses("bad-action", "nan"):
        env.step([np.nan, 0, 0])
    with refuses("bad-action", "[99, 0, 0]"):
        env.step([99, 0, 0])
    env.step([0, 0, 0])
    assert env.infos[breaker]["executed"] != env.infos[breaker]["intended"]


def test_every_board_gives_a_reward() -> None:
    env = board_v1.env(players=2, most_strokes=300, actions="candidates")
    env.reset(seed=4)
    paid: dict[str, float] = {}
    for agent in env.agent_iter():
        seen, reward, done, cut, _ = env.last()
        if done or cut:
            paid[agent] = float(reward)
            env.step(None)
        else:
            env.step([int(seen["candidates"][:, 0].argmax()), 0, 0])
    assert paid["south"] == -paid["north"] != 0
