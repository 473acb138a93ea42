"""A mark is true or its test fails: what counts as a proof, and what does not."""

from __future__ import annotations

from carrom.base.refusal import Refused
from carrom.equipment import Seat
from carrom.laws import BySide, Situation, StrokeFacts, judge, next_seat, rulebook
from carrom.match.log import acts as a
from tests.match.table import Table
from tests.proving import watching

ICF = rulebook("icf")
OWING = Situation(own=9, opponent=9, opened=True, owed=BySide(1, 0))


def test_a_citation_of_the_judge_is_a_proof() -> None:
    with watching({"95b"}) as watch:
        assert not watch.proves("95b")
        judge(OWING, StrokeFacts(own=1), ICF)
        assert not watch.proves("95b")
        judge(OWING, StrokeFacts(queen=True), ICF)
    assert watch.proves("95b")
    assert watch.proves("95")
    assert not watch.proves("95a")


def test_a_refusal_of_the_match_is_a_proof_and_one_of_the_test_is_none() -> None:
    with watching({"46"}) as watch:
        Refused("x", "95b", "made up")
        Table().refused(a.Play())
    assert watch.proves("46")
    assert not watch.proves("95b")


def test_what_the_umpire_names_is_no_citation() -> None:
    with watching({"122b", "63a"}) as watch:
        Table().begin().do(a.Foul("a", "122b"), a.Remark("a warning", "120"))
    assert {"122b", "120"} <= watch.cited
    assert not watch.proves("122b")
    assert not watch.proves("120")
    assert watch.proves("63a")


def test_what_is_done_without_a_word_is_proved_by_a_call() -> None:
    with watching({"49b"}) as watch:
        assert not watch.proves("49b")
        next_seat(Seat.SOUTH, ICF, doubles=True)
    assert watch.proves("49b")
    next_seat(Seat.SOUTH, ICF, doubles=True)
    with watching({"49b"}) as watch:
        pass
    assert not watch.proves("49b")


def test_a_law_that_is_none_is_never_proved() -> None:
    with watching({"banana"}) as watch:
        Table().begin().do(a.Foul("a", "banana"))
    assert not watch.proves("banana")
