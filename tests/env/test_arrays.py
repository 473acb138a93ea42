"""The environments of arrays: against Gymnasium's checker, against single ones, and against the rung that they play."""

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

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")
DRAWN = Path(__file__).parents[2] / "training" / "clear_policy.json"


def vector(name: str, count: int, **options: Any) -> Any:
    return gym.make_vec(name, num_envs=count, vectorization_mode="vector_entry_point", **options)


def same(one: Any, other: Any) -> bool:
    return all(np.array_equal(one[key], other[key]) for key in one)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["carrom/Clear-v1", "carrom/Versus-v1"])
@pytest.mark.parametrize("actions", by_depth(["candidates"], ["raw", "candidates"]))
def test_the_projects_own_check_passes(name: str, actions: str) -> None:
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
def test_boards_among_many_are_what_they_are_alone(name: str, options: dict[str, Any]) -> None:
    many = vector(name, 4, **options)
    alone: Any = gym.make_vec(name, num_envs=4, vectorization_mode="sync", **options)
    assert isinstance(alone.unwrapped, SyncVectorEnv)
    assert same(many.reset(seed=7)[0], alone.reset(seed=7)[0])
    many.action_space.seed(3)
    for _ in range(25):
        action = many.action_space.sample()
        first, second = many.step(action), alone.step(action)
        assert same(first[0], second[0])
        # The network of the learned value rounds its last digits by how many are asked about at once.
        assert np.allclose(first[1], second[1], rtol=0, atol=1e-4 if options.get("reward") == "worth" else 0)
        for ours, theirs in zip(first[2:4], second[2:4], strict=True):
            assert np.array_equal(ours, theirs)
        assert np.array_equal(first[4].get("executed", 0), second[4].get("executed", 0))


def test_the_aimer_of_arrays_decides_like_the_rung() -> None:
    env = VersusVector(160, level="state", opponent_level="casual", actions="candidates")
    env.reset(seed=5)
    env.action_space.seed(5)
    for _ in range(6):
        env.step(env.action_space.sample())
    boards, hand = env.boards, LEVELS["casual"]
    rows = np.flatnonzero(~boards.over & ~boards.is_break(np.arange(160)))
    boards.turn[rows] = 1  # every layout as the one at the north would have it
    assert len(rows) > 100
    quick = BatchAimer(hand, CLUB).strokes(boards, rows)
    slow = OneByOneRival(Contestant(Aimer(), hand), LEVELS["state"], CLUB).strokes(boards, rows)
    assert np.abs(quick - slow).max() < 1e-6


def test_no_board_is_drawn_anew_because_it_was_lost_too_soon() -> None:
    env = VersusVector(60, opponent="carrom.players.levels.basic:Aimer", opponent_level="exact", level="beginner")
    breaks = np.concatenate([env.reset(seed=100 * k)[1]["breaks"] for k in range(8)])
    assert 0.42 < breaks.mean() < 0.58
    # A board that is over before the agent has struck ends in the first step, whatever he does.
    boards = env.boards
    boards.over[3], boards.points[3] = True, -12.0
    env.action_space.seed(0)
    _, rewards, done, _, info = env.step(env.action_space.sample())
    assert done[3]
    assert rewards[3] == -12.0
    assert info["episode"]["l"][3] == 1
    assert not info["intended"][3].any()


def test_the_worth_of_boards_only_moves_rewards_about() -> None:
    """Potential-based: over an episode the shaping sums up to what the board was worth at its beginning."""
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
def test_agents_decide_about_due_pieces() -> None:
    env = VersusVector(160, opponent="random", dues="agent", level="beginner")
    seen, _ = env.reset(seed=1)
    env.action_space.seed(1)
    boards, placed, forgone = env.boards, 0, 0
    for number in range(8):
        action = env.action_space.sample()
        action[:, 3:] = 1.0 if number % 2 else -1.0, 60.0, 80.0
        # Where the agent strikes next, nothing but his answer changes the board.
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


def test_what_cannot_be_is_told_in_a_sentence() -> None:
    env = ClearVector(2)
    env.reset(seed=0)
    good = np.array([[0.0, 0.0, 2.0], [400.0, 10.0, 99.0]])
    env.step(good)
    for wrong, text in ((good[:, :2], "shape"), (good * np.nan, "NaN"), ("hard", "3 numbers")):
        with pytest.raises(ValueError, match=text):
            env.step(wrong)
    structured = Clear(actions="candidates")
    structured.reset(seed=0)
    with pytest.raises(ValueError, match="no action"):
        structured.step([99, 0, 0])
    with pytest.raises(ValueError, match=r"0\.5 is no whole number"):
        structured.step([0.5, 0, 0])
    for options, text in (
        ({"profile": "ice"}, "ice"),
        ({"level": "nobody"}, "nobody"),
        ({"most_strokes": 0}, "most_strokes"),
        ({"actions": "telepathy"}, "raw, candidates"),
        ({"render_mode": "human"}, "rgb_array"),
    ):
        with pytest.raises(ValueError, match=text):
            Clear(**options)
    with pytest.raises(ValueError, match="nowhere"):
        Versus(opponent="nowhere:Aimer")
    for gamma in (2, -0.1, np.nan, "all"):
        with pytest.raises(ValueError, match="gamma"):
            Versus(gamma=gamma)
    wrong_seeds: tuple[tuple[Any, str], ...] = ((-1, "from 0"), ([1, 2, 3], "3 seeds for 2 boards"), ([1.5, 2], "1.5"))
    for seed, text in wrong_seeds:
        with pytest.raises(ValueError, match=text):
            env.reset(seed=seed)
    with pytest.raises(ValueError, match="from 0"):
        structured.reset(seed=-1)


def test_a_seed_may_be_as_long_as_one_likes() -> None:
    env, alone = ClearVector(2), Clear()
    for seed in (2**31, 2**63 - 1, 2**64, 10**40):
        shown = env.reset(seed=seed)[0]["pieces"]
        assert np.array_equal(shown, env.reset(seed=seed)[0]["pieces"])
        assert np.array_equal(shown[0], alone.reset(seed=seed)[0]["pieces"])
        assert not np.array_equal(shown[0], shown[1])


@pytest.mark.parametrize("name", ["carrom/Clear-v1", "carrom/Versus-v1"])
def test_whoever_watches_sees_the_pictures_in_a_window_of_gymnasium(name: str) -> None:
    env = gym.make(name, render_mode="human")
    assert isinstance(env, HumanRendering)
    assert env.unwrapped.render_mode == "rgb_array"


def test_infos_tell_what_happened_and_pictures_show_it() -> None:
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


def test_the_curve_that_is_told_beats_greedy() -> None:
    drawn = json.loads(DRAWN.read_text())
    policy, greedy = drawn["policy"], drawn["greedy"]
    margin = np.hypot(policy["95 %"], greedy["95 %"])
    assert policy["strokes to clear"] < greedy["strokes to clear"] - margin
    assert drawn["curve"][-1]["strokes to clear"] < drawn["curve"][0]["strokes to clear"] - 2
