"""Every rulebook has the parameters of the table."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from carrom.laws import RULEBOOKS, QueenPlace, Rulebook, Situation, StrokeFacts, judge, rulebook
from carrom.laws.register import register
from tests.refusals import refuses

TABLE = {
    # id: queen, ceiling, most, target, boards, minutes, games, seconds, hand; last round with a limit of boards,
    # whether the clock stops between boards, the laws of an extra board
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


def test_table_covers_every_rulebook() -> None:
    assert list(TABLE) == list(RULEBOOKS)
    assert all(book.id == id for id, book in RULEBOOKS.items())


def test_queen_ceiling() -> None:
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
def test_kreeda_falls_back_to_the_laws(
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
def test_judging_does_not_change_a_rulebook(id: str) -> None:
    book, copy = rulebook(id), replace(rulebook(id))
    text = repr(book)
    assert "local=" not in text, "a rulebook is shown by its settings"
    facts = StrokeFacts(own=1, striker=True)
    ruled = [judge(Situation(own, 5, opened=True), facts, book) for own in (1, 5, 9)]
    assert (repr(book), book) == (text, copy)
    assert [judge(Situation(own, 5, opened=True), facts, copy) for own in (1, 5, 9)] == ruled
    assert hash(book) == hash(copy)
    # A rulebook of the same name with another rule is a different one, with its own citations.
    other = replace(book, one_piece_covers="club:1")
    assert other != book
    assert judge(Situation(9, 9, opened=True), StrokeFacts(own=1, queen=True), other).laws[0] == "club:1"


def test_unknown_rulebook_is_refused() -> None:
    with refuses("misread", '"fide"', "icf, vkk"):
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
def test_every_citation_is_in_the_register(id: str) -> None:
    assert _cited(rulebook(id)) <= register().keys()
