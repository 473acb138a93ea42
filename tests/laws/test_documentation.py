"""The examples of docs/laws.md and of the room's docstrings are true."""

from __future__ import annotations

import doctest
import importlib
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "laws.md"
EXAMPLES = re.findall(r"```console\n\$ (.*?)\n(.*?)```", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL)


@pytest.mark.parametrize(("command", "output"), EXAMPLES)
def test_commands(command: str, output: str) -> None:
    runnable = re.sub(r"(^|\| )carrom ", rf"\1{sys.executable} -m carrom ", command)
    environment = os.environ | {"COLUMNS": "100", "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(runnable, shell=True, capture_output=True, encoding="utf-8", env=environment)
    assert done.stdout == output


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 4


def test_python_on_the_page() -> None:
    result = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert result.attempted
    assert not result.failed


@pytest.mark.parametrize("name", ["judge", "outside", "register", "sentences"])
def test_docstrings(name: str) -> None:
    result = doctest.testmod(importlib.import_module(f"carrom.laws.{name}"))
    assert result.attempted
    assert not result.failed
