"""`carrom standings`: results in, a table that explains itself out, one JSON per line."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Any

from carrom.cli.jsonlines import answer_lines
from carrom.errors import CarromError
from carrom.tournament.policy import plain, read_policy
from carrom.tournament.results import read_entry, read_result
from carrom.tournament.standings import Standings, standings

_FIELDS = ("policy", "entries", "advance", "matches", "shootouts")


def configure(parser: argparse.ArgumentParser) -> None:
    """No options: everything is in the lines."""


def run(args: argparse.Namespace) -> int:
    """Answer every line of standard input."""
    return answer_lines(answer)


def answer(case: object) -> dict[str, Any]:
    """The table of one line."""
    if not isinstance(case, Mapping):
        raise CarromError(f"a line is an object with {', '.join(_FIELDS)}, not {case!r}")
    for key in case:
        if key not in _FIELDS:
            raise CarromError(f"a line knows no {key!r}: it has {', '.join(_FIELDS)}")
    for key in ("policy", "entries", "matches"):
        if key not in case:
            raise CarromError(f"the line does not say {key!r}")
    entries = [read_entry(name, f"entry {n}") for n, name in enumerate(_list(case, "entries"), 1)]
    if not entries:
        raise CarromError("there are no entries")
    found = standings(
        entries,
        [read_result(value, f"match {n}") for n, value in enumerate(_list(case, "matches"), 1)],
        read_policy(case["policy"]),
        shootouts=[read_result(value, f"shoot-out {n}") for n, value in enumerate(_list(case, "shootouts"), 1)],
    )
    return _json(found, _places(case.get("advance"), len(entries)))


def _list(case: Mapping[str, Any], key: str) -> list[Any]:
    value = case.get(key)
    if value is None and key == "shootouts":
        return []
    if not isinstance(value, list):
        raise CarromError(f"{key!r} is a list, not {value!r}")
    return value


def _places(value: object, entries: int) -> int:
    if value is None:  # no cut was asked for
        return 0
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= entries:
        raise CarromError(f"'advance' is a whole number from 0 to the {entries} entries, not {value!r}")
    return value


def _json(found: Standings, places: int) -> dict[str, Any]:
    advancing = found.advancing(places)
    return {
        "table": [
            {
                "entry": row.entry,
                "rank": row.rank,
                "played": row.played,
                "wins": row.wins,
                "points": plain(row.points),
                "net": row.net,
                "scored": row.scored,
            }
            for row in found.table
        ],
        "advance": None if advancing is None else list(advancing),
        "tied": [list(group) for group in found.tied],
        "why": [
            {"above": one.above, "below": one.below, "by": one.by, "values": [plain(value) for value in one.values]}
            for one in found.why
        ],
    }
