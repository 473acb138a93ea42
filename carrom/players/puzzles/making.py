"""Puzzles made: computers play boards, and every stroke that one of them had to find is looked at.

A board follows from seed and number alone, and so do its puzzles: they can be made again, one board by itself, in any
order and on any number of machines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from carrom.base.errors import CarromError
from carrom.laws import RULEBOOKS
from carrom.match import ByParty, Match, Party, Setup
from carrom.match.log import acts
from carrom.play.player import View
from carrom.play.seating import Luck, Seating, next_act, player_view
from carrom.players.named import contestant_named
from carrom.players.puzzles.puzzle import KINDS, Kind, Puzzle
from carrom.players.puzzles.searching import search
from carrom.players.puzzles.solving import attempt
from carrom.players.puzzles.weighing import find_puzzle, is_clear, least_gap

_HANDS: Final = ("casual", "club", "state")
_MOST_STROKES: Final = 150
_OTHER_LUCK: Final = (4, 11)
_APART: Final = 2
"""Strokes between two puzzles of one board: neighbours are nearly the same position."""


def board_views(seed: int, board: int) -> Iterator[tuple[int, View]]:
    """Every stroke of a board after its break: number and view. Hands differ, so that boards do."""
    levels = _HANDS[board % 3], _HANDS[board // 3 % 3]
    a, b = (contestant_named("club", level=level) for level in levels)
    seating, luck = Seating(ByParty((a,), (b,))), Luck((seed, board))
    breaker: Party = "a" if board % 2 else "b"
    match = Match.start(Setup(RULEBOOKS["icf"])).play(acts.Toss(breaker))
    number = 0
    while not match.course.boards and number < _MOST_STROKES and match.winner is None:
        if match.phase == "stroke" and match.board is not None and match.board.position is not None:
            view = player_view(match, seating, match.board.turn)
            if view.situation.break_attempt is None:
                yield number, view
        act = next_act(match, seating, luck, number)
        number += isinstance(act, acts.StrokeMade)
        match = match.play(act)


def make_puzzles(seed: int, board: int) -> Iterator[Puzzle]:
    """The puzzles of one board."""
    last = -_APART
    for number, view in board_views(seed, board):
        owes = view.situation.owed.player or view.situation.owed.opponent
        if number - last < _APART or owes or view.situation.queen == "pending":
            continue
        found = find_puzzle(view, f"{seed}/{board}/{number}", seed=seed)
        if found is not None:
            last = number
            yield found


def sound(found: Iterable[Puzzle]) -> list[Puzzle]:
    """Those whose best stroke stays the best with yet other luck."""
    return [puzzle for puzzle in found if all(is_clear(puzzle, seed=luck, part=0.4) for luck in _OTHER_LUCK)]


def shelved(found: Iterable[Puzzle], count: int) -> list[Puzzle]:
    """So many of them, easiest first: of each kind the same share where there are enough, the clearest ones, and of one
    board no more than two of a kind."""
    by_kind: dict[Kind, list[Puzzle]] = {kind: [] for kind in KINDS}
    of_board: Counter[tuple[str, Kind]] = Counter()
    for puzzle in sorted({puzzle.id: puzzle for puzzle in found}.values(), key=lambda one: (-one.gap, one.id)):
        board = puzzle.source.rpartition("/")[0], puzzle.kind
        of_board[board] += 1
        if of_board[board] <= 2:
            by_kind[puzzle.kind].append(puzzle)
    taken: Counter[Kind] = Counter()
    while taken.total() < count and any(taken[kind] < len(by_kind[kind]) for kind in KINDS):
        for kind in KINDS:
            if taken.total() < count and taken[kind] < len(by_kind[kind]):
                taken[kind] += 1
    chosen = [puzzle for kind in KINDS for puzzle in by_kind[kind][: taken[kind]]]
    return sorted(chosen, key=lambda puzzle: (puzzle.rating, puzzle.id))


def check_puzzle(puzzle: Puzzle, *, seed: int = 11, brute: bool = False) -> None:
    """Raise what is wrong with a puzzle: its solution does not solve it, or with other luck it is not clearly best.

    `brute` also searches the whole board for a better stroke: some seconds for each puzzle.
    """
    if attempt(puzzle, puzzle.solution)[-1].state != "solved":
        raise CarromError("not-solved", f"puzzle {puzzle.id}: its solution does not solve it")
    if not is_clear(puzzle, seed=seed, part=0.4):
        raise CarromError(
            "not-clearly-best", f"puzzle {puzzle.id}: with other luck its best stroke is not clearly best"
        )
    if not brute:
        return
    found = search(puzzle.view, puzzle.solution[0], seed=seed)
    if found.is_surely_better:
        best, shown = found.best, found.shown
        raise CarromError(
            "better-stroke",
            f"puzzle {puzzle.id}: the stroke from {best.stroke.x:.1f}, {best.stroke.y:.1f} at"
            f" {best.stroke.direction:.1f}° with {best.stroke.speed:.1f} m/s is better by {found.gain:.2f} ±"
            f" {found.within:.2f} points: it keeps the turn in {best.chance:.0%}, not {shown.chance:.0%}",
        )
    if found.gap < least_gap(puzzle.kind, 0.4):
        raise CarromError(
            "not-clearly-best", f"puzzle {puzzle.id}: another piece is nearly as good, by {found.gap:.2f} points"
        )
