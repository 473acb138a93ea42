"""`carrom schedule`: the form of the answers, and refusals."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from carrom.cli.schedule import answer
from tests.refusals import refuses

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


def test_no_matches() -> None:
    assert answer({**CASE, "matches": []}) == {"slots": 0, "matches": []}


def test_times_past_midnight_name_the_day() -> None:
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


def _rows(**changes: object) -> dict[str, Any]:
    return {row["id"]: row for row in answer({**CASE, **changes})["matches"]}


def test_play_pauses_at_lunch_and_overnight() -> None:
    matches = [{"id": f"M{number}", "sides": [f"a{number}", f"b{number}"]} for number in range(6)]
    day: dict[str, Any] = {"tables": 1, "start": "12:00", "end": "15:00", "closed": [["13:00", "14:00"]]}
    found = answer({**CASE, **day, "matches": matches})
    times = [(row["time"], row.get("day")) for row in found["matches"]]
    # 12:35 would reach into the break, 14:35 past the end.
    assert times == [("12:00", None), ("14:00", None), ("12:00", 2), ("14:00", 2), ("12:00", 3), ("14:00", 3)]
    assert found["slots"] == 6


def test_winners_and_losers_of_a_match_are_different_people() -> None:
    third = {"id": "M4", "sides": [{"loser": "M1"}, {"loser": "M2"}]}
    final = {"id": "M3", "sides": [{"winner": "M1"}, {"winner": "M2"}]}
    rows = _rows(matches=[*CASE["matches"][:2], third, final])
    assert rows["M3"]["slot"] == rows["M4"]["slot"] == 2
    written = {"id": "M4", "sides": ["loser of M1", "loser of M2"], "after": ["M1", "M2"]}
    assert _rows(matches=[*CASE["matches"], written])["M4"]["slot"] == 2


def test_a_knockout_match_waits_for_whole_groups_even_through_byes() -> None:
    groups = [
        {"id": f"{name}{number}", "sides": sides, "group": name}
        for name, people in (("A", "pqr"), ("B", "stu"))
        for number, sides in enumerate([[people[0], people[1]], [people[1], people[2]], [people[2], people[0]]])
    ]
    tree = [
        {"id": "Q1", "sides": [{"group": "A", "place": 1}, {"bye": True}]},
        {"id": "Q2", "sides": [{"group": "B", "place": 2}, {"group": "B", "place": 1}]},
        {"id": "F", "sides": [{"winner": "Q1"}, {"winner": "Q2"}]},
    ]
    rows = _rows(tables=4, rest_slots=0, matches=[*groups, *tree])
    assert "Q1" not in rows, "a bye is no match"
    assert rows["F"]["slot"] > max(rows[f"A{number}"]["slot"] for number in range(3))
    assert rows["Q2"]["slot"] == 1 + max(rows[f"B{number}"]["slot"] for number in range(3))
    rested = _rows(tables=4, rest_slots=1, matches=[*groups, *tree])
    assert rested["Q2"]["slot"] == 2 + max(rested[f"B{number}"]["slot"] for number in range(3))


def test_rescheduling_in_the_middle_of_the_day() -> None:
    now: dict[str, Any] = {"now": "10:20", "played": ["M1"], "playing": [{"id": "M2", "table": 2, "until": "10:40"}]}
    other = {"id": "M4", "sides": ["e", "f"]}
    rested = {"id": "M5", "sides": ["c", "e"]}
    rows = _rows(matches=[*CASE["matches"], other, rested], **now)
    assert sorted(rows) == ["M3", "M4", "M5"]
    assert rows["M4"] == {"id": "M4", "slot": 0, "table": 1, "time": "10:20"}
    # c and d play until 10:40 and rest until 11:15: the slot of 11:30 is the first for either.
    assert rows["M3"]["time"] == "11:30" == rows["M5"]["time"] or rows["M5"]["slot"] != rows["M3"]["slot"]
    assert min(rows["M3"]["slot"], rows["M5"]["slot"]) == 2
    ended = _rows(matches=CASE["matches"], now="10:20", played=["M1", {"id": "M2", "ended": "10:10"}])
    assert ended["M3"]["time"] == "10:55", "d's rest goes to 10:45"


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
    ("case", "code", "part"),
    [
        ([], "misread", "[]"),
        ({key: CASE[key] for key in CASE if key != "tables"}, "misread", "tables"),
        ({key: CASE[key] for key in CASE if key != "matches"}, "misread", "matches"),
        ({**CASE, "tables": 0}, "no-tables", ""),
        ({**CASE, "tables": -2}, "no-tables", "-2"),
        ({**CASE, "tables": "4"}, "misread", 'tables: "4"'),
        ({**CASE, "slot_minutes": 0}, "misread", "slot_minutes: 0"),
        ({**CASE, "rest_slots": -1}, "misread", "rest_slots: -1"),
        ({**CASE, "start": "9 o'clock"}, "misread", '"9 o\'clock"'),
        ({**CASE, "start": "24:00"}, "misread", "'24:00'"),
        ({**CASE, "start": ""}, "misread", "start: "),
        ({**CASE, "colour": "red"}, "misread", '"colour"'),
        ({**CASE, "matches": {}}, "misread", "matches: {}"),
        ({**CASE, "matches": ["M1"]}, "misread", 'matches[0]: "M1"'),
        ({**CASE, "matches": [{"sides": ["a", "b"]}]}, "misread", "matches[0].id"),
        ({**CASE, "matches": CASE["matches"] * 2}, "match-twice", "'M1'"),
        (one(sides=["a", "a"]), "person-twice", "'a'"),
        (one(sides=["a", "b", "c"]), "misread", "3 sides"),
        (one(sides=["a", 1]), "misread", "matches[0].sides[1]: 1"),
        (one(people=["a", "a"]), "person-twice", "'a'"),
        (one(after=["M0"]), "unknown-match", "'M0'"),
        (one(after=["M1"]), "matches-in-a-circle", "'M1'"),
        (one(not_before="noon"), "misread", "'noon'"),
        (one(referee="r"), "misread", '"referee"'),
        ({**CASE, "finish_by": "10:00"}, "too-few-slots", "by 10:00, 1 slot "),
        ({**CASE, "end": "10:00", "days": 2}, "too-few-slots", ", 2 slots "),
        ({**CASE, "days": 2}, "no-end-of-day", ""),
        ({**CASE, "end": "09:30"}, "day-too-short", "35"),
        (
            {**CASE, "end": "21:00", "closed": [["08:00", "08:30"]]},
            "break-outside-day",
            "08:00",
        ),
        ({**CASE, "played": ["M9"]}, "unknown-match", "'M9'"),
        ({**CASE, "playing": [{"id": "M1", "table": 3}]}, "unknown-table", "table 3"),
        ({**CASE, "playing": [{"id": "M1", "table": 1}], "played": ["M1"]}, "over-and-at-table", "'M1'"),
        (one(sides=[{"group": "A", "place": 1}, "b"]), "unknown-group", "A1"),
        (one(sides=[{"winner": "M7"}, "b"]), "unknown-match", "'M7'"),
        ({**CASE, "each_table_once": True}, "once-on-every-table", "'a'"),
        ({**CASE, "out_of_service": [{"table": 3}]}, "unknown-table", "table 3"),
        ({**CASE, "out_of_service": [{"table": 1}, {"table": 2}]}, "no-tables", "slot 0"),
        ({**CASE, "umpires": []}, "no-neutral-umpire", "'M1'"),
        ({**CASE, "umpires": [{"club": "red"}]}, "misread", "umpires[0].name"),
    ],
)
def test_mistakes_and_impossible_schedules_are_refused(case: object, code: str, part: str) -> None:
    with refuses(code, part):
        answer(case)
