"""A tournament as JSON for other programs: what the pages show, no more and no less."""

from typing import Any

import msgspec

from carrom.server.public.values.events import event_values
from carrom.server.public.values.lines import MatchLine, SideLine
from carrom.server.public.values.people import names
from carrom.server.public.values.shown import Shown
from carrom.server.public.words import words_of

VERSION = 1


def tournament_json(shown: Shown) -> bytes:
    """Names, tables, draws and results; docs/hall.md says what every key means."""
    english = words_of("en")
    announced = shown.announced
    planned = {row.line.match: row for row in shown.order}
    told = {
        "carrom": "public tournament",
        "version": VERSION,
        "id": shown.tournament,
        "seq": shown.seq,
        "name": announced.name,
        "day": announced.day.isoformat(),
        "venue": announced.venue,
        "zone": announced.zone,
        "embargo": list(announced.embargo),
        "people": [{"id": one.id, "name": one.name, "club": one.club or None} for one in names(shown)],
        "tables": [
            {
                "table": tile.table,
                "state": tile.state,
                "match": None if tile.line is None else tile.line.match,
                "since": None if tile.since is None else tile.since.isoformat(),
            }
            for tile in shown.tiles
        ],
        "matches": [
            {
                **_match(line, english.round),
                "planned": None
                if line.match not in planned
                else {
                    "begins": planned[line.match].begins.isoformat(),
                    "ends": planned[line.match].ends.isoformat(),
                    "table": planned[line.match].table,
                },
            }
            for line in shown.lines
        ],
        "events": [_event(shown, event.id) for event in shown.events],
    }
    return msgspec.json.encode(told)


def _match(line: MatchLine, round_name: Any) -> dict[str, Any]:
    return {
        "match": line.match,
        "event": line.event,
        "round": {"kind": line.label.kind, "value": line.label.value, "title": round_name(line.label)},
        "state": line.stand,
        "table": line.table,
        "sides": [_side(side) for side in line.sides],
        "games": [list(one) for one in line.games],
        "extra": None if line.extra is None else list(line.extra),
        "ending": line.ending or None,
    }


def _side(side: SideLine) -> dict[str, Any]:
    return {
        "team": side.team,
        "people": list(side.people),
        "waits_for": words_of("en").awaited(side.awaited) if side.awaited is not None else None,
        "points": side.points or None,
        "is_winner": side.is_winner,
    }


def _event(shown: Shown, event: str) -> dict[str, Any]:
    values = event_values(shown, shown.view.state.event(event), words_of("en").why)
    return {
        "id": values.event.id,
        "name": values.event.name,
        "is_cancelled": values.is_cancelled,
        "places": [{"place": one.place, "entries": list(one.entries)} for one in values.prizes],
        "stages": [
            {
                "stage": stage.key.stage,
                "rulebook": stage.rulebook,
                "draw": stage.random or None,
                "tables": [
                    {
                        "group": table.name or None,
                        "cut": table.cut,
                        "is_complete": table.is_complete,
                        "rows": [
                            {
                                "place": row.place,
                                "entry": row.entry,
                                **dict(zip(table.heads, row.figures, strict=True)),
                            }
                            for row in table.rows
                        ],
                        "why": list(table.why),
                    }
                    for table in stage.tables
                ],
            }
            for stage in values.stages
        ],
    }
