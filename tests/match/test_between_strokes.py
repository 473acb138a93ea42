"""Acts between strokes: the call, readiness, the umpire's stop, offences at any time, warnings."""

from __future__ import annotations

import pytest

from carrom.equipment import Position
from carrom.laws.register import register
from carrom.match import Match, PlayerId, Refused, apply, deadlines, game_seconds_left, possible_acts, tell, view
from carrom.match.log import acts as a
from carrom.match.parties import PARTIES, Party
from carrom.match.views.score_card import score_card
from tests.match.table import Table
from tests.refusals import mentions

A, B = PlayerId("a"), PlayerId("b")
A2, B2 = PlayerId("a", 1), PlayerId("b", 1)


def running(table: Table) -> dict[str, tuple[float, str]]:
    return {one.what: (one.at, one.law) for one in deadlines(table.match)}


def codes(match: Match) -> list[str]:
    return [one.code for one in match.happened]


# --- the call and readiness -------------------------------------------------------------------------------------------


@pytest.mark.law("143i")
def test_players_have_fifteen_minutes_to_report() -> None:
    table = Table()
    table.do(a.Called(), at=100.0)
    assert running(table) == {"report": (1000.0, "143i")}
    assert table.refused(a.Called(), at=110.0) == ("called", "143i")
    table.do(a.Reported("a"), at=120.0)
    assert running(table) == {"report": (1000.0, "143i")}
    assert table.refused(a.Reported("a"), at=121.0) == ("reported", "143i")
    assert table.refused(a.LoseMatch("b", "143i"), at=999.0) == ("time-left", "143i")
    assert table.refused(a.LoseMatch("a", "143i"), at=1001.0) == ("reported", "143i")
    table.do(a.LoseMatch("b", "143i"), at=1001.0)
    assert (table.match.winner, table.match.course.award_law) == ("a", "143i")


@pytest.mark.law("143i")
def test_arrival_ends_the_wait_and_late_arrival_is_refused() -> None:
    table = Table()
    table.do(a.Called(), at=0.0)
    assert table.do(a.Reported("b"), at=899.0).happened[0].data == {"party": "b", "late": False}
    assert table.do(a.Reported("a"), at=901.0).happened[0].data == {"party": "a", "late": True}
    assert running(table) == {}
    shown = view(table.match)
    assert (shown.called, shown.reported, shown.ready) == (True, ("b", "a"), ())
    begun = Table()
    begun.do(a.Called(), at=0.0)
    begun.begin(at=10.0)
    assert "report" not in running(begun)


def test_umpire_decides_on_absence_without_times() -> None:
    table = Table()
    table.do(a.Called(), a.LoseMatch("b", "143i"))
    assert table.match.winner == "a"


def test_each_side_reports_ready_before_every_board() -> None:
    table = Table()
    assert table.refused(a.Ready("a")) == ("out-of-order", "46")
    table.do(a.Toss("a"), a.Ready("b"))
    assert view(table.match).ready == ("b",)
    assert table.refused(a.Ready("b")) == ("ready", "46")
    table.do(a.Ready("a"))
    assert "ready" not in possible_acts(table.match)
    table.do(a.Play(), a.LoseBoard("a", "91"))
    assert view(table.match).ready == ()
    assert "ready" in possible_acts(table.match)


# --- striker and placing ----------------------------------------------------------------------------------------------


@pytest.mark.law("50", "124b")
def test_stroke_clock_runs_from_picking_up_the_striker() -> None:
    table = Table().begin(at=0.0)
    assert table.refused(a.StrikerUp(), at=1.0) == ("no-striker", "124b")
    table.do(a.StrokeMade(own=1), at=2.0)
    assert table.refused(a.StrikerUp(), at=3.0) == ("no-striker", "124b"), "his own time runs from the stroke (124a)"
    table.do(a.StrokeMade(), at=5.0)
    assert running(table)["stroke"] == (20.0, "50")
    table.do(a.StrikerUp(), at=11.0)
    assert running(table)["stroke"] == (26.0, "50")
    assert table.refused(a.StrikerUp(), at=12.0) == ("no-striker", "124b"), "no clock starts twice"


