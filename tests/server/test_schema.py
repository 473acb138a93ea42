"""The committed schemas and the page's types are those of the server's classes."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]


def test_schemas_and_types_are_up_to_date() -> None:
    run = subprocess.run([sys.executable, "web/wire.py", "--check"], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr


def test_page_types_are_complete() -> None:
    """Every message has a type, and none is cast."""
    sources = list((ROOT / "web/src").rglob("*.ts*"))
    assert len(sources) > 30
    assert [path.name for path in sources if re.search(r"\bas unknown\b|\bas any\b", path.read_text())] == []
    assert not re.search(r"\b(unknown|any)\b", re.sub(r"/\*\*.*\*/", "", (ROOT / "web/src/api/wire.ts").read_text()))


@pytest.mark.parametrize(
    "schema",
    [{}, {"type": "object"}, {"type": "array"}, {"allOf": []}, {"type": "string", "format": "date"}, {"anyOf": [{}]}],
    ids=str,
)
def test_schema_without_a_type_is_refused(schema: dict[str, Any]) -> None:
    type_of: Callable[[dict[str, Any]], str] = runpy.run_path(str(ROOT / "web/wire.py"))["type_of"]
    assert type_of({"anyOf": [{"type": "array", "items": {"type": "integer"}}, {"type": "null"}]}) == "number[] | null"
    with pytest.raises(SystemExit, match="no TypeScript"):
        type_of(schema)


def test_lock_file_names_no_registry() -> None:
    assert '"resolved"' not in (ROOT / "web/package-lock.json").read_text()
