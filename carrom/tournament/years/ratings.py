"""Ratings over the years, by Glicko-2: every tournament is one period for those who played in it."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from carrom.tournament.log.people import PersonId
from carrom.tournament.years.glicko2 import Outcome, Rating, rate, rested
from carrom.tournament.years.played import Met, TournamentPlayed

Discipline = Literal["singles", "doubles"]
_MONTH = 365.25 / 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Rated:
    """Somebody's rating, from how many matches, and when the last tournament was."""

    rating: Rating
    matches: int
    last: date


def ratings(
    tournaments: Sequence[TournamentPlayed], discipline: Discipline = "singles", *, until: date | None = None
) -> dict[PersonId, Rated]:
    """Everybody's rating, up to and including a day. Tournaments come by their days.

    A month without a tournament makes a rating less sure by one period. In doubles each of a pair is rated against the
    mean of the two opponents. A rubber of a team counts like any other match.
    """
    size = 1 if discipline == "singles" else 2
    found: dict[PersonId, Rated] = {}
    for tournament in tournaments:
        if until is not None and tournament.day > until:
            break
        matches = [one for event in tournament.events for one in event.matches if len(one.a) == len(one.b) == size]
        found |= _after(tournament.day, matches, found)
    return found


def rating_on(rated: Rated, day: date) -> Rating:
    """A rating some time after the last tournament."""
    return rested(rated.rating, max((day - rated.last).days / _MONTH, 0))


def _after(day: date, matches: Iterable[Met], known: dict[PersonId, Rated]) -> dict[PersonId, Rated]:
    played = list(matches)
    people = dict.fromkeys(person for one in played for person in (*one.a, *one.b))
    before = {one: rating_on(known[one], day) if one in known else Rating() for one in people}
    outcomes: dict[PersonId, list[Outcome]] = {one: [] for one in people}
    for one in played:
        won = 0.5 if one.winner is None else 1.0 if one.winner == "a" else 0.0
        for side, others, score in ((one.a, one.b, won), (one.b, one.a, 1 - won)):
            opponent = together([before[person] for person in others])
            for person in side:
                outcomes[person].append(Outcome(opponent, score))
    return {
        one: Rated(
            rating=rate(before[one], outcomes[one]),
            matches=(known[one].matches if one in known else 0) + len(outcomes[one]),
            last=day,
        )
        for one in people
    }


def together(ones: Sequence[Rating]) -> Rating:
    """What a pair is worth: the mean of the two, and as sure as they are on the whole."""
    if len(ones) == 1:
        return ones[0]
    deviation = math.sqrt(sum(one.deviation**2 for one in ones) / len(ones))
    return Rating(sum(one.rating for one in ones) / len(ones), deviation)
