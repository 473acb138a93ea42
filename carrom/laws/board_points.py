"""The points of a row of the last-piece table, and all points that a law can give.

>>> from carrom.laws import rulebook
>>> sorted(possible_points("112b", rulebook("icf"), credited=True))
[3, 4, 5]
"""

from functools import lru_cache

from carrom.base.errors import Refused
from carrom.laws.clauses.endings import Ending, Fault
from carrom.laws.facts import PIECES, BySide, QueenPlace, Side, Situation
from carrom.laws.incidents import BOARD_LOSSES, BoardLost, judge_incident
from carrom.laws.rulebook import Rulebook
from carrom.laws.ruling import BoardEnd


def board_end(ending: Ending, fault: Fault, rulebook: Rulebook, *, left: int, credited: bool) -> tuple[BoardEnd, bool]:
    """Points and demand of this row, with `left` pieces of the side it counts, and whether the board's maximum cut them
    (55)."""
    most = rulebook.most_points
    full = ending.award.points(left=left, queen_value=rulebook.queen_value, credited=credited)
    points = min(full, most)
    offered = 0
    if ending.winner == "opponent":
        has_striker = fault in ("striker", "both")
        offered = (fault in ("improper", "both")) + (has_striker and rulebook.striker_on_demand)
    demand = min(offered, most - points)
    return BoardEnd(ending.winner, points, demand), full > points or offered > demand


@lru_cache(maxsize=1024)
def possible_points(law: str, rulebook: Rulebook, *, credited: bool) -> frozenset[int]:
    """Points, demand included, that a board ended by this law can give, if any."""
    if law in BOARD_LOSSES:
        return _points_of_lost_board(law, rulebook, credited=credited)
    found: set[int] = set()
    for (_, _, _, fault), ending in rulebook.endings.items():
        if law not in rulebook.cite(ending.laws_at(credited=credited)):
            continue
        for left in range(1, PIECES + 1):
            end, _ = board_end(ending, fault, rulebook, left=left, credited=credited)
            found.update(range(end.points, end.points + end.demand + 1))
    return frozenset(found)


def check_points(points: int, law: str, rulebook: Rulebook, *, credited: bool) -> Refused | None:
    """Refuse points that a law cannot give, at the winner's score before the board (I-48)."""
    possible = possible_points(law, rulebook, credited=credited)
    if points in possible:
        return None
    low, high = min(possible, default=0), max(possible, default=0)
    gives = f"{low}" if low == high else f"{low} to {high}"
    return Refused("board-result", law, f"by {law} the winner has {gives} points at this score, not {points}")


def _points_of_lost_board(law: str, rulebook: Rulebook, *, credited: bool) -> frozenset[int]:
    """The offender has at least one piece on the board, else it would be over."""
    score = 0 if credited else (rulebook.queen_ceiling or 0) + 1
    queens: tuple[QueenPlace, ...] = ("board", "player")
    offender: Side = "player"
    rulings = [
        judge_incident(Situation(left, 1, queen, True, score=BySide(0, score)), BoardLost(offender, law), rulebook)
        for left in range(1, PIECES + 1)
        for queen in queens
    ]
    return frozenset(ruling.result.points for ruling in rulings if ruling.result is not None)
