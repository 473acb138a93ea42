"""The training examples of the docs run and learn."""

from __future__ import annotations

import json
import runpy
from pathlib import Path

import numpy as np
import pytest

from carrom.match import ByParty
from carrom.play import LEVELS, Contestant, Luck, Seating, play_board
from carrom.players import player_named

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.filterwarnings("ignore:.*is out of date:DeprecationWarning")
def test_break_example_improves() -> None:
    learn = runpy.run_path(str(EXAMPLES / "learn_to_break.py"))["learn"]
    rewards, action = learn(seed=1)
    assert len(action) == 3
    assert sum(rewards[-3:]) / 3 > sum(rewards[:3]) / 3 + 0.5


def test_trained_policy_plays_at_a_table(tmp_path: Path) -> None:
    example = runpy.run_path(str(EXAMPLES / "learn_versus.py"))
    weights = example["learn"](seed=1, tried=8, boards=4, generations=1)
    good, blind = np.array(example["EASIEST"]), -np.array(example["EASIEST"])
    gained = example["points"](np.array([good, blind]), 24, seed=1000)
    assert gained[0] > gained[1] + 1, "the same boards, one policy after the other"
    learnt = tmp_path / "learnt.json"
    learnt.write_text(json.dumps(weights.tolist()))
    own, other = (Contestant(who, LEVELS["club"]) for who in (example["make"](learnt), player_named("aimer")))
    assert play_board(Seating(ByParty((own,), (other,))), Luck((3,))).result is not None
