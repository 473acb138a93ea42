"""Which totals can be: whether some lawful sequence of boards leads a game or a match to the points that are told.

A side's points depend on its own boards alone: what a board brings is bounded by the score of its winner, since the
queen counts no more from a certain one on. So a game can stand at a–b if the fewest boards that lead to a and the
fewest that lead to b are together no more than a game has; a board that brings nothing can always be added. A match of
several games has a sum of such games, and all sums are kept as the bits of one number.

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
    """Whether a game can stand at these points without being over: what somebody gives up is such a game."""
    if format.target is not None and format.target in (points.a, points.b):
        return False
    boards = _least_boards(book, format, points)
    is_level = points.a == points.b  # at the last board, too: an extra one is due
    return boards is not None and (format.boards is None or boards < format.boards + is_level)


def can_end(book: Rulebook, format: Format, points: ByParty[int]) -> bool:
    """Whether a game can be over at these points: at the target, at its last board or when its time is up. Where they
    are level it is over after an extra board, or as a draw."""
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
    """Whether a match can bring these points in so many games won by each side.

    `is_open`: one more game was begun, and left as it stood. `gifts`: any game may have been given away (139).
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
    """Every total of one side in a game, with the least number of boards that lead to it."""
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
    """The fewest boards that bring a game to these points; None where none do."""
    if format.target is None and format.boards is None:
        return 0  # any number of boards may be played, and any points be scored
    fewest = _fewest_boards(book, format)
    return fewest[points.a] + fewest[points.b] if points.a in fewest and points.b in fewest else None


def _open_scores(book: Rulebook, format: Format) -> Iterator[ByParty[int]]:
    """Every score of a game that is not over."""
    totals = _fewest_boards(book, format)
    return (pair for a in totals for b in totals if can_be_open(book, format, pair := ByParty(a, b)))


def _final_scores(book: Rulebook, format: Format, winner: Party, gifts: bool) -> Iterator[ByParty[int]]:
    """Every score at which a game is won by that side."""
    totals = _fewest_boards(book, format)
    for pair in (ByParty(a, b) for a in totals for b in totals):
        is_won = pair[winner] == max(pair.a, pair.b) and can_end(book, format, pair)
        if is_won or (gifts and can_be_open(book, format, pair)):
            yield pair


# --- sets of pairs as the bits of one number: adding a pair to all of them is one shift ------------------------------

_WIDTH = 4096
"""More than any side scores in a match."""


def _bit(points: ByParty[int]) -> int:
    return points.a * _WIDTH + points.b


def _bits(pairs: Iterator[ByParty[int]]) -> int:
    found = 0
    for one in pairs:
        found |= 1 << _bit(one)
    return found


def _add(sums: int, more: int) -> int:
    """Every pair of the one plus every pair of the other."""
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
