"""What somebody has played over the years, and against whom."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from carrom.tournament.log.people import PersonId
from carrom.tournament.tables.results import Pair
from carrom.tournament.years.played import EventPlayed, Met, TournamentPlayed


@dataclass(frozen=True, slots=True, kw_only=True)
class PastMeeting:
    """One match of two people against each other; the score is the first one's first."""

    day: date
    tournament: str
    event: str
    round: str
    score: Pair | None
    outcome: float
    """1 if the first won, 0.5 after a draw, 0 if the second did."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Appearance:
    """One event in which somebody played."""

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
    """What somebody has played, counted."""

    tournaments: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0


def tallies(tournaments: Iterable[TournamentPlayed]) -> dict[PersonId, CareerTally]:
    """Everybody's matches, counted in one pass."""
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


def meetings(tournaments: Iterable[TournamentPlayed], one: PersonId, other: PersonId) -> list[PastMeeting]:
    """Every match in which the two were opponents, alone or in pairs, by day."""
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


def career(tournaments: Iterable[TournamentPlayed], person: PersonId) -> list[Appearance]:
    """Every event in which somebody played or has a place, by day."""
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


def _matches(tournaments: Iterable[TournamentPlayed]) -> Iterable[tuple[TournamentPlayed, EventPlayed, Met]]:
    for tournament in tournaments:
        for event in tournament.events:
            for met in event.matches:
                yield tournament, event, met


def _outcome(met: Met, person: PersonId) -> float:
    if met.winner is None:
        return 0.5
    return 1 if person in (met.a if met.winner == "a" else met.b) else 0
