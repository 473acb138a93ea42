"""What every rulebook must keep to, whoever wrote it. `check_rulebook(book)` raises `AssertionError` where it fails."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from carrom.laws import PIECES, BySide, Rulebook, Ruling, Situation, StrokeFacts, judge, situation_fault
from carrom.laws.facts import QueenPlace

_QUEENS: tuple[QueenPlace, ...] = ("board", "pending", "player", "opponent")


def check_rulebook(book: Rulebook) -> int:
    """Judge a few thousand situations and check each ruling; return how many there were."""
    count = 0
    for before in _situations():
        for facts in _strokes(before):
            _check(before, facts, judge(before, facts, book), book)
            count += 1
    return count


def _situations() -> Iterator[Situation]:
    scores = (BySide(0, 0), BySide(99, 0), BySide(0, 99))
    for own, opponent, queen, opened, owed, score in product(
        (1, 2, PIECES), (1, PIECES), _QUEENS, (True, False), (0, 2), scores
    ):
        before = Situation(own, opponent, queen, opened, BySide(owed, 0), score)
        if situation_fault(before) is None:
            yield before


def _strokes(before: Situation) -> Iterator[StrokeFacts]:
    queens = (False, True) if before.queen == "board" else (False,)
    for proper, striker, queen in product((True, False), (True, False), queens):
        for own, opponent in product({0, 1, before.own}, {0, 1, before.opponent}):
            yield StrokeFacts(proper, True, own, opponent, queen, striker)


def _check(before: Situation, facts: StrokeFacts, ruling: Ruling, book: Rulebook) -> None:
    case = f"{book.id}: {before} {facts} -> {ruling}"
    assert ruling.own == before.own - facts.own + ruling.placed.player, f"pieces made or lost: {case}"
    assert ruling.opponent == before.opponent - facts.opponent + ruling.placed.opponent, f"pieces made or lost: {case}"
    assert ruling.laws, f"no law: {case}"
    assert facts.proper or ruling.turn in ("passes", "over"), f"an improper stroke keeps the turn: {case}"
    assert (ruling.turn == "over") == (ruling.result is not None), f"a result without an end: {case}"
    assert ruling.queen != "pending" or ruling.turn == "continues", f"a queen pending for nobody: {case}"
    if ruling.result is None:
        assert min(ruling.own, ruling.opponent) > 0, f"nothing left, yet the board goes on: {case}"
        assert not ruling.owed.player or ruling.own == PIECES, f"owed though a piece can be had: {case}"
    else:
        total = ruling.result.points + ruling.result.demand
        assert 0 <= total <= book.most_points, f"more points than a board can give: {case}"
        assert facts.proper or ruling.result.winner == "opponent", f"won by an improper stroke: {case}"
