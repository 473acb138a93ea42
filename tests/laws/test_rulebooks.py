"""Every rulebook against the table of its parameters."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from carrom.base.errors import CarromError
from carrom.laws import RULEBOOKS, QueenPlace, Rulebook, Situation, StrokeFacts, judge, rulebook
from carrom.laws.register import register

TABLE = {
    # id: queen, ceiling, most, target, boards, minutes, games, seconds, hand; until which stage the limit of boards
    # holds, whether the clock stops between boards, the laws of an extra board
    "icf": (3, 21, 12, 25, 8, None, 3, 15, "right", "pre-quarter-final", False, ("56b",)),
    "vkk": (3, 21, 12, 25, 6, None, 1, 15, "right", "always", False, ("vkk:level",)),
    "four-break": (3, 21, 12, None, 4, 60, 1, 15, "right", "always", False, ("I-2", "56b")),
    "community-2024": (5, 24, 14, 29, 8, None, 1, 15, "right", "always", False, ("I-2", "56b")),
    "kreeda-2024": (5, None, 14, None, 3, 30, 1, 10, "left", "always", True, ("I-2", "56b")),
}


@pytest.mark.parametrize("id", sorted(TABLE))
def test_parameters(id: str) -> None:
    book = rulebook(id)
    assert TABLE[id] == (
        book.queen_value,
        book.queen_ceiling,
        book.most_points,
        book.target,
        book.boards,
        book.minutes,
        book.games,
        book.stroke_seconds,
        book.rotation,
        book.boards_limit_until,
        book.clock_stops_between_boards,
        book.level_at_limit,
    )


def test_every_rulebook_is_in_the_table() -> None:
    assert list(TABLE) == list(RULEBOOKS)
    assert all(book.id == id for id, book in RULEBOOKS.items())


def test_the_ceiling_of_the_queen() -> None:
    credited = {id: [book.is_credited(score) for score in (0, 21, 22, 24, 25, 99)] for id, book in RULEBOOKS.items()}
    assert credited["icf"] == credited["vkk"] == credited["four-break"] == [True, True, False, False, False, False]
    assert credited["community-2024"] == [True, True, True, True, False, False]
    assert credited["kreeda-2024"] == [True] * 6


@pytest.mark.law("kreeda-2024:laws")
@pytest.mark.parametrize(
    ("queen", "own", "opponent", "facts", "law"),
    [
        ("board", 5, 5, StrokeFacts(opponent=1, proper=False), "76"),
        ("pending", 5, 5, StrokeFacts(striker=True, proper=False), "100b"),
        ("board", 5, 1, StrokeFacts(opponent=1, striker=True, proper=False), "111b"),
    ],
)
def test_where_kreeda_is_silent_the_laws_stand(
    queen: QueenPlace, own: int, opponent: int, facts: StrokeFacts, law: str
) -> None:
    before = Situation(own, opponent, queen, opened=True)
    kreeda, laws = (judge(before, facts, rulebook(id)) for id in ("kreeda-2024", "icf"))
    assert law in kreeda.laws
    assert law in laws.laws
    assert (kreeda.turn, kreeda.placed, kreeda.owed, kreeda.queen) == (
        laws.turn,
        laws.placed,
        laws.owed,
        laws.queen,
    )


@pytest.mark.parametrize("id", sorted(RULEBOOKS))
def test_judging_leaves_no_trace_in_a_rulebook(id: str) -> None:
    book, copy = rulebook(id), replace(rulebook(id))
    said = repr(book)
    assert "local=" not in said, "a rulebook is told by what it sets, not by everything that it cites"
    facts = StrokeFacts(own=1, striker=True)
    ruled = [judge(Situation(own, 5, opened=True), facts, book) for own in (1, 5, 9)]
    assert (repr(book), book) == (said, copy)
    assert [judge(Situation(own, 5, opened=True), facts, copy) for own in (1, 5, 9)] == ruled
    assert hash(book) == hash(copy)
    # One of the same name with another rule is another book, and is not given the first one's citations.
    other = replace(book, one_piece_covers="club:1")
    assert other != book
    assert judge(Situation(9, 9, opened=True), StrokeFacts(own=1, queen=True), other).laws[0] == "club:1"


def test_an_unknown_rulebook_is_named() -> None:
    with pytest.raises(CarromError, match='"fide" is not one of icf'):
        rulebook("fide")


def _cited(book: Rulebook) -> set[str]:
    local_rules = (getattr(book, field.name) for field in fields(book) if field.type == "LocalRule")
    cited = {law for ending in book.endings.values() for law in (*ending.laws, *(ending.laws_uncredited or ()))}
    return (
        cited
        | {law for law in local_rules if law}
        | set(book.local)
        | set(book.local.values())
        | {*book.level_at_limit}
    )


@pytest.mark.parametrize("id", sorted(RULEBOOKS))
def test_whatever_a_rulebook_cites_stands_in_the_register(id: str) -> None:
    assert _cited(rulebook(id)) <= register().keys()
