"""The committed schemas and the page's types are those of the server's classes."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from carrom.render.ink import palette

ROOT = Path(__file__).resolve().parents[2]


def test_schemas_and_types_are_up_to_date() -> None:
    run = subprocess.run([sys.executable, "web/wire.py", "--check"], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr


def test_the_lock_file_names_no_registry() -> None:
    assert '"resolved"' not in (ROOT / "web/package-lock.json").read_text()


def test_the_page_has_the_colours_of_the_drawings() -> None:
    page = (ROOT / "web/src/board/palette.ts").read_text()
    named = {
        name.lower(): colour for name, colour in re.findall(r"(\w+): \"(#\w{6})\"", page.split("export const signs")[0])
    }
    ours = {
        name.replace("_", "").lower(): value
        for name, value in vars(palette).items()
        if isinstance(value, str) and value.startswith("#")
    }
    assert named
    assert {name: ours[name] for name in named} == named
    for disc in ("white", "black", "queen", "striker"):
        found = re.search(rf"{disc}: \[([^\]]+)\]", page)
        assert found
        assert tuple(re.findall(r"#\w{6}", found[1])) == getattr(palette, disc.upper())
