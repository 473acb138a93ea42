"""The open matches of a tournament as a planner sees them: who plays or may, and what each waits for."""

from functools import cached_property

from carrom.tournament.draws.bracket import Entrant, MatchId, PlaceOf, Slot, group_name
from carrom.tournament.draws.leagues import side_name
from carrom.tournament.log.line_ups import who_plays
from carrom.tournament.log.state import MatchRecord
from carrom.tournament.log.view import TO_PLAY, TournamentView
from carrom.tournament.plan.feeding import Feeder, Feeding
from carrom.tournament.plan.request import PendingMatch
from carrom.tournament.plan.ways import SURE
from carrom.tournament.tables.results import EntryId


def players(view: TournamentView, match: MatchId) -> list[str]:
    """Everybody who plays in a match, or who still may."""
    return list(OpenFixtures(view).feeding.comers(match))


class OpenFixtures:
    """The matches of a view, read once."""

    def __init__(self, view: TournamentView) -> None:
        self.view = view
        slots = {str(match): tuple(self._slots(record)) for match, record in view.state.matches.items()}
        self.feeding = Feeding(slots, people=self._people, group=self._group)

    @cached_property
    def all(self) -> tuple[PendingMatch, ...]:
        """Every match that is still to be played."""
        records = self.view.state.matches
        return tuple(self._fixture(one) for match, one in records.items() if self.view.status(match) in TO_PLAY)

    def _fixture(self, record: MatchRecord) -> PendingMatch:
        view, match, rubber = self.view, record.fixture.id, record.fixture.rubber
        sides: list[str] = [side for side in view.sides(match) if side is not None]
        comers = self.feeding.comers(match)
        return PendingMatch(
            id=match,
            sides=tuple(f"{record.key.event} {side_name(side, rubber) if rubber else side}" for side in sides),
            people=tuple(comers),
            after=tuple(one for one in self.feeding.waits_for(match) if view.status(MatchId(one)) in TO_PLAY),
            ways={name: ways for name, ways in comers.items() if ways != SURE},
        )

    def _slots(self, record: MatchRecord) -> list[Slot]:
        """The slots as far as they are known by now."""
        found: list[Slot] = []
        for slot in record.fixture.slots:
            sure = self.view.entry_in(slot, record.key)
            found.append(Entrant(sure) if sure is not None else slot)
        return found

    def _people(self, match: str, entry: str) -> list[str]:
        record = self.view.state.matches[MatchId(match)]
        known: list[str] = list(who_plays(self.view.state, record, EntryId(entry)))
        rubber = record.fixture.rubber
        return known if known or rubber is None else [side_name(entry, rubber)]

    def _group(self, match: str, place: PlaceOf) -> Feeder:
        """A place is filled when its whole group is over, by anybody of it."""
        state, key = self.view.state, self.view.state.matches[MatchId(match)].key
        before = state.before(key)
        if before is None:
            return Feeder(place.name, (), ())
        tables = self.view.tables(before)
        entries = tables[place.group].entries if place.group < len(tables) else ()
        gone = state.left.get(key.event, {})
        members = [one for entry in entries if entry not in gone for one in state.entries[key.event][entry].members]
        matches = [one.fixture.id for one in state.in_stage(before) if one.fixture.group in (None, place.group)]
        return Feeder(f"{before} {group_name(place.group)}", tuple(members), tuple(matches))
