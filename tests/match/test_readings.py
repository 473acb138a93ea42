"""The readings I-49 to I-57, on both sides of each limit; old records fold as before."""

from __future__ import annotations

import pytest

from carrom.equipment import Seat
from carrom.laws import rulebook
from carrom.match import ByParty, Event, Match, PlayerId, Setup, deadlines, fold, view
from carrom.match.log import acts as a
from carrom.match.log.notation import act_from_text
from carrom.match.parties import Party
from carrom.match.setup import Figures
from carrom.match.views.score_card import score_card
from tests.match.table import Table
from tests.refusals import refuses

SOUTH: ByParty[tuple[Seat, ...]] = ByParty((Seat.SOUTH,), ())
NORTH: ByParty[tuple[Seat, ...]] = ByParty((), (Seat.NORTH,))


@pytest.mark.law("I-49")
@pytest.mark.parametrize(
    ("before", "stands"),
    [
        ([a.Foul("b", "129"), a.Foul(PlayerId("b"), "129")], True),
        ([a.Warned("b", "143h"), a.Warned("b", "129")], True),
        ([a.Warned("b", "129"), a.Foul("b", "129")], True),
        ([a.Foul("b", "129")], False),
        ([a.Foul("b", "129"), a.Foul("a", "129")], False),
        ([a.Warned("b", "129"), a.Warned("b", "133")], False),
    ],
)
def test_third_disturbance_loses_the_match(before: list[a.Act], stands: bool) -> None:
    table = Table().begin()
    table.do(*before)
    if stands:
        table.do(a.LoseMatch("b", "143h"))
        assert table.match.winner == "a"
    else:
        assert table.refused(a.LoseMatch("b", "143h")) == ("not-warned", "143h")


@pytest.mark.law("I-49")
def test_upheld_protest_keeps_disturbances() -> None:
    table = Table().begin()
    table.do(a.Foul("b", "129"), a.Foul("b", "129"), a.Protest("a", "no"), a.ProtestWritten(1))
    table.do(a.ProtestDecided(1, upheld=True), a.LoseMatch("b", "143h"))
    assert table.match.winner == "a"


@pytest.mark.law("I-50", "39a", "39c")
def test_side_without_choice_sits_first() -> None:
    table = Table()
    table.do(a.Toss("a", "side"))
    assert table.refused(a.Sit(SOUTH)) == ("sits-first", "39a")
    table.do(a.Sit(NORTH), a.Sit(SOUTH))
    assert table.match.course.sat == ("b", "a")
    table = Table()
    table.do(a.Toss("a", "break"))
    assert table.refused(a.Sit(NORTH)) == ("sits-first", "39c")
    table.do(a.Sit(SOUTH))
    assert table.match.course.sat == ("a",)
    table = Table()
    table.do(a.Toss("a", "side"), a.Sit(ByParty((Seat.SOUTH,), (Seat.NORTH,))))
    assert table.match.course.sat == ("b", "a"), "everybody at once sits in that order"


@pytest.mark.law("I-51", "121b")
def test_playing_during_an_appeal_loses_the_board() -> None:
    table = Table().begin()
    assert table.refused(a.LoseBoard("a", "121b")) == ("no-appeal", "121b")
    table.do(a.Appeal("b"), a.Play())
    assert table.refused(a.LoseBoard("a", "121b")) == ("no-appeal", "121b")
    table.do(a.Appeal("b"), a.LoseBoard("a", "121b"))
    assert table.match.course.boards[0].winner == "b"


@pytest.mark.law("I-52", "143i")
def test_player_who_struck_is_present() -> None:
    table = Table().begin()
    table.do(a.StrokeMade())
    assert table.refused(a.LoseMatch("a", "143i")) == ("reported", "143i")
    before = table.match
    table.do(a.LoseMatch("b", "143i"))
    assert table.match.winner == "a", "b has not made a stroke yet"
    table.match = before
    table.do(a.StrokeMade())
    assert table.refused(a.LoseMatch("b", "143i")) == ("reported", "143i")


@pytest.mark.law("I-52")
def test_ready_player_is_present() -> None:
    table = Table()
    table.do(a.Toss("a"), a.Ready("b"))
    assert table.refused(a.LoseMatch("b", "143i")) == ("reported", "143i")
    table.do(a.BoardOver("a", 3, "a"))
    assert table.refused(a.LoseMatch("a", "143i")) == ("reported", "143i")


def report_of(table: Table) -> tuple[float, str]:
    (found,) = [one for one in deadlines(table.match) if one.what == "report"]
    return found.at, found.law


@pytest.mark.law("I-52", "kreeda-2024:14d-i")
def test_rulebook_sets_the_loss_for_not_reporting() -> None:
    table = Table("kreeda-2024")
    table.do(a.Called(), at=60.0)
    assert report_of(table) == (60.0, "kreeda-2024:14d-i"), "everybody is there ten minutes before the game"
    assert table.refused(a.LoseMatch("b", "143i"), at=2000.0) == ("law", "143i")
    table.do(a.Reported("a"), at=61.0)
    assert table.refused(a.LoseMatch("a", "kreeda-2024:14d-i"), at=62.0) == ("reported", "kreeda-2024:14d-i")
    table.do(a.LoseMatch("b", "kreeda-2024:14d-i"), at=62.0)
    assert table.match.winner == "a"


