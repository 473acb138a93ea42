"""A mark is true or its test fails: what counts as a proof, and what does not."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from carrom.base.errors import Refused
from carrom.equipment import Seat
from carrom.laws import BySide, Situation, StrokeFacts, judge, next_seat, rulebook
from carrom.match.log import acts as a
from carrom.match.scoring import Format
from tests.asserting import asserts
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


def test_the_law_of_an_award_is_named_by_the_umpire_and_proved_by_the_award() -> None:
    with watching({"143a", "143b", "140"}) as watch:
        Table().begin().refused(a.LoseMatch("a", "129"))
        assert not watch.proves("143a")
        Table().begin().do(a.ReplayBoard("140"), a.LoseMatch("a", "143a"))
    assert watch.named_by_umpire >= {"129", "140", "143a"}
    assert watch.proves("143a")
    assert watch.proves("140")
    assert not watch.proves("143b")
    assert not watch.proves("129")


def test_a_local_rule_is_proved_under_its_own_rulebook_only() -> None:
    rules = {"vkk:game", "I-22", "four-break:dues-a", "kreeda-2024:15b", "kreeda-2024:laws", "vkk:laws", "I-25"}
    with watching(rules) as watch:
        Format.of(ICF, "final")
        judge(OWING, StrokeFacts(), ICF)
        judge(Situation(own=5, opponent=9, opened=True), StrokeFacts(striker=True), ICF)
    assert not any(watch.proves(id) for id in rules)
    with watching(rules) as watch:
        Format.of(rulebook("vkk"), "final")
        judge(Situation(own=5, opponent=9, opened=True), StrokeFacts(striker=True), rulebook("four-break"))
        judge(OWING, StrokeFacts(queen=True), rulebook("kreeda-2024"))
    assert {id for id in rules if watch.proves(id)} == rules - {"vkk:laws", "I-25"}


def test_a_rulebook_that_the_caller_was_given_counts() -> None:
    with watching({"kreeda-2024:7a", "kreeda-2024:4b"}) as watch:
        Table().begin().do(a.StrokeMade(opponent=1))
        assert not watch.proves("kreeda-2024:7a")
        Table("kreeda-2024").begin().do(a.StrokeMade(opponent=1))
    assert watch.proves("kreeda-2024:7a")


def _looks(table: Table) -> None:
    table.refused(a.Play())


@pytest.mark.parametrize(
    ("test", "does"),
    [
        (test_a_citation_of_the_judge_is_a_proof, True),
        (lambda: Table().refused(a.Play()), True),
        (_looks, True),
        (lambda: _looks(Table()), True),
        (lambda: judge(OWING, StrokeFacts(queen=True), ICF), False),
        (lambda: Table().do(a.Toss("a")), False),
    ],
)
def test_a_test_asserts_itself_or_through_a_helper(test: Callable[..., object], does: bool) -> None:
    assert asserts(test) == does


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
        assert Table().begin().refused(a.Foul("a", "banana")) == ("law", "banana")
    assert not watch.proves("banana")
