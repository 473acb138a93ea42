"""Vectorised environments, compared with Gymnasium's checker, single environments and the level that they play."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import SyncVectorEnv
from gymnasium.wrappers import HumanRendering

import carrom.env  # noqa: F401 - registers the environments
from carrom.env.clear import Clear, ClearVector
from carrom.env.versus import OneByOneRival, Versus, VersusVector
from carrom.equipment import due_places
from carrom.physics import CLUB
from carrom.play import LEVELS, Contestant
from carrom.play.batch.layouts import position_of
from carrom.players.levels.basic import Aimer
from carrom.players.levels.batch import BatchAimer
from tests.depth import by_depth
from tests.refusals import refuses

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")
DRAWN = Path(__file__).parents[2] / "training" / "clear_policy.json"


def vector(name: str, count: int, **options: Any) -> Any:
    return gym.make_vec(name, num_envs=count, vectorization_mode="vector_entry_point", **options)


def same(one: Any, other: Any) -> bool:
    return all(np.array_equal(one[key], other[key]) for key in one)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["carrom/Clear-v1", "carrom/Versus-v1"])
@pytest.mark.parametrize("actions", by_depth(["candidates"], ["raw", "candidates"]))
def test_gymnasium_vector_checker_passes(name: str, actions: str) -> None:
    check_env(gym.make(name, actions=actions).unwrapped, skip_render_check=True)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("carrom/Clear-v1", {"most_strokes": 5}),
        ("carrom/Clear-v1", {"actions": "candidates", "reward": "strokes"}),
        ("carrom/Versus-v1", {"most_strokes": 20, "reward": "worth"}),
        ("carrom/Versus-v1", {"actions": "candidates", "dues": "agent", "opponent_level": "beginner"}),
        ("carrom/Versus-v1", {"opponent": "random", "dues": "agent", "reward": "win"}),
    ],
)
def test_vectorised_boards_match_single_environments(name: str, options: dict[str, Any]) -> None:
    many = vector(name, 4, **options)
    alone: Any = gym.make_vec(name, num_envs=4, vectorization_mode="sync", **options)
    assert isinstance(alone.unwrapped, SyncVectorEnv)
    assert same(many.reset(seed=7)[0], alone.reset(seed=7)[0])
    many.action_space.seed(3)
    for _ in range(25):
        action = many.action_space.sample()
        first, second = many.step(action), alone.step(action)
        assert same(first[0], second[0])
        # The value network rounds its last digits differently for different batch sizes.
        assert np.allclose(first[1], second[1], rtol=0, atol=1e-4 if options.get("reward") == "worth" else 0)
        for ours, theirs in zip(first[2:4], second[2:4], strict=True):
            assert np.array_equal(ours, theirs)
        assert np.array_equal(first[4].get("executed", 0), second[4].get("executed", 0))


def test_batch_aimer_decides_like_the_aimer_level() -> None:
    env = VersusVector(160, level="state", opponent_level="casual", actions="candidates")
    env.reset(seed=5)
    env.action_space.seed(5)
    for _ in range(6):
        env.step(env.action_space.sample())
    boards, hand = env.boards, LEVELS["casual"]
    rows = np.flatnonzero(~boards.over & ~boards.is_break(np.arange(160)))
    boards.turn[rows] = 1  # every layout seen from the north
    assert len(rows) > 100
    quick = BatchAimer(hand, CLUB).strokes(boards, rows)
    slow = OneByOneRival(Contestant(Aimer(), hand), LEVELS["state"], CLUB).strokes(boards, rows)
    assert np.abs(quick - slow).max() < 1e-6


def test_boards_lost_early_are_not_discarded() -> None:
    env = VersusVector(60, opponent="carrom.players.levels.basic:Aimer", opponent_level="exact", level="beginner")
    breaks = np.concatenate([env.reset(seed=100 * k)[1]["breaks"] for k in range(8)])
    assert 0.42 < breaks.mean() < 0.58
    # A board that is over before the agent has struck ends in the first step.
    boards = env.boards
    boards.over[3], boards.points[3] = True, -12.0
    env.action_space.seed(0)
    _, rewards, done, _, info = env.step(env.action_space.sample())
    assert done[3]
    assert rewards[3] == -12.0
    assert info["episode"]["l"][3] == 1
    assert not info["intended"][3].any()


def test_potential_based_shaping_keeps_the_return() -> None:
    """Over an episode the shaping sums up to the initial value of the board."""
    plain, shaped = (
        VersusVector(24, reward=reward, level="beginner", opponent_level="exact") for reward in ("points", "worth")
    )
    plain.reset(seed=2)
    shaped.reset(seed=2)
    at_first, totals = shaped.worth(np.arange(24)), np.zeros((2, 24))
    going = np.ones(24, dtype=bool)
    plain.action_space.seed(1)
    for _ in range(25):
        action = plain.action_space.sample()
        for row, env in enumerate((plain, shaped)):
            _, rewards, done, _, _ = env.step(action)
            totals[row, going] += rewards[going]
        going &= ~done
    assert (~going).sum() > 8
    ended = ~going
    assert np.allclose(totals[1, ended], (totals[0] - at_first)[ended], atol=1e-3)


@pytest.mark.law("87a")
def test_agent_places_or_forgoes_due_pieces() -> None:
    env = VersusVector(160, opponent="random", dues="agent", level="beginner")
    seen, _ = env.reset(seed=1)
    env.action_space.seed(1)
    boards, placed, forgone = env.boards, 0, 0
    for number in range(8):
        action = env.action_space.sample()
        action[:, 3:] = 1.0 if number % 2 else -1.0, 60.0, 80.0
        # Where the agent strikes next, only its own answer changes the board.
        asked = np.flatnonzero((boards.due > 0) & (boards.turn == 0) & ~env._is_over)
        assert (seen["state"][asked, 12] == 1.0).all()
        before, strokes = boards.places[asked].copy(), boards.strokes[asked].copy()
        seen, *_ = env.step(action)
        assert np.array_equal(boards.strokes[asked], strokes)
        for row, was in zip(asked.tolist(), before, strict=True):
            now = boards.places[row]
            new = [place for place in now[:18] if not (np.isnan(place[0]) or np.isclose(place, was).all(axis=1).any())]
            forgone += number % 2 and not new
            if not number % 2 and len(new) == 1 and np.array_equal(now[18], was[18], equal_nan=True):
                placed += 1
                nearest = min(np.hypot(x - 60.0, y - 80.0) for x, y in due_places(position_of(was)))
                assert np.hypot(*(new[0] - (60.0, 80.0))) == pytest.approx(nearest)
    assert placed > 3
    assert forgone > 3


def test_invalid_actions_options_and_seeds_are_refused() -> None:
    env = ClearVector(2)
    env.reset(seed=0)
    good = np.array([[0.0, 0.0, 2.0], [400.0, 10.0, 99.0]])
    env.step(good)
    for wrong, quoted in ((good[:, :2], "(2, 2)"), (good * np.nan, "nan"), ("hard", "'hard'")):
        with refuses("bad-action", quoted):
            env.step(wrong)
    structured = Clear(actions="candidates")
    structured.reset(seed=0)
    with refuses("bad-action", "[99, 0, 0]"):
        structured.step([99, 0, 0])
    with refuses("bad-action", "0.5"):
        structured.step([0.5, 0, 0])
    for options, code, quoted in (
        ({"profile": "ice"}, "unknown-profile", "'ice'"),
        ({"level": "nobody"}, "unknown-level", "'nobody'"),
        ({"most_strokes": 0}, "bad-setting", "most_strokes"),
        ({"actions": "telepathy"}, "bad-setting", "raw, candidates"),
        ({"render_mode": "human"}, "bad-setting", "rgb_array"),
    ):
        with refuses(code, quoted):
            Clear(**options)
    with refuses("bad-opponent", "nowhere"):
        Versus(opponent="nowhere:Aimer")
    for gamma in (2, -0.1, np.nan, "all"):
        with refuses("bad-setting", "gamma"):
            Versus(gamma=gamma)
    wrong_seeds: tuple[tuple[Any, tuple[str, ...]], ...] = (
        (-1, ("-1",)),
        ([1, 2, 3], ("3", "2")),
        ([1.5, 2], ("1.5",)),
    )
    for seed, quoted_figures in wrong_seeds:
        with refuses("bad-seed", *quoted_figures):
            env.reset(seed=seed)
    with refuses("bad-seed", "-1"):
        structured.reset(seed=-1)


def test_seeds_of_any_length_are_accepted() -> None:
    env, alone = ClearVector(2), Clear()
    for seed in (2**31, 2**63 - 1, 2**64, 10**40):
        shown = env.reset(seed=seed)[0]["pieces"]
        assert np.array_equal(shown, env.reset(seed=seed)[0]["pieces"])
        assert np.array_equal(shown[0], alone.reset(seed=seed)[0]["pieces"])
        assert not np.array_equal(shown[0], shown[1])


@pytest.mark.parametrize("name", ["carrom/Clear-v1", "carrom/Versus-v1"])
def test_human_rendering_opens_a_gymnasium_window(name: str) -> None:
    env = gym.make(name, render_mode="human")
    assert isinstance(env, HumanRendering)
    assert env.unwrapped.render_mode == "rgb_array"


def test_infos_and_frames_show_the_stroke() -> None:
    env = Versus(profile="slow", level="club", book="icf", render_mode="rgb_array")
    _, info = env.reset(seed=4, options={"breaks": True})
    assert info["breaks"]
    assert not info["lost_before_first_stroke"]
    _, _, _, _, info = env.step(np.array([0.0, 0.0, 6.0], np.float32))
    assert info["touched"]
    assert info["law"]
    assert -14 < info["value"] < 14
    assert info["intended"][2] == 0.0 != info["executed"][2]
    picture = env.render()
    assert picture.shape == (480, 480, 3)
    assert picture.std() > 10


def test_learning_curve_beats_greedy() -> None:
    drawn = json.loads(DRAWN.read_text())
    policy, greedy = drawn["policy"], drawn["greedy"]
    margin = np.hypot(policy["95 %"], greedy["95 %"])
    assert policy["strokes to clear"] < greedy["strokes to clear"] - margin
    assert drawn["curve"][-1]["strokes to clear"] < drawn["curve"][0]["strokes to clear"] - 2
