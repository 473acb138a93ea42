"""What the page knows of the board and its physics is written from the package, and committed as it was written."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("script", ["web/board.py", "web/kernel.py"])
def test_sizes_colours_and_physics_are_those_of_the_package(script: str) -> None:
    run = subprocess.run([sys.executable, script, "--check"], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
