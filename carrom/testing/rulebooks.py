"""Conformance test for rulebooks."""

from collections.abc import Iterator
from itertools import product

from carrom.laws import PIECES, BySide, Rulebook, Ruling, Situation, StrokeFacts, judge, situation_fault
from carrom.laws.facts import QueenPlace

_QUEENS: tuple[QueenPlace, ...] = ("board", "pending", "player", "opponent")


def rulebook_faults(book: Rulebook) -> list[str]:
    """Faults of rulings in a few thousand situations."""
    return [
        f"{fault}: {before} {facts} -> {ruling}"
        for before in _situations()
        for facts in _strokes(before)
        for ruling in [judge(before, facts, book)]
        for holds, fault in _claims(before, facts, ruling, book)
        if not holds
    ]


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


def _claims(before: Situation, facts: StrokeFacts, ruling: Ruling, book: Rulebook) -> Iterator[tuple[bool, str]]:
    """Conditions on a ruling, and the faults if false."""
    yield ruling.own == before.own - facts.own + ruling.placed.player, "pieces made or lost"
    yield ruling.opponent == before.opponent - facts.opponent + ruling.placed.opponent, "pieces made or lost"
    yield bool(ruling.laws), "no law"
    yield facts.proper or ruling.turn in ("passes", "over"), "an improper stroke keeps the turn"
    yield (ruling.turn == "over") == (ruling.result is not None), "a result without an end"
    yield ruling.queen != "pending" or ruling.turn == "continues", "a queen pending for nobody"
    if ruling.result is None:
        yield min(ruling.own, ruling.opponent) > 0, "nothing left, yet the board goes on"
        yield not ruling.owed.player or ruling.own == PIECES, "owed though a piece can be had"
    else:
        total = ruling.result.points + ruling.result.demand
        yield 0 <= total <= book.most_points, "more points than a board can give"
        yield facts.proper or ruling.result.winner == "opponent", "won by an improper stroke"
