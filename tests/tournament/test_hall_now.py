"""The hall at one moment: the state of every table from the call to the result."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from carrom.tournament.desk.hall_now import TableState, hall_json, hall_now
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.model.events import (
    MatchCalled,
    MatchStarted,
    PadEventNoted,
    ResultGiven,
    Retracted,
    SideReported,
    TableFreed,
    TableServiceSet,
)
from carrom.tournament.templates import tournament_template
from tests.tournament.desk import GROUPS, KNOCKOUT, Desk, groups_then_knockout, scenario_1

LATE: TableState = "past its reporting time"


def at(clock: str) -> datetime:
    return datetime.fromisoformat(f"2024-11-05T{clock}:00")


def drawn() -> Desk:
    desk = Desk(groups_then_knockout())
    desk.enter("A B C D")
    desk.draw(GROUPS)
    desk.record(MatchCalled(match=MatchId("M1"), table=2, umpire="Uma"), at="09:30")
    return desk


def test_table_state_from_the_call_to_the_result() -> None:
    desk = drawn()
    a, b = desk.view.sides(MatchId("M1"))

    def seen(clock: str) -> tuple[str, tuple[str, ...]]:
        row = hall_now(desk.view, at(clock)).tables[1]
        assert row.table == 2
        assert row.match is not None
        return row.state, row.match.missing

    assert seen("09:31") == ("called", (a, b))
    assert seen("09:45") == ("called", (a, b)), "the fifteen minutes are not over"
    assert seen("09:46") == (LATE, (a, b))
    assert [one.match for one in hall_now(desk.view, at("09:46")).late] == ["M1"]
    desk.record(SideReported(match=MatchId("M1"), side="b"), at="09:35")
    assert seen("09:36") == ("one side present", (a,))
    assert seen("09:46") == (LATE, (a,))
    desk.record(SideReported(match=MatchId("M1"), side="a"), at="09:36")
    assert seen("09:46") == ("both present", ())
    desk.record(MatchStarted(match=MatchId("M1")), at="09:40")
    assert seen("09:46") == ("in play", ())
    row = hall_now(desk.view, at("10:16")).tables[1].match
    assert row is not None
    assert (row.since, row.expected_end, row.is_over_time, row.umpire) == (at("09:40"), at("10:15"), True, "Uma")
    desk.record(PadEventNoted(match=MatchId("M1"), score=(5, 12)), at="10:00")
    noted = hall_now(desk.view, at("10:01")).tables[1].match
    assert noted is not None
    assert noted.score == (5, 12)
    assert a is not None
    assert b is not None
    desk.record(ResultGiven(match=MatchId("M1"), a=a, b=b, score=(25, 12), provisional=True), at="10:20")
    found = hall_now(desk.view, at("10:21"))
    assert found.tables[1].state == "free"
    assert [(one.match, one.text) for one in found.provisional] == [("M1", f"{a} – {b} 25–12")]
    assert (found.played, found.to_play) == (0, 5)


def test_score_from_a_pad_shows_that_the_match_is_in_play() -> None:
    desk = drawn()
    desk.record(PadEventNoted(match=MatchId("M1"), score=(5, 12)), at="09:50")
    assert hall_now(desk.view, at("11:00")).tables[1].state == "in play"


def test_table_out_of_service_with_and_without_a_match() -> None:
    desk = drawn()
    desk.record(TableServiceSet(table=2, works=False))
    desk.record(TableServiceSet(table=3, works=False))
    found = hall_now(desk.view, at("09:31"))
    assert [one.state for one in found.tables] == ["free", "to be moved", "out of service", "free"]
    assert [task.code for task in found.decisions] == ["move"]
    desk.record(TableFreed(match=MatchId("M1")))
    assert [one.state for one in hall_now(desk.view, at("09:31")).tables][1] == "out of service"


def test_match_on_hold_is_shown_at_its_table() -> None:
    desk = scenario_1()
    (final,) = (one.fixture.id for one in desk.state.in_stage(KNOCKOUT))
    desk.record(MatchCalled(match=final, table=1))
    fact = desk.state.matches[desk.match("R", "P")].result_fact
    assert fact is not None
    desk.record(Retracted(fact=fact), reason="wrong card")
    row = hall_now(desk.view, at("12:00")).tables[0]
    assert row.state == "on hold"
    assert row.match is not None
    assert [side.text for side in row.match.sides] == ["A1", "A2"]


@pytest.mark.parametrize("clock", ["09:31", "12:00"])
def test_hall_json_has_the_values_of_the_hall(clock: str) -> None:
    found = hall_json(hall_now(drawn().view, at(clock)))
    assert list(found) == ["at", "tables", "late", "provisional", "decisions", "played", "unsettled", "to_play"]
    assert [one["table"] for one in found["tables"]] == [1, 2, 3, 4]
    match = found["tables"][1]["match"]
    assert (match["id"], match["event"], match["title"], match["umpire"]) == ("M1", "Singles", "S group A", "Uma")
    assert match["sides"][0]["people"] == [match["sides"][0]["entry"]]
    assert (found["late"] == ["M1"]) == (clock == "12:00")


def test_unsettled_results_are_counted_apart() -> None:
    desk = scenario_1()
    match = desk.match("Q", "S")
    a, b = desk.view.known_sides(match)
    right = ResultGiven(match=match, a=a, b=b, score=(1, 25))
    before = hall_now(desk.view, desk.clock)
    desk.record(right, base=0, by="pad")  # two sources, and no decision yet
    found = hall_now(desk.view, desk.clock)
    assert (found.played, found.unsettled, found.to_play) == (before.played - 1, 1, before.to_play)
    assert hall_json(found)["unsettled"] == 1


def test_kreeda_players_report_ten_minutes_early_and_test_the_board_for_five() -> None:
    own = groups_then_knockout()
    (event,) = own.events
    stages = tuple(replace(stage, rulebook="kreeda-2024") for stage in event.stages)
    hall = tournament_template("kreeda-2024", day=own.day).hall
    desk = Desk(replace(own, hall=hall, events=(replace(event, stages=stages),)))
    desk.enter("A B C D")
    desk.draw(GROUPS)
    desk.record(MatchCalled(match=MatchId("M1"), table=2), at="10:00")
    table = hall_now(desk.view, at("10:06")).tables[1]
    assert table.state == LATE
    match = table.match
    assert match is not None
    assert match.game_at is not None
    assert match.test_from is not None
    assert match.game_at - match.report_by == timedelta(minutes=10)
    assert match.game_at - match.test_from == timedelta(minutes=5)
    shown = hall_json(hall_now(desk.view, at("10:06")))["tables"][1]["match"]
    assert (shown["report_by"][11:16], shown["test_from"][11:16], shown["game_at"][11:16]) == (
        "10:05",
        "10:10",
        "10:15",
    )


def test_other_rulebooks_have_no_start_time_before_play() -> None:
    match = hall_now(drawn().view, at("09:31")).tables[1].match
    assert match is not None
    assert (match.report_by, match.game_at, match.test_from) == (at("09:45"), None, None)
