"""Which match is at which table: called there, and neither over nor freed."""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta

from carrom.base.characters import plain_digits
from carrom.base.errors import CarromError
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.model.limits import check_year
from carrom.tournament.seating.now import TO_PLAY, TournamentNow, cached_per_state


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchOnTable:
    """A match at a table. One that lost its sides keeps the table until somebody frees it or moves the match; one whose
    table went out of service has to move."""

    match: MatchId
    table: int
    called: datetime
    since: datetime
    """When it began, or was called as long as it has not."""
    is_on_hold: bool
    has_to_move: bool


@cached_per_state
def matches_on_tables(view: TournamentNow) -> tuple[MatchOnTable, ...]:
    """Every match at a table, by table and by the time of its call."""
    found = []
    tables = view.state.announced.hall.tables
    for record in view.state.sitting:
        match, table = record.fixture.id, record.table
        status = view.status(match)
        if table is not None and record.called is not None and status in TO_PLAY:
            found.append(
                MatchOnTable(
                    match=match,
                    table=table,
                    called=record.called,
                    since=record.started or record.called,
                    is_on_hold=status == "on hold",
                    has_to_move=table in view.state.tables_out or table > tables,
                )
            )
    return tuple(sorted(found, key=lambda one: (one.table, one.called)))


def midnight(view: TournamentNow) -> datetime:
    """The beginning of the first day."""
    return datetime.combine(view.state.announced.day, datetime.min.time())


def minute_of(view: TournamentNow, at: datetime) -> int:
    """Minutes from it."""
    return int((at - midnight(view)).total_seconds() // 60)


def report_deadline(view: TournamentNow, called: datetime) -> datetime:
    """By when both sides must have reported who were called then (143 i)."""
    return called + timedelta(minutes=view.state.announced.hall.report_minutes)


def game_start(view: TournamentNow, called: datetime) -> datetime | None:
    """When the game of a match called then is to begin, where both sides must have reported some time before it."""
    before = view.state.announced.hall.report_before
    return report_deadline(view, called) + timedelta(minutes=before) if before else None


def read_time(text: str) -> datetime | str:
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
