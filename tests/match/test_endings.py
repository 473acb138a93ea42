"""Chapters IX, X, XVII: boards, games and matches won, lost, conceded or cut short; sides and slams."""

from __future__ import annotations

import pytest

from carrom.equipment import Seat
from carrom.match import PlayerId, RoundName, possible_acts
from carrom.match.log import acts as a
from carrom.match.log.notation import act_from_text
from tests.match.table import Table


@pytest.mark.law("52a", "53a", "53b")
def test_a_board_is_won_by_the_pieces_left_and_the_queen() -> None:
    table = Table()
    table.do(a.Toss("a"))
    table.board_to("a", 5, queen=True)
    assert table.points == (8, 0)
    table.board_to("a", 3)
    assert table.points == (11, 0)
    first, second = table.match.course.boards
    assert (first.winner, first.points, first.coins, first.queen) == ("a", 8, 5, "a")
    assert (second.winner, second.points, second.coins, second.queen) == ("a", 3, 3, "b")


@pytest.mark.law("26a", "26b")
def test_slams_are_all_pieces_in_the_first_turn() -> None:
    white = Table().begin()
    white.do(a.StrokeMade(own=4), a.StrokeMade(own=4, queen=True), a.StrokeMade(own=1))
    assert white.match.course.boards[0].slam == "white"
    assert white.points == (12, 0)
    black = Table().begin()
    black.do(a.StrokeMade(own=2), a.StrokeMade(), a.StrokeMade(own=8, queen=True), a.StrokeMade(own=1))
    assert black.match.course.boards[0].slam == "black"
    later = Table().begin()
    later.do(a.StrokeMade(own=2), a.StrokeMade(), a.StrokeMade(), a.StrokeMade(own=6, queen=True), a.StrokeMade(own=1))
    assert later.match.course.boards[0].slam is None
    second = Table().begin()
    second.do(a.StrokeMade(own=2), a.StrokeMade(), a.StrokeMade(), a.StrokeMade(), a.StrokeMade(own=8, queen=True))
    second.do(a.StrokeMade(own=1))
    assert (second.match.course.boards[0].winner, second.match.course.boards[0].slam) == ("b", None), "his second turn"
    lost = Table().begin()
    lost.do(a.StrokeMade(own=9))
    assert (lost.match.course.boards[0].winner, lost.match.course.boards[0].slam) == ("b", None)


@pytest.mark.law("87b", "108a")
@pytest.mark.parametrize("taken", [0, 1])
def test_winner_chooses_the_demand(taken: int) -> None:
    table = Table().begin()
    table.do(a.StrokeMade(own=8), a.StrokeMade(own=1, striker=True))
    assert table.match.phase == "demand"
    assert table.refused(a.Play()) == ("out-of-order", "46")
    assert table.refused(a.Demand(2)) == ("demand", "87b")
    table.do(a.Demand(taken))
    assert table.points == (0, 3 + taken)
    assert table.match.course.boards[0].demand == taken


@pytest.mark.law("56a")
def test_game_is_won_at_its_target() -> None:
    table = Table("vkk")
    table.do(a.Toss("a"))
    for _ in range(3):
        table.board_to("b", 9, queen=True)
    assert table.points == (0, 25)
    assert (table.match.winner, table.match.phase) == ("b", "over")
    assert table.refused(a.Play()) == ("out-of-order", "46")


@pytest.mark.law("56a", "56b")
def test_early_round_game_ends_after_eight_boards() -> None:
    for stage, games in (("pre-quarter-final", 1), ("quarter-final", 0)):
        table = Table(stage="pre-quarter-final" if stage == "pre-quarter-final" else "quarter-final")
        table.do(a.Toss("a"))
        for _ in range(8):
            table.board_to("a", 1)
        score = table.match.course.score
        assert score is not None
        assert sum(game.winner is not None for game in score.games) == games


@pytest.mark.law("56b", "vkk:level")
def test_level_game_is_decided_by_an_extra_board() -> None:
    table = Table("vkk")
    table.do(a.Toss("a"))
    for party in ("a", "b") * 3:
        table.board_to("a" if party == "a" else "b", 2)
    assert table.match.phase == "toss"
    assert table.refused(a.Play()) == ("out-of-order", "46")
    assert table.refused(a.Toss("b", "side")) == ("toss-choice", "56b")
    table.do(a.Toss("b"), a.Play())
    assert (table.board.is_extra, table.board.breaker) == (True, PlayerId("b"))
    table.do(a.ReplayBoard("140"), a.Play())
    assert (table.board.is_extra, table.board.breaker) == (True, PlayerId("b"))
    table.do(a.LoseBoard("b", "91"))
    assert table.match.winner == "a"
    score = table.match.course.score
    assert score is not None
    extra = score.games[0].extra
    assert (table.points, extra and (extra.a, extra.b)) == ((6, 6), (12, 0))


