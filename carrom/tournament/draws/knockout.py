"""The knock-out draw: seeds as far apart as the tree allows, byes to the best, club-mates late."""

from collections.abc import Mapping, Sequence

from carrom.base.errors import CarromError
from carrom.laws.rounds import THIRD_PLACE, round_name
from carrom.tournament.draws.bracket import (
    Bye,
    Draw,
    DrawnMatch,
    Entrant,
    LoserOf,
    MatchId,
    Round,
    Slot,
    WinnerOf,
    check_entries,
    check_seeds,
)
from carrom.tournament.draws.club_separation import (
    DrawSeating,
    club_numbers,
    improve_by_exchanges,
    separate_clusters,
    split_clubs,
)
from carrom.tournament.draws.public_draw import in_drawn_order


def knockout(
    entries: Sequence[str],
    *,
    seeds: int = 0,
    random: int | str | None = None,
    apart: Mapping[str, str] | None = None,
    third_place: bool = False,
) -> Draw:
    """Draw a knock-out. The first `seeds` entries are seeded in that order, the others are placed by lot.

    Without a `random` seed no lot is drawn: the list is a full ranking. `apart` names each entry's club; mates meet
    as late as the seeds allow, and in their first match only where there is no other way.
    """
    names = check_entries(entries)
    seeded = check_seeds(seeds, names)
    order = [*names[:seeded], *in_drawn_order(names[seeded:], random)]
    lines = bracket_lines(bracket_size(len(names)))
    seating = DrawSeating(
        [order[rank] if rank < len(order) else None for rank in lines], [], club_numbers(names, apart or {})
    )
    rank_of = {name: rank for rank, name in enumerate(order)}
    seating.movable = [
        place for place, name in enumerate(seating.names) if name is not None and rank_of[name] >= seeded
    ]
    keep_mates_apart(seating)
    slots: list[Slot] = [Bye() if name is None else Entrant(name) for name in seating.names]
    return build_bracket(slots, third_place=third_place)


def bracket_size(entries: int) -> int:
    """The number of lines: the next power of two."""
    return max(2, 1 << (entries - 1).bit_length())


def bracket_lines(size: int) -> list[int]:
    """Which rank (from 0) stands on each line when the best meet last: 0, 7, 3, 4, 1, 6, 2, 5 for eight lines."""
    ranks = [0]
    while len(ranks) < size:
        double = 2 * len(ranks)
        ranks = [rank for best in ranks for rank in (best, double - 1 - best)]
    return ranks


def keep_mates_apart(seating: DrawSeating) -> None:
    """Move the movable so that club-mates meet late. Nothing moves when no club has two."""
    if all(size == 1 for size in seating.sizes().values()):
        return
    first_match = _first_match_clusters(seating.names)
    split_clubs(seating)
    separate_clusters(seating, first_match)
    separate_clusters(seating, [line // 2 for line in range(len(seating.names))])  # if not all, then the first round
    improve_by_exchanges(seating, first_match)


def _first_match_clusters(names: Sequence[str | None]) -> list[int]:
    """A number for each line, shared by those who may meet in the first match of one of them.

    Where a bye stands among four lines, its neighbour's first match is against the winner of the other two.
    """
    together: list[int] = []
    number = 0
    for four in range(0, len(names), 4):
        has_bye = None in names[four : four + 4]
        for line in range(four, min(four + 4, len(names))):
            together.append(number if has_bye or line < four + 2 else number + 1)
        number = together[-1] + 1
    return together


def build_bracket(first: Sequence[Slot], *, third_place: bool = False) -> Draw:
    """All rounds of a knock-out from its first lines, a power of two; that for the third place before the final."""
    if third_place and len(first) < 4:
        raise CarromError("no-third-place", "there is no third place among two entries")
    rounds: list[Round] = []
    slots = list(first)
    number = 0
    while len(slots) > 1:
        if third_place and len(slots) == 2:
            number += 1
            rounds.append(Round(THIRD_PLACE, (DrawnMatch(MatchId(f"M{number}"), _third_place(rounds[-1])),)))
        matches = []
        for line in range(0, len(slots), 2):
            number += 1
            matches.append(DrawnMatch(MatchId(f"M{number}"), (slots[line], slots[line + 1])))
        rounds.append(Round(round_name(len(slots)), tuple(matches)))
        slots = [WinnerOf(match.id) for match in matches]
    return Draw(tuple(rounds))


def _third_place(semifinals: Round) -> tuple[Slot, Slot]:
    """The losers of the semi-finals; of three entries the only loser has nobody to meet."""
    one, other = (Bye() if match.is_bye else LoserOf(match.id) for match in semifinals.matches)
    return (other, one) if isinstance(one, Bye) else (one, other)
