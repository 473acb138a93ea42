"""docs/draws.md names every format and every field of the two verbs."""

from __future__ import annotations

from pathlib import Path
from typing import get_type_hints

from carrom.cli import draw, schedule
from carrom.tournament.formats import FORMATS

PAGE = (Path(__file__).parents[2] / "docs" / "draws.md").read_text(encoding="utf-8")


def test_every_format_and_field_is_documented() -> None:
    lines = {name: get_type_hints(one.line) for name, one in FORMATS.items()}
    for name, known in {**lines, "teams": get_type_hints(draw.TeamsLine)}.items():
        row = next((line for line in PAGE.splitlines() if line.startswith(f"| `{name}` |")), "")
        assert row, f"docs/draws.md has no row | `{name}` |"
        assert all(f"`{field}`" in row for field in known.keys() - {"format"})
    for field in get_type_hints(schedule.ScheduleLine):
        assert f"`{field}`" in PAGE or f'"{field}":' in PAGE