@pytest.mark.law("57", "58", "49a")
def test_singles_change_to_the_other_side_after_every_game() -> None:
    table = Table()
    table.do(a.Toss("a"))
    assert table.refused(a.ChangeSides()) == ("no-change", "58")
    for _ in range(3):
        table.board_to("a", 9, queen=True)
    assert table.refused(a.Play()) == ("sides-not-changed", "58")
    table.do(a.ChangeSides(), a.Play())
    assert table.match.course.seat(PlayerId("a")) is Seat.NORTH
    assert table.board.breaker == PlayerId("b")
    table.do(a.Concede("a", "game"), a.ChangeSides(), a.Play())
    assert table.match.course.seat(PlayerId("a")) is Seat.SOUTH
    assert table.board.breaker == PlayerId("a")
    table.do(a.Concede("b", "game"))
    assert (table.match.winner, table.match.phase) == ("a", "over")


@pytest.mark.law("59", "49a")
def test_doubles_change_seats_to_the_right() -> None:
    table = Table(doubles=True)
    table.do(a.Toss("a"), a.Concede("b", "game"), a.ChangeSides())
    course = table.match.course
    seats = {player.text(): course.seat(player) for player in (PlayerId(p, i) for p in ("a", "b") for i in (0, 1))}
    assert seats == {"a1": Seat.EAST, "b1": Seat.NORTH, "a2": Seat.WEST, "b2": Seat.SOUTH}
    table.do(a.Play(), a.StrokeMade())
    assert (table.board.breaker, table.board.turn) == (PlayerId("b", 0), PlayerId("a", 1))


@pytest.mark.parametrize(("stage", "boards"), [pytest.param("group", 4, marks=pytest.mark.law("60a")), ("final", 0)])
def test_third_game_changes_sides_after_four_boards_in_early_rounds(stage: RoundName, boards: int) -> None:
    table = Table(stage=stage)
    table.do(a.Toss("a"), a.Concede("a", "game"), a.Concede("b", "game"), a.ChangeSides())
    for _ in range(boards or 4):
        assert not table.match.course.is_change_due
        table.board_to("a", 1)
    assert table.match.course.is_change_due == bool(boards)


@pytest.mark.parametrize(
    "stage",
    [
        pytest.param("group", marks=pytest.mark.law("60a")),
        pytest.param("final", marks=pytest.mark.law("60b")),
    ],
)
def test_third_game_changes_sides_once_at_thirteen_points(stage: RoundName) -> None:
    table = Table(stage=stage)
    table.do(a.Toss("a"), a.Concede("a", "game"), a.Concede("b", "game"), a.ChangeSides())

    def is_change_due() -> bool:
        return table.match.course.is_change_due

    table.board_to("a", 9, queen=True)
    assert not is_change_due()
    table.board_to("a", 1)
    assert is_change_due()
    laws = [one.laws for one in table.match.happened if one.code == "sides-change"]
    assert laws == [("60a",) if stage == "group" else ("60b",)]
    table.do(a.ChangeSides())
    table.board_to("b", 9, queen=True)
    table.board_to("b", 7)
    assert not is_change_due()


@pytest.mark.law("60c")
def test_overlooked_change_of_sides_follows_the_board() -> None:
    table = Table()
    table.do(a.Toss("a"))
    assert table.refused(a.Unnoticed("60c")) == ("no-change", "60c")
    table.do(a.Concede("b", "game"))
    # Between boards nothing else can have gone unnoticed.
    for law in ("51", "82b", "83", "96", "125b"):
        assert table.refused(a.Unnoticed(law, PlayerId("a"))) == ("out-of-order", law)
    assert table.refused(a.Unnoticed("64a")) == ("law", "64a")
    late = table.do(a.Unnoticed("60c"))
    assert [(one.code, one.laws) for one in late.happened] == [("sides-change-late", ("60c",))]
    table.do(a.Play(), a.LoseBoard("a", "91"))
    assert table.match.course.is_change_due
    assert table.match.course.seat(PlayerId("a")) is Seat.SOUTH
    table.do(a.ChangeSides())
    assert table.match.course.seat(PlayerId("a")) is Seat.NORTH


