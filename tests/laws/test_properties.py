"""Properties of every ruling under every rulebook."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings

from carrom.laws import PIECES, BySide, Ruling, Situation, StrokeFacts, judge, rulebook
from carrom.laws.rulebook import Rulebook
from carrom.laws.wire import facts_from_wire, situation_from_wire
from tests.depth import examples
from tests.laws.situations import questions

Asked = tuple[Situation, StrokeFacts, Rulebook]


def _asked(question: dict[str, Any]) -> Asked:
    return (
        situation_from_wire(question["before"]),
        facts_from_wire(question["stroke"]),
        rulebook(question["rulebook"]),
    )


def _ruled(question: dict[str, Any]) -> tuple[Situation, StrokeFacts, Rulebook, Ruling]:
    before, facts, book = _asked(question)
    return before, facts, book, judge(before, facts, book)


@given(questions())
@settings(max_examples=examples(400), deadline=None)
def test_pieces_are_conserved(question: dict[str, Any]) -> None:
    before, facts, _, ruling = _ruled(question)
    assert ruling.own == before.own - facts.own + ruling.placed.player
    assert ruling.opponent == before.opponent - facts.opponent + ruling.placed.opponent
    assert 0 <= ruling.own <= PIECES
    assert 0 <= ruling.opponent <= PIECES
    if ruling.result is None:
        assert ruling.own >= 1
        assert ruling.opponent >= 1


@given(questions())
@settings(max_examples=examples(400), deadline=None)
def test_owed_pieces_are_placed_or_stay_owed(question: dict[str, Any]) -> None:
    before, facts, book, ruling = _ruled(question)
    if ruling.turn == "over" or (before.break_attempt and not facts.touched):
        return
    incurred = ruling.due + ruling.penalty + ruling.returned.own
    settled_by_queen = int(
        bool(book.queen_settles_due) and facts.queen and facts.proper and not facts.striker and before.owed.player > 0
    )
    assert ruling.placed.player + ruling.owed.player == before.owed.player + incurred - settled_by_queen
    assert ruling.placed.opponent + ruling.owed.opponent == before.owed.opponent
    # Pieces are owed only if too few are pocketed.
    assert ruling.owed.player == 0 or ruling.own == PIECES
    assert ruling.owed.opponent == 0 or ruling.opponent == PIECES


@pytest.mark.law("89a")
@given(questions())
@settings(max_examples=examples(300), deadline=None)
def test_dues_of_the_sides_are_independent(question: dict[str, Any]) -> None:
    """Dues of one side do not change what the other side places."""
    before, facts, book = _asked(question)
    alone = judge(replace(before, owed=BySide(before.owed.player, 0)), facts, book)
    beside = judge(before, facts, book)
    assert (alone.placed.player, alone.owed.player) == (beside.placed.player, beside.owed.player)
    without = judge(replace(before, owed=BySide(0, before.owed.opponent)), facts, book)
    if without.result is None and beside.result is None:
        assert (without.placed.opponent, without.owed.opponent) == (beside.placed.opponent, beside.owed.opponent)


@given(questions())
@settings(max_examples=examples(300), deadline=None)
def test_improper_stroke_never_continues_or_wins(question: dict[str, Any]) -> None:
    before, facts, book = _asked(question)
    ruling = judge(before, replace(facts, proper=False), book)
    assert ruling.turn in ("passes", "over")
    assert ruling.queen != "pending"
    if ruling.result is not None:
        assert ruling.result.winner == "opponent"
        assert facts.own == before.own or facts.opponent == before.opponent


@given(questions())
@settings(max_examples=examples(400), deadline=None)
def test_points_stay_within_the_board_maximum(question: dict[str, Any]) -> None:
    _, _, book, ruling = _ruled(question)
    if ruling.result is not None:
        assert 1 <= ruling.result.points <= book.most_points
        assert 0 <= ruling.result.demand <= 2
        assert ruling.result.points + ruling.result.demand <= book.most_points
        assert ruling.owed == BySide(0, 0)


@given(questions())
@settings(max_examples=examples(400), deadline=None)
def test_rulings_are_consistent(question: dict[str, Any]) -> None:
    before, facts, _, ruling = _ruled(question)
    assert (ruling.turn == "over") == (ruling.result is not None)
    assert ruling.laws
    assert len(set(ruling.laws)) == len(ruling.laws)
    # A pending queen needs a player who plays on; a returned queen is on the board.
    assert ruling.queen != "pending" or ruling.turn == "continues"
    assert not ruling.returned.queen or ruling.queen == "board"
    # A covered queen stays covered.
    if before.queen in ("player", "opponent"):
        assert ruling.queen == before.queen
    assert ruling.returned.own in (0, facts.own)


@given(questions())
@settings(max_examples=examples(200), deadline=None)
def test_opponents_piece_stays_pocketed(question: dict[str, Any]) -> None:
    """Laws 74 and 76: it comes back only for dues of its own side."""
    before, facts, _, ruling = _ruled(question)
    assert ruling.opponent >= before.opponent - facts.opponent
    assert before.owed.opponent or ruling.opponent == before.opponent - facts.opponent


@pytest.mark.law("vkk:laws")
@given(questions(book="vkk"))
@settings(max_examples=examples(200), deadline=None)
def test_vkk_judges_strokes_like_the_laws(question: dict[str, Any]) -> None:
    before, facts, book = _asked(question)
    assert judge(before, facts, book) == judge(before, facts, rulebook("icf"))