@pytest.mark.law("I-52")
def test_competition_sets_the_report_time() -> None:
    figures = Figures.from_text("games 1 target 25 boards 8 most 12 report 5")
    assert Figures.from_text(figures.text()) == figures
    assert "report" not in Figures.of(rulebook("icf")).text()
    assert Figures.of(rulebook("kreeda-2024")).report == 0
    with refuses("bad-figures", "figures"):
        Figures.from_text("games 1 target 25 boards 8 most 12 report soon")
    table = Table()
    table.match = Match.start(Setup(figures.applied_to(rulebook("icf")), "group"))
    table.do(a.Called(), at=0.0)
    assert report_of(table) == (300.0, "143i")
    assert table.refused(a.LoseMatch("b", "143i"), at=299.0) == ("time-left", "143i")
    table.do(a.LoseMatch("b", "143i"), at=300.0)


@pytest.mark.law("I-53")
def test_moment_fouls_are_refused_at_other_times() -> None:
    table = Table()
    table.do(a.Toss("a"), a.Foul("a", "41b"))
    assert table.refused(a.Foul("a", "61")) == ("not-then", "I-53")
    assert table.refused(a.Foul("a", "138")) == ("not-then", "I-53")
    table.do(a.Play())
    for law in ("41b", "61", "138"):
        assert table.refused(a.Foul("a", law)) == ("not-then", "I-53")
    assert table.refused(a.Foul("a", "62")) == ("law", "62"), "a definition is no foul"
    table.do(a.Concede("a", "game"), a.Foul("b", "61"), a.ChangeSides(), a.Foul("b", "61"))
    assert table.refused(a.Foul("b", "138")) == ("not-then", "I-53")
    table.do(a.Concede("b", "game"), a.Foul("b", "138"))
    assert table.match.course.carried == ByParty(0, 3)


@pytest.mark.law("I-56", "50")
def test_early_timeout_needs_a_reason() -> None:
    table = Table().begin(at=0.0)
    table.do(a.StrokeMade(), at=5.0)
    assert table.refused(a.Timeout(), at=19.0) == ("time-left", "50")
    table.do(a.Timeout(reason="the umpire's watch"), at=19.0)
    assert table.board.owed["b"] == 1
    assert any("umpire's watch" in line for line in score_card(table.match).remarks)
    assert act_from_text('timeout reason "late tap"') == a.Timeout(reason="late tap")


@pytest.mark.law("I-56", "88a")
def test_early_placing_timeout_needs_a_reason() -> None:
    table = Table().begin(at=0.0)
    table.do(a.StrokeMade(own=2), a.StrokeMade(striker=True), at=5.0)
    assert table.refused(a.Timeout(), at=10.0) == ("time-left", "88a")
    table.do(a.Timeout(reason="the umpire's watch"), at=10.0)
    assert table.match.phase == "stroke"


def test_early_time_up_between_boards_needs_a_reason() -> None:
    table = Table("kreeda-2024")
    table.do(a.Toss("a"), at=0.0)
    table.board_to("a", 5, at=10.0)
    assert "time-up" in view(table.match).possible
    assert table.refused(a.TimeUp(), at=20.0)[0] == "time-left"
    table.do(a.TimeUp("the hall's clock"), at=20.0)
    assert table.match.winner == "a"


def differing(table: Table) -> list[dict[str, object]]:
    return [dict(one.data) for one in table.match.happened if one.code == "strokes-differ"]


@pytest.mark.parametrize(
    ("winner", "coins", "queen", "found"),
    [
        pytest.param("a", 7, "none", [], marks=pytest.mark.law("I-48")),
        pytest.param("a", 5, "none", [{"party": "b", "coins": 7}], marks=pytest.mark.law("I-57")),
        pytest.param("a", 7, "a", [{"party": "b", "coins": 7}], marks=pytest.mark.law("I-57")),
        pytest.param("b", 6, "none", [{"party": "a", "coins": 7}], marks=pytest.mark.law("I-57")),
    ],
)
def test_result_contradicting_strokes_is_reported(winner: Party, coins: int, queen: str, found: list[object]) -> None:
    table = Table().begin()
    table.do(a.StrokeMade(own=2, opponent=2))
    table.do(a.BoardOver(winner, coins, "a" if queen == "a" else "none"))
    assert differing(table) == found
    assert table.match.course.boards[0].coins == coins, "it counts as it was entered"
    table.do(a.BoardOver("a", 3, "a"))
    assert differing(table) == [], "no stroke of that board is on record"


def test_improper_stroke_cites_its_law() -> None:
    table = Table().begin()
    assert table.refused(a.StrokeMade(law="37a")) == ("impossible-stroke", "37a")
    assert table.refused(a.StrokeMade(proper=False, law="51")) == ("law", "51")
    table.do(a.StrokeMade(proper=False, law="37a"))
    (line,) = [line for line in score_card(table.match).remarks if "improper" in line]
    assert line.endswith("(37a, 64a, 72c).")


def test_old_records_fold_as_before() -> None:
    lines = (
        "toss a",
        "sit /north",
        "play",
        "stroke own 1",
        "lose-board a 121b",
        "play",
        "foul a 61",
        "lose-match b 143h",
    )
    events = [Event(number, act_from_text(line)) for number, line in enumerate(lines, 1)]
    assert fold(Setup(rulebook("icf"), "group"), events).winner == "a"