@pytest.mark.law("88a")
def test_placing_clock_runs_from_the_umpires_call() -> None:
    table = Table().begin(at=0.0)
    table.do(a.StrokeMade(own=2), at=2.0)
    assert table.refused(a.PlaceCalled(), at=2.0) == ("out-of-order", "88a")
    table.do(a.StrokeMade(striker=True), at=4.0)
    table.do(a.StrikerUp(), at=6.0)
    assert running(table)["placing"] == (19.0, "88a"), "while something is placed no stroke's time runs"
    table.do(a.PlaceCalled(), at=10.0)
    assert running(table)["placing"] == (25.0, "88a")
    assert table.refused(a.PlaceCalled(), at=11.0) == ("place-called", "88a")
    table.do(a.Place(), at=12.0)
    assert running(table)["stroke"] == (27.0, "50")


# --- appeals and stops ------------------------------------------------------------------------------------------------


@pytest.mark.law("121a")
@pytest.mark.parametrize("act", [a.Stop("an insect"), a.Appeal("a"), a.Appeal(B)], ids=["stop", "party", "player"])
def test_clocks_are_stopped_until_play(act: a.Act) -> None:
    table = Table("kreeda-2024").begin(at=0.0)
    table.do(a.StrokeMade(own=1), at=5.0)
    table.do(act, at=8.0)
    assert (table.match.phase, running(table)) == ("appeal", {})
    assert game_seconds_left(table.match, 500.0) == 1792.0
    table.do(a.Play(), at=100.0)
    assert running(table) == {"stroke": (107.0, "50"), "game": (1892.0, "I-26")}


@pytest.mark.law("121b", "121a")
def test_stroke_during_an_appeal_cites_its_penalty() -> None:
    for act in (a.Appeal("a"), a.Stop("dust")):
        table = Table().begin()
        table.do(act)
        assert table.refused(a.StrokeMade()) == ("out-of-order", "121b")
        table.do(a.LoseBoard("a", "121b"))
        assert table.points == (0, 12)


def test_unknown_player_cannot_appeal() -> None:
    assert Table().begin().refused(a.Appeal(A2)) == ("no-such-player", "121a")
    assert Table().begin().refused(a.Foul(B2, "129")) == ("no-such-player", "129")
    assert Table().begin().refused(a.Warned(B2, "129")) == ("no-such-player", "129")
    assert Table().refused(a.StrikerChecked(A2)) == ("no-such-player", "115")


def between_games() -> Table:
    table = Table()
    table.do(a.Toss("a"), at=0.0)
    for _ in range(3):
        table.board_to("a", 9, queen=True, at=100.0)
    return table


@pytest.mark.law("61", "121a")
def test_stop_between_boards_costs_no_time() -> None:
    table = between_games()
    assert running(table) == {"change": (220.0, "61")}
    table.do(a.Stop("the light went out"), at=150.0)
    assert (table.match.phase, running(table)) == ("appeal", {})
    # Only acts that need a board in progress are refused.
    assert table.refused(a.LoseBoard("a", "91"), at=151.0) == ("out-of-order", "91")
    assert table.refused(a.ReplayBoard("140"), at=151.0) == ("out-of-order", "140")
    assert table.refused(a.Arrange(Position.start()), at=151.0) == ("out-of-order", "134")
    table.do(a.Play(), at=450.0)
    assert (table.match.phase, table.match.board, running(table)) == ("ready", None, {"change": (520.0, "61")})


