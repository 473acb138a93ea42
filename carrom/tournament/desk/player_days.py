"""Each player's matches: at a table now, still to come, and over."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from carrom.tournament.desk.hall import matches_on_tables
from carrom.tournament.desk.match_text import open_slot
from carrom.tournament.desk.order_of_play import Appointment
from carrom.tournament.draws.bracket import LoserOf, MatchId, PlaceOf, Slot, WinnerOf
from carrom.tournament.log.entries import who_plays
from carrom.tournament.model.people import PersonId
from carrom.tournament.model.state import StageKey
from carrom.tournament.seating.now import TO_PLAY, TournamentNow

_UNSETTLED = ("under protest", "under review")


@dataclass(frozen=True, slots=True, kw_only=True)
class ComingMatch:
    """A match a player plays or may still get into. It is not called before `not_before`; `planned` is when it is
    expected."""

    match: MatchId
    is_sure: bool
    not_before: datetime | None = None
    planned: Appointment | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerDay:
    """One player's matches. Of unsure matches, `coming` has only the first of each competition."""

    at_table: tuple[MatchId, ...] = ()
    coming: tuple[ComingMatch, ...] = ()
    over: tuple[MatchId, ...] = ()


class PlayerDays:
    def __init__(self, view: TournamentNow, planned: Mapping[MatchId, Appointment], now: datetime) -> None:
        self._view = view
        self._planned = planned
        self._now = now

    def of(self, person: PersonId) -> PlayerDay:
        """Return a player's matches: those to come by time, finished ones with the latest first."""
        own = [match for match in self._own.get(person, ()) if self._view.status(match) in TO_PLAY]
        coming = [(match, True) for match in own if match not in self._here]
        # A player may still advance from a match whose result is not final.
        contested = [one for one in self._own.get(person, ()) if self._view.status(one) in _UNSETTLED]
        maybe = self._possible(person, [*own, *contested])
        coming += [(match, False) for match in maybe if match not in self._here]
        return PlayerDay(
            at_table=tuple(match for match in own if match in self._here),
            coming=tuple(self._coming(coming)),
            over=tuple(
                sorted((one for one in self._own.get(person, ()) if one not in own), key=self._ended, reverse=True)
            ),
        )

    def _coming(self, own: list[tuple[MatchId, bool]]) -> list[ComingMatch]:
        found: list[ComingMatch] = []
        doubtful: set[str] = set()
        for match, is_sure in sorted(own, key=lambda one: self._begins(one[0])):
            event = self._view.state.matches[match].key.event
            if not is_sure and event in doubtful:
                continue
            if not is_sure:
                doubtful.add(event)
            planned = self._planned.get(match)
            found.append(ComingMatch(match=match, is_sure=is_sure, not_before=self._not_before(match), planned=planned))
        return found

    def _begins(self, match: MatchId) -> datetime:
        planned = self._planned.get(match)
        return datetime.max if planned is None else planned.begins

    def _ended(self, match: MatchId) -> datetime:
        return self._view.state.matches[match].signed or datetime.min

    def _not_before(self, match: MatchId) -> datetime | None:
        """Return when all known players of a match have rested, or None if they have."""
        rested = max((self._rested[one] for one in self._people[match] if one in self._rested), default=None)
        return rested if rested is not None and rested > self._now else None

    def _possible(self, person: PersonId, own: Sequence[MatchId]) -> list[MatchId]:
        found = [later for match in own for later in self._after.get(match, ())]
        for key, group in self._groups.get(person, ()):
            found += self._after_groups.get((key, group), ())
        return list(dict.fromkeys(match for match in found if match not in own))

    @cached_property
    def _here(self) -> set[MatchId]:
        return {one.match for one in matches_on_tables(self._view)}

    @cached_property
    def _people(self) -> dict[MatchId, tuple[PersonId, ...]]:
        found = {}
        for match, record in self._view.state.matches.items():
            if self._view.status(match) != "bye":
                sides = (entry for entry in self._view.sides(match) if entry is not None)
                known = (entry for entry in sides if not self._view.has_left_before(match, entry))
                found[match] = tuple(one for entry in known for one in who_plays(self._view.state, record, entry))
        return found

    @cached_property
    def _own(self) -> dict[PersonId, list[MatchId]]:
        found: dict[PersonId, list[MatchId]] = {}
        for match, people in self._people.items():
            for person in people:
                found.setdefault(person, []).append(match)
        return found

    @cached_property
    def _after(self) -> dict[MatchId, list[MatchId]]:
        """The matches that a match feeds, where that side is open."""
        found: dict[MatchId, list[MatchId]] = {}
        for match, slot in self._open_slots():
            if isinstance(slot, WinnerOf | LoserOf):
                found.setdefault(slot.match, []).append(match)
        return found

    @cached_property
    def _after_groups(self) -> dict[tuple[StageKey, int], list[MatchId]]:
        found: dict[tuple[StageKey, int], list[MatchId]] = {}
        for match, slot in self._open_slots():
            before = self._view.state.before(self._view.state.matches[match].key)
            if isinstance(slot, PlaceOf) and before is not None:
                found.setdefault((before, slot.group), []).append(match)
        return found

    def _open_slots(self) -> Iterator[tuple[MatchId, Slot]]:
        for match, record in self._view.state.matches.items():
            if self._view.status(match) in TO_PLAY:
                for side, slot in zip(self._view.sides(match), record.fixture.slots, strict=True):
                    if side is None:
                        yield match, open_slot(self._view, slot)

    @cached_property
    def _groups(self) -> dict[PersonId, list[tuple[StageKey, int]]]:
        """Groups of the players who have not left."""
        state = self._view.state
        found: dict[PersonId, list[tuple[StageKey, int]]] = {}
        for key, draws in state.draws.items():
            gone = state.left.get(key.event, {})
            for number, group in enumerate(draws[0].groups):
                for entry in group:
                    known = state.entries[key.event].get(entry)
                    for person in known.members if known is not None and entry not in gone else ():
                        found.setdefault(person, []).append((key, number))
        return found

    @cached_property
    def _rested(self) -> dict[PersonId, datetime]:
        rest = timedelta(minutes=self._view.state.announced.hall.rest_minutes)
        found: dict[PersonId, datetime] = {}
        for match, people in self._people.items():
            signed = self._view.state.matches[match].signed
            if signed is not None:
                for person in people:
                    found[person] = max(found.get(person, datetime.min), signed + rest)
        return found