@pytest.mark.law("139")
def test_conceding() -> None:
    early = Table()
    assert early.refused(a.Concede("a", "game")) == ("no-game", "139")
    early.do(a.Concede("a", "match"), at=90.0)
    assert (early.match.winner, early.match.phase, early.match.course.clocks.finished) == ("b", "over", 90.0)
    table = Table().begin()
    table.do(a.StrokeMade(own=1), a.Concede("b", "game"))
    score = table.match.course.score
    assert score is not None
    assert (score.games[0].winner, score.games[0].boards, table.match.board) == ("a", 0, None)


@pytest.mark.parametrize(
    "law",
    [
        pytest.param("143", marks=pytest.mark.law("143")),
        pytest.param("143a", marks=pytest.mark.law("143a")),
        pytest.param("143b", marks=pytest.mark.law("143b")),
        pytest.param("143c", marks=pytest.mark.law("143c")),
        pytest.param("143d", marks=pytest.mark.law("143d")),
        pytest.param("143e", marks=pytest.mark.law("143e")),
        pytest.param("143f", marks=pytest.mark.law("143f")),
        pytest.param("143g", marks=pytest.mark.law("143g")),
        pytest.param("143h", marks=pytest.mark.law("143h")),
        pytest.param("143i", marks=pytest.mark.law("143i")),
    ],
)
def test_misconduct_loses_the_match_by_an_existing_clause(law: str) -> None:
    table = Table().begin("b" if law == "143i" else "a")  # a player who has struck is present
    table.do(a.StrokeMade(own=2))
    for wrong in ("129", "143j", "143ab", "kreeda-2024:14d", ""):
        assert table.refused(a.LoseMatch("a", wrong)) == ("law", wrong)
    table.do(a.Warned("a", "129"), a.Warned("a", "129"))
    if law == "143b":  # the rest before the deciding game
        table.do(a.Concede("a", "game"), a.ChangeSides(), a.Concede("b", "game"))
    happened = table.do(a.LoseMatch("a", law, "as the chief referee decided")).happened
    assert [(one.code, one.laws) for one in happened] == [("match-lost", (law,)), ("match-won", (law,))]
    assert happened[0].data == {"by": "a", "reason": "as the chief referee decided"}
    assert (table.match.winner, table.match.phase, table.match.course.award_law) == ("b", "over", law)
    assert table.match.board is None


@pytest.mark.parametrize(
    "law",
    [
        pytest.param("kreeda-2024:14d", marks=pytest.mark.law("kreeda-2024:14d")),
        pytest.param("kreeda-2024:14d-i", marks=pytest.mark.law("kreeda-2024:14d-i")),
        pytest.param("kreeda-2024:14d-ii", marks=pytest.mark.law("kreeda-2024:14d-ii")),
        pytest.param("kreeda-2024:14d-iii", marks=pytest.mark.law("kreeda-2024:14d-iii")),
        pytest.param("kreeda-2024:14d-iv", marks=pytest.mark.law("kreeda-2024:14d-iv")),
        pytest.param("kreeda-2024:14d-v", marks=pytest.mark.law("kreeda-2024:14d-v")),
    ],
)
def test_match_lost_by_a_local_rule(law: str) -> None:
    kreeda = Table("kreeda-2024")
    assert kreeda.refused(a.LoseMatch("b", "vkk:toss")) == ("law", "vkk:toss")
    lost = act_from_text(f"lose-match b {law}")
    kreeda.do(lost)
    assert (kreeda.match.winner, kreeda.match.course.award_law) == ("a", law)


@pytest.mark.law("I-11")
@pytest.mark.parametrize(
    "law",
    [
        pytest.param("91", marks=pytest.mark.law("91")),
        pytest.param("126b", marks=pytest.mark.law("126b", "I-20")),
    ],
)
def test_board_lost_outside_a_stroke(law: str) -> None:
    table = Table().begin()
    table.do(a.StrokeMade(own=3), a.StrokeMade(own=1, queen=True))
    assert table.refused(a.LoseBoard("b", "129")) == ("law", "129")
    table.do(a.LoseBoard("b", law))
    # Nine of b's pieces and the queen covered by a.
    assert table.points == (12, 0)
    table.do(a.Play(), a.StrokeMade(own=4), a.StrokeMade(own=1, striker=True))
    # One of the two pieces to be placed came out of the pocket and counts; the due does not.
    table.do(a.LoseBoard("b", law))
    assert table.points == (12 + 5 + 3, 0)


