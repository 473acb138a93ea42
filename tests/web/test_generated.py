"""What the page knows of the board is written from the package, and committed as it was written."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_sizes_and_colours_are_those_of_the_package() -> None:
    run = subprocess.run([sys.executable, "web/board.py", "--check"], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
