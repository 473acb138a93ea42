"""Moments: as people write them, and as the planner counts them, in minutes from midnight of the first day."""

import re
from datetime import datetime, timedelta

from carrom.base.digits import plain_digits
from carrom.base.errors import CarromError
from carrom.tournament.log.bounds import check_year
from carrom.tournament.log.view import TournamentView


def midnight(view: TournamentView) -> datetime:
    """The beginning of the first day."""
    return datetime.combine(view.state.announced.day, datetime.min.time())


def minute_of(view: TournamentView, at: datetime) -> int:
    """Minutes from it."""
    return int((at - midnight(view)).total_seconds() // 60)


def report_until(view: TournamentView, called: datetime) -> datetime:
    """By when both sides must have reported who were called then (143 i)."""
    return called + timedelta(minutes=view.state.announced.hall.report_minutes)


def game_time(view: TournamentView, called: datetime) -> datetime | None:
    """When the game of a match called then is to begin, where both sides must have reported some time before it."""
    before = view.state.announced.hall.report_before
    return report_until(view, called) + timedelta(minutes=before) if before else None


def read_moment(text: str) -> datetime | str:
    """A time of day as it is written, or a whole date and time. Clocks on walls know no zone."""
    text = plain_digits(text)
    if re.fullmatch(r"([01]\d|2[0-3]):[0-5]\d", text, re.ASCII):
        return text
    try:
        at = datetime.fromisoformat(text).replace(tzinfo=None)
    except ValueError:
        raise CarromError("bad-time", f"a time is written like 15:10 or 2024-11-05T15:10, not {text[:40]!r}") from None
    check_year(at)
    return at
