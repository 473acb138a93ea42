"""The Gymnasium environments against their project's own checker, and against play itself."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from hypothesis import given, settings, strategies as st

import carrom.env  # noqa: F401 - registers the environments
from carrom.base.errors import CarromError
from carrom.env.clear import ClearVector
from carrom.env.spaces import stroke_from_action
from carrom.env.versus import Versus
from carrom.equipment import Position, Seat
from carrom.physics import CLUB, TOURNAMENT, stroke_fault
from carrom.play import LEVELS
from tests.depth import examples

# The first versions stay, and Gymnasium says that there are second ones.
pytestmark = pytest.mark.filterwarnings("ignore:.*is out of date:DeprecationWarning")


@pytest.mark.parametrize("name", ["carrom/Clear-v0", "carrom/Versus-v0"])
def test_the_projects_own_check_passes(name: str) -> None:
    options: dict[str, Any] = {"opponent": "aimer"} if "Versus" in name else {}
    check_env(gym.make(name, **options).unwrapped, skip_render_check=True)


@pytest.mark.law("130")
@settings(max_examples=examples(60), deadline=None)
@given(action=st.tuples(*[st.floats(-1.5, 1.5, width=32)] * 3), seat=st.sampled_from(list(Seat)))
def test_every_action_is_a_lawful_stroke(action: tuple[float, float, float], seat: Seat) -> None:
    position = Position.from_text("white:0,-252.6/-150,-252.6 black:0,252.6 queen:252.6,30")
    stroke = stroke_from_action(np.array(action), position, seat, CLUB.max_speed)
    assert stroke_fault(position, stroke, seat=seat) is None


def test_clearing_rewards_what_falls_and_ends_when_the_board_is_clear() -> None:
    env = gym.make("carrom/Clear-v0", most_strokes=40)
    seen, _ = env.reset(seed=3)
    assert seen.reshape(19, 3)[:, 2].sum() == 19
    total, fallen, strokes = 0.0, 0, 0
    rng = np.random.default_rng(0)
    done = cut = False
    while not (done or cut):
        seen, reward, done, cut, info = env.step(
            np.array([rng.uniform(-1, 1), rng.uniform(-0.2, 0.2), 0.8], np.float32)
        )
        total += float(reward)
        strokes += 1
        fallen = 19 - int(seen.reshape(19, 3)[:, 2].sum())
    assert strokes == info["strokes"]
    assert total == pytest.approx(fallen - 0.1 * strokes)
    assert done == (fallen == 19)


def test_many_boards_at_once_play_as_each_would_alone() -> None:
    rng = np.random.default_rng(1)
    actions = rng.uniform(-1, 1, (6, 4, 3)).astype(np.float32)
    many = gym.make_vec("carrom/Clear-v0", num_envs=4, vectorization_mode="vector_entry_point", level="club")
    seen, _ = many.reset(seed=10)
    for i in range(4):
        alone = gym.make("carrom/Clear-v0", level="club")
        first, _ = alone.reset(seed=10 + i)
        assert np.array_equal(first, seen[i])
    singles = [gym.make("carrom/Clear-v0", level="club") for _ in range(4)]
    for i, env in enumerate(singles):
        env.reset(seed=10 + i)
    for row in actions:
        seen, rewards, *_ = many.step(row)
        for i, env in enumerate(singles):
            one, reward, *_ = env.step(row[i])
            assert np.array_equal(one, seen[i])
            assert reward == pytest.approx(rewards[i])


def test_a_board_that_is_over_is_racked_by_the_next_step() -> None:
    many = ClearVector(2, most_strokes=2)
    many.reset(seed=0)
    soft = np.full((2, 3), -1.0, np.float32)
    many.step(soft)
    _, _, done, cut, _ = many.step(soft)
    assert cut.all()
    assert not done.any()
    seen, rewards, done, cut, info = many.step(soft)
    assert rewards.tolist() == [0.0, 0.0]
    assert not cut.any()
    assert not done.any()
    assert info["strokes"].tolist() == [0, 0]
    assert seen.reshape(2, 19, 3)[:, :, 2].sum() == 38


def test_versus_pays_the_points_of_the_board() -> None:
    env = Versus(opponent="greedy", level="beginner", opponent_level="robot")
    env.reset(seed=1, options={"breaks": False})
    done = cut = False
    reward = 0.0
    while not (done or cut):
        _, reward, done, cut, _ = env.step(np.array([0.0, 0.0, -1.0], np.float32))
    result = env.session.result
    assert done
    assert result is not None
    assert reward == (result.points if result.winner == "a" else -result.points) != 0


def test_an_opponent_may_be_named_like_an_entry_point() -> None:
    env = Versus(opponent="carrom.players.levels.basic:Aimer")
    env.reset(seed=0)
    with pytest.raises(ValueError, match="nowhere"):
        Versus(opponent="nowhere:Aimer")


def test_many_boards_against_the_ladder_play_as_each_would_alone() -> None:
    options: dict[str, Any] = {"opponent": "greedy", "level": "state"}
    many = gym.make_vec("carrom/Versus-v0", num_envs=3, vectorization_mode="vector_entry_point", **options)
    singles = [gym.make("carrom/Versus-v0", **options) for _ in range(3)]
    seen, _ = many.reset(seed=30)
    for i, env in enumerate(singles):
        assert np.array_equal(env.reset(seed=30 + i)[0], seen[i])
    rng = np.random.default_rng(2)
    over = np.zeros(3, dtype=bool)
    for _ in range(12):
        actions = rng.uniform(-1, 1, (3, 3)).astype(np.float32)
        seen, rewards, done, cut, _ = many.step(actions)
        for i, env in enumerate(singles):
            one, reward, ended, *_ = (*env.reset(), False) if over[i] else env.step(actions[i])
            assert np.array_equal(one, seen[i])
            if not over[i]:
                assert (reward, ended) == (rewards[i], done[i])
        over = done | cut


@pytest.mark.parametrize("name", ["carrom/Clear-v0", "carrom/Versus-v0"])
def test_first_versions_take_names_too_and_refuse_what_cannot_be(name: str) -> None:
    options: dict[str, Any] = {"opponent": "aimer"} if "Versus" in name else {}
    env: Any = gym.make(name, profile="tournament", level=LEVELS["state"], **options).unwrapped
    assert env.profile == TOURNAMENT
    env.reset(seed=1)
    for action in ([float("nan"), 0.0, 0.0], [0.0, 0.0], "left"):
        with pytest.raises(CarromError, match="an action"):
            env.step(action)
    with pytest.raises(CarromError, match="most_strokes=0"):
        gym.make(name, most_strokes=0, **options)
    with pytest.raises(CarromError, match="glass"):
        gym.make(name, profile="glass", **options)
