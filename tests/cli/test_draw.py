"""`carrom draw` from the outside: the shapes of the answers and a sentence for every mistake."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from carrom.base.errors import CarromError
from carrom.cli.draw import answer


def test_lines_in_lines_out() -> None:
    cases = [
        '{"format":"round-robin","entries":["a","b","c"]}',
        '{"format":"teams"}',
        '{"format":"knockout","entries":["a","b"]}',
    ]
    done = subprocess.run(
        [sys.executable, "-m", "carrom", "draw"], input="\n".join(cases), capture_output=True, text=True
    )
    first, second, third = (json.loads(line) for line in done.stdout.splitlines())
    assert done.returncode == 1
    assert [len(round["matches"]) for round in first["rounds"]] == [1, 1, 1]
    assert list(second) == ["error"]
    assert third == {
        "rounds": [{"stage": "final", "matches": [{"id": "M1", "slots": [{"entry": "a"}, {"entry": "b"}]}]}]
    }


def test_a_knock_out_of_five_in_full() -> None:
    """Written out by hand: 8 lines, byes to the three best, third place before the final."""
    case = {"format": "knockout", "entries": list("abcde"), "seeds": 5, "third_place": True}
    entry, winner, loser = (
        [{kind: name} for name in names]
        for kind, names in (
            ("entry", "abcde"),
            ("winner", ["M1", "M2", "M3", "M4", "M5", "M6"]),
            ("loser", ["M5", "M6"]),
        )
    )
    bye = {"bye": True}
    assert answer(case) == {
        "rounds": [
            {
                "stage": "quarter-final",
                "matches": [
                    {"id": "M1", "slots": [entry[0], bye]},
                    {"id": "M2", "slots": [entry[3], entry[4]]},
                    {"id": "M3", "slots": [entry[1], bye]},
                    {"id": "M4", "slots": [entry[2], bye]},
                ],
            },
            {
                "stage": "semi-final",
                "matches": [{"id": "M5", "slots": winner[0:2]}, {"id": "M6", "slots": winner[2:4]}],
            },
            {"stage": "third-place", "matches": [{"id": "M7", "slots": loser}]},
            {"stage": "final", "matches": [{"id": "M8", "slots": winner[4:6]}]},
        ]
    }


def test_names_of_stages() -> None:
    rounds = answer({"format": "knockout", "entries": [f"p{number}" for number in range(1000)], "random": 1})["rounds"]
    assert [round["stage"] for round in rounds] == [
        "round-of-1024",
        "round-of-512",
        "round-of-256",
        "round-of-128",
        "round-of-64",
        "round-of-32",
        "pre-quarter-final",
        "quarter-final",
        "semi-final",
        "final",
    ]


def test_groups_with_the_knock_out_that_they_feed() -> None:
    case = {"format": "groups", "entries": list("abcdefgh"), "groups": 2, "seeds": 2, "random": 1, "advance": 2}
    found = answer(case)
    assert [len(group) for group in found["groups"]] == [4, 4]
    assert [group[0] for group in found["groups"]] == ["a", "b"]
    assert found["rounds"][0]["matches"][0]["slots"] == [{"group": "A", "place": 1}, {"group": "B", "place": 2}]
    assert list(answer({"format": "groups", "entries": list("abcd"), "groups": 2})) == ["groups"]


def test_swiss_and_league() -> None:
    found = answer({"format": "swiss", "entries": list("abc"), "points": {"a": 2}, "met": [["a", "b"]], "byes": ["c"]})
    assert found["rounds"] == [
        {
            "stage": "group",
            "matches": [
                {"id": "M1", "slots": [{"entry": "a"}, {"entry": "c"}]},
                {"id": "M2", "slots": [{"entry": "b"}, {"bye": True}]},
            ],
        }
    ]
    ties = answer({"format": "league", "teams": ["x", "y"], "categories": ["MS", "WD"]})["ties"]
    assert ties == [
        {
            "id": "T1",
            "round": 1,
            "teams": ["x", "y"],
            "rubbers": [
                {"id": "M1", "category": "MS", "sides": ["x-MS", "y-MS"]},
                {"id": "M2", "category": "WD", "sides": ["x-WD", "y-WD"]},
            ],
        }
    ]


def test_teams() -> None:
    players = [
        {"name": name, "age": age, "sex": sex}
        for name, age, sex in (("a", 30, "f"), ("b", 40, "f"), ("c", 50, "m"), ("d", 60, "m"))
    ]
    teams = answer({"format": "teams", "players": players, "teams": 2, "balance": ["age", "sex"], "random": 7})["teams"]
    # 30 with 60 against 40 with 50 is the only division that is even in both.
    assert sorted(sorted(team["players"]) for team in teams) == [["a", "d"], ["b", "c"]]
    three = {"format": "teams", "players": players[:3], "teams": 2, "balance": ["age"], "random": 7}
    # By age alone 30 with 40 go against 50; with c in the larger team 30 has to come to 50.
    assert sorted(team["players"] for team in answer(three)["teams"]) == [["a", "b"], ["c"]]
    assert sorted(team["players"] for team in answer(three | {"extra_with": "c"})["teams"]) == [["a", "c"], ["b"]]


KNOCKOUT: dict[str, Any] = {"format": "knockout", "entries": ["a", "b", "c"]}
PLAYERS: list[Any] = [{"name": "a", "age": 3}, {"name": "b", "age": 4}]


@pytest.mark.parametrize(
    ("case", "sentence"),
    [
        (None, "null is not an object with format"),
        ({}, "format is missing"),
        ({"format": ["knockout"]}, "format: .* is not one of"),
        ({"format": "ladder"}, 'format: "ladder" is not one of'),
        ({"format": "knockout"}, r"^entries is missing$"),
        ({**KNOCKOUT, "entries": "abc"}, 'entries: "abc" is not a list'),
        ({**KNOCKOUT, "entries": ["a", 7]}, r"entries\[1\]: 7 is not a text"),
        ({**KNOCKOUT, "entries": ["a", " "]}, r'entries\[1\]: " " is not a name'),
        ({**KNOCKOUT, "entries": ["a", "b", "a"]}, "'a' appears twice"),
        ({**KNOCKOUT, "entries": ["a"]}, "at least 2 entries, there is 1"),
        ({**KNOCKOUT, "seed": 1}, '^unknown field "seed"; it may have format, entries, '),
        ({**KNOCKOUT, "groups": 1}, '^unknown field "groups"; it may have '),
        ({**KNOCKOUT, "seeds": 4}, "4 seeds cannot be placed among 3"),
        ({**KNOCKOUT, "seeds": -1}, "-1 seeds"),
        ({**KNOCKOUT, "seeds": 1.5}, "seeds: 1.5 is not a whole number"),
        ({**KNOCKOUT, "seeds": True}, "seeds: true is not a whole number"),
        ({**KNOCKOUT, "random": "x"}, 'random: "x" is not a whole number'),
        ({**KNOCKOUT, "apart": ["a"]}, r'apart: \["a"\] is not an object'),
        ({**KNOCKOUT, "apart": {"a": 3}}, "apart.a: 3 is not a text"),
        ({**KNOCKOUT, "apart": {"z": "club"}}, "'z' is to be kept apart but is not"),
        ({**KNOCKOUT, "third_place": "yes"}, 'third_place: "yes" is not true or false'),
        ({**KNOCKOUT, "entries": ["a", "b"], "third_place": True}, "no third place"),
        ({"format": "groups", "entries": ["a", "b"]}, r"^groups is missing$"),
        ({"format": "groups", "entries": ["a", "b"], "groups": 3}, "cannot fill 3 groups"),
        ({"format": "groups", "entries": ["a", "b"], "groups": 0}, "at least one group"),
        (
            {"format": "groups", "entries": ["a", "b", "c"], "groups": 2, "advance": 2},
            "2 cannot advance from a group of 1",
        ),
        ({"format": "groups", "entries": ["a", "b"], "groups": 1, "third_place": True}, "third place belongs to"),
        ({"format": "round-robin", "entries": ["a"]}, "at least 2"),
        ({"format": "round-robin", "entries": ["a", "b"], "seeds": 1}, '^unknown field "seeds"; it may have '),
        ({"format": "swiss", "entries": ["a", "b"], "met": [["a", "b"]]}, "no further round can be drawn"),
        ({"format": "swiss", "entries": ["a", "b"], "met": [["a"]]}, r'met\[0\]: \["a"\] is not a list of 2'),
        ({"format": "swiss", "entries": ["a", "b"], "places": {"a": 0}}, "places.a: 0 is not a place from 1"),
        ({"format": "swiss", "entries": ["a", "b"], "points": {"c": 1}}, "'c' is not among the entries"),
        ({"format": "swiss", "entries": ["a", "b"], "points": {"a": "2"}}, 'points.a: "2" is not a number'),
        ({"format": "league", "teams": ["a", "b"]}, r"^categories is missing$"),
        ({"format": "teams", "players": PLAYERS}, r"^teams is missing$"),
        ({"format": "teams", "teams": 2}, r"^players is missing$"),
        ({"format": "teams", "players": PLAYERS, "teams": 3}, "cannot fill 3 teams"),
        ({"format": "teams", "players": PLAYERS, "teams": 2, "balance": ["level"]}, "'a' has no 'level'"),
        ({"format": "teams", "players": [{"age": 3}], "teams": 1}, r"players\[0\].name is missing"),
        ({"format": "teams", "players": ["a"], "teams": 1}, r'players\[0\]: "a" is not an object'),
        ({"format": "teams", "players": [{"name": "a", "age": [1]}], "teams": 1}, "number or a word"),
        ({"format": "teams", "players": [{"name": "a", "age": float("inf")}], "teams": 1}, "too great"),
        ({"format": "teams", "players": [*PLAYERS, {"name": "a"}], "teams": 1}, "'a' appears twice"),
    ],
)
def test_mistakes(case: object, sentence: str) -> None:
    with pytest.raises(CarromError, match=sentence):
        answer(case)
