"""Matches, final places, meetings and careers across tournaments.

Ratings computed from these matches are in `carrom.tournament.ratings.player_ratings`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from carrom.tournament.desk.prizes import final_places
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.entries import who_plays
from carrom.tournament.model.people import PersonId
from carrom.tournament.model.state import State
from carrom.tournament.seating.now import TournamentNow
from carrom.tournament.tables.results import Pair, Side

People = tuple[PersonId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PastMatch:
    a: People
    b: People
    winner: Side | None = None
    score: Pair | None = None
    round: str = "group"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedPeople:
    """Final place and its holders: a player, or all players of a pair or team."""

    place: int
    people: tuple[People, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedEvent:
    id: str
    name: str
    kind: str
    entries: int
    places: tuple[PlacedPeople, ...] = ()
    matches: tuple[PastMatch, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedTournament:
    id: str
    name: str
    day: date
    events: tuple[PlayedEvent, ...]


def played_tournament(state: State, id: str, known_as: Mapping[PersonId, PersonId]) -> PlayedTournament:
    """History of a tournament, with ids over the years from `known_as`.

    Walkovers and byes are left out. A rubber of a team tie is a match of its players.
    """
    view = TournamentNow(state)
    events = []
    for event in state.announced.events:
        matches = [
            _past_match(view, match, known_as)
            for match, record in state.matches.items()
            if record.key.event == event.id and _was_played(view, match)
        ]
        entries = state.entries.get(event.id, {})
        found = tuple(
            PlacedPeople(
                place=one.place,
                people=tuple(tuple(known_as[person] for person in entries[entry].members) for entry in one.entries),
            )
            for one in final_places(view, event)
        )
        if matches or found:
            events.append(
                PlayedEvent(
                    id=event.id,
                    name=event.name,
                    kind=event.category.kind,
                    entries=len(entries),
                    places=found,
                    matches=tuple(matches),
                )
            )
    return PlayedTournament(id=id, name=state.announced.name, day=state.announced.day, events=tuple(events))


def _was_played(view: TournamentNow, match: MatchId) -> bool:
    record, result = view.state.matches[match], view.result(match)
    if record.result is None or result is None or record.result.walkover is not None:
        return False
    return all(who_plays(view.state, record, side) for side in (record.result.a, record.result.b))


def _past_match(view: TournamentNow, match: MatchId, known_as: Mapping[PersonId, PersonId]) -> PastMatch:
    record, result = view.state.matches[match], view.result(match)
    assert record.result is not None and result is not None  # noqa: PT018 – `_was_played` has seen both
    a, b = (
        tuple(known_as[person] for person in who_plays(view.state, record, side))
        for side in (record.result.a, record.result.b)
    )
    winner: Side | None = None if result.winner is None else "a" if result.winner == record.result.a else "b"
    return PastMatch(a=a, b=b, winner=winner, score=record.result.score, round=record.fixture.round)


@dataclass(frozen=True, slots=True, kw_only=True)
class PastMeeting:
    """One match between two people; `score` has the first person's points first."""

    day: date
    tournament: str
    event: str
    round: str
    score: Pair | None
    outcome: float
    """Outcome for the first person: 1 won, 0.5 drew, 0 lost."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Appearance:
    day: date
    tournament: str
    event: str
    kind: str
    place: int | None
    entries: int
    won: int
    drawn: int
    lost: int


@dataclass(slots=True)
class CareerTally:
    tournaments: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0


def tallies(tournaments: Iterable[PlayedTournament]) -> dict[PersonId, CareerTally]:
    found: dict[PersonId, CareerTally] = {}
    for tournament in tournaments:
        placed = [people for event in tournament.events for one in event.places for people in one.people]
        inside = {person for people in placed for person in people}
        for event in tournament.events:
            for met in event.matches:
                for person in (*met.a, *met.b):
                    inside.add(person)
                    own, outcome = found.setdefault(person, CareerTally()), _outcome(met, person)
                    own.won += outcome == 1
                    own.drawn += outcome == 0.5
                    own.lost += outcome == 0
        for person in inside:
            found.setdefault(person, CareerTally()).tournaments += 1
    return found


def meetings(tournaments: Iterable[PlayedTournament], one: PersonId, other: PersonId) -> list[PastMeeting]:
    """Matches of two opponents, alone or in pairs, in the order of the tournaments."""
    found = []
    for tournament, event, met in _matches(tournaments):
        is_turned = one in met.b and other in met.a
        if not is_turned and not (one in met.a and other in met.b):
            continue
        score = met.score[::-1] if is_turned and met.score is not None else met.score
        found.append(
            PastMeeting(
                day=tournament.day,
                tournament=tournament.name,
                event=event.name,
                round=met.round,
                score=score,
                outcome=_outcome(met, one),
            )
        )
    return found


def career(tournaments: Iterable[PlayedTournament], person: PersonId) -> list[Appearance]:
    """Competitions played or placed in, in the order of the tournaments."""
    found = []
    for tournament in tournaments:
        for event in tournament.events:
            own = [_outcome(met, person) for met in event.matches if person in (*met.a, *met.b)]
            place = next((one.place for one in event.places if any(person in people for people in one.people)), None)
            if own or place is not None:
                found.append(
                    Appearance(
                        day=tournament.day,
                        tournament=tournament.name,
                        event=event.name,
                        kind=event.kind,
                        place=place,
                        entries=event.entries,
                        won=own.count(1),
                        drawn=own.count(0.5),
                        lost=own.count(0),
                    )
                )
    return found


def _matches(tournaments: Iterable[PlayedTournament]) -> Iterable[tuple[PlayedTournament, PlayedEvent, PastMatch]]:
    for tournament in tournaments:
        for event in tournament.events:
            for met in event.matches:
                yield tournament, event, met


def _outcome(met: PastMatch, person: PersonId) -> float:
    if met.winner is None:
        return 0.5
    return 1 if person in (met.a if met.winner == "a" else met.b) else 0
