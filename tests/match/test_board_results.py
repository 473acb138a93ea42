"""Boards entered by their results (I-48), and seats (I-44)."""

from __future__ import annotations

from pathlib import Path

import pytest

from carrom.cli import run_words
from carrom.equipment import Seat
from carrom.laws import RULEBOOKS, rulebook
from carrom.laws.board_points import possible_points
from carrom.laws.reasons import reasons_for
from carrom.match import ByParty, Party, Record, Refused, apply, deadlines, read_record, replay
from carrom.match.log import acts as a
from carrom.match.log.notation import act_from_text
from carrom.match.views.score_card import score_card
from carrom.match.views.view import score_json
from tests.match.second_points import points_by_law
from tests.match.table import Table
from tests.refusals import mentions, refuses

S, E, N, W = Seat.SOUTH, Seat.EAST, Seat.NORTH, Seat.WEST

RESULTS: dict[str, tuple[int, str, dict[str, object]]] = {
    "coins 5 queen a": (8, "52a", {"coins": 5, "queen": "a"}),
    "coins 5 queen b": (5, "52a", {"coins": 5, "queen": "b"}),
    "coins 5 queen none": (5, "52a", {"coins": 5, "queen": None}),
    "coins 9 queen a demand 1": (12, "52a", {"coins": 9, "queen": "a", "demand": 1}),
    "coins 2 queen b demand 2": (4, "52a", {"coins": 2, "queen": "b", "demand": 2}),
    "points 3 law 105a": (3, "105a", {"points": 3}),
    "points 12 law 91": (12, "91", {"points": 12}),
    "points 3 law 107a": (3, "107a", {"points": 3}),
    "points 3 law I-10": (3, "I-10", {"points": 3}),
}


@pytest.mark.law("I-48")
@pytest.mark.parametrize("words", RESULTS)
@pytest.mark.parametrize("phase", ["ready", "stroke", "placing", "appeal", "demand", "stopped"])
def test_board_results_score_like_carrom_score(words: str, phase: str) -> None:
    points, law, board = RESULTS[words]
    table = Table()
    table.do(a.Toss("b"))
    if phase == "stopped":
        table.do(a.Stop("rain"))
    elif phase != "ready":
        table.do(a.Play())
    if phase == "placing":
        table.do(a.StrokeMade(own=2), a.StrokeMade(striker=True))
    if phase == "appeal":
        table.do(a.StrokeMade(own=2), a.Appeal("a"))
    if phase == "demand":
        table.do(a.StrokeMade(own=8), a.StrokeMade(own=1, striker=True))
    before = table.match.number
    table.do(act_from_text(f"board-over a {words}"))
    (result,) = table.match.course.boards
    assert (result.winner, result.points, result.laws[0], result.breaker.text()) == ("a", points, law, "b1")
    asked = {"rulebook": "icf", "stage": "group", "first_break": "b", "boards": [{"winner": "a", **board}]}
    assert score_json(asked)["games"] == [{"a": points, "b": 0, "boards": 1, "winner": None}]
    assert (table.points, table.match.phase, table.match.number) == ((points, 0), "ready", before + 1)
    table.do(a.Play())
    assert (table.board.number, table.board.breaker.text()) == (2, "a1")


@pytest.mark.parametrize(
    ("words", "law"),
    [
        ("coins 10 queen a", "I-48"),
        ("coins 5 queen a demand 3", "I-48"),
        ("coins 5", "I-48"),
        ("queen a", "I-48"),
        ("", "I-48"),
        ("coins 5 queen a points 8 law 91", "I-48"),
        ("coins 5 queen a law 91", "I-48"),
        ("points 8", "I-48"),
        ("points 8 law 91 demand 1", "I-48"),
        ("points 8 law 91 queen a", "I-48"),
        ("points 13 law 91", "55"),
        ("coins 0 queen none", "I-48"),
        ("coins 0 queen a", "I-48"),
        ("points 0 law 112b", "112b"),
        ("points 6 law 112b", "112b"),
        ("points 12 law 107a", "107a"),
        ("points 9 law 110a", "110a"),
        ("points 3 law 106a", "106a"),
        ("points 0 law 51", "51"),
        ("points 8 law 129", "129"),
        ("points 8 law banana", "banana"),
    ],
)
def test_impossible_board_results_are_refused(words: str, law: str) -> None:
    table = Table()
    table.do(a.Toss("a"))
    code = "law" if law in ("129", "banana") else "board-result"
    assert table.refused(act_from_text(f"board-over a {words}")) == (code, law)
    assert table.match.board is None