@pytest.mark.parametrize("phase", ["toss", "ready", "demand"])
def test_appeal_outside_a_board_changes_nothing(phase: str) -> None:
    table = Table()
    if phase != "toss":
        table.do(a.Toss("a"))
    if phase == "demand":
        table.do(a.Play(), a.StrokeMade(own=8), a.StrokeMade(own=1, striker=True))
    before, may_come = table.match.course, possible_acts(table.match)
    table.do(a.Appeal("b"), a.Play())
    assert (table.match.phase, table.match.course) == (phase, before)
    assert possible_acts(table.match) == may_come


def test_time_up_waits_for_the_demand() -> None:
    club = Table("kreeda-2024").begin()
    club.do(a.StrokeMade(own=8), a.StrokeMade(own=1, striker=True))
    assert club.match.phase == "demand"
    club.do(a.Stop("noise"))
    assert club.refused(a.TimeUp()) == ("demand", "87b")
    club.do(a.Play(), a.Demand(0), a.TimeUp())
    assert club.match.winner == "b"
    fresh = Table("kreeda-2024")
    fresh.do(a.Stop("noise"))
    assert fresh.refused(a.TimeUp()) == ("no-game", "I-26")


def test_kreeda_game_clock_does_not_start_with_a_stop() -> None:
    table = Table("kreeda-2024").begin(at=0.0)
    table.do(a.LoseBoard("a", "91"), at=100.0)
    table.do(a.Stop("rain"), at=110.0)
    table.do(a.Play(), at=200.0)
    assert game_seconds_left(table.match, 900.0) == 1700.0
    hour = Table("four-break").begin(at=0.0)
    hour.do(a.LoseBoard("a", "91"), at=100.0)
    hour.do(a.Stop("rain"), at=110.0)
    hour.do(a.Play(), at=200.0)
    assert running(hour)["game"] == (3690.0, "I-26")


# --- fouls at any time ------------------------------------------------------------------------------------------------


@pytest.mark.law("I-35")
@pytest.mark.parametrize("phase", ["toss", "ready", "demand", "suspended"])
@pytest.mark.parametrize("party", PARTIES)
def test_offence_outside_play_is_owed_in_the_next_board(phase: str, party: Party) -> None:
    table = Table()
    if phase != "toss":
        table.do(a.Toss("a"))
    if phase == "demand":
        table.do(a.Play(), a.StrokeMade(own=8), a.StrokeMade(own=1, striker=True))
    if phase == "suspended":
        table.do(a.Stop("noise"))
    match = table.do(a.Foul(party, "122b"))
    assert [(one.code, one.laws, one.data) for one in match.happened] == [
        ("technical-foul", ("122b", "I-35"), {"party": party, "carried": True})
    ]
    assert mentions(tell(match)[-1], party, "122b", "I-35")
    assert view(match).carried[party] == 1
    if phase == "toss":
        table.do(a.Toss("a"))
    if phase == "demand":
        table.do(a.Demand(0))
    if phase == "suspended":
        table.do(a.Play())
    table.do(a.Play())
    assert (table.board.owed[party], table.board.turn.party) == (1, "b" if phase == "demand" else "a")
    assert view(table.match).carried[party] == 0
    table.do(a.LoseBoard("a", "91"), a.Play())
    assert table.board.owed[party] == 0, "it is settled with that board"


def test_replayed_board_restores_carried_dues() -> None:
    table = Table()
    table.do(a.Toss("a"), a.Foul("b", "122b"), a.Play(), a.Foul("a", "129"))
    assert (table.board.owed.a, table.board.owed.b) == (1, 1)
    table.do(a.ReplayBoard("140"), a.Play())
    assert (table.board.owed.a, table.board.owed.b) == (0, 1)


