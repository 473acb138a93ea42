"""Check whether some lawful sequence of boards leads to the totals of a game or a match.

A side's points depend on its own boards alone, since the winner's score decides whether the queen counts. So a game
can end at a–b if the fewest boards that lead to a and the fewest that lead to b fit into it; a board worth nothing can
always be added. A match of several games has a sum of such games; all sums are the bits of one number.

>>> from carrom.laws import rulebook
>>> book = rulebook("four-break")
>>> format = Format.of(book, "final")
>>> can_end(book, format, ByParty(42, 0)), can_end(book, format, ByParty(43, 0))
(True, False)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import product

from carrom.laws import Rulebook
from carrom.match.parties import ByParty, Party
from carrom.match.scoring import MOST_DEMAND, MOST_PIECES, Format, board_points


def can_be_open(book: Rulebook, format: Format, points: ByParty[int]) -> bool:
    """An unfinished game can have these points, also a conceded one."""
    if format.target is not None and format.target in (points.a, points.b):
        return False
    boards = _least_boards(book, format, points)
    is_level = points.a == points.b  # an extra board is due, even at the last board
    return boards is not None and (format.boards is None or boards < format.boards + is_level)


def can_end(book: Rulebook, format: Format, points: ByParty[int]) -> bool:
    """Check whether a game can end with these points: at the target, at its last board or by time; a level game after
    an extra board, or drawn."""
    is_at_target = format.target is not None and format.target in (points.a, points.b)
    is_twice = is_at_target and points.a == points.b
    boards = _least_boards(book, format, points)
    if boards is None or is_twice or (format.boards is not None and boards > format.boards):
        return False
    return is_at_target or format.boards is not None or format.has_time


def can_total(
    book: Rulebook,
    format: Format,
    points: ByParty[int],
    won: ByParty[int],
    *,
    is_open: bool = False,
    gifts: bool = False,
) -> bool:
    """A match can have these points, with this many games won by each side.

    `is_open`: one more game was begun and left unfinished. `gifts`: any game may have been conceded (139).
    """
    if format.target is None and format.boards is None:
        return True
    sums = [_sums(book, format, won.a, won.b, gifts)]
    if is_open:
        sums.append(_add(sums[0], _bits(_open_scores(book, format))))
    is_a_score = min(points.a, points.b) >= 0 and max(points.a, points.b) < _WIDTH
    return is_a_score and any(found >> _bit(points) & 1 for found in sums)


def extra_points(book: Rulebook, level_at: int) -> frozenset[int]:
    """What an extra board can bring its winner at that score."""
    return _board_values(book, level_at)


@lru_cache(maxsize=1024)
def _board_values(book: Rulebook, before: int) -> frozenset[int]:
    demands = range(MOST_DEMAND + 1 if book.striker_on_demand else 1)
    return frozenset(
        board_points(book, before=before, coins=coins, has_queen=has_queen, demand=demand)
        for coins, has_queen, demand in product(range(MOST_PIECES + 1), (False, True), demands)
    )


@lru_cache(maxsize=64)
def _fewest_boards(book: Rulebook, format: Format) -> Mapping[int, int]:
    found = {0: 0}
    edge = [0]
    while edge and (format.boards is None or found[edge[0]] < format.boards):
        reached = []
        for before, points in ((one, value) for one in edge for value in _board_values(book, one)):
            total = before + points if format.target is None else min(before + points, format.target)
            if total not in found and before != format.target:
                found[total] = found[before] + 1
                reached.append(total)
        edge = reached
    return found


def _least_boards(book: Rulebook, format: Format, points: ByParty[int]) -> int | None:
    if format.target is None and format.boards is None:
        return 0  # boards and points are unlimited
    fewest = _fewest_boards(book, format)
    return fewest[points.a] + fewest[points.b] if points.a in fewest and points.b in fewest else None


def _open_scores(book: Rulebook, format: Format) -> Iterator[ByParty[int]]:
    totals = _fewest_boards(book, format)
    return (pair for a in totals for b in totals if can_be_open(book, format, pair := ByParty(a, b)))


def _final_scores(book: Rulebook, format: Format, winner: Party, gifts: bool) -> Iterator[ByParty[int]]:
    totals = _fewest_boards(book, format)
    for pair in (ByParty(a, b) for a in totals for b in totals):
        is_won = pair[winner] == max(pair.a, pair.b) and can_end(book, format, pair)
        if is_won or (gifts and can_be_open(book, format, pair)):
            yield pair


# Sets of pairs as bits of one number: adding a pair to all is one shift.

_WIDTH = 4096
"""more points than a side can score in a match"""


def _bit(points: ByParty[int]) -> int:
    return points.a * _WIDTH + points.b


def _bits(pairs: Iterator[ByParty[int]]) -> int:
    found = 0
    for one in pairs:
        found |= 1 << _bit(one)
    return found


def _add(sums: int, more: int) -> int:
    found = 0
    while more:
        lowest = more & -more
        found |= sums << lowest.bit_length() - 1
        more ^= lowest
    return found


@lru_cache(maxsize=256)
def _sums(book: Rulebook, format: Format, won_a: int, won_b: int, gifts: bool) -> int:
    if won_a + won_b == 0:
        return 1
    winner: Party = "a" if won_a else "b"
    before = _sums(book, format, won_a - (winner == "a"), won_b - (winner == "b"), gifts)
    return _add(before, _bits(_final_scores(book, format, winner, gifts)))
