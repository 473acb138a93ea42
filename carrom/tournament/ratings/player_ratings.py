"""Ratings across tournaments by Glicko-2, one period each, and seeds by rating.

Computed from the matches in `carrom.tournament.ratings.history`.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Literal

from carrom.base.errors import CarromError
from carrom.tournament.model.definition import Competition
from carrom.tournament.model.events import EntryRecorded
from carrom.tournament.model.people import PersonId
from carrom.tournament.model.state import State
from carrom.tournament.ratings.glicko2 import Outcome, Rating, after_pause, rate
from carrom.tournament.ratings.history import PastMatch, PlayedTournament
from carrom.tournament.tables.results import EntryId

Discipline = Literal["singles", "doubles"]
_MONTH = 365.25 / 12


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerRating:
    rating: Rating
    matches: int
    last: date


def ratings(
    tournaments: Sequence[PlayedTournament], discipline: Discipline = "singles", *, until: date | None = None
) -> dict[PersonId, PlayerRating]:
    """Everyone's rating up to and including a day. `tournaments` must be in order of their days.

    A month without a tournament counts as one idle period. In doubles each player is rated against the mean of the two
    opponents.
    """
    size = 1 if discipline == "singles" else 2
    found: dict[PersonId, PlayerRating] = {}
    for tournament in tournaments:
        if until is not None and tournament.day > until:
            break
        matches = [one for event in tournament.events for one in event.matches if len(one.a) == len(one.b) == size]
        found |= _after_tournament(tournament.day, matches, found)
    return found


def rating_on(rated: PlayerRating, day: date) -> Rating:
    return after_pause(rated.rating, max((day - rated.last).days / _MONTH, 0))


def _after_tournament(
    day: date, matches: Iterable[PastMatch], known: dict[PersonId, PlayerRating]
) -> dict[PersonId, PlayerRating]:
    played = list(matches)
    people = dict.fromkeys(person for one in played for person in (*one.a, *one.b))
    before = {one: rating_on(known[one], day) if one in known else Rating() for one in people}
    outcomes: dict[PersonId, list[Outcome]] = {one: [] for one in people}
    for one in played:
        won = 0.5 if one.winner is None else 1.0 if one.winner == "a" else 0.0
        for side, others, score in ((one.a, one.b, won), (one.b, one.a, 1 - won)):
            opponent = pair_rating([before[person] for person in others])
            for person in side:
                outcomes[person].append(Outcome(opponent, score))
    return {
        one: PlayerRating(
            rating=rate(before[one], outcomes[one]),
            matches=(known[one].matches if one in known else 0) + len(outcomes[one]),
            last=day,
        )
        for one in people
    }


def pair_rating(ones: Sequence[Rating]) -> Rating:
    """Mean rating, with the root mean square of the deviations."""
    if len(ones) == 1:
        return ones[0]
    deviation = math.sqrt(sum(one.deviation**2 for one in ones) / len(ones))
    return Rating(sum(one.rating for one in ones) / len(ones), deviation)


def seeds_by_rating(
    state: State,
    event: Competition,
    rated: Mapping[PersonId, PlayerRating],
    known_as: Mapping[PersonId, PersonId],
    seeds: int,
) -> tuple[list[EntryRecorded], list[tuple[EntryId, float]]]:
    """Events that seed the best entries, and these entries with their ratings. Earlier seeds are removed.

    An entry is seeded only if all its players have a rating. Raises `CarromError` after the draw.
    """
    if any(key.event == event.id for key in state.draws):
        raise CarromError("drawn-already", f"{event.id} is drawn: seeds come before the draw")
    entries = state.entries.get(event.id, {})
    ranking: list[tuple[EntryId, float]] = []
    for entry in entries.values():
        own = [rated.get(known_as[one]) if one in known_as else None for one in entry.members]
        sure = [rating_on(one, state.announced.day) for one in own if one is not None]
        if sure and len(sure) == len(own) and entry.id not in state.left.get(event.id, {}):
            ranking.append((entry.id, pair_rating(sure).rating))
    ranking.sort(key=lambda one: (-one[1], one[0]))
    best = ranking[:seeds]
    cleared = [replace(entry, seed=None) for entry in entries.values() if entry.seed is not None]
    seeded = [replace(entries[entry], seed=number) for number, (entry, _) in enumerate(best, 1)]
    return [EntryRecorded(event=event.id, entry=entry) for entry in (*cleared, *seeded)], best
