"""Seeds of a draw by ratings."""

from collections.abc import Mapping
from dataclasses import replace

from carrom.base.errors import CarromError
from carrom.tournament.log.definition import EventDefinition
from carrom.tournament.log.facts import Entered
from carrom.tournament.log.people import PersonId
from carrom.tournament.log.state import State
from carrom.tournament.tables.results import EntryId
from carrom.tournament.years.ratings import Rated, rating_on, together


def seeds_by_rating(
    state: State,
    event: EventDefinition,
    rated: Mapping[PersonId, Rated],
    known_as: Mapping[PersonId, PersonId],
    seeds: int,
) -> tuple[list[Entered], list[tuple[EntryId, float]]]:
    """The facts that seed an event's best entries, and who they are with their ratings; earlier seeds are taken away.

    An entry is seeded only if everybody in it has a rating. It is given before the draw.
    """
    if any(key.event == event.id for key in state.draws):
        raise CarromError("drawn-already", f"{event.id} is drawn: seeds come before the draw")
    entries = state.entries.get(event.id, {})
    ranking: list[tuple[EntryId, float]] = []
    for entry in entries.values():
        own = [rated.get(known_as[one]) if one in known_as else None for one in entry.members]
        sure = [rating_on(one, state.announced.day) for one in own if one is not None]
        if sure and len(sure) == len(own) and entry.id not in state.left.get(event.id, {}):
            ranking.append((entry.id, together(sure).rating))
    ranking.sort(key=lambda one: (-one[1], one[0]))
    best = ranking[:seeds]
    cleared = [replace(entry, seed=None) for entry in entries.values() if entry.seed is not None]
    seeded = [replace(entries[entry], seed=number) for number, (entry, _) in enumerate(best, 1)]
    return [Entered(event=event.id, entry=entry) for entry in (*cleared, *seeded)], best
