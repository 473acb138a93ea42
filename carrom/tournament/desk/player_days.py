"""When do I play? Everybody's matches: at a table now, to come, over."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from carrom.tournament.desk.fixtures import OpenFixtures
from carrom.tournament.desk.on_tables import on_tables
from carrom.tournament.desk.order_of_play import Appointment
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.line_ups import who_plays
from carrom.tournament.log.people import PersonId
from carrom.tournament.log.view import TO_PLAY, TournamentView
from carrom.tournament.plan.feeding import Feeding


@dataclass(frozen=True, slots=True, kw_only=True)
class ComingMatch:
    """A match that somebody plays, or may still come into. It is not called before the rest of its people is over;
    when it is expected is another question, to which a plan may have an answer."""

    match: MatchId
    is_sure: bool
    not_before: datetime | None = None
    planned: Appointment | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerDay:
    """One person's tournament. Of matches that are not sure only the first of each event is among those to come."""

    at_table: tuple[MatchId, ...] = ()
    coming: tuple[ComingMatch, ...] = ()
    over: tuple[MatchId, ...] = ()


class PlayerDays:
    """The days of all people of one view, worked out once."""

    def __init__(self, view: TournamentView, planned: Mapping[MatchId, Appointment], now: datetime) -> None:
        self._view = view
        self._planned = planned
        self._now = now

    def of(self, person: PersonId) -> PlayerDay:
        """The matches of one person, those to come by time, those that are over with the latest first."""
        here = {one.match for one in on_tables(self._view)}
        own = self._open.get(person, ())
        over = self._over.get(person, ())
        return PlayerDay(
            at_table=tuple(match for match, is_sure in own if match in here and is_sure),
            coming=tuple(self._coming([one for one in own if one[0] not in here])),
            over=tuple(sorted(over, key=self._ended, reverse=True)),
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
        """When everybody who is sure to play in it has rested; nothing where that is so already."""
        rested = max((self._rested[one] for one in self._sure(match) if one in self._rested), default=None)
        return rested if rested is not None and rested > self._now else None

    @cached_property
    def _feeding(self) -> Feeding:
        return OpenFixtures(self._view).feeding

    @cached_property
    def _open(self) -> dict[str, list[tuple[MatchId, bool]]]:
        found: dict[str, list[tuple[MatchId, bool]]] = {}
        for match in self._view.state.matches:
            if self._view.status(match) in TO_PLAY:
                sure = self._sure(match)
                for name in self._feeding.comers(match):
                    found.setdefault(name, []).append((match, name in sure))
        return found

    def _sure(self, match: MatchId) -> set[str]:
        """The people of the sides that are known."""
        record = self._view.state.matches[match]
        known = (entry for entry in self._view.sides(match) if entry is not None)
        return {person for entry in known for person in who_plays(self._view.state, record, entry)}

    @cached_property
    def _over(self) -> dict[str, list[MatchId]]:
        found: dict[str, list[MatchId]] = {}
        for match in self._view.state.matches:
            if self._view.status(match) in (*TO_PLAY, "bye"):
                continue
            for person in self._sure(match):
                found.setdefault(person, []).append(match)
        return found

    @cached_property
    def _rested(self) -> dict[str, datetime]:
        """From when on everybody may play again, by the last match that was signed."""
        rest = timedelta(minutes=self._view.state.announced.hall.rest_minutes)
        found: dict[str, datetime] = {}
        for match, record in self._view.state.matches.items():
            if record.signed is not None:
                for name in self._sure(match):
                    found[name] = max(found.get(name, datetime.min), record.signed + rest)
        return found
