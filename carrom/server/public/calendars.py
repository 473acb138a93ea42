"""Calendars of a tournament and of a person (RFC 5545): one entry for each match, under a name that stays."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from carrom.server.public.rendering import clean
from carrom.server.public.values.people import PersonPage
from carrom.server.public.values.shown import Shown
from carrom.server.public.words import Words
from carrom.tournament.draws.bracket import MatchId

_OCTETS = 75
_SHORTEST = timedelta(minutes=15)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Entry:
    match: MatchId
    begins: datetime
    ends: datetime
    table: int | None
    is_sure: bool


def tournament_calendar(shown: Shown, words: Words) -> str:
    """Every match that has a time."""
    entries = [
        _Entry(match=row.line.match, begins=row.begins, ends=row.ends, table=row.table, is_sure=True)
        for row in shown.order
    ]
    return _calendar(shown, words, clean(shown.announced.name), entries)


def person_calendar(shown: Shown, words: Words, page: PersonPage) -> str:
    """The matches of one person that have a time; those that may not come, and those on hold, are tentative."""
    on = [
        _Entry(match=tile.line.match, begins=tile.since, ends=tile.until, table=tile.table, is_sure=True)
        for tile in page.now
        if tile.line is not None and tile.since is not None and tile.until is not None
    ]
    coming = [
        _Entry(match=one.line.match, begins=one.begins, ends=one.ends, table=one.table, is_sure=one.is_sure)
        for one in ([page.next] if page.next else []) + list(page.later)
        if one.begins is not None and one.ends is not None
    ]
    name = f"{clean(page.person.name)} – {clean(shown.announced.name)}"
    return _calendar(shown, words, name, [*on, *coming])


def _calendar(shown: Shown, words: Words, name: str, entries: Iterable[_Entry]) -> str:
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Carrom//Tournament//EN",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
        f"X-WR-CALNAME:{_text(name)}",
        "REFRESH-INTERVAL;VALUE=DURATION:PT10M",
        "X-PUBLISHED-TTL:PT10M",
    ]
    if shown.announced.zone:
        lines.append(f"X-WR-TIMEZONE:{_text(shown.announced.zone)}")
    for entry in entries:
        lines += _event(shown, words, entry)
    return "".join(f"{_folded(line)}\r\n" for line in [*lines, "END:VCALENDAR"])


def _event(shown: Shown, words: Words, entry: _Entry) -> list[str]:
    line = shown.line(entry.match)
    sides = [words.awaited(side.awaited) if side.awaited else clean(side.text) for side in line.sides]
    where = [clean(shown.announced.venue)] if shown.announced.venue else []
    if entry.table is not None:
        where.append(words.say("table", number=entry.table))
    zone = shown.announced.zone
    return [
        "BEGIN:VEVENT",
        f"UID:{entry.match}@{shown.tournament}.carrom",
        # What is planned moves with every fact: the number of facts only grows, and so does the number of versions.
        f"SEQUENCE:{shown.seq}",
        f"DTSTAMP:{_utc(shown.now.replace(tzinfo=None if zone is None else ZoneInfo(zone)).astimezone(UTC))}",
        f"DTSTART:{_moment(entry.begins, zone)}",
        f"DTEND:{_moment(max(entry.ends, entry.begins + _SHORTEST), zone)}",
        f"SUMMARY:{_text(' – '.join(sides))}",
        f"DESCRIPTION:{_text(f'{clean(line.event_name)}, {words.round(line.label)} ({line.match})')}",
        f"LOCATION:{_text(', '.join(where))}",
        f"STATUS:{'CONFIRMED' if entry.is_sure and line.stand != 'held' else 'TENTATIVE'}",
        "END:VEVENT",
    ]


def _moment(at: datetime, zone: str | None) -> str:
    """In the hall's time zone where it is known; else as a time on the wall, wherever one reads it (form 1)."""
    if zone is None:
        return f"{at:%Y%m%dT%H%M%S}"
    return _utc(at.replace(tzinfo=ZoneInfo(zone)).astimezone(UTC))


def _utc(at: datetime) -> str:
    return f"{at:%Y%m%dT%H%M%SZ}"


def _text(value: str) -> str:
    """A value of type TEXT: backslash, semicolon, comma and line breaks are escaped."""
    escaped = value.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    return escaped.replace("\r\n", "\\n").replace("\n", "\\n").replace("\r", "\\n")


def _folded(line: str) -> str:
    """Lines of at most 75 octets, cut between letters; what follows begins with a space."""
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
