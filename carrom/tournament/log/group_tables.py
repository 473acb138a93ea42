"""The table of one group, or of a whole league, from who was to meet whom and what came of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from carrom.tournament.draws.bracket import Bye, Entrant, Fixture, MatchId, group_name
from carrom.tournament.log.facts import Drawn
from carrom.tournament.log.shootout_series import shootouts_of
from carrom.tournament.log.state import StageKey, State
from carrom.tournament.log.withdrawals import Settled, settle
from carrom.tournament.tables.results import EntryId, Result
from carrom.tournament.tables.standings import Standings, standings


class Meeting(NamedTuple):
    """A match of a table and who sits there, as far as that is known."""

    fixture: Fixture
    a: EntryId | None
    b: EntryId | None

    @property
    def is_known(self) -> bool:
        """Whether two sit there."""
        return self.a is not None and self.b is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupTable:
    """One group, or the one table of a league, as it stands."""

    name: str
    entries: tuple[EntryId, ...]
    standings: Standings
    is_complete: bool
    advance: int
    decisive: int
    """How many places somebody goes on from: all of them where there is a plate."""
    settled: Settled

    @property
    def is_decided(self) -> bool:
        """Whether every place that advances is filled by one entry."""
        return self.is_complete and all(self.place(place) for place in range(1, self.advance + 1))

    def place(self, place: int) -> EntryId | None:
        """Who holds a place alone; None while it is shared or empty."""
        holders = self.holders(place)
        return holders[0] if len(holders) == 1 else None

    def holders(self, place: int) -> list[EntryId]:
        """Everybody who holds a place."""
        return [row.entry for row in self.standings.table if row.rank == place]


def group_table(
    state: State,
    key: StageKey,
    number: int,
    group: tuple[EntryId, ...],
    meetings: Sequence[Meeting],
    results: Sequence[Result],
) -> GroupTable:
    """A group as it stands after the results that count; who has left is settled by the stage's rule."""
    stage, event = state.stage(key), state.event(key.event)
    pairs = [(one.a, one.b) for one in meetings if one.a is not None and one.b is not None]
    gone = {entry: left for entry, left in state.left.get(key.event, {}).items() if entry in group}
    chosen = {entry: left.results for entry, left in gone.items() if left.results is not None}
    settled = settle(pairs, results, gone, stage.withdrawal, chosen)
    staying = settled.staying(group)
    due = sum(1 for a, b in pairs if a in staying and b in staying and not (a in gone and b in gone))
    feeds_plate = event.has_plate and event.stages[0].id == key.stage
    shootouts = shootouts_of(state, key, number)
    advance = min(stage.advance, len(staying))
    return GroupTable(
        name=group_name(number) if stage.form.has_groups else "",
        entries=group,
        standings=standings(
            staying,
            settled.results,
            state.policy(key),
            shootouts=shootouts.loose,
            series=shootouts.whole,
            lots=shootouts.lots,
            byes=[one for one in _byes(meetings) if one in staying],
        ),
        is_complete=(stage.form.is_whole(stage, len(state.draws[key])) and bool(pairs) and len(settled.results) >= due),
        advance=advance,
        decisive=len(staying) if feeds_plate else advance,
        settled=settled,
    )


def _byes(meetings: Sequence[Meeting]) -> list[EntryId]:
    """Who rests, once for each round: somebody sits there, and the other side is nobody's."""
    return [
        side
        for one in meetings
        if not one.is_known and any(isinstance(slot, Bye) for slot in one.fixture.slots)
        for side in (one.a, one.b)
        if side is not None
    ]


class GroupDrawn(NamedTuple):
    """A group as it was drawn: who is in it, by which matches, and whether all of them are between known entries."""

    entries: tuple[EntryId, ...]
    matches: tuple[MatchId, ...]
    is_settled: bool


def matches_by_group(draws: Sequence[Drawn]) -> tuple[GroupDrawn, ...]:
    """The groups of a stage; matches of no group are of all of them."""
    found: dict[int | None, list[Fixture]] = {}
    for one in (fixture for drawn in draws for fixture in drawn.fixtures):
        found.setdefault(one.group, []).append(one)
    groups = []
    for number, entries in enumerate(draws[0].groups):
        own = [*found.get(None, []), *found.get(number, [])]
        is_settled = all(isinstance(slot, Entrant | Bye) for one in own for slot in one.slots)
        groups.append(GroupDrawn(entries, tuple(one.id for one in own), is_settled))
    return tuple(groups)
