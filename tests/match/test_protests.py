"""Chapter XVIII: protests, and corrections of the record."""

from __future__ import annotations

import pytest

from carrom.match import PlayerId, Refused, apply, deadlines, possible_acts, read_record, replay
from carrom.match.log import acts as a
from tests.match.table import Table


@pytest.mark.law("145", "149")
def test_protest_costs_a_fee_and_concerns_the_current_board() -> None:
    table = Table()
    assert table.refused(a.Protest("a", "x")) == ("no-board", "145")
    table.begin()
    assert table.refused(a.Protest("a", "x", unpaid=True)) == ("fee-unpaid", "145")
    table.do(a.StrokeMade(own=1), a.Protest("b", "the elbow was over the board"))
    case = table.match.course.protests[0]
    assert (case.number, case.party, case.game, case.board) == (1, "b", 1, 1)
    # A protest cannot be withdrawn; play goes on from where it stopped.
    assert not any("withdraw" in kind for kind in a.ACTS)
    table.do(a.StrokeMade(own=1))
    assert table.board.on["a"] == 7


@pytest.mark.parametrize(
    ("book", "law"),
    [
        pytest.param("four-break", "four-break:umpire", marks=pytest.mark.law("four-break:umpire")),
        pytest.param("kreeda-2024", "kreeda-2024:14b", marks=pytest.mark.law("kreeda-2024:14b")),
    ],
)
def test_no_protest_where_the_umpire_is_final(book: str, law: str) -> None:
    table = Table(book)
    assert table.refused(a.Protest("b", "x")) == ("no-protest", law)
    table.begin()
    assert "protest" not in possible_acts(table.match)
    assert table.refused(a.Protest("b", "x")) == ("no-protest", law)


def test_recorded_protest_is_still_read() -> None:
    text = """carrom-record 1
[Rulebook "four-break"]

1 toss a
2 play
3 protest b "the elbow"
4 protest-decided 1
"""
    replayed = read_record(text).record.replay()
    assert replayed.refused is None
    assert [case.decision for case in replayed.match.course.protests] == ["overruled"]
    answer = apply(replayed.match, replayed.match.next_event(a.Protest("a", "again")))
    assert isinstance(answer, Refused)
    assert (answer.code, answer.law) == ("no-protest", "four-break:umpire")


@pytest.mark.law("144", "146")
def test_written_protest_is_due_within_fifteen_minutes() -> None:
    table = Table().begin(at=0.0)
    table.do(a.Protest("b", "one"), at=10.0)
    table.do(a.Protest("b", "two"), at=11.0)
    assert table.refused(a.ProtestDecided(1, upheld=True), at=12.0) == ("not-written", "144")
    table.do(a.ProtestWritten(2), at=2000.0)
    table.do(a.LoseBoard("b", "91"), at=3000.0)
    times = {one.what: one.at for one in deadlines(table.match)}
    assert times["protest-written"] == 3900.0
    assert table.refused(a.ProtestWritten(1), at=3900.5) == ("too-late", "146")
    assert table.refused(a.ProtestWritten(2), at=3900.5) == ("written", "149")
    assert table.refused(a.ProtestWritten(3), at=3900.5) == ("no-protest", None)
    table.do(a.ProtestWritten(1), at=3900.0)


@pytest.mark.law("151a", "150")
def test_upheld_protest_restarts_its_board() -> None:
    table = Table("vkk")
    table.do(a.Toss("a"))
    table.board_to("a", 4)
    start = table.match.course
    table.do(
        a.Play(), a.StrokeMade(own=2), a.Protest("a", "he left his seat"), a.ProtestWritten(1), a.LoseBoard("a", "91")
    )
    table.board_to("b", 9, queen=True)
    table.do(a.Play(), a.Protest("b", "later"), a.Concede("a", "match"))
    assert (table.match.winner, table.match.announced) == ("b", None)
    table.do(a.ProtestDecided(1, upheld=True))
    course = table.match.course
    assert (table.points, table.match.phase, table.match.winner) == ((4, 0), "ready", None)
    assert course.boards == start.boards
    assert [case.decision for case in course.protests] == ["upheld", "moot"]
    table.do(a.Play())
    assert (table.board.number, table.board.breaker) == (2, PlayerId("b"))


