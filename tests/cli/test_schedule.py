"""`carrom schedule` from the outside."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from carrom.base.errors import CarromError
from carrom.cli.schedule import answer

CASE: dict[str, Any] = {
    "tables": 2,
    "slot_minutes": 35,
    "rest_slots": 1,
    "start": "09:00",
    "matches": [
        {"id": "M1", "sides": ["a", "b"]},
        {"id": "M2", "sides": ["c", "d"]},
        {"id": "M3", "sides": ["winner of M1", "winner of M2"], "after": ["M1", "M2"]},
    ],
}


def test_the_answer_in_full() -> None:
    assert answer(CASE) == {
        "slots": 3,
        "matches": [
            {"id": "M1", "slot": 0, "table": 1, "time": "09:00"},
            {"id": "M2", "slot": 0, "table": 2, "time": "09:00"},
            {"id": "M3", "slot": 2, "table": 1, "time": "10:10"},
        ],
    }


def test_nothing_to_play() -> None:
    assert answer({**CASE, "matches": []}) == {"slots": 0, "matches": []}


def test_past_midnight_the_clock_begins_again_and_the_day_is_told() -> None:
    matches = [{"id": f"M{number}", "sides": ["a", f"b{number}"]} for number in range(3)]
    found = answer({**CASE, "start": "22:30", "matches": matches})["matches"]
    assert [(row["time"], row.get("day")) for row in found] == [("22:30", None), ("23:40", None), ("00:50", 2)]


def test_not_before_and_tables_out_of_service() -> None:
    matches = [{"id": f"M{number}", "sides": [f"a{number}", f"b{number}"]} for number in range(4)]
    matches[0]["not_before"] = "10:00"
    closed = [{"table": 2, "from": "09:40", "until": "10:15"}]
    found = answer({**CASE, "matches": matches, "out_of_service": closed})
    where = {row["id"]: (row["slot"], row["table"]) for row in found["matches"]}
    # Slots begin 9:00, 9:35, 10:10: M0 not before the third; table 2 is lost in the second and the third.
    assert where["M0"] == (2, 1)
    assert sorted(where[name] for name in ("M1", "M2", "M3")) == [(0, 1), (0, 2), (1, 1)]


def test_umpires() -> None:
    umpires = ["u", {"name": "v", "club": "red"}]
    found = answer({**CASE, "umpires": umpires, "clubs": {"a": "red"}})["matches"]
    assert {row["id"]: row["umpire"] for row in found} in (
        {"M1": "u", "M2": "v", "M3": "u"},
        {"M1": "u", "M2": "v", "M3": "v"},
    )


def test_the_same_answer_in_every_process() -> None:
    matches = [{"id": f"M{a}{b}", "sides": [f"p{a}", f"p{b}"]} for a in range(7) for b in range(a)]
    line = json.dumps({**CASE, "matches": matches, "tables": 3})
    answers = {
        subprocess.run(
            [sys.executable, "-m", "carrom", "schedule"],
            input=line,
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
        ).stdout
        for seed in ("0", "77")
    }
    assert len(answers) == 1
    # 21 matches of 7 players, 3 in any two slots: six such pairs of slots and the last match's.
    assert json.loads(answers.pop())["slots"] == 13


def one(**fields: object) -> dict[str, Any]:
    return {**CASE, "matches": [{"id": "M1", "sides": ["a", "b"], **fields}]}


@pytest.mark.parametrize(
    ("case", "sentence"),
    [
        ([], r"\[\] is not an object with tables"),
        ({key: CASE[key] for key in CASE if key != "tables"}, r"^tables is missing$"),
        ({key: CASE[key] for key in CASE if key != "matches"}, r"^matches is missing$"),
        ({**CASE, "tables": 0}, "no tables to play on"),
        ({**CASE, "tables": -2}, "-2 tables"),
        ({**CASE, "tables": "4"}, 'tables: "4" is not a whole number'),
        ({**CASE, "slot_minutes": 0}, "slot_minutes: 0 is not from 1 to 1440"),
        ({**CASE, "rest_slots": -1}, "rest_slots: -1 is not from 0 to 1000"),
        ({**CASE, "start": "9 o'clock"}, "written like 09:00"),
        ({**CASE, "start": "24:00"}, "written like 09:00"),
        ({**CASE, "start": ""}, "^start: a time of day is written like 09:00, not ''"),
        ({**CASE, "colour": "red"}, '^unknown field "colour"; it may have '),
        ({**CASE, "matches": {}}, "matches: {} is not a list"),
        ({**CASE, "matches": ["M1"]}, r'matches\[0\]: "M1" is not an object with id'),
        ({**CASE, "matches": [{"sides": ["a", "b"]}]}, r"matches\[0\].id is missing"),
        ({**CASE, "matches": CASE["matches"] * 2}, "'M1' appears twice"),
        (one(sides=["a", "a"]), "'a' is a side of the match 'M1' twice"),
        (one(sides=["a", "b", "c"]), "3 sides"),
        (one(sides=["a", 1]), r"matches\[0\].sides\[1\]: 1 is not a text"),
        (one(people=["a", "a"]), "'a' is a person of the match 'M1' twice"),
        (one(after=["M0"]), "'M1' is to come after 'M0', which is not among the matches"),
        (one(after=["M1"]), "'M1' after 'M1'"),
        (one(not_before="noon"), "written like 09:00, not 'noon'"),
        (one(referee="r"), r'matches\[0\]: unknown field "referee"; it may have id, sides'),
        ({**CASE, "finish_by": "10:00"}, "1 slot is too few: 3 are needed"),
        ({**CASE, "each_table_once": True}, "plays 1 matches, there are 2 tables"),
        ({**CASE, "out_of_service": [{"table": 3}]}, "table 3 is out of service, but the tables are 1 to 2"),
        ({**CASE, "out_of_service": [{"table": 1}, {"table": 2}]}, "every table is out of service"),
        ({**CASE, "umpires": []}, "no umpire can take the match"),
        ({**CASE, "umpires": [{"club": "red"}]}, r"umpires\[0\].name is missing"),
    ],
)
def test_mistakes_and_impossible_wishes(case: object, sentence: str) -> None:
    with pytest.raises(CarromError, match=sentence):
        answer(case)