@pytest.mark.parametrize(
    "law", [pytest.param("140", marks=pytest.mark.law("140")), pytest.param("142", marks=pytest.mark.law("142"))]
)
def test_replayed_board_does_not_count(law: str) -> None:
    table = Table()
    table.do(a.Toss("a"))
    table.board_to("b", 4)
    table.do(a.Play(), a.StrokeMade(own=5), a.StrokeMade(striker=True))
    assert table.refused(a.ReplayBoard("129")) == ("law", "129")
    table.do(a.ReplayBoard(law))
    assert (table.match.phase, table.match.board) == ("ready", None)
    table.do(a.Play())
    assert (table.points, table.board.number, table.board.breaker) == ((0, 4), 2, PlayerId("b"))
    assert (table.board.on["b"], table.match.course.cancelled) == (9, 1)
    table.do(a.LoseBoard("a", "91"))
    assert table.match.course.cancelled == 0


@pytest.mark.law("I-26")
def test_unfinished_board_scores_nothing_at_time_up() -> None:
    assert Table().begin().refused(a.TimeUp()) == ("no-time-limit", None)
    table = Table("four-break")
    table.do(a.Toss("a"))
    assert table.refused(a.TimeUp()) == ("no-game", "I-26")
    table.board_to("b", 4)
    table.do(a.Play(), a.StrokeMade(own=8), a.TimeUp())
    assert (table.points, table.match.winner, table.match.board) == ((0, 4), "b", None)
    level = Table("kreeda-2024").begin()
    level.do(a.StrokeMade(own=3), a.TimeUp())
    assert (level.match.phase, level.match.winner) == ("toss", None)
    level.do(a.Toss("b"))
    assert level.refused(a.TimeUp()) == ("extra-board", "56b")
    level.do(a.Play())
    assert level.board.is_extra
    level.do(a.LoseBoard("a", "91"))
    assert level.match.winner == "b"


@pytest.mark.law("XIX", "150")
def test_card_is_signed_after_the_match_without_open_protests() -> None:
    table = Table("vkk").begin()
    assert table.refused(a.Sign("umpire")) == ("out-of-order", "XIX")
    table.do(a.StrokeMade(), a.Protest("a", "a push"), a.Concede("a", "match"))
    assert table.match.winner == "b"
    assert table.match.announced is None
    assert table.refused(a.Sign("loser")) == ("protest-open", "150")
    table.do(a.ProtestDecided(1))
    assert table.refused(a.Sign("loser", "x" * 61)) == ("long-name", "XIX")
    table.do(a.Sign("loser", "x" * 60), a.Sign("umpire"))
    assert table.refused(a.Sign("loser")) == ("signed", "XIX")
    assert table.match.announced == "b"


@pytest.mark.law("143d")
def test_insults_cost_the_match_until_the_card_is_signed() -> None:
    table = Table()
    table.do(a.Toss("a"), a.Concede("b"), a.Sign("loser", "b"))
    assert table.refused(a.LoseMatch("a", "143f")) == ("match-over", "143f")
    table.do(a.LoseMatch("a", "143d", "shouted"))
    assert (table.match.winner, table.match.course.award_law, table.match.course.signatures) == ("b", "143d", ())
    lost = table.match
    table.do(a.Sign("loser"), a.Sign("umpire"))
    assert table.refused(a.LoseMatch("b", "143c")) == ("match-over", "143c")
    assert "lose-match" not in possible_acts(table.match)
    # An upheld protest restores the match that was won.
    table.match = lost
    withheld = table.do(a.Protest("a", "it was somebody else"), a.ProtestWritten(1))
    assert withheld.announced is None
    table.do(a.ProtestDecided(1, upheld=True))
    assert (table.match.phase, table.match.announced) == ("over", "a")


@pytest.mark.law("143h", "I-49")
def test_match_loss_for_disturbing_needs_a_warning() -> None:
    table = Table().begin()
    assert table.refused(a.LoseMatch("b", "143h")) == ("not-warned", "143h")
    table.do(a.Warned("a", "143h"))
    assert table.refused(a.LoseMatch("b", "143h")) == ("not-warned", "143h")
    table.do(a.Warned("b", "129"))
    assert table.refused(a.LoseMatch("b", "143h")) == ("not-warned", "143h"), "the third act is punished"
    table.do(a.Foul("b", "129"), a.LoseMatch("b", "143h"))
    assert table.match.winner == "a"


@pytest.mark.law("143b")
def test_only_the_last_rest_can_be_overstayed() -> None:
    table = Table()
    table.do(a.Toss("a"), a.Concede("a", "game"), a.ChangeSides())
    assert table.refused(a.LoseMatch("b", "143b")) == ("no-interval", "138")
    table.do(a.Concede("b", "game"), a.ChangeSides())
    before = table.match
    table.do(a.Play())
    assert table.refused(a.LoseMatch("b", "143b")) == ("no-interval", "138")
    table.match = before
    table.do(a.LoseMatch("b", "143b"))
