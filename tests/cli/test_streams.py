"""JSON lines and the progress bar of the command line."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from carrom.base.errors import CarromError
from carrom.cli.streams import answer_lines, progress


def ask(text: bytes) -> tuple[int, list[object]]:
    def answer(value: object) -> object:
        if value == "bad":
            raise CarromError("bad", "that is bad")
        if value == "ours":
            raise ZeroDivisionError("our own mistake")
        return {"got": value}

    sink = io.BytesIO()
    status = answer_lines(answer, io.BytesIO(text), sink)
    return status, [json.loads(line) for line in sink.getvalue().splitlines()]


def test_a_bad_line_costs_only_itself() -> None:
    status, replies = ask(b'1\n"bad"\n2\n')
    assert status == 1
    assert replies == [{"got": 1}, {"error": "that is bad"}, {"got": 2}]


def test_invalid_json_is_answered_with_the_position() -> None:
    status, replies = ask(b'"a\tb"\n"a')
    assert status == 1
    errors = [reply["error"] for reply in replies if isinstance(reply, dict)]
    assert [error.rpartition(" ")[2] for error in errors] == ["3", "1"]
    assert all(error.startswith("not JSON: ") for error in errors)


def test_all_good_lines_end_with_status_0() -> None:
    assert ask(b"[]\n{}") == (0, [{"got": []}, {"got": {}}])


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"{",
        b"NaN",
        b'{"a":Infinity}',
        b'{"a":-1e999}',
        b'{"a":1,"a":2}',
        b"\xff\xfe",
        b"[" * 100_000,
        b"9" * 5000,
        b"\xef\xbb\xbf1",
    ],
    ids=["blank", "cut", "nan", "infinity", "overflow", "key-twice", "not-utf8", "deep", "digits", "bom"],
)
def test_unreadable_lines_are_errors(line: bytes) -> None:
    status, replies = ask(line + b"\n7\n")
    assert status == 1
    assert isinstance(replies[0], dict)
    assert list(replies[0]) == ["error"]
    assert replies[1] == {"got": 7}


def test_a_programming_error_costs_only_its_line() -> None:
    status, replies = ask(b'1\n"ours"\n2\n')
    assert status == 1
    assert replies[::2] == [{"got": 1}, {"got": 2}]
    assert "our own mistake" in str(replies[1])


@given(st.lists(st.binary(max_size=40).filter(lambda raw: b"\n" not in raw), max_size=8))
def test_as_many_answers_as_lines(lines: list[bytes]) -> None:
    _, replies = ask(b"".join(line + b"\n" for line in lines))
    assert len(replies) == len(lines)


def test_a_full_disk_is_one_error_message() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no device that is always full")
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "carrom", "rule"], input=b"{}\n", stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 2
    assert done.stderr.startswith(b"carrom rule: ")
    assert b"Traceback" not in done.stderr


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_drawn_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    stream = Terminal()
    with progress("matches", stream) as show:
        show(0, 80)
        show(80, 80)
    last = stream.getvalue().split("\r")[-1]
    assert "━" * 30 in last
    assert "80/80 matches" in last
    assert "\n" in last


def test_progress_prints_nothing_for_scripts() -> None:
    stream = io.StringIO()
    with progress("matches", stream) as show:
        show(1, 2)
        show(0, 0)
    assert stream.getvalue() == ""