@pytest.mark.law("I-35", "63a")
def test_offence_during_an_appeal_is_technical_and_placed_later() -> None:
    table = Table().begin(at=0.0)
    table.do(a.StrokeMade(own=2), at=5.0)
    table.do(a.Appeal("b"), at=8.0)
    table.do(a.Foul("a", "134"), at=9.0)
    # He had struck, but play was stopped: he keeps his turn.
    assert (table.match.phase, table.board.turn) == ("appeal", A)
    assert (table.board.placing[0].party, table.board.placing[0].by) == ("a", B)
    table.do(a.Play(), at=50.0)
    assert (table.match.phase, running(table)) == ("placing", {"placing": (65.0, "88a")})
    nothing = Table().begin(at=0.0)
    nothing.do(a.Appeal("b"), at=4.0)
    nothing.do(a.Foul("b", "134"), at=5.0)
    nothing.do(a.Play(), at=10.0)
    assert (nothing.board.owed.b, running(nothing)) == (1, {"stroke": (21.0, "46")})


@pytest.mark.law("I-32", "63a")
@pytest.mark.parametrize("offence", [a.Foul("a", "129"), a.Foul(A, "129"), a.Timeout(), a.Talk(A)])
def test_offence_between_break_attempts_is_technical(offence: a.Act) -> None:
    table = Table().begin()
    table.do(a.StrokeMade(touched=False))
    match = table.do(offence)
    assert codes(match) == ["technical-foul"]
    assert match.happened[0].laws[-2:] == ("I-32", "72c")
    assert (table.board.turn, table.board.attempt, table.board.owed.a) == (A, 2, 1)
    table.do(a.StrokeMade(own=2))
    table.do(a.Place())
    assert codes(table.do(a.Foul("a", "129"))) == ["foul", "turn-passes"]


@pytest.mark.law("63b")
def test_partner_is_not_in_turn() -> None:
    table = Table(doubles=True).begin()
    table.do(a.StrokeMade(own=2))
    match = table.do(a.Foul(A2, "131"))
    assert [(one.code, one.laws, one.data) for one in match.happened] == [
        ("technical-foul", ("131", "63b"), {"party": "a", "player": "a2"})
    ]
    assert table.board.turn == A
    table.do(a.Place(), a.Foul(A, "131"))
    assert table.board.turn != A


def test_foul_names_its_player() -> None:
    table = Table().begin()
    assert "technical foul of a1 (129, 63a, 72c)" in tell(table.do(a.Foul(A, "129")))


# --- warnings and equipment -------------------------------------------------------------------------------------------


def test_warnings_are_counted_for_each_player_and_law() -> None:
    table = Table(doubles=True).begin()
    counts = []
    for act in (
        a.Warned(A, "129"), a.Warned(A, "129"), a.Warned(A2, "129"), a.Warned(A, "132"), a.Warned("a", "129"),
        a.Warned(A, "129"), a.Warned(B, "129"),
    ):  # fmt: skip
        (happened,) = table.do(act).happened
        counts.append((happened.data["who"], happened.laws[0], happened.data["count"]))
    assert counts == [
        ("a1", "129", 1), ("a1", "129", 2), ("a2", "129", 1), ("a1", "132", 1), ("a", "129", 1),
        ("a1", "129", 4), ("b1", "129", 1),
    ]  # fmt: skip
    assert mentions(tell(table.match)[-1], 1, "b1", "129")
    shown = view(table.match).json()["warnings"]
    assert shown[1] == {"who": "a1", "law": "129", "count": 2, "game": 1, "board": 1}
    assert any(mentions(one, 1, 1, 2, "a1", "129") for one in score_card(table.match).remarks)
    assert table.board.owed.a == 0


def test_singles_warnings_survive_a_protest() -> None:
    table = Table().begin()
    table.do(a.Warned("a", "129"), a.Protest("b", "x"), a.ProtestWritten(1), a.ProtestDecided(1, upheld=True))
    assert table.do(a.Warned(A, "129")).happened[0].data == {"who": "a1", "count": 2}
    assert table.refused(a.Warned("a", "140")) == ("law", "140")


