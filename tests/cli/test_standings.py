"""`carrom standings`: the form of the answers, and refusals."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given, strategies as st

from carrom.base.errors import CarromError
from carrom.cli.standings import answer
from tests.refusals import refuses

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
    ("change", "code", "part"),
    [
        ({"policy": None}, "misread", "policy"),
        ({"policy": 3}, "misread", "policy: 3"),
        ({"entries": []}, "no-entries", ""),
        ({"entries": ["P", "Q", "R", "S", ""]}, "misread", 'entries[4]: ""'),
        ({"entries": ["P", "Q", "R", "S", "P"]}, "entry-twice", "'P'"),
        ({"entries": "PQRS"}, "misread", 'entries: "PQRS"'),
        ({"advance": 5}, "misread", "advance: 5"),
        ({"advance": True}, "misread", "advance: true"),
        ({"advance": -1}, "misread", "advance: -1"),
        ({"advance": 2.0}, "misread", "advance: 2.0"),
        ({"matches": None}, "misread", "matches"),
        ({"matches": [{"a": "P", "b": "X", "score": [1, 0]}]}, "unknown-entry", "matches[0]: P – X: 'X'"),
        ({"matches": [{"a": "P", "b": "P", "score": [1, 0]}]}, "misread", "'P'"),
        ({"matches": [{"a": "P", "b": "Q"}]}, "misread", "matches[0]: P – Q "),
        ({"matches": [{"a": "P", "b": "Q", "score": [1, 1]}]}, "no-winner", "P – Q"),
        ({"matches": [{"a": "P", "b": "Q", "score": [1, -1]}]}, "misread", "matches[0]: P – Q: -1"),
        ({"matches": [{"a": "P", "b": "Q", "score": [1, True]}]}, "misread", "matches[0].score[1]: true"),
        ({"matches": [{"a": "P", "b": "Q", "score": [1, 2.5]}]}, "misread", "matches[0].score[1]: 2.5"),
        ({"matches": [{"a": "P", "b": "Q", "score": [1, 2, 3]}]}, "misread", "matches[0].score: [1, 2, 3]"),
        ({"matches": [{"a": "P", "b": "Q", "walkover": "P"}]}, "misread", 'matches[0].walkover: "P"'),
        (
            {"matches": [{"a": "P", "b": "Q", "score": [1, 0], "walkovr": "a"}]},
            "misread",
            '"walkovr"',
        ),
        ({"matches": ["P-Q"]}, "misread", 'matches[0]: "P-Q"'),
        ({"shootouts": [{"a": "P", "b": "Q", "score": [2, 2]}]}, "no-winner", "P – Q"),
        ({"shootout": []}, "misread", '"shootout"'),
    ],
)
def test_mistakes_are_refused(change: dict[str, Any], code: str, part: str) -> None:
    with refuses(code, part):
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
def test_random_input_is_answered_or_refused(change: dict[str, Any], other: Any) -> None:
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
