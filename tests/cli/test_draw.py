"""`carrom draw`: the form of the answers, and refusals. `docs/draws.md` names every format and field."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, get_type_hints

import pytest

from carrom.cli.draw import TeamsLine, answer
from carrom.cli.schedule import ScheduleLine
from carrom.tournament.formats import FORMATS
from tests.refusals import refuses


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
    ("case", "code", "part"),
    [
        (None, "misread", "null"),
        ({}, "misread", "format"),
        ({"format": ["knockout"]}, "misread", 'format: ["knockout"]'),
        ({"format": "ladder"}, "misread", 'format: "ladder"'),
        ({"format": "knockout"}, "misread", "entries"),
        ({**KNOCKOUT, "entries": "abc"}, "misread", 'entries: "abc"'),
        ({**KNOCKOUT, "entries": ["a", 7]}, "misread", "entries[1]: 7"),
        ({**KNOCKOUT, "entries": ["a", " "]}, "misread", 'entries[1]: " "'),
        ({**KNOCKOUT, "entries": ["a", "b", "a"]}, "entry-twice", "'a'"),
        ({**KNOCKOUT, "entries": ["a"]}, "too-few-entries", "2"),
        ({**KNOCKOUT, "seed": 1}, "misread", '"seed"'),
        ({**KNOCKOUT, "groups": 1}, "misread", '"groups"'),
        ({**KNOCKOUT, "seeds": 4}, "too-many-seeds", "4 "),
        ({**KNOCKOUT, "seeds": -1}, "too-many-seeds", "-1"),
        ({**KNOCKOUT, "seeds": 1.5}, "misread", "seeds: 1.5"),
        ({**KNOCKOUT, "seeds": True}, "misread", "seeds: true"),
        ({**KNOCKOUT, "random": "x"}, "misread", 'random: "x"'),
        ({**KNOCKOUT, "apart": ["a"]}, "misread", 'apart: ["a"]'),
        ({**KNOCKOUT, "apart": {"a": 3}}, "misread", "apart.a: 3"),
        ({**KNOCKOUT, "apart": {"z": "club"}}, "unknown-entry", "'z'"),
        ({**KNOCKOUT, "third_place": "yes"}, "misread", 'third_place: "yes"'),
        ({**KNOCKOUT, "entries": ["a", "b"], "third_place": True}, "no-third-place", ""),
        ({"format": "groups", "entries": ["a", "b"]}, "misread", "groups"),
        ({"format": "groups", "entries": ["a", "b"], "groups": 3}, "too-few-entries", "3 groups"),
        ({"format": "groups", "entries": ["a", "b"], "groups": 0}, "no-groups", "0"),
        (
            {"format": "groups", "entries": ["a", "b", "c"], "groups": 2, "advance": 2},
            "cannot-advance",
            "2",
        ),
        ({"format": "groups", "entries": ["a", "b"], "groups": 1, "third_place": True}, "no-third-place", "'advance'"),
        ({"format": "round-robin", "entries": ["a"]}, "too-few-entries", "2"),
        ({"format": "round-robin", "entries": ["a", "b"], "seeds": 1}, "misread", '"seeds"'),
        ({"format": "swiss", "entries": ["a", "b"], "met": [["a", "b"]]}, "no-further-round", "2"),
        ({"format": "swiss", "entries": ["a", "b"], "met": [["a"]]}, "misread", 'met[0]: ["a"]'),
        ({"format": "swiss", "entries": ["a", "b"], "places": {"a": 0}}, "misread", "places.a: 0"),
        ({"format": "swiss", "entries": ["a", "b"], "points": {"c": 1}}, "unknown-entry", "'c'"),
        ({"format": "swiss", "entries": ["a", "b"], "points": {"a": "2"}}, "misread", 'points.a: "2"'),
        ({"format": "league", "teams": ["a", "b"]}, "misread", "categories"),
        ({"format": "teams", "players": PLAYERS}, "misread", "teams"),
        ({"format": "teams", "teams": 2}, "misread", "players"),
        ({"format": "teams", "players": PLAYERS, "teams": 3}, "too-few-people", "2"),
        ({"format": "teams", "players": PLAYERS, "teams": 2, "balance": ["level"]}, "value-missing", "'level'"),
        ({"format": "teams", "players": [{"age": 3}], "teams": 1}, "misread", "players[0].name"),
        ({"format": "teams", "players": ["a"], "teams": 1}, "misread", 'players[0]: "a"'),
        ({"format": "teams", "players": [{"name": "a", "age": [1]}], "teams": 1}, "misread", "'age'"),
        ({"format": "teams", "players": [{"name": "a", "age": float("inf")}], "teams": 1}, "misread", "'age'"),
        ({"format": "teams", "players": [*PLAYERS, {"name": "a"}], "teams": 1}, "entry-twice", "'a'"),
    ],
)
def test_mistakes_are_refused(case: object, code: str, part: str) -> None:
    with refuses(code, part):
        answer(case)


def test_every_format_and_field_is_documented() -> None:
    page = (Path(__file__).parents[2] / "docs" / "draws.md").read_text(encoding="utf-8")
    lines = {name: get_type_hints(one.line) for name, one in FORMATS.items()}
    for name, known in {**lines, "teams": get_type_hints(TeamsLine)}.items():
        row = next((line for line in page.splitlines() if line.startswith(f"| `{name}` |")), "")
        assert row, f"docs/draws.md has no row | `{name}` |"
        assert all(f"`{field}`" in row for field in known.keys() - {"format"})
    for field in get_type_hints(ScheduleLine):
        assert f"`{field}`" in page or f'"{field}":' in page
