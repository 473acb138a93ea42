"""What docs/draws.md shows is what the verbs answer."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from carrom.cli import draw, schedule

PAGE = (Path(__file__).parents[2] / "docs" / "draws.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^\$ echo '(.+)' \| carrom (\w+)\n(.+)$", PAGE, re.MULTILINE)


@pytest.mark.parametrize(("line", "verb", "shown"), EXAMPLES)
def test_examples_are_true(line: str, verb: str, shown: str) -> None:
    answer = {"draw": draw.answer, "schedule": schedule.answer}[verb]
    assert answer(json.loads(line)) == json.loads(shown)


def test_both_verbs_are_shown() -> None:
    assert {verb for _, verb, _ in EXAMPLES} == {"draw", "schedule"}


def test_every_format_and_field_is_documented() -> None:
    for name, (fields, _) in draw.FORMATS.items():
        row = next(line for line in PAGE.splitlines() if line.startswith(f"| `{name}` |"))
        assert all(f"`{field}`" in row for field in fields)
    for field in schedule.FIELDS:
        assert f"`{field}`" in PAGE or f'"{field}":' in PAGE
