"""The training example of the docs runs, and learns."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "learn_to_break.py"


@pytest.mark.filterwarnings("ignore:.*is out of date:DeprecationWarning")
def test_the_break_gets_better() -> None:
    learn = runpy.run_path(str(EXAMPLE))["learn"]
    rewards, action = learn(seed=1)
    assert len(action) == 3
    assert sum(rewards[-3:]) / 3 > sum(rewards[:3]) / 3 + 0.5
