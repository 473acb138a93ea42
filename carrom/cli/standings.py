"""`carrom standings`: results in, a table that explains itself out, one JSON per line."""

from __future__ import annotations

import argparse
from typing import Any

from carrom.base.errors import CarromError
from carrom.cli.io.fields import Fields
from carrom.cli.io.jsonlines import answer_lines
from carrom.tournament.tables.policy import plain, read_policy
from carrom.tournament.tables.results import read_entry, read_result
from carrom.tournament.tables.standings import Standings, standings


def configure(parser: argparse.ArgumentParser) -> None:
    """No options: everything is in the lines."""


def run(args: argparse.Namespace) -> int:
    """Answer every line of standard input."""
    return answer_lines(answer)


def answer(case: object) -> dict[str, Any]:
    """The table of one line."""
    line = Fields(case, "a line of standings", known=("policy", "entries", "advance", "matches", "shootouts"))
    entries = [read_entry(name, f"entry {n}") for n, name in enumerate(line.items("entries"), 1)]
    if not entries:
        raise CarromError("there are no entries")
    shootouts = line.items("shootouts") if "shootouts" in line else []
    found = standings(
        entries,
        [read_result(value, f"match {n}") for n, value in enumerate(line.items("matches"), 1)],
        read_policy(line["policy"]),
        shootouts=[read_result(value, f"shoot-out {n}") for n, value in enumerate(shootouts, 1)],
    )
    # Without 'advance' no cut was asked for, and nobody is put through.
    return _json(found, line.whole("advance", least=0, most=len(entries), default=0))


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
