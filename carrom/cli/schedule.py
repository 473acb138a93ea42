"""`carrom schedule`: matches and tables in, an order of play out, one JSON per line."""

from __future__ import annotations

import argparse
from typing import Any

from carrom.base.errors import CarromError
from carrom.cli.io.fields import Fields
from carrom.cli.io.jsonlines import answer_lines
from carrom.tournament.plan import Closure, PendingMatch, Request, Timetable, plan
from carrom.tournament.plan.timetable import clock_from_text
from carrom.tournament.plan.umpires import Umpire, assign_umpires

FIELDS = (
    "tables",
    "slot_minutes",
    "rest_slots",
    "start",
    "matches",
    "finish_by",
    "out_of_service",
    "each_table_once",
    "umpires",
    "clubs",
)
_MATCH = ("id", "sides", "people", "after", "not_before")
_LONGEST_REST = 1000
_DAY = 24 * 60


def configure(parser: argparse.ArgumentParser) -> None:
    """No options: everything is in the lines."""


def run(args: argparse.Namespace) -> int:
    """Answer every line of standard input."""
    return answer_lines(answer)


def answer(case: object) -> dict[str, Any]:
    """The order of play of one line."""
    fields = Fields(case, "a schedule", known=FIELDS)
    timetable = Timetable(clock_from_text(fields.text("start")), fields.whole("slot_minutes", least=1, most=_DAY))
    matches = fields.items("matches")
    request = Request(
        fixtures=tuple(_fixture(value, number, timetable) for number, value in enumerate(matches, 1)),
        tables=fields.whole("tables"),
        rest=fields.whole("rest_slots", least=0, most=_LONGEST_REST, default=0),
        closures=tuple(_closure(value, timetable) for value in _listed(fields, "out_of_service")),
        most_slots=_most_slots(fields, timetable),
        each_table_once=fields.flag("each_table_once"),
    )
    found = plan(request)
    umpire_of: dict[str, str] = {}
    if "umpires" in fields:
        umpires = [_umpire(value) for value in _listed(fields, "umpires")]
        umpire_of = assign_umpires(found, request.fixtures, umpires, clubs=fields.names("clubs"))
    rows = []
    for placing in found.placings:
        row: dict[str, Any] = {
            "id": placing.id,
            "slot": placing.slot,
            "table": placing.table,
            "time": timetable.time(placing.slot),
        }
        if timetable.day(placing.slot) > 1:
            row["day"] = timetable.day(placing.slot)
        if placing.id in umpire_of:
            row["umpire"] = umpire_of[placing.id]
        rows.append(row)
    return {"slots": found.slots, "matches": rows}


def _listed(fields: Fields, key: str) -> list[Any]:
    return fields.items(key) if key in fields else []


def _fixture(value: object, number: int, timetable: Timetable) -> PendingMatch:
    fields = Fields(value, f"match {number}", known=_MATCH)
    sides = fields.texts("sides")
    if len(sides) > 2:
        raise CarromError(f"match {number} has {len(sides)} sides; a match has two")
    not_before = clock_from_text(fields.text("not_before")) if "not_before" in fields else 0
    return PendingMatch(
        id=fields.text("id"),
        sides=tuple(sides),
        people=tuple(fields.texts("people")),
        after=tuple(fields.texts("after")),
        not_before=timetable.first_slot_from(not_before),
    )


def _closure(value: object, timetable: Timetable) -> Closure:
    """A slot is lost to a table as soon as a minute of it is."""
    fields = Fields(value, "a table out of service", known=("table", "from", "until"))
    first = timetable.slots_until(clock_from_text(fields.text("from"))) if "from" in fields else 0
    end = timetable.first_slot_from(clock_from_text(fields.text("until"))) if "until" in fields else None
    return Closure(fields.whole("table"), first, end)


def _most_slots(fields: Fields, timetable: Timetable) -> int | None:
    if "finish_by" not in fields:
        return None
    minute = clock_from_text(fields.text("finish_by"))
    return timetable.slots_until(minute if minute > timetable.start else minute + _DAY)


def _umpire(value: object) -> Umpire:
    if isinstance(value, str):
        value = {"name": value}
    fields = Fields(value, "an umpire", known=("name", "club"))
    return Umpire(fields.text("name"), fields.text("club") if "club" in fields else None)