@pytest.mark.law("I-48", "56b", "58")
def test_strokes_and_board_results_can_alternate() -> None:
    table = Table()
    assert table.refused(a.BoardOver("a", 5, "a")) == ("out-of-order", "I-48")
    table.do(a.Stop("rain"))
    assert table.refused(a.BoardOver("a", 5, "a")) == ("out-of-order", "39a")
    table.do(a.Play(), a.Toss("a"))
    for winner in ("a", "b") * 4:
        party: Party = "a" if winner == "a" else "b"
        if len(table.match.course.boards) == 3:
            table.board_to(party, 2)
        else:
            table.do(a.BoardOver(party, 2, "none"))
    assert (table.points, table.match.phase) == ((8, 8), "toss")
    assert [one.breaker.party for one in table.match.course.boards] == ["a", "b"] * 4
    table.do(a.Toss("b"), a.BoardOver("b", 1, "none"))
    assert table.match.course.boards[-1].is_extra
    assert table.refused(a.BoardOver("a", 5, "a")) == ("sides-not-changed", "58")
    table.do(a.ChangeSides(), a.BoardOver("a", 5, "a"))
    assert table.points == (8, 0)


def test_card_of_a_match_scored_by_results() -> None:
    table = Table("vkk")
    table.do(a.Toss("a"), at=0.0)
    table.do(a.BoardOver("a", 5, "a", 1), at=600.0)
    table.do(a.BoardOver("b", points=3, law="107a"), at=1200.0)
    card = score_card(table.match)
    assert [row.cells.a for row in card.games[0].rows] == [("3", "5+1", "9"), ("Nil", "Nil", "9")]
    assert card.games[0].rows[1].cells.b == ("Nil", "3*", "3")
    assert any(one.startswith("*") and mentions(one, 1, 2, 3, "107a", "I-48") for one in card.remarks)
    assert any(mentions(one, 1, 1, 1, "87b") for one in card.remarks)
    first = table.match.course.boards[0]
    assert (first.started, first.finished) == (None, 600.0)


def test_record_of_results_round_trips_without_invented_times() -> None:
    table = Table("four-break", doubles=True)
    table.do(a.Toss("a"), at=0.0)
    table.do(a.BoardOver("a", 5, "a"), at=600.0)
    assert deadlines(table.match) == ()
    text = Record.of(table.match).text()
    assert "3. " not in text
    assert "2. @0:10:00 board-over a coins 5 queen a" in text
    assert read_record(text).record.match().course == table.match.course


@pytest.mark.law("151a", "I-36")
def test_board_scored_by_result_can_be_protested() -> None:
    table = Table()
    table.do(a.Toss("a"), a.BoardOver("a", 5, "a"), a.BoardOver("a", 4, "a"), a.Protest("b", "he had two left"))
    table.do(a.ProtestWritten(1), a.ProtestDecided(1, upheld=True))
    assert (table.points, len(table.match.course.boards)) == ((8, 0), 1)


# --- seats ------------------------------------------------------------------------------------------------------------


@pytest.mark.law("39d", "I-44")
def test_seated_losers_of_the_toss_cannot_swap() -> None:
    table = Table(doubles=True)
    assert table.do(a.Toss("a", "side"), a.Sit(ByParty((), (E, W)))).course.sat == ("b",)
    assert table.refused(a.Sit(ByParty((S, N), (W, E)))) == ("seats-taken", "39d")
    assert table.refused(a.Sit(ByParty((), (W, E)))) == ("seats-taken", "39d")
    assert table.refused(a.Sit(ByParty((E, W), ()))) == ("seats", "28")
    table.do(a.Sit(ByParty((N, S), ())))
    seated = table.match.course
    assert (seated.sat, seated.seats) == (("b", "a"), ByParty((N, S), (E, W)))
    assert table.refused(a.Sit(ByParty((N, S), (E, W)))) == ("seats-taken", "39d")


