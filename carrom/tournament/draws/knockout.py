"""Draw a knockout: seeds far apart, byes for the best, clubmates meeting late."""

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
    """Draw a knockout, the first `seeds` entries seeded in order.

    Without a `random` seed, the list is a full ranking. `apart` names clubs; clubmates meet as late as seeds allow.
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
    return max(2, 1 << (entries - 1).bit_length())


def bracket_lines(size: int) -> list[int]:
    """Rank (from 0) on each line: 0, 7, 3, 4, 1, 6, 2, 5 for eight lines."""
    ranks = [0]
    while len(ranks) < size:
        double = 2 * len(ranks)
        ranks = [rank for best in ranks for rank in (best, double - 1 - best)]
    return ranks


def keep_mates_apart(seating: DrawSeating) -> None:
    if all(size == 1 for size in seating.sizes().values()):
        return
    first_match = _first_match_clusters(seating.names)
    split_clubs(seating)
    separate_clusters(seating, first_match)
    separate_clusters(seating, [line // 2 for line in range(len(seating.names))])
    improve_by_exchanges(seating, first_match)


def _first_match_clusters(names: Sequence[str | None]) -> list[int]:
    """Number lines alike if they can meet in a first match.

    A bye's neighbour first meets the winner of the other two lines of four.
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
    """Pair the losers of the semifinals; with three entries, the only loser meets a bye."""
    one, other = (Bye() if match.is_bye else LoserOf(match.id) for match in semifinals.matches)
    return (other, one) if isinstance(one, Bye) else (one, other)
