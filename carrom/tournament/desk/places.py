"""The final places of an event, all of them: who went out in one round shares a place."""

from collections.abc import Iterable
from dataclasses import dataclass

from carrom.tournament.desk.prizes import prizes
from carrom.tournament.log.definition import EventDefinition
from carrom.tournament.log.state import StageKey
from carrom.tournament.log.view import TournamentView
from carrom.tournament.tables.results import EntryId


@dataclass(frozen=True, slots=True)
class FinalPlace:
    """A place and whoever has it."""

    place: int
    entries: tuple[EntryId, ...]


def places(view: TournamentView, event: EventDefinition) -> list[FinalPlace]:
    """Every place of an event that is over. Whoever is disqualified has none.

    The first ones are the prizes. Then come those who lost in the tree, the later the better, and those who did not
    leave their groups, by their places there. A plate gives no places of the event.
    """
    out = {entry for entry, left in view.state.left.get(event.id, {}).items() if left.how == "disqualified"}
    called_up = prizes(view, event)
    if not called_up or called_up[0].place != 1:  # the others hang in the air until there is a winner
        return []
    layers: list[Iterable[EntryId]] = [prize.entries for prize in called_up]
    for stage in reversed(event.stages):
        key = StageKey(event.id, stage.id)
        if key in view.state.draws and not stage.form.is_consolation:
            layers += _by_tree(view, key) if stage.form.shape == "tree" else _by_tables(view, key)
    found: list[FinalPlace] = []
    placed: set[EntryId] = set()
    for layer in layers:
        new = tuple(entry for entry in dict.fromkeys(layer) if entry not in placed and entry not in out)
        if new:
            found.append(FinalPlace(len(placed) + 1, new))
            placed.update(new)
    return found


def _by_tree(view: TournamentView, key: StageKey) -> list[list[EntryId]]:
    """The losers of every round, the last round first."""
    rounds: dict[str, list[EntryId]] = {}
    for record in view.state.in_stage(key):
        loser = view.goes_out(record.fixture.id)
        lost = rounds.setdefault(record.fixture.round, [])
        if loser is not None:
            lost.append(loser)
    return list(rounds.values())[::-1]


def _by_tables(view: TournamentView, key: StageKey) -> list[list[EntryId]]:
    """Those of one rank, of all groups together."""
    ranks: dict[int, list[EntryId]] = {}
    for table in view.tables(key):
        for row in table.standings.table:
            ranks.setdefault(row.rank, []).append(row.entry)
    return [ranks[rank] for rank in sorted(ranks)]
