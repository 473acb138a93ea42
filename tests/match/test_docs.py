"""docs/match.md and docs/record.md list all acts, codes and words."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

from carrom.laws import Turn
from carrom.match import ACTS, Record, read_record
from carrom.match.log.notation import field_specs

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"


def test_every_act_is_explained() -> None:
    page = (DOCS / "match.md").read_text(encoding="utf-8")
    explained = set(re.findall(r"`([A-Z][A-Za-z]+)\(", page))
    assert explained >= {act.__name__ for act in ACTS.values()}


def test_every_code_is_listed() -> None:
    """Codes are promises to programs: every change must reach the page."""
    source = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "carrom" / "match").rglob("*.py"))
    page = (DOCS / "match.md").read_text(encoding="utf-8")
    codes, reasons = page.split("The codes never change their meaning.")[1].split("Why an event was refused:")
    happened = set(re.findall(r'Happening\(\s*"([a-z-]+)"', source)) | {"foul", "technical-foul"}
    happened |= {f"turn-{turn}" for turn in get_args(Turn) if turn != "over"}
    assert set(re.findall(r"`([a-z-]+)`", codes)) == happened
    listed = set(re.findall(r"`([a-z-]+)`", reasons.split("`fold(setup")[0]))
    placing = (ROOT / "carrom" / "equipment" / "due_place.py").read_text(encoding="utf-8")
    source += (ROOT / "carrom" / "laws" / "decisions.py").read_text(encoding="utf-8")
    refused = set(re.findall(r'\b(?:Refused|refuse)\(\s*"([a-z-]+)"', source))
    assert listed == refused | {f"place-{code}" for code in re.findall(r'Fault\("([a-z-]+)"', placing)}


def test_record_page_lists_every_kind_and_word() -> None:
    page = (DOCS / "record.md").read_text(encoding="utf-8")
    rows = [line.split("|") for line in page.splitlines() if line.startswith("| `")]
    words = {}
    for _, kinds, _, named, _ in rows:
        for kind in re.findall(r"`([a-z-]+)`", kinds):
            words[kind] = named
    assert set(words) == set(ACTS)
    for kind in ACTS:
        for spec in field_specs(kind).values():
            if not spec.is_first:
                assert f"`{spec.word}`" in words[kind], (kind, spec.name)


def test_example_record_is_valid_and_canonical() -> None:
    page = (DOCS / "record.md").read_text(encoding="utf-8")
    example = next(
        block for block in re.findall(r"```\n(.*?)```", page, re.DOTALL) if block.startswith("carrom-record")
    )
    reading = read_record(example)
    assert reading.faults == ()
    assert reading.record.text() == example
    assert reading.record.replay().refused is None
    assert isinstance(reading.record, Record)
