"""An uploaded workbook is read in a limited process of its own, so that the server goes on."""

from __future__ import annotations

import resource
import time

import pytest

from carrom.tournament.entrylists import sandbox
from carrom.tournament.entrylists.headings import read_column_choices
from carrom.tournament.entrylists.sandbox import read_in_sandbox
from carrom.tournament.entrylists.spreadsheet import rows_from_bytes
from tests.refusals import refuses
from tests.tournament.test_workbook_size import workbook

_LIST = workbook(["Name", "Club/Soc"], ["Asha Rao", "Hill"], ["Ben", 7])
_HEAD = "import sys; sys.path[:] = sys.argv[1:]; from carrom.tournament.entrylists import sandbox; "


def test_sandbox_returns_the_same_rows() -> None:
    choices = read_column_choices(("Club/Soc=club",), ())
    assert read_in_sandbox(_LIST, choices) == rows_from_bytes(_LIST, choices)
    assert read_in_sandbox(b"Name\nBen\n") == rows_from_bytes(b"Name\nBen\n")


def test_sandbox_reports_the_same_errors() -> None:
    with refuses("unknown-sheet", "'Two'"):
        read_in_sandbox(_LIST, sheet="Two")
    with refuses("not-a-spreadsheet"):
        read_in_sandbox(b"PK\x03\x04 and nothing more")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("does", "what"),
    [
        ("sandbox.rows_from_bytes = lambda *_, **__: bytearray(2 * sandbox.MEMORY_LIMIT); sandbox.main()", "memory"),
        ("sandbox.limit_process(sandbox.MEMORY_LIMIT, 60); b'x' * 2 * sandbox.MEMORY_LIMIT", "memory"),
        ("import os; os.kill(os.getpid(), 9)", "memory"),  # as the system does when memory runs out
        ("sandbox.limit_process(sandbox.MEMORY_LIMIT, 1); exec('while True: pass')", "time"),  # of the processor
        ("import time; time.sleep(60)", "time"),
    ],
)
def test_sandbox_ends_a_workbook_that_takes_too_much(does: str, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "TIME_LIMIT", 1.0 if "sleep" in does else 60.0)
    monkeypatch.setattr(sandbox, "_PROGRAM", _HEAD + does)
    before, start = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.monotonic()
    with refuses("list-too-demanding", what):
        read_in_sandbox(_LIST)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100_000, "KB: this process does not grow"
    assert time.monotonic() - start < 50
