"""Who is called up at the prize-giving: the first places of an event, as soon as they are certain."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from carrom.tournament.bracket import LoserOf
from carrom.tournament.definition import Event
from carrom.tournament.facts import Fixture
from carrom.tournament.results import EntryId
from carrom.tournament.state import StageKey
from carrom.tournament.view import View
from carrom.values import dataclass

_PRIZES = 3


@dataclass(frozen=True, slots=True)
class Prize:
    """A place and whoever has it: two share the third where nobody plays for it."""

    place: int
    entries: tuple[EntryId, ...]


def prizes(view: View, event: Event) -> list[Prize]:
    """The first places of an event by its last stage, as far as they are decided."""
    key = StageKey(event.id, event.stages[-1].id)
    if key not in view.state.draws or view.is_cancelled(event):
        return []
    return _by_tree(view, key) if event.stages[-1].format == "knockout" else _by_table(view, key)


def _by_tree(view: View, key: StageKey) -> list[Prize]:
    matches = [record.fixture for record in view.state.in_stage(key)]
    last = [match for match in matches if match.round == "final"]
    finals = [match.id for match in last if not _is_for_losers(match)]
    thirds = [match.id for match in last if _is_for_losers(match)]
    semis = [match.id for match in matches if match.round == "semi-final"]
    third = [view.winner(match) for match in thirds] or [view.loser(match) for match in semis]
    return _certain([(1, [view.winner(one) for one in finals]), (2, [view.loser(one) for one in finals]), (3, third)])


def _by_table(view: View, key: StageKey) -> list[Prize]:
    tables, stage = view.tables(key), view.state.stage(key)
    has_rounds_left = stage.format == "swiss" and len(view.state.draws[key]) < (stage.rounds or 0)
    if len(tables) != 1 or not tables[0].is_complete or has_rounds_left:
        return []
    table = tables[0].standings.table
    return _certain((place, [row.entry for row in table if row.rank == place]) for place in range(1, _PRIZES + 1))


def _certain(found: Iterable[tuple[int, Sequence[EntryId | None]]]) -> list[Prize]:
    """The places of which every holder is known."""
    return [
        Prize(place, tuple(entry for entry in entries if entry is not None))
        for place, entries in found
        if entries and None not in entries
    ]


def _is_for_losers(match: Fixture) -> bool:
    return any(isinstance(slot, LoserOf) for slot in match.slots)
