"""Unknown positions: since when, why, and how they become known again (67, 68)."""

from __future__ import annotations

import pytest

from carrom.match import view
from carrom.match.board import UnknownPosition
from carrom.match.log import acts as a
from carrom.match.log.notation import act_from_text, act_text
from carrom.match.views.score_card import score_card
from tests.match.table import Table
from tests.match.test_placing import placed, spread


def why(table: Table) -> tuple[int, str] | None:
    board = view(table.match).board
    assert board is not None
    assert (board.position is None) == (board.unknown is not None)
    return None if board.unknown is None else (board.unknown.since, board.unknown.why)


@pytest.mark.parametrize(
    ("act", "reason", "words"),
    [
        (a.Remark(rim=True), "rim", "a piece stands on its rim (67)"),
        (a.Remark(overlap=True), "overlap", "pieces overlap (68)"),
        (a.Remark("white on its rim", rim=True), "rim", "white on its rim (67)"),
    ],
)
def test_unknown_position_continues_by_counts(act: a.Remark, reason: str, words: str) -> None:
    table = placed()
    table.do(a.StrokeMade(own=1, rests=spread(8, 9)))
    assert why(table) is None
    table.do(act)
    assert why(table) == (4, reason)
    assert score_card(table.match).remarks == (f"Game 1, board 1: {words}.",)
    table.do(a.StrokeMade(own=1))
    assert (why(table), table.board.on["a"], table.match.phase) == ((4, reason), 7, "stroke")
    table.do(a.Arrange(spread(7, 9), "it has been knocked flat"))
    assert why(table) is None


def test_missing_umpire_placing_stays_reported() -> None:
    table = placed()
    table.do(a.StrokeMade(queen=True, rests=spread(9, 9, 0)))
    assert (table.match.phase, table.board.umpire) == ("placing", ("queen",))
    table.do(a.Remark(overlap=True))
    assert (table.match.phase, table.board.to_centre) == ("stroke", ("queen",))
    assert [task.code for task in view(table.match).hands] == ["queen-to-centre"]


def test_other_reasons_are_reported() -> None:
    wooden = Table().begin()
    assert why(wooden) == (2, "never")
    silent = placed()
    silent.do(a.StrokeMade(own=1))
    assert why(silent) == (3, "not-told")
    colour = placed()
    colour.do(a.StrokeMade(own=2, opponent=1, rests=spread(7, 8)), a.StrokeMade(striker=True, rests=spread(7, 8)))
    colour.do(a.Unnoticed("82b"))
    assert why(colour) == (5, "own-colour")
    # The event number is for people: two logs that differ in it alone are the same match.
    assert UnknownPosition(4, "rim") == UnknownPosition(5, "rim") != UnknownPosition(4, "overlap")


def test_remark_on_positions_needs_a_board() -> None:
    table = Table()
    assert table.refused(a.Remark(rim=True)) == ("no-board", "67")


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("remark rim", 'remark "" rim'),
        ('remark "two whites" overlap', 'remark "two whites" overlap'),
        ('remark "rain" law 140', 'remark "rain" law 140'),
    ],
)
def test_remark_line_round_trips(text: str, written: str) -> None:
    assert act_text(act_from_text(text)) == written
