"""Public JSON and calendars (RFC 5545)."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from carrom.server.public.events import event_values
from carrom.server.public.matches import PublicMatch, PublicSide
from carrom.server.public.people import PersonPage, list_players
from carrom.server.public.rendering import printable_name
from carrom.server.public.tournament import PublicTournament
from carrom.server.public.words import PublicWords, words_of
from carrom.tournament.draws.bracket import MatchId

VERSION = 1
_OCTETS = 75
_SHORTEST = timedelta(minutes=15)


# --- JSON -------------------------------------------------------------------------------------------------------------


def tournament_json(shown: PublicTournament) -> bytes:
    """Write a tournament as JSON, documented in docs/hall.md."""
    english = words_of("en")
    announced = shown.announced
    planned = {row.line.match: row for row in shown.order}
    data = {
        "carrom": "public tournament",
        "version": VERSION,
        "id": shown.tournament,
        "seq": shown.seq,
        "name": announced.name,
        "day": announced.day.isoformat(),
        "venue": announced.venue,
        "zone": announced.zone,
        "embargo": list(announced.embargo),
        "people": [{"id": one.id, "name": one.name, "club": one.club or None} for one in list_players(shown)],
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
                **_match_json(line, english.round),
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
        "events": [_event_json(shown, event.id) for event in shown.events],
    }
    return msgspec.json.encode(data)


def _match_json(line: PublicMatch, round_name: Any) -> dict[str, Any]:
    return {
        "match": line.match,
        "event": line.event,
        "round": {"kind": line.label.kind, "value": line.label.value, "title": round_name(line.label)},
        "state": line.stand,
        "table": line.table,
        "sides": [_side_json(side) for side in line.sides],
        "games": [list(one) for one in line.games],
        "extra": None if line.extra is None else list(line.extra),
        "ending": line.ending or None,
    }


def _side_json(side: PublicSide) -> dict[str, Any]:
    return {
        "team": side.team,
        "people": list(side.people),
        "waits_for": words_of("en").awaited(side.awaited) if side.awaited is not None else None,
        "points": side.points or None,
        "is_winner": side.is_winner,
    }


def _event_json(shown: PublicTournament, event: str) -> dict[str, Any]:
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


# --- calendars --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class _CalendarEntry:
    match: MatchId
    begins: datetime
    ends: datetime
    table: int | None
    is_sure: bool


def tournament_calendar(shown: PublicTournament, words: PublicWords) -> str:
    entries = [
        _CalendarEntry(match=row.line.match, begins=row.begins, ends=row.ends, table=row.table, is_sure=True)
        for row in shown.order
    ]
    return _calendar(shown, words, printable_name(shown.announced.name), entries)


def person_calendar(shown: PublicTournament, words: PublicWords, page: PersonPage) -> str:
    """Write a player's calendar, with uncertain matches as tentative."""
    on = [
        _CalendarEntry(match=tile.line.match, begins=tile.since, ends=tile.until, table=tile.table, is_sure=True)
        for tile in page.now
        if tile.line is not None and tile.since is not None and tile.until is not None
    ]
    upcoming = [
        _CalendarEntry(match=one.line.match, begins=one.begins, ends=one.ends, table=one.table, is_sure=one.is_sure)
        for one in ([page.next] if page.next else []) + list(page.later)
        if one.begins is not None and one.ends is not None
    ]
    name = f"{printable_name(page.person.name)} – {printable_name(shown.announced.name)}"
    return _calendar(shown, words, name, [*on, *upcoming])


def _calendar(shown: PublicTournament, words: PublicWords, name: str, entries: Iterable[_CalendarEntry]) -> str:
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Carrom//Tournament//EN",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
        f"X-WR-CALNAME:{_escape_text(name)}",
        "REFRESH-INTERVAL;VALUE=DURATION:PT10M",
        "X-PUBLISHED-TTL:PT10M",
    ]
    if shown.announced.zone:
        lines.append(f"X-WR-TIMEZONE:{_escape_text(shown.announced.zone)}")
    for entry in entries:
        lines += _calendar_event(shown, words, entry)
    return "".join(f"{_fold_line(line)}\r\n" for line in [*lines, "END:VCALENDAR"])


def _calendar_event(shown: PublicTournament, words: PublicWords, entry: _CalendarEntry) -> list[str]:
    line = shown.line(entry.match)
    sides = [words.awaited(side.awaited) if side.awaited else printable_name(side.text) for side in line.sides]
    where = [printable_name(shown.announced.venue)] if shown.announced.venue else []
    if entry.table is not None:
        where.append(words.say("table", number=entry.table))
    zone = shown.announced.zone
    return [
        "BEGIN:VEVENT",
        f"UID:{entry.match}@{shown.tournament}.carrom",
        # Must only grow, like event numbers.
        f"SEQUENCE:{shown.seq}",
        f"DTSTAMP:{_utc(shown.now.replace(tzinfo=None if zone is None else ZoneInfo(zone)).astimezone(UTC))}",
        f"DTSTART:{_moment(entry.begins, zone)}",
        f"DTEND:{_moment(max(entry.ends, entry.begins + _SHORTEST), zone)}",
        f"SUMMARY:{_escape_text(' – '.join(sides))}",
        f"DESCRIPTION:{_escape_text(f'{printable_name(line.event_name)}, {words.round(line.label)} ({line.match})')}",
        f"LOCATION:{_escape_text(', '.join(where))}",
        f"STATUS:{'CONFIRMED' if entry.is_sure and line.stand != 'held' else 'TENTATIVE'}",
        "END:VEVENT",
    ]


def _moment(at: datetime, zone: str | None) -> str:
    """Write a time in UTC, or as floating local time without a zone."""
    if zone is None:
        return f"{at:%Y%m%dT%H%M%S}"
    return _utc(at.replace(tzinfo=ZoneInfo(zone)).astimezone(UTC))


def _utc(at: datetime) -> str:
    return f"{at:%Y%m%dT%H%M%SZ}"


def _escape_text(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    return escaped.replace("\r\n", "\\n").replace("\n", "\\n").replace("\r", "\\n")


def _fold_line(line: str) -> str:
    """Fold a line at 75 octets, keeping letters intact (RFC 5545)."""
    if len(line.encode()) <= _OCTETS:
        return line
    parts, part, room = [], "", _OCTETS
    for letter in line:
        size = len(letter.encode())
        if len(part.encode()) + size > room:
            parts.append(part)
            part, room = "", _OCTETS - 1
        part += letter
    return "\r\n ".join([*parts, part])
