"""Draw round robins by the circle method."""

from collections.abc import Sequence

from carrom.tournament.draws.bracket import Draw, DrawnMatch, Entrant, MatchId, Round, check_entries
from carrom.tournament.draws.public_draw import in_drawn_order


def round_robin(entries: Sequence[str], *, random: int | str | None = None) -> Draw:
    order = in_drawn_order(check_entries(entries), random)
    rounds = []
    number = 0
    for pairs in circle_pairs(len(order)):
        matches = []
        for a, b in pairs:
            number += 1
            matches.append(DrawnMatch(MatchId(f"M{number}"), (Entrant(order[a]), Entrant(order[b]))))
        rounds.append(Round("group", tuple(matches)))
    return Draw(tuple(rounds))


def circle_pairs(entries: int) -> list[list[tuple[int, int]]]:
    """Pairs of 0 … entries - 1 by rounds: all but the last walk around a circle."""
    seats = entries + entries % 2
    ghost = entries  # its opponent sits out
    rounds = []
    for turn in range(seats - 1):
        ring = [(turn + step) % (seats - 1) for step in range(seats - 1)]
        pairs = [(ring[0], seats - 1) if turn % 2 == 0 else (seats - 1, ring[0])]
        pairs += [(ring[step], ring[-step]) for step in range(1, seats // 2)]
        rounds.append([pair for pair in pairs if ghost not in pair])
    return rounds
