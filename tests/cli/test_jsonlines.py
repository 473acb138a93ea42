"""One line in, one line out, whatever the line."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from carrom.base.errors import CarromError
from carrom.cli.streams import answer_lines


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


def test_neighbours_of_a_bad_line_are_answered() -> None:
    status, replies = ask(b'1\n"bad"\n2\n')
    assert status == 1
    assert replies == [{"got": 1}, {"error": "that is bad"}, {"got": 2}]


def test_a_sentence_of_the_parser_is_whole() -> None:
    assert ask(b'"a\tb"\n"a') == (
        1,
        [
            {"error": "not JSON: Invalid control character at character 3"},
            {"error": "not JSON: Unterminated string starting at character 1"},
        ],
    )


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


def test_a_fault_of_our_own_costs_its_line_only() -> None:
    status, replies = ask(b'1\n"ours"\n2\n')
    assert status == 1
    assert replies[::2] == [{"got": 1}, {"got": 2}]
    assert "our own mistake" in str(replies[1])


@given(st.lists(st.binary(max_size=40).filter(lambda raw: b"\n" not in raw), max_size=8))
def test_as_many_answers_as_lines(lines: list[bytes]) -> None:
    _, replies = ask(b"".join(line + b"\n" for line in lines))
    assert len(replies) == len(lines)


def test_a_full_disk_is_told_in_one_sentence() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no device that is always full")
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "carrom", "rule"], input=b"{}\n", stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 2
    assert done.stderr.startswith(b"carrom rule: ")
    assert b"Traceback" not in done.stderr
