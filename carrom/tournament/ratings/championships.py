"""Championships: points for places in several tournaments."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated

from carrom.base.codec import within
from carrom.base.errors import CarromError
from carrom.tournament.model.people import EntryKind, PersonId
from carrom.tournament.ratings.history import PlayedTournament

POINT_SCALES: dict[str, tuple[int, ...]] = {
    "fixed": (18, 16, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1),
    "steep": (100, 80, 65, 55, 45, 40, 35, 30, 25, 20, 16, 13, 10, 8, 6, 4, 2, 1),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Championship:
    """Which tournaments and events count, and what a place is worth.

    Without `points` a place is worth up to 1000: the share of the entries that did not finish ahead. `best` counts each
    person's best so many tournaments; 0 counts all.
    """

    name: str
    tournaments: tuple[str, ...]
    kind: EntryKind = "singles"
    event: str | None = None
    points: tuple[int, ...] = ()
    best: Annotated[int, within(0)] = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ChampionshipRow:
    """A person's total, with the points of each tournament; `dropped` ones do not count."""

    person: PersonId
    place: int
    points: int
    by_tournament: dict[str, int] = field(default_factory=dict)
    dropped: tuple[str, ...] = ()


def read_points(text: str) -> tuple[int, ...]:
    """Parse `share`, `fixed`, `steep`, or a list such as 18,16,14."""
    if text == "share":
        return ()
    if text in POINT_SCALES:
        return POINT_SCALES[text]
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isascii() and part.isdigit() and len(part) < 7 for part in parts):
        raise CarromError(
            "bad-points", f"points are share, {', '.join(POINT_SCALES)} or a list such as 18,16,14, not {text[:40]!r}"
        )
    return tuple(map(int, parts))


def championship_table(championship: Championship, tournaments: Sequence[PlayedTournament]) -> list[ChampionshipRow]:
    """Table, best first. Equal totals share a place, and a shared place earns its full points."""
    earned: dict[PersonId, dict[str, int]] = {}
    for tournament in tournaments:
        if tournament.id not in championship.tournaments:
            continue
        for event in tournament.events:
            if event.kind != championship.kind or championship.event not in (None, event.id):
                continue
            for one in event.places:
                worth = _worth(championship, one.place, event.entries)
                for person in {person for people in one.people for person in people}:
                    own = earned.setdefault(person, {})
                    own[tournament.id] = max(worth, own.get(tournament.id, 0))
    sums = {person: _counted(own, championship.best) for person, own in earned.items()}
    order = sorted(sums, key=lambda person: (-sum(sums[person].values()), person))
    table: list[ChampionshipRow] = []
    for number, person in enumerate(order, 1):
        points = sum(sums[person].values())
        place = table[-1].place if table and table[-1].points == points else number
        dropped = tuple(one for one in earned[person] if one not in sums[person])
        table.append(
            ChampionshipRow(person=person, place=place, points=points, by_tournament=earned[person], dropped=dropped)
        )
    return table


def _worth(championship: Championship, place: int, entries: int) -> int:
    if championship.points:
        return championship.points[place - 1] if place <= len(championship.points) else 0
    return round(1000 * (entries - place + 1) / max(entries, 1))


def _counted(own: dict[str, int], best: int) -> dict[str, int]:
    kept = sorted(own, key=lambda one: -own[one])[: best or None]
    return {one: own[one] for one in own if one in kept}
