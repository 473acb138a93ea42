"""Draw plates: knockouts for entries that go out early."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from carrom.base.errors import CarromError
from carrom.tournament.draws.bracket import Draw, DrawnMatch, Entrant, LoserOf, MatchId, PlaceOf, Round, Slot, WinnerOf
from carrom.tournament.draws.knockout import knockout


def plate(entries: Sequence[str], *, random: int | str | None = None) -> Draw:
    return _as_plate(knockout(entries, random=random), Entrant)


def plate_after_groups(sizes: Sequence[int], advance: int) -> Draw:
    """Plate of all group places that do not advance.

    Better places get byes first; places of one group are far apart.
    """
    places = [
        PlaceOf(group, place)
        for place in range(advance + 1, max(sizes, default=0) + 1)
        for group, size in enumerate(sizes)
        if place <= size
    ]
    if len(places) < 2:
        raise CarromError(
            "too-few-entries",
            f"a plate needs at least 2, and {len(places) or 'nobody'} is left after the first {advance}",
        )
    named = {place.name: place for place in places}
    best = sum(place.place == advance + 1 for place in places)
    tree = knockout(list(named), seeds=best, apart={name: str(place.group) for name, place in named.items()})
    return _as_plate(tree, lambda name: named[name])


def plate_after_losses(matches: Sequence[MatchId], after_bye: Sequence[MatchId] = ()) -> Draw:
    """Plate of losers of `matches`, and of losers of `after_bye` who had a bye.

    Its own matches are P1, P2 and so on.
    """
    names = [*matches, *after_bye]
    if len(names) < 2:
        raise CarromError(
            "too-few-entries",
            f"a plate needs at least 2, and {len(names) or 'nobody'} loses the first match of both sides",
        )
    # Seeding certain losers keeps matches from being empty.
    tree = knockout(names, seeds=len(matches) if after_bye else 0)
    tree = _as_plate(tree, lambda name: LoserOf(MatchId(name), first=name in after_bye))
    ids = {match.id: MatchId(f"P{number}") for number, match in enumerate(tree.matches(), 1)}
    return Draw(tuple(Round(one.stage, tuple(_renumber(match, ids) for match in one.matches)) for one in tree.rounds))


def _as_plate(tree: Draw, slot_of: Callable[[str], Slot]) -> Draw:
    def changed(match: DrawnMatch) -> DrawnMatch:
        first, second = (slot_of(slot.entry) if isinstance(slot, Entrant) else slot for slot in match.slots)
        return DrawnMatch(match.id, (first, second))

    return Draw(tuple(Round(f"plate-{one.stage}", tuple(map(changed, one.matches))) for one in tree.rounds))


def _renumber(match: DrawnMatch, ids: dict[MatchId, MatchId]) -> DrawnMatch:
    first, second = (
        replace(slot, match=ids[slot.match]) if isinstance(slot, WinnerOf) else slot for slot in match.slots
    )
    return DrawnMatch(ids[match.id], (first, second))
