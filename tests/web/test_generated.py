"""The generated sources of the page are up to date: sizes and colours of the board, and the physics kernel."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("script", ["web/board.py", "web/kernel.py"])
def test_generated_sources_match_the_package(script: str) -> None:
    run = subprocess.run([sys.executable, script, "--check"], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
