"""Who has no match to come and may get one still: by a ruling on a place, by a tie that is not decided, by the line-up
of the own team. Nobody of them is sent home by a page."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from carrom.tournament.desk.by_ruling import seated_by_ruling
from carrom.tournament.desk.missing_players import teams_to_line_up
from carrom.tournament.desk.tasks import tie_tasks
from carrom.tournament.log.definition import EventId
from carrom.tournament.log.view import TournamentView, read_once
from carrom.tournament.tables.results import EntryId

For = Literal["seat", "tie", "shootout", "line-up"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Awaits:
    """What an entry of an event waits for: a place by its name, or those who are level with it."""

    event: EventId
    entry: EntryId
    what: For
    place: str = ""
    others: tuple[EntryId, ...] = ()


@read_once
def awaiting(view: TournamentView) -> tuple[Awaits, ...]:
    """Everybody who waits for something that is to be decided, and has not left."""
    left = view.state.left
    return tuple(dict.fromkeys(one for one in _awaiting(view) if one.entry not in left.get(one.event, {})))


def _awaiting(view: TournamentView) -> Iterator[Awaits]:
    for key in view.state.draws:
        for seat in seated_by_ruling(view, key):
            for entry in (seat.entry, seat.instead_of) if not seat.is_ruled else ():
                if entry is not None:
                    yield Awaits(event=key.event, entry=entry, what="seat", place=seat.place)
        for task in tie_tasks(view, key):
            playing = {entry for pair in task.pairs for entry in pair}
            for entry in task.level:
                others = tuple(one for one in task.level if one != entry)
                what: For = "shootout" if entry in playing else "tie"
                yield Awaits(event=key.event, entry=entry, what=what, others=others)
        for _, teams in teams_to_line_up(view, key):
            for team in teams:
                yield Awaits(event=key.event, entry=team, what="line-up")
