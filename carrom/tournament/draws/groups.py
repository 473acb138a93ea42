"""Draw groups, and the knockout that follows them."""

from collections.abc import Mapping, Sequence

from carrom.base.errors import CarromError
from carrom.tournament.draws.bracket import (
    Bye,
    Draw,
    PlaceOf,
    Slot,
    check_entries,
    check_seeds,
)
from carrom.tournament.draws.club_separation import (
    DrawSeating,
    club_numbers,
    improve_by_exchanges,
    level_groups,
    split_clubs,
)
from carrom.tournament.draws.knockout import bracket_lines, bracket_size, build_bracket
from carrom.tournament.draws.public_draw import PublicRandom, in_drawn_order


def draw_groups(
    entries: Sequence[str],
    *,
    groups: int,
    seeds: int = 0,
    random: int | str | None = None,
    apart: Mapping[str, str] | None = None,
) -> tuple[tuple[str, ...], ...]:
    """Deal the entries into groups whose sizes differ by at most one.

    Seeds go in snake order; the others by lot, or in list order without a `random` seed. As few clubmates share a group
    as the seeds allow.
    """
    names = check_entries(entries)
    if groups < 1:
        raise CarromError("no-groups", f"there must be at least one group, not {groups}")
    if groups > len(names):
        raise CarromError("too-few-entries", f"{len(names)} entries cannot fill {groups} groups")
    seeded = check_seeds(seeds, names)
    order: list[str | None] = [*names[:seeded], *in_drawn_order(names[seeded:], random)]
    order += [None] * (-len(order) % groups)
    group_of = [snake(position, groups) for position in range(len(order))]
    seating = DrawSeating(order, list(range(seeded, len(order))), club_numbers(names, apart or {}))
    level_groups(seating, group_of)
    dealt: list[list[str]] = [[] for _ in range(groups)]
    for name, group in zip(seating.names, group_of, strict=True):
        if name is not None:
            dealt[group].append(name)
    return tuple(tuple(group) for group in dealt)


def snake(position: int, groups: int) -> int:
    """Group of the nth entry (from 0), back and forth."""
    row, step = divmod(position, groups)
    return step if row % 2 == 0 else groups - 1 - step


def knockout_after_groups(
    groups: int, advance: int, *, third_place: bool = False, random: int | str | None = None
) -> Draw:
    """Draw the knockout of the best `advance` of each group before the groups are played.

    Winners get byes first and meet lower places; players of one group meet late. Four groups with `advance` 2 give
    A1–B2, C1–D2, B1–A2, D1–C2. If some places of a rank have byes, `random` draws which.
    """
    if groups < 1 or advance < 1 or groups * advance < 2:
        raise CarromError("cannot-advance", f"{advance} from each of {groups} groups make no knock-out")
    ranks = bracket_lines(bracket_size(groups * advance))
    places = {
        place.name: place for place in (PlaceOf(group, at + 1) for group in range(groups) for at in range(advance))
    }
    seating = DrawSeating([None] * len(ranks), [], {name: place.group for name, place in places.items()})
    for place in range(1, advance + 1):
        _seat(seating, ranks, groups, place)
    named = list(range(groups))
    if random is not None and None in seating.names:
        named = list(PublicRandom(random).shuffled(named))
    slots: list[Slot] = [
        Bye() if name is None else PlaceOf(named[places[name].group], places[name].place) for name in seating.names
    ]
    return build_bracket(slots, third_place=third_place)


def _seat(seating: DrawSeating, ranks: Sequence[int], groups: int, place: int) -> None:
    mine = [line for line, rank in enumerate(ranks) if (place - 1) * groups <= rank < place * groups]
    half = len(ranks) // 2
    if place == 1:
        # Alternate between the halves, so that neighbouring groups can cross over.
        upper, lower = [line for line in mine if line < half], [line for line in mine if line >= half]
        mine = [lines[turn] for turn in range(groups) for lines in (upper, lower) if turn < len(lines)]
    for group, line in enumerate(mine):
        seating.names[line] = PlaceOf(group, place).name
    if place > 1:
        seating.movable = mine
        split_clubs(seating)
        improve_by_exchanges(seating, [line // 2 for line in range(len(ranks))])
