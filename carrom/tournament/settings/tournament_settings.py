"""Settings of the whole tournament: name, hall, days, protests, publication."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from carrom.base.errors import CarromError
from carrom.tournament.model.definition import Definition
from carrom.tournament.model.limits import read_day
from carrom.tournament.schedule.umpires import Umpire
from carrom.tournament.settings.setting import (
    NO_VALUE,
    Frozen,
    Setting,
    breaks_text,
    embargo_text,
    read_breaks,
    read_count,
    read_embargo,
    read_limit,
    read_name_text,
    read_positive,
    read_time_of_day,
    read_time_zone,
    read_value,
)


def _setting(
    name: str,
    field: str,
    read: Callable[[str], Any],
    help: str,
    sample: str,
    *,
    write: Callable[[Any], str] = str,
    question: str = "",
    frozen: Frozen = Frozen.NEVER,
    shown: str = "",
) -> Setting:
    """Define a setting for a field such as `name` or `hall.tables`.

    For fields that can be unset, `shown` names the property with the value in effect.
    """
    part, _, key = field.rpartition(".")

    def put(definition: Definition, where: str, text: str) -> Definition:
        value = read_value(name, where, text, read)
        if shown and value == current(definition):
            return definition
        if not part:
            return replace(definition, **{key: value})
        return replace(definition, **{part: replace(getattr(definition, part), **{key: value})})

    def current(definition: Definition) -> Any:
        return getattr(getattr(definition, part) if part else definition, shown or key)

    def rows(definition: Definition) -> list[tuple[str, str]]:
        return [("", write(current(definition)))]

    return Setting(
        name=name,
        level="tournament",
        help=help,
        sample=sample,
        frozen=frozen,
        put=put,
        rows=rows,
        question=question,
    )


def _read_venue(text: str) -> str | None:
    return None if text.lower() in ("no", "none", "-", "") else text


def _read_end(text: str) -> str | None:
    return None if text.lower() in NO_VALUE else read_time_of_day(text)


def _read_umpires(text: str) -> tuple[Umpire, ...]:
    """Read names with clubs in brackets: `Uma (Hill), Vik`."""
    if text.lower() in NO_VALUE:
        return ()
    found = []
    for part in re.split(r",(?![^(]*\))", text):
        known = re.fullmatch(r"\s*([^()]+?)\s*(?:\(([^()]*)\))?\s*", part)
        if known is None:
            raise CarromError("bad-umpire", f"an umpire is written like Uma (Hill), not {part.strip()!r}")
        clubs = tuple(club.strip() for club in (known[2] or "").split(",") if club.strip())
        found.append(Umpire(known[1], clubs=clubs))
    return tuple(found)


def _umpires_text(umpires: tuple[Umpire, ...]) -> str:
    texts = [f"{one.name} ({', '.join(one.clubs)})" if one.clubs else one.name for one in umpires]
    return ", ".join(texts) or "no"


TOURNAMENT_SETTINGS = (
    _setting(
        "name", "name", read_name_text, "what the tournament is called", "NAME", question="Name of the tournament"
    ),
    _setting(
        "day",
        "day",
        read_day,
        "its first day",
        "2024-11-05",
        question="First day",
        frozen=Frozen.BY_ENTRIES,
    ),
    _setting(
        "venue", "venue", _read_venue, "where it is played", "PLACE", write=lambda one: one or "no", question="Venue"
    ),
    _setting(
        "tables",
        "hall.tables",
        read_positive,
        "how many carrom boards stand in the hall",
        "6",
        question="How many carrom boards",
    ),
    _setting(
        "start", "hall.start", read_time_of_day, "when the first match of a day begins", "09:00", question="Start"
    ),
    _setting(
        "end",
        "hall.end",
        _read_end,
        "when a day is to be finished; no for no limit",
        "21:00",
        write=lambda one: one or "no",
        question="End of a day",
    ),
    _setting(
        "break",
        "hall.closed",
        read_breaks,
        "when nobody plays",
        "13:00-14:00,18:00-18:30",
        write=breaks_text,
        question="Breaks",
    ),
    _setting(
        "days",
        "hall.days",
        read_limit,
        "number of days; no for as many as needed",
        "2",
        write=lambda one: "no" if one is None else str(one),
    ),
    _setting(
        "slot",
        "hall.slot_minutes",
        read_positive,
        "minutes that a match is planned for, changing over included",
        "50",
        question="Minutes for a match",
    ),
    _setting(
        "rest",
        "hall.rest",
        read_count,
        "minutes of rest between two matches of a player; as long as a match is planned for, unless set",
        "30",
        shown="rest_minutes",
    ),
    _setting(
        "report",
        "hall.report_minutes",
        read_count,
        "minutes after the call in which both sides have to be there",
        "15",
        question="Minutes to report after the call",
    ),
    _setting(
        "report-before",
        "hall.report_before",
        read_count,
        "minutes before the game by which both sides have to be there; 0: the game begins when they are",
        "10",
    ),
    _setting(
        "umpires",
        "hall.umpires",
        _read_umpires,
        "who may sit as umpire, with their clubs",
        "Uma (Hill), Vik",
        write=_umpires_text,
        question="Umpires",
    ),
    _setting(
        "protest-fee",
        "protests.fee",
        read_count,
        "the fee of a protest: Law 145 hears nobody without one, and names no sum; 0 for none",
        "100",
        question="Fee of a protest",
        frozen=Frozen.BY_A_PROTEST,
    ),
    _setting(
        "protest-window",
        "protests.minutes",
        read_count,
        "minutes in which a protest can be lodged",
        "15",
        question="Minutes for a protest",
        frozen=Frozen.BY_A_PROTEST,
    ),
    _setting(
        "decide-within",
        "protests.decide_minutes",
        read_positive,
        "minutes in which a protest is decided",
        "60",
        frozen=Frozen.BY_A_PROTEST,
    ),
    _setting(
        "embargo",
        "embargo",
        read_embargo,
        "what the public is not shown yet: draw (those that are not published), results; no for nothing",
        "draw,results",
        write=embargo_text,
    ),
    _setting(
        "zone",
        "zone",
        read_time_zone,
        "the time zone of the hall, for calendars of people elsewhere",
        "Asia/Kolkata",
        write=lambda one: one or "no",
    ),
)
