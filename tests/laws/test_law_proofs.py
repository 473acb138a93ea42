"""What counts as a proof of a law, so that a false mark fails its test."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from carrom.base.errors import Refused
from carrom.equipment import Seat
from carrom.laws import BySide, Situation, StrokeFacts, judge, next_seat, rulebook
from carrom.match.log import acts as a
from carrom.match.scoring import Format
from tests.assertions import asserts
from tests.law_proofs import watching
from tests.match.table import Table

ICF = rulebook("icf")
OWING = Situation(own=9, opponent=9, opened=True, owed=BySide(1, 0))


def test_citation_by_the_judge_counts() -> None:
    with watching({"95b"}) as watch:
        assert not watch.proves("95b")
        judge(OWING, StrokeFacts(own=1), ICF)
        assert not watch.proves("95b")
        judge(OWING, StrokeFacts(queen=True), ICF)
    assert watch.proves("95b")
    assert watch.proves("95")
    assert not watch.proves("95a")


def test_only_refusals_by_the_product_count() -> None:
    with watching({"46"}) as watch:
        Refused("x", "95b", "made up")
        Table().refused(a.Play())
    assert watch.proves("46")
    assert not watch.proves("95b")


def test_law_named_by_the_umpire_is_no_citation() -> None:
    with watching({"122b", "63a"}) as watch:
        Table().begin().do(a.Foul("a", "122b"), a.Remark("a warning", "120"))
    assert {"122b", "120"} <= watch.cited
    assert not watch.proves("122b")
    assert not watch.proves("120")
    assert watch.proves("63a")


def test_award_proves_the_law_named_by_the_umpire() -> None:
    with watching({"143a", "143b", "140"}) as watch:
        Table().begin().refused(a.LoseMatch("a", "129"))
        assert not watch.proves("143a")
        Table().begin().do(a.ReplayBoard("140"), a.LoseMatch("a", "143a"))
    assert watch.named_by_umpire >= {"129", "140", "143a"}
    assert watch.proves("143a")
    assert watch.proves("140")
    assert not watch.proves("143b")
    assert not watch.proves("129")


def test_local_rule_counts_under_its_own_rulebook_only() -> None:
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


def test_rulebook_of_the_caller_counts() -> None:
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
        (test_citation_by_the_judge_counts, True),
        (lambda: Table().refused(a.Play()), True),
        (_looks, True),
        (lambda: _looks(Table()), True),
        (lambda: judge(OWING, StrokeFacts(queen=True), ICF), False),
        (lambda: Table().do(a.Toss("a")), False),
    ],
)
def test_assertions_in_helpers_count(test: Callable[..., object], does: bool) -> None:
    assert asserts(test) == does


def test_call_of_done_by_function_counts() -> None:
    with watching({"49b"}) as watch:
        assert not watch.proves("49b")
        next_seat(Seat.SOUTH, ICF, doubles=True)
    assert watch.proves("49b")
    next_seat(Seat.SOUTH, ICF, doubles=True)
    with watching({"49b"}) as watch:
        pass
    assert not watch.proves("49b")


def test_unknown_law_is_never_proved() -> None:
    with watching({"banana"}) as watch:
        assert Table().begin().refused(a.Foul("a", "banana")) == ("law", "banana")
    assert not watch.proves("banana")