@pytest.mark.law("I-44")
@pytest.mark.parametrize(
    ("toss", "order"),
    [(a.Toss("a"), ("a", "b")), (a.Toss("a", "side"), ("b", "a")), (a.Toss("b"), ("b", "a")), (None, ("a", "b"))],
)
def test_first_seat_is_kept(toss: a.Toss | None, order: tuple[Party, Party]) -> None:
    table = Table()
    if toss is not None:
        table.do(toss)
    table.do(a.Sit(ByParty((W,), (E,))))
    assert table.match.course.sat == order


def test_players_sit_opposite() -> None:
    table = Table()
    assert table.refused(a.Sit(ByParty((), ()))) == ("seats", "39")
    table.do(act_from_text("sit west/"))
    assert table.match.course.seats == ByParty((W,), (E,))
    assert table.refused(a.Sit(ByParty((), (N,)))) == ("seats", "27")
    table.do(a.Sit(ByParty((), (E,))))


@pytest.mark.law("39d")
def test_seats_stay_after_a_cancelled_first_board() -> None:
    for end in (a.ReplayBoard("140"), a.TimeUp()):
        table = Table("kreeda-2024").begin()
        table.do(end)
        assert table.refused(a.Sit(ByParty((N,), (S,)))) == ("seats-taken", "39d")
    upheld = Table().begin()
    upheld.do(a.Protest("a", "x"), a.ProtestWritten(1), a.ProtestDecided(1, upheld=True))
    assert upheld.refused(a.Sit(ByParty((N,), (S,)))) == ("seats-taken", "39d")
    assert upheld.refused(a.Trial("a")) == ("match-begun", "40")


def test_old_records_may_seat_players_repeatedly() -> None:
    text = """carrom-record 1
[Rulebook "icf"]

1 sit south/north
2 toss a
3 sit north/south
"""
    replayed = read_record(text).record.replay()
    assert (replayed.refused, replayed.match.course.seats) == (None, ByParty((N,), (S,)))
    assert isinstance(apply(replayed.match, replayed.match.next_event(a.Sit(ByParty((S,), (N,))))), Refused)


def test_four_break_needs_pairs(tmp_path: Path) -> None:
    path = tmp_path / "m.carrom"
    with refuses("pairs-needed", "four-break", "four-break:format"):
        run_words(["record", "keep", str(path), "--rulebook", "four-break"])
    assert not path.exists()
    # A record is accepted.
    assert Table("four-break").begin().board.turn.text() == "a1"


@pytest.mark.parametrize("book", sorted(RULEBOOKS))
@pytest.mark.parametrize("credited", [True, False])
def test_law_points_agree_with_the_second_judge(book: str, credited: bool) -> None:
    """A local rule that replaces a law gives what the law gives."""
    if book == "kreeda-2024" and not credited:
        return  # its queen has no ceiling
    laws = [*(f"{law}{clause}" for law in range(102, 113) for clause in "ab"), "I-10", "51", "91", "121b", "126b"]
    for law in laws:
        assert possible_points(law, rulebook(book), credited=credited) == points_by_law(book, law, credited), law


@pytest.mark.law("I-48")
def test_points_are_checked_against_the_winners_score() -> None:
    table = Table()
    table.do(a.Toss("a"), a.BoardOver("a", 8, "a"), a.BoardOver("a", 8, "a"))
    assert table.points == (22, 0)
    assert table.refused(a.BoardOver("a", points=3, law="107a")) == ("board-result", "107a")
    table.do(a.BoardOver("b", points=3, law="107a"), a.BoardOver("a", points=1, law="107a"))
    assert table.points == (23, 3)


def test_law_replaced_by_a_local_ending_ends_no_board() -> None:
    table = Table("community-2024")
    table.do(a.Toss("a"))
    assert table.refused(a.BoardOver("a", points=3, law="102a")) == ("law", "102a")
    assert "102a" not in reasons_for("board-over", rulebook("community-2024"))


@pytest.mark.parametrize("act", [a.BoardOver("a", 0, "none"), a.BoardOver("a", points=0, law="112b")])
def test_recorded_board_results_still_read(act: a.BoardOver) -> None:
    table = Table()
    table.do(a.Toss("a"))
    assert replay(table.match, [table.match.next_event(act)]).match.course.boards[0].points == 0
