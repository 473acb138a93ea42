"""Which match is at which table: called there, and neither over nor freed."""

from dataclasses import dataclass
from datetime import datetime

from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.view import TO_PLAY, TournamentView, read_once


@dataclass(frozen=True, slots=True, kw_only=True)
class OnTable:
    """A match at a table. One that lost its sides keeps the table until somebody frees it or moves the match; one whose
    table went out of service has to move."""

    match: MatchId
    table: int
    called: datetime
    since: datetime
    """When it began, or was called as long as it has not."""
    is_on_hold: bool
    has_to_move: bool


@read_once
def on_tables(view: TournamentView) -> tuple[OnTable, ...]:
    """Every match at a table, by table and by the time of its call."""
    found = []
    tables = view.state.announced.hall.tables
    for record in view.state.sitting:
        match, table = record.fixture.id, record.table
        status = view.status(match)
        if table is not None and record.called is not None and status in TO_PLAY:
            found.append(
                OnTable(
                    match=match,
                    table=table,
                    called=record.called,
                    since=record.started or record.called,
                    is_on_hold=status == "on hold",
                    has_to_move=table in view.state.tables_out or table > tables,
                )
            )
    return tuple(sorted(found, key=lambda one: (one.table, one.called)))