@pytest.mark.law("115", "119", "122a", "122b")
def test_equipment_notes_reach_the_card() -> None:
    table = Table()
    table.do(a.StrikerChecked(A, "13 g"), a.Toss("a"), a.Powder(), a.BoardChanged("a crack"))
    striker, powder, board = table.match.course.remarks
    assert (striker.law, powder.law, board.law) == ("115", "122a", "119")
    assert mentions(striker.text, "a1", "13 g")
    assert mentions(board.text, "a crack")
    table.do(a.Play())
    assert table.refused(a.Powder()) == ("out-of-order", "122b")
    assert table.refused(a.BoardChanged()) == ("out-of-order", "119")
    table.do(a.StrikerChecked(B), a.Stop("dust"))
    assert table.refused(a.Powder()) == ("board-in-play", "122b")
    assert table.refused(a.BoardChanged()) == ("board-in-play", "119")


# --- ends of trial boards and rests ---


@pytest.mark.law("40")
def test_a_trial_board_has_an_end() -> None:
    table = Table()
    table.do(a.Toss("a"))
    assert table.refused(a.Trial("a", over=True)) == ("no-trial", "40")
    table.do(a.Trial("a"))
    assert table.match.course.trial is not None
    over = table.do(a.Trial("a", over=True))
    assert (codes(over), over.course.trial, over.course.trials) == (["trial-over"], None, ("a",))
    assert table.refused(a.Trial("a")) == ("trial-taken", "40")
    table.do(a.Trial("b"), a.Play())
    assert table.match.course.trial is None


@pytest.mark.law("138", "143b")
def test_rest_can_be_overstayed_only_after_its_end() -> None:
    table = between_games()
    for _ in range(3):
        table.board_to("b", 9, queen=True, at=1000.0)
    table.do(a.ChangeSides(), a.Interval(), at=1100.0)
    assert running(table) == {"interval": (1700.0, "138")}
    assert table.refused(a.LoseMatch("a", "143b"), at=1699.0) == ("time-left", "143b")
    table.do(a.Stop("fire drill"), at=1200.0)
    table.do(a.Play(), at=1500.0)
    assert running(table) == {"interval": (2000.0, "138")}
    in_time = apply(table.match, table.match.next_event(a.Interval(over=True), at=1990.0))
    assert not isinstance(in_time, Refused)
    assert (in_time.match.happened[0].data, deadlines(in_time.match)) == ({"late": False}, ())
    late = table.do(a.Interval(over=True), at=2001.0)
    assert [(one.laws, one.data) for one in late.happened] == [(("138", "143b"), {"late": True})]
    assert table.refused(a.Interval(over=True), at=2002.0) == ("interval-over", "138")
    assert "interval" not in possible_acts(table.match)
    table.do(a.LoseMatch("a", "143b"), at=2003.0)
    assert table.match.winner == "b"


def test_rest_without_times_is_taken_once() -> None:
    table = Table()
    table.do(a.Toss("a"), a.Concede("a", "game"), a.ChangeSides(), a.Concede("b", "game"), a.ChangeSides())
    table.do(a.Interval())
    assert table.refused(a.Interval()) == ("interval-taken", "138")
    table.do(a.Interval(over=True), a.Play())
    assert table.board.game == 3


def test_laws_of_acts_are_in_the_register() -> None:
    table = Table().begin()
    table.do(a.Appeal("a"), a.Foul("a", "134"), a.Play())
    for step in table.match.steps():
        for happening in step.happened:
            assert set(happening.laws) <= set(register())


# --- combinations ---


@pytest.mark.law("63b", "132")
def test_talking_partner_commits_a_technical_foul() -> None:
    table = Table(doubles=True).begin()
    table.do(a.StrokeMade(own=2), a.StrokeMade(queen=True))
    assert codes(table.do(a.Talk(A2))) == ["technical-foul"]
    assert (table.board.turn, table.board.queen) == (A, "pending")


