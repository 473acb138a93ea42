"""The live queue, asked about a whole tournament: what to call to which table now, and why the rest waits."""

from collections.abc import Iterable, Iterator
from datetime import datetime

from carrom.tournament.desk.order_of_play import open_fixtures, players
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.people import PersonId
from carrom.tournament.log.view import TournamentView
from carrom.tournament.plan.queue import Call, HallNow, Played, Queued, Waits, calls


def next_calls(
    view: TournamentView, now: datetime, *, absent: frozenset[str] = frozenset()
) -> tuple[tuple[Call, ...], tuple[Waits, ...]]:
    """Matches for the free tables, and for every other one the reason why it waits.

    People go by their names; who is `absent` has not reported. Minutes count from midnight of the first day.
    """
    state = view.state
    hall = state.announced.hall
    sitting = set(view.tables_in_use.values())
    queue = [
        Queued(id=one.id, people=_names(view, one.people), after=one.after, held=_held(view, MatchId(one.id)))
        for one in open_fixtures(view)
        if one.id not in sitting
    ]
    seen = HallNow(
        now=_minute(view, now),
        tables=tuple(table for table in range(1, hall.tables + 1) if table not in state.tables_out),
        played=tuple(_matches_played(view)),
        rest=hall.rest_slots * hall.slot_minutes,
        absent=absent,
    )
    return calls(seen, queue)


def _matches_played(view: TournamentView) -> Iterator[Played]:
    """Matches on a table and matches that are over, as far as the log knows their times."""
    for match, record in view.state.matches.items():
        status = view.status(match)
        if record.table is None or record.called is None or status not in ("called", "played"):
            continue
        ended = None if record.signed is None or status == "called" else _minute(view, record.signed)
        yield Played(
            id=match,
            table=record.table,
            names=_names(view, players(view, match)),
            began=_minute(view, record.called),
            ended=ended,
        )


def _held(view: TournamentView, match: MatchId) -> str | None:
    status = view.status(match)
    return status if status in ("on hold", "under protest", "under review", "void") else None


def _names(view: TournamentView, people: Iterable[str]) -> tuple[str, ...]:
    known = view.state.people
    return tuple(known[PersonId(one)].name if PersonId(one) in known else one for one in people)


def _minute(view: TournamentView, at: datetime) -> int:
    start = datetime.combine(view.state.announced.day, datetime.min.time())
    return int((at - start).total_seconds() // 60)
