"""What is kept of a tournament over the years: who met whom with what result, and the final places."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from carrom.tournament.desk.places import places
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.line_ups import who_plays
from carrom.tournament.log.people import PersonId
from carrom.tournament.log.state import State
from carrom.tournament.log.view import TournamentView
from carrom.tournament.tables.results import Pair, Side

People = tuple[PersonId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Met:
    """One match that was played. Without a winner it was a draw."""

    a: People
    b: People
    winner: Side | None = None
    score: Pair | None = None
    round: str = "group"


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """A final place and whoever has it: a player, or all of a pair or a team, each group of people on its own."""

    place: int
    people: tuple[People, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EventPlayed:
    """One competition."""

    id: str
    name: str
    kind: str
    entries: int
    places: tuple[Placed, ...] = ()
    matches: tuple[Met, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentPlayed:
    """A tournament, as far as it was played."""

    id: str
    name: str
    day: date
    events: tuple[EventPlayed, ...]


def played_of(state: State, id: str, known_as: Mapping[PersonId, PersonId]) -> TournamentPlayed:
    """A tournament as the years keep it; `known_as` says who its people are over the years.

    Walk-overs are no matches, and byes are not. A rubber of a team tie is a match of who played it.
    """
    view = TournamentView(state)
    events = []
    for event in state.announced.events:
        matches = [
            _met(view, match, known_as)
            for match, record in state.matches.items()
            if record.key.event == event.id and _was_played(view, match)
        ]
        entries = state.entries.get(event.id, {})
        found = tuple(
            Placed(
                place=one.place,
                people=tuple(tuple(known_as[person] for person in entries[entry].members) for entry in one.entries),
            )
            for one in places(view, event)
        )
        if matches or found:
            events.append(
                EventPlayed(
                    id=event.id,
                    name=event.name,
                    kind=event.category.kind,
                    entries=len(entries),
                    places=found,
                    matches=tuple(matches),
                )
            )
    return TournamentPlayed(id=id, name=state.announced.name, day=state.announced.day, events=tuple(events))


def _was_played(view: TournamentView, match: MatchId) -> bool:
    record, result = view.state.matches[match], view.result(match)
    if record.result is None or result is None or record.result.walkover is not None:
        return False
    return all(who_plays(view.state, record, side) for side in (record.result.a, record.result.b))


def _met(view: TournamentView, match: MatchId, known_as: Mapping[PersonId, PersonId]) -> Met:
    record, result = view.state.matches[match], view.result(match)
    assert record.result is not None and result is not None  # noqa: PT018 – `_was_played` has seen both
    a, b = (
        tuple(known_as[person] for person in who_plays(view.state, record, side))
        for side in (record.result.a, record.result.b)
    )
    winner: Side | None = None if result.winner is None else "a" if result.winner == record.result.a else "b"
    return Met(a=a, b=b, winner=winner, score=record.result.score, round=record.fixture.round)
