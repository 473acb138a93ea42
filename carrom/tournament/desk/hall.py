"""Tables and times of the hall."""

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
    """A match at a table. If its sides become unknown it keeps the table until it is freed or moved; if its table goes
    out of service it has to move."""

    match: MatchId
    table: int
    called: datetime
    since: datetime
    """Start of play, or the call if play has not begun."""
    is_on_hold: bool
    has_to_move: bool


@cached_per_state
def matches_on_tables(view: TournamentNow) -> tuple[MatchOnTable, ...]:
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
    return datetime.combine(view.state.announced.day, datetime.min.time())


def minute_of(view: TournamentNow, at: datetime) -> int:
    """Return the minutes since midnight of the first day."""
    return int((at - midnight(view)).total_seconds() // 60)


def report_deadline(view: TournamentNow, called: datetime) -> datetime:
    """Return the deadline for both sides to report (143 i)."""
    return called + timedelta(minutes=view.state.announced.hall.report_minutes)


def game_start(view: TournamentNow, called: datetime) -> datetime | None:
    """Return when play begins, if sides must report some time before; else None."""
    before = view.state.announced.hall.report_before
    return report_deadline(view, called) + timedelta(minutes=before) if before else None


def read_time(text: str) -> datetime | str:
    """Read a time of day (returned as text) or a full date and time, without time zone."""
    text = plain_digits(text)
    if re.fullmatch(r"([01]\d|2[0-3]):[0-5]\d", text, re.ASCII):
        return text
    try:
        at = datetime.fromisoformat(text).replace(tzinfo=None)
    except ValueError:
        raise CarromError("bad-time", f"a time is written like 15:10 or 2024-11-05T15:10, not {text[:40]!r}") from None
    check_year(at)
    return at
