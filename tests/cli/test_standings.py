"""`carrom standings` line by line."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given, strategies as st

from carrom.base.errors import CarromError
from carrom.cli.standings import answer

# The line that the specification of the desk gives, shoot-out of strangers included.
EXAMPLE: dict[str, Any] = {
    "policy": "vkk",
    "entries": ["P", "Q", "R", "S"],
    "advance": 2,
    "matches": [
        {"a": "P", "b": "Q", "score": [18, 18], "extra": [10, 0]},
        {"a": "Q", "b": "R", "score": [25, 18]},
    ],
    "shootouts": [{"a": "A", "b": "B", "score": [5, 0]}],
}


def test_the_specified_example() -> None:
    assert answer(EXAMPLE) == {
        "table": [
            {"entry": "Q", "rank": 1, "played": 2, "wins": 1, "points": 2, "net": 7, "scored": 43},
            {"entry": "P", "rank": 2, "played": 1, "wins": 1, "points": 2, "net": 0, "scored": 18},
            {"entry": "S", "rank": 3, "played": 0, "wins": 0, "points": 0, "net": 0, "scored": 0},
            {"entry": "R", "rank": 4, "played": 1, "wins": 0, "points": 0, "net": -7, "scored": 18},
        ],
        "advance": ["Q", "P"],
        "tied": [],
        "why": [
            {"above": "Q", "below": "P", "by": "net", "values": [7, 0]},
            {"above": "P", "below": "S", "by": "points", "values": [2, 0]},
            {"above": "S", "below": "R", "by": "net", "values": [0, -7]},
        ],
    }


def test_tie_through_the_cut() -> None:
    reply = answer({"policy": "icf", "entries": ["B", "A"], "advance": 1, "matches": []})
    assert (reply["advance"], reply["tied"], reply["why"]) == (None, [["A", "B"]], [])
    assert answer({"policy": "icf", "entries": ["B", "A"], "matches": []})["advance"] == []


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"policy": None}, r"^policy is missing$"),
        ({"policy": 3}, "policy: 3 is not a standings policy: there are vkk, kreeda, icf, swiss, or an object"),
        ({"entries": []}, "no entries"),
        ({"entries": ["P", "Q", "R", "S", ""]}, r'entries\[4\]: "" is not a name'),
        ({"entries": ["P", "Q", "R", "S", "P"]}, "twice"),
        ({"entries": "PQRS"}, 'entries: "PQRS" is not a list'),
        ({"advance": 5}, "advance: .* is not "),
        ({"advance": True}, "advance: .* is not "),
        ({"advance": -1}, "advance: .* is not "),
        ({"advance": 2.0}, "advance: .* is not "),
        ({"matches": None}, r"^matches is missing$"),
        ({"matches": [{"a": "P", "b": "X", "score": [1, 0]}]}, r"^matches\[0\]: P – X: 'X' is not among the entries"),
        ({"matches": [{"a": "P", "b": "P", "score": [1, 0]}]}, r"matches\[0\]: .*itself"),
        ({"matches": [{"a": "P", "b": "Q"}]}, r"matches\[0\]: .*neither"),
        ({"matches": [{"a": "P", "b": "Q", "score": [1, 1]}]}, "knows no draw"),
        ({"matches": [{"a": "P", "b": "Q", "score": [1, -1]}]}, r"matches\[0\](\.score(\[1\])?|: P – Q): "),
        ({"matches": [{"a": "P", "b": "Q", "score": [1, True]}]}, r"matches\[0\](\.score(\[1\])?|: P – Q): "),
        ({"matches": [{"a": "P", "b": "Q", "score": [1, 2.5]}]}, r"matches\[0\](\.score(\[1\])?|: P – Q): "),
        ({"matches": [{"a": "P", "b": "Q", "score": [1, 2, 3]}]}, r"matches\[0\](\.score(\[1\])?|: P – Q): "),
        ({"matches": [{"a": "P", "b": "Q", "walkover": "P"}]}, r'matches\[0\].walkover: "P" is not one of a, b'),
        (
            {"matches": [{"a": "P", "b": "Q", "score": [1, 0], "walkovr": "a"}]},
            r'matches\[0\]: unknown field "walkovr"; it may have a, b',
        ),
        ({"matches": ["P-Q"]}, r'matches\[0\]: "P-Q" is not an object with a, b'),
        ({"shootouts": [{"a": "P", "b": "Q", "score": [2, 2]}]}, "no winner"),
        ({"shootout": []}, '^unknown field "shootout"; it may have policy'),
    ],
)
def test_bad_lines(change: dict[str, Any], words: str) -> None:
    with pytest.raises(CarromError, match=words):
        answer(EXAMPLE | change)


def test_from_the_shell() -> None:
    lines = [json.dumps(EXAMPLE), "[]", json.dumps(EXAMPLE | {"advance": 1})]
    done = subprocess.run(
        [sys.executable, "-m", "carrom", "standings"],
        input="\n".join(lines),
        capture_output=True,
        text=True,
        check=False,
    )
    replies = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 1
    assert [reply.get("advance") for reply in replies] == [["Q", "P"], None, ["Q"]]
    assert "error" in replies[1]


junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["a", "b", "score", "win", "order"]), inner)
    ),
    max_leaves=6,
)


@given(
    st.dictionaries(st.sampled_from(["policy", "entries", "advance", "matches", "shootouts"]), junk, max_size=5), junk
)
def test_junk_is_an_error_and_never_an_accident(change: dict[str, Any], other: Any) -> None:
    matches = [*EXAMPLE["matches"], {"a": "P", "b": "S", "score": other}]
    for case in (
        EXAMPLE | change,
        other,
        EXAMPLE | {"matches": matches},
        EXAMPLE | {"policy": {"win": other, "order": ["points"]}},
    ):
        try:
            reply = answer(case)
        except CarromError:
            continue
        assert json.loads(json.dumps(reply, allow_nan=False)) == reply