@pytest.mark.law("151b")
def test_overruled_protest_keeps_the_result() -> None:
    table = Table("vkk").begin()
    table.do(a.Protest("a", "x"), a.LoseBoard("a", "91"), a.ProtestDecided(1))
    assert table.points == (0, 12)
    assert table.match.course.protests[0].decision == "overruled"
    assert table.refused(a.ProtestDecided(1)) == ("decided", "151")


def test_upheld_protest_voids_later_protests_only() -> None:
    table = Table("vkk")
    table.do(a.Remark("a new lamp"))
    table.begin().do(a.Protest("b", "in the first board"), a.LoseBoard("a", "91"), a.Remark("a new net", "119"))
    table.do(a.Play(), a.Protest("a", "in the second"), a.Protest("b", "in the same"), a.ProtestWritten(2))
    assert table.refused(a.ProtestDecided(1, upheld=True)) == ("not-written", "144")
    table.do(a.Remark("kept"), a.ProtestDecided(2, upheld=True))
    course = table.match.course
    assert [case.decision for case in course.protests] == [None, "upheld", "moot"]
    assert [case.board_over is None for case in course.protests] == [True, True, True]
    assert [(note.text, note.law, note.game, note.board) for note in course.remarks] == [
        ("a new lamp", "", 1, 0),
        ("a new net", "119", 1, 1),
        ("kept", "", 1, 2),
    ]
    assert (table.match.phase, len(course.boards)) == ("ready", 1)


@pytest.mark.law("151c")
def test_decision_is_due_within_an_hour() -> None:
    table = Table("vkk").begin(at=0.0)
    table.do(a.Protest("a", "x"), at=100.0)
    assert {one.what: (one.at, one.law) for one in deadlines(table.match)}["protest-decided"] == (3700.0, "151c")
    in_time = Table("vkk").begin(at=0.0)
    in_time.do(a.Protest("a", "x"), at=100.0)
    assert "late" not in in_time.do(a.ProtestDecided(1), at=3700.0).happened[0].data
    late = table.do(a.ProtestDecided(1), at=3700.5).happened[0]
    assert late.data == {"protest": 1, "game": 1, "board": 1, "late": 1}
    assert "protest-decided" not in {one.what for one in deadlines(table.match)}


def test_correction_rewinds_and_erases_nothing() -> None:
    table = Table().begin()
    table.do(a.StrokeMade(own=1))
    right = table.match
    table.do(a.StrokeMade(own=1), a.StrokeMade(own=1, striker=True))
    table.do(a.Correct(3, "it was one stroke, not two"))
    assert table.match.course == right.course
    assert table.match.number == 6
    assert [event.number for event in table.match.events()] == [1, 2, 3, 4, 5, 6]
    assert [event.number for event in table.match.effective()] == [1, 2, 3]
    table.do(a.StrokeMade(opponent=1))
    assert [event.number for event in table.match.effective()] == [1, 2, 3, 7]
    assert table.refused(a.Correct(9, "x")) == ("number", None)
    assert table.refused(a.Correct(5, " ")) == ("reason", None)
    # A correction of a correction: everything is as it was after event 5.
    table.do(a.Correct(5, "it was two after all"))
    assert [event.number for event in table.match.effective()] == [1, 2, 3, 4, 5]
    assert table.match.phase == "placing"


@pytest.mark.law("145", "146")
def test_late_written_protest_is_refused() -> None:
    table = Table().begin(at=0.0)
    table.do(a.LoseBoard("a", "91"), at=5.0)
    assert table.refused(a.Protest("a", "x"), at=906.0) == ("too-late", "146")
    on_record = replay(table.match, [table.match.next_event(a.Protest("a", "x"), at=906.0)])
    assert len(on_record.match.course.protests) == 1
    table.do(a.Protest("a", "x"), a.ProtestWritten(1), at=905.0)
