"""Who has no match to come and may get one still: by a ruling on a place, by a tie that is not decided, by the line-up
of the own team. Nobody of them is sent home by a page."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from carrom.tournament.desk.by_ruling import Seated, seated_by_ruling
from carrom.tournament.desk.missing_players import teams_to_line_up
from carrom.tournament.desk.tasks import tie_tasks
from carrom.tournament.log.definition import EventId
from carrom.tournament.log.state import StageKey
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
        places: dict[EntryId, list[str]] = {}
        for seat in seated_by_ruling(view, key):
            for entry in _may_get(view, key, seat) if not seat.is_ruled else ():
                places.setdefault(entry, []).append(seat.place)
        for entry, own in places.items():
            yield Awaits(event=key.event, entry=entry, what="seat", place=", ".join(own))
        for task in tie_tasks(view, key):
            playing = {entry for pair in task.pairs for entry in pair}
            for entry in task.level:
                others = tuple(one for one in task.level if one != entry)
                what: For = "shootout" if entry in playing else "tie"
                yield Awaits(event=key.event, entry=entry, what=what, others=others)
        for _, teams in teams_to_line_up(view, key):
            for team in teams:
                yield Awaits(event=key.event, entry=team, what="line-up")


def _may_get(view: TournamentView, key: StageKey, seat: Seated) -> tuple[EntryId, ...]:
    """Who has a place, and who would have it; all of a group whose table says nothing until a match is decided."""
    if seat.instead_of is not None:
        return seat.entry, seat.instead_of
    before = view.state.before(key)
    table = view.table(before, seat.group) if before is not None and seat.group is not None else None
    return (seat.entry,) if table is None or table.is_complete else table.entries
