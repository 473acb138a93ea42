"""Who sits where a table or an earlier match has somebody else, because it was ruled so, or until it is: sheets and
pages say it, so that none contradicts another."""

from collections.abc import Iterator
from dataclasses import dataclass

from carrom.tournament.draws.bracket import MatchId, PlaceOf
from carrom.tournament.log.seat_rulings import moved_seats
from carrom.tournament.log.state import StageKey
from carrom.tournament.log.view import TournamentView, read_once
from carrom.tournament.tables.results import EntryId


@dataclass(frozen=True, slots=True, kw_only=True)
class Seated:
    """Somebody who has a place by a ruling or until there is one, and who would have it without."""

    entry: EntryId
    instead_of: EntryId | None
    place: str
    """E2, or M7A for side a of a match that others lead to."""
    matches: tuple[MatchId, ...]
    group: int | None = None
    """The group of the stage before, where its table would fill the place."""
    is_ruled: bool = True

    @property
    def text(self) -> str:
        """As a sheet says it."""
        if not self.is_ruled:
            other = "it is open" if self.instead_of is None else f"it would be {self.instead_of}'s"
            return f"{self.entry} has the place {self.place} until the referee has ruled on it: {other} now."
        other = "" if self.instead_of is None else f" instead of {self.instead_of}"
        return f"By ruling of the referee {self.entry} has the place {self.place}{other}."

    @property
    def note(self) -> str:
        """The same, below a match of the tree, where a bare name would be read as the winner's."""
        return f"{self.entry} is seated {'by ruling of the referee' if self.is_ruled else 'until it is ruled'}"


@read_once
def seated_by_ruling(view: TournamentView, key: StageKey) -> tuple[Seated, ...]:
    """Everybody who sits in a stage against the tables or the matches before it."""
    return tuple(_seated(view, key))


def _seated(view: TournamentView, key: StageKey) -> Iterator[Seated]:
    fixtures = [record.fixture for record in view.state.in_stage(key)]
    slots = [(one.id, side, slot) for one in fixtures for side, slot in zip("AB", one.slots, strict=True)]
    for seat, is_ruled in moved_seats(view, key):
        here = [
            (match, slot)
            for match, side, slot in slots
            if seat.place == f"{match}{side}" or (isinstance(slot, PlaceOf) and slot.name == seat.place)
        ]
        places = [slot for _, slot in here if isinstance(slot, PlaceOf)]
        yield Seated(
            entry=seat.seated,
            instead_of=seat.now,
            place=places[0].name if places else seat.place,
            matches=tuple(match for match, _ in here),
            group=places[0].group if places else None,
            is_ruled=is_ruled,
        )


def seated_out_of(view: TournamentView, key: StageKey, group: int) -> tuple[Seated, ...]:
    """Everybody who goes on from a group against its table, into whatever stage."""
    after = [one for one in view.state.draws if one.event == key.event and view.state.before(one) == key]
    return tuple(seat for one in after for seat in seated_by_ruling(view, one) if seat.group == group)


def going_on(view: TournamentView, key: StageKey, group: int) -> frozenset[EntryId]:
    """Who goes on from a group into the stage behind its cut: by its table, but for what was ruled. Nobody until all is
    played and decided."""
    table = view.tables(key)[group]
    through = table.standings.advancing(table.advance) if table.is_complete and table.advance else None
    if not through:
        return frozenset()
    ruled = [one for one in seated_out_of(view, key, group) if one.place in _cut(view, key, group)]
    stays = {one.entry for one in ruled}
    return (frozenset(EntryId(one) for one in through) - {one.instead_of for one in ruled if one.instead_of}) | stays


def _cut(view: TournamentView, key: StageKey, group: int) -> set[str]:
    return {PlaceOf(group, place).name for place in range(1, view.tables(key)[group].advance + 1)}