@pytest.mark.parametrize(
    ("between", "end"),
    [
        ([(5.0, a.Appeal("a")), (6.0, a.ProtestWritten(1)), (10.0, a.Play())], 23.0),
        ([(6.0, a.ProtestWritten(1))], 19.0),
        ([(5.0, a.Appeal("a")), (10.0, a.Play())], 23.0),
    ],
)
def test_protest_during_an_appeal_gives_no_new_time(between: list[tuple[float, a.Act]], end: float) -> None:
    table = Table().begin(at=1.0)
    table.do(a.StrokeMade(own=1), at=2.0)
    table.do(a.Protest("a", "x"), at=4.0)
    for at, act in between:
        table.do(act, at=at)
    assert running(table)["stroke"] == (end, "50")


def test_no_clock_starts_while_a_protest_is_lodged() -> None:
    table = Table().begin(at=1.0)
    table.do(a.StrokeMade(opponent=1), at=2.0)
    table.do(a.Protest("b", "x"), at=3.0)
    table.do(a.StrikerUp(), at=6.0)
    assert "stroke" not in running(table)
    table.do(a.Play(), at=10.0)
    assert running(table)["stroke"] == (25.0, "50")
    placing = Table().begin(at=0.0)
    placing.do(a.StrokeMade(own=1), at=1.0)
    placing.do(a.StrokeMade(striker=True), at=2.0)
    placing.do(a.Protest("b", "x"), at=3.0)
    placing.do(a.PlaceCalled(), at=6.0)
    assert "placing" not in running(placing)
    placing.do(a.ProtestWritten(1), at=10.0)
    assert running(placing)["placing"] == (25.0, "88a")


@pytest.mark.parametrize("act", [a.LoseBoard("a", "91"), a.Appeal("a")])
def test_game_time_is_unknown_without_times(act: a.Act) -> None:
    table = Table("kreeda-2024").begin(at=8.0)
    table.do(a.StrokeMade(), at=1200.0)
    table.do(act)
    table.do(a.Play(), at=1260.0)
    assert "game" not in running(table)
    table.do(a.TimeUp(), at=1300.0)


def test_upheld_protest_reopens_seats_and_trial_boards() -> None:
    table = Table()
    table.do(a.LoseMatch("a", "143i"), a.Protest("a", "we were here"), a.ProtestWritten(1))
    table.do(a.ProtestDecided(1, upheld=True), a.Toss("a"), a.Trial("a"))
    assert table.match.course.trials == ("a",)


@pytest.mark.law("122b")
def test_powder_is_refused_during_a_board() -> None:
    table = Table().begin()
    table.do(a.StrokeMade(own=1), a.Appeal("a"))
    assert table.refused(a.Powder()) == ("board-in-play", "122b")
    table.do(a.Play(), a.LoseBoard("b", "91"), a.Appeal("a"), a.Powder())


@pytest.mark.parametrize("act", [a.Remark(), a.Remark(" "), a.Remark(law="129")])
def test_empty_remark_is_refused(act: a.Remark) -> None:
    table = Table().begin()
    assert table.refused(act) == ("no-text", None)


@pytest.mark.law("67", "68")
def test_remark_on_positions_cites_the_laws() -> None:
    table = Table().begin()
    table.do(a.Remark("y", rim=True, overlap=True))
    assert [happening.laws for happening in table.match.happened] == [("67", "68")]


def test_remark_cites_each_law_once() -> None:
    table = Table().begin()
    table.do(a.Remark("y", "68", rim=True, overlap=True))
    assert [happening.laws for happening in table.match.happened] == [("68", "67")]


@pytest.mark.law("I-35")
@pytest.mark.parametrize("end", [a.LoseMatch("a", "143d"), a.Concede("b"), a.Concede("b", "game")])
def test_offence_after_the_match_owes_nothing(end: a.Act) -> None:
    table = Table("vkk")
    table.do(a.Toss("a"), a.Foul("a", "129"))
    assert table.match.course.carried.a == 1
    table.do(end)
    assert (table.match.phase, table.match.course.carried.a) == ("over", 0)
