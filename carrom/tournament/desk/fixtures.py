"""The open matches of a tournament as a planner sees them: who plays or may, and what each waits for."""

from functools import cached_property

from carrom.tournament.draws.bracket import Entrant, MatchId, PlaceOf, Slot, group_name
from carrom.tournament.draws.leagues import side_name
from carrom.tournament.log.line_ups import who_plays
from carrom.tournament.log.state import MatchRecord, StageKey
from carrom.tournament.log.view import TO_PLAY, TournamentView, read_once
from carrom.tournament.plan.feeding import Feeder, Feeding
from carrom.tournament.plan.request import PendingMatch
from carrom.tournament.plan.ways import SURE
from carrom.tournament.tables.results import EntryId


def players(view: TournamentView, match: MatchId) -> list[str]:
    """Everybody who plays in a match, or who still may."""
    return list(open_fixtures(view).feeding.comers(match))


@read_once
def open_fixtures(view: TournamentView) -> "OpenFixtures":
    """The matches of a view, read once."""
    return OpenFixtures(view)


class OpenFixtures:
    """The matches of a view as far as they are known."""

    def __init__(self, view: TournamentView) -> None:
        self.view = view
        self._read: dict[MatchId, PendingMatch] = {}
        self._groups: dict[tuple[StageKey, int], Feeder] = {}
        self._inside: dict[StageKey, dict[int | None, list[MatchId]]] = {}
        self.feeding = Feeding(_Slots(self), people=self._people, group=self._group)

    @cached_property
    def all(self) -> tuple[PendingMatch, ...]:
        """Every match that is still to be played."""
        return tuple(self.one(match) for match in self.ids)

    @cached_property
    def ids(self) -> tuple[MatchId, ...]:
        """Their numbers."""
        return tuple(match for match in self.view.state.matches if self.view.status(match) in TO_PLAY)

    def after(self, match: MatchId) -> tuple[str, ...]:
        """The open matches that one of them waits for."""
        return tuple(one for one in self.feeding.waits_for(match) if self.view.status(MatchId(one)) in TO_PLAY)

    def one(self, match: MatchId) -> PendingMatch:
        """One of them."""
        if match not in self._read:
            self._read[match] = self._fixture(self.view.state.matches[match])
        return self._read[match]

    def _fixture(self, record: MatchRecord) -> PendingMatch:
        view, match, rubber = self.view, record.fixture.id, record.fixture.rubber
        sides: list[str] = [side for side in view.sides(match) if side is not None]
        comers = self.feeding.comers(match)
        return PendingMatch(
            id=match,
            sides=tuple(f"{record.key.event} {side_name(side, rubber) if rubber else side}" for side in sides),
            people=tuple(comers),
            after=self.after(match),
            ways={name: ways for name, ways in comers.items() if ways != SURE},
        )

    def slots(self, match: MatchId) -> list[Slot]:
        """The slots of a match as far as they are known by now."""
        record = self.view.state.matches[match]
        slots = record.fixture.slots
        if all(isinstance(slot, Entrant) for slot in slots):  # most of them, and that is the quick way
            return list(slots)
        known = self.view.sides(record.fixture.id)
        return [slot if sure is None else Entrant(sure) for slot, sure in zip(slots, known, strict=True)]

    def _people(self, match: str, entry: str) -> list[str]:
        record = self.view.state.matches[MatchId(match)]
        if self.view.is_out(record.fixture.id, EntryId(entry)):
            return []
        known: list[str] = list(who_plays(self.view.state, record, EntryId(entry)))
        rubber = record.fixture.rubber
        return known if known or rubber is None else [side_name(entry, rubber)]

    def _group(self, match: str, place: PlaceOf) -> Feeder:
        """A place is filled when its whole group is over, by anybody of it."""
        state, key = self.view.state, self.view.state.matches[MatchId(match)].key
        before = state.before(key)
        if before is None:
            return Feeder(place.name, (), ())
        if (before, place.group) not in self._groups:
            self._groups[before, place.group] = self._feeder(before, place.group)
        return self._groups[before, place.group]

    def _feeder(self, before: StageKey, group: int) -> Feeder:
        state = self.view.state
        tables = self.view.tables(before)
        entries = tables[group].entries if group < len(tables) else ()
        gone = state.left.get(before.event, {})
        members = [one for entry in entries if entry not in gone for one in state.entries[before.event][entry].members]
        if before not in self._inside:
            self._inside[before] = {}
            for one in state.in_stage(before):
                self._inside[before].setdefault(one.fixture.group, []).append(one.fixture.id)
        matches = (*self._inside[before].get(None, ()), *self._inside[before].get(group, ()))
        return Feeder(f"{before} {group_name(group)}", tuple(members), matches)


class _Slots(dict[str, tuple[Slot, ...]]):
    """The slots of each match, read when somebody asks for them: who calls one match asks for few."""

    def __init__(self, fixtures: OpenFixtures) -> None:
        self._fixtures = fixtures

    def __missing__(self, match: str) -> tuple[Slot, ...]:
        self[match] = slots = tuple(self._fixtures.slots(MatchId(match)))
        return slots
