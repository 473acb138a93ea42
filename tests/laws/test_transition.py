"""The situation that a stroke leaves for the next player."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from carrom.laws import (
    START,
    BySide,
    Situation,
    StrokeFacts,
    after,
    incidents as happens,
    judge,
    judge_incident,
    rulebook,
    situation_fault,
)
from carrom.laws.wire import facts_from_wire, situation_from_wire
from tests.depth import examples
from tests.laws.situations import questions

ICF = rulebook("icf")


@given(questions())
@settings(max_examples=examples(300), deadline=None)
def test_next_situation_is_possible(question: dict[str, Any]) -> None:
    before, facts = situation_from_wire(question["before"]), facts_from_wire(question["stroke"])
    ruling = judge(before, facts, rulebook(question["rulebook"]))
    if ruling.result is None:
        opened = before.opponent < 9 or before.queen == "opponent"
        following = after(before, facts, ruling, waiting_opened=opened)
        assert situation_fault(following.situation) is None


@pytest.mark.parametrize(
    "book",
    [
        pytest.param("icf", marks=pytest.mark.law("44", "45a", "45b")),
        pytest.param("kreeda-2024", marks=pytest.mark.law("kreeda-2024:4c", "kreeda-2024:4d")),
    ],
)
def test_three_break_attempts_then_the_other_side_starts(book: str) -> None:
    situation, attempts = START, []
    for _ in range(4):
        attempts.append(situation.break_attempt)
        miss = StrokeFacts(touched=False)
        situation = after(situation, miss, judge(situation, miss, rulebook(book)), waiting_opened=False).situation
    assert attempts == [1, 2, 3, 1]
    touch = StrokeFacts()
    made = after(situation, touch, judge(situation, touch, rulebook(book)), waiting_opened=False)
    assert made.situation.break_attempt is None


@pytest.mark.law("I-14")
def test_piece_that_returns_at_once_does_not_open_the_queen() -> None:
    before = Situation(own=9, opponent=9)
    spoilt = StrokeFacts(own=1, striker=True)
    assert not after(before, spoilt, judge(before, spoilt, ICF), waiting_opened=False).situation.opened
    stays = StrokeFacts(own=1)
    assert after(before, stays, judge(before, stays, ICF), waiting_opened=False).situation.opened


@pytest.mark.parametrize("book", ["icf", "community-2024", "kreeda-2024"])
def test_piece_pocketed_by_the_opponent_opens_the_queen(book: str) -> None:
    before = Situation(own=9, opponent=9)
    theirs = StrokeFacts(opponent=1)
    found = after(before, theirs, judge(before, theirs, rulebook(book)), waiting_opened=False)
    assert (found.situation.opened, found.situation.own, found.waiting_opened) == (True, 8, False)


@pytest.mark.law("I-14")
def test_queen_stays_open_after_a_due() -> None:
    before = Situation(own=8, opponent=9, opened=True)
    due = StrokeFacts(striker=True)
    found = after(before, due, judge(before, due, ICF), waiting_opened=False)
    assert (found.situation.opponent, found.waiting_opened) == (9, True)


def test_sides_change_places_when_the_turn_passes() -> None:
    before = Situation(own=9, opponent=4, queen="player", opened=True, owed=BySide(1, 0), score=BySide(7, 9))
    nothing = StrokeFacts()
    found = after(before, nothing, judge(before, nothing, ICF), waiting_opened=True).situation
    assert found == Situation(own=4, opponent=9, queen="opponent", opened=True, owed=BySide(0, 1), score=BySide(9, 7))


def test_final_situation_shows_the_board() -> None:
    before = Situation(own=1, opponent=4, queen="player", opened=True)
    last = StrokeFacts(own=1)
    found = after(before, last, judge(before, last, ICF), waiting_opened=True)
    assert found == (Situation(own=0, opponent=4, queen="player", opened=True), True)


@pytest.mark.law("47")
def test_situation_after_an_early_break() -> None:
    touched = happens.EarlyBreak(StrokeFacts(opponent=1))
    found = after(START, touched.facts, judge_incident(START, touched, ICF), waiting_opened=False)
    assert (found.situation.own, found.situation.opened, found.situation.break_attempt) == (8, True, None)
    assert found.situation.owed == BySide(0, 1)


def test_technical_foul_keeps_the_turn() -> None:
    before = Situation(own=5, opponent=6, opened=True)
    foul = happens.Violation("player", "133")
    found = after(before, None, judge_incident(before, foul, ICF), waiting_opened=True)
    assert (found.situation.own, found.situation.opponent, found.waiting_opened) == (6, 6, True)


@pytest.mark.law("64a", "I-32")
def test_foul_clears_a_pending_queen() -> None:
    before = Situation(own=5, opponent=6, queen="pending", opened=True)
    foul = happens.Violation("player", "133", stroke_played=True)
    found = after(before, None, judge_incident(before, foul, ICF), waiting_opened=False)
    assert found == (Situation(own=6, opponent=6, queen="board", opened=False), True)
    second = Situation(own=9, opponent=9, break_attempt=2)
    found = after(second, None, judge_incident(second, foul, ICF), waiting_opened=False)
    assert found.situation == Situation(own=9, opponent=9, owed=BySide(1, 0), break_attempt=2)
    third = judge_incident(Situation(own=9, opponent=9, break_attempt=3), happens.PassedOver(1), ICF)
    found = after(Situation(own=9, opponent=9, break_attempt=3), None, third, waiting_opened=False)
    assert found.situation.break_attempt == 1, (
        "who passes the break over leaves it to the other side from its beginning"
    )
