"""Calling matches to tables: never with open sides, with a player at two tables, or onto a taken table."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime

import pytest

from carrom.base.errors import Refused
from carrom.tournament.desk.blockers import decision_awaited
from carrom.tournament.desk.calling import CallQueue, call_match, group_by_cause, next_calls
from carrom.tournament.desk.decisions import tasks
from carrom.tournament.desk.drawing import rule_seats
from carrom.tournament.desk.hall import matches_on_tables
from carrom.tournament.desk.hall_now import hall_now
from carrom.tournament.desk.order_of_play import order_of_play
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.model.definition import Hall
from carrom.tournament.model.events import (
    MatchCalled,
    MatchStarted,
    PersonChecked,
    PersonRecorded,
    Retracted,
    SideReported,
    TableFreed,
    TableServiceSet,
)
from carrom.tournament.model.people import Person, PersonId
from carrom.tournament.schedule.umpires import Umpire
from carrom.tournament.seating.now import TournamentNow
from tests.tournament.desk import GROUPS, KNOCKOUT, Desk, groups_then_knockout, scenario_1
from tests.tournament.test_played_places import FINAL, play, tree


def at(clock: str) -> datetime:
    return datetime.fromisoformat(f"2024-11-05T{clock}:00")


def three_groups() -> Desk:
    """Ten in three groups of which one goes on: the winner of one group has a bye."""
    desk = Desk(groups_then_knockout(3, 1))
    desk.enter("A B C D E F G H I J")
    desk.draw(GROUPS)
    desk.draw(KNOCKOUT)
    return desk


def call(desk: Desk, match: str, table: int, clock: str = "09:30", **more: str) -> None:
    found = call_match(desk.view, MatchId(match), table, now=at(clock), **more)
    assert isinstance(found, MatchCalled), found
    desk.record(found, at=clock)


def assert_refused(
    desk: Desk, code: str, match: str, table: int, clock: str = "09:30", *, quotes: tuple[str, ...] = (), **more: str
) -> None:
    """Expect a call to be refused with this code, in a text that quotes the values."""
    found = call_match(desk.view, MatchId(match), table, now=at(clock), **more)
    assert isinstance(found, Refused)
    assert found.code == code, found.text
    for one in quotes:
        assert one in found.text


def test_match_after_a_bye_waits_for_the_whole_group() -> None:
    desk = three_groups()
    final = next(one.fixture.id for one in desk.state.in_stage(KNOCKOUT) if one.fixture.round == "final")
    groups = {one.fixture.id for one in desk.state.in_stage(GROUPS)}
    slot = {one.match: one.slot for one in order_of_play(desk.view)}
    assert max(slot[match] for match in groups) < slot[final]
    called, waiting = next_calls(desk.view, at("09:30"))
    assert {one.match for one in called} <= groups
    assert {one.match: one.cause for one in waiting}[final] == "feeder"


def test_match_with_open_sides_is_never_called() -> None:
    desk = three_groups()
    for record in desk.state.in_stage(KNOCKOUT):
        if desk.view.status(record.fixture.id) == "waiting":
            assert_refused(desk, "sides-open", record.fixture.id, 4, reason="the mayor is here")
    assert matches_on_tables(desk.view) == ()


def test_absent_player_waits_once_most_are_checked_in() -> None:
    desk = Desk(groups_then_knockout())
    desk.enter("A B C D")
    desk.draw(GROUPS)
    match = desk.match("A", "D")
    for name in "AB":
        desk.record(PersonChecked(person=PersonId(name), what="here"))
    assert next_calls(desk.view, desk.clock)[1][0].cause != "absent", (
        "half of the players are too few to call the others absent"
    )
    desk.record(PersonChecked(person=PersonId("C"), what="here"))
    called, waiting = next_calls(desk.view, desk.clock)
    assert match not in [one.match for one in called]
    assert next(one for one in waiting if one.match == match).cause == "absent"
    assert_refused(desk, "call-absent", match, 1, quotes=("D",))
    desk.record(PersonChecked(person=PersonId("D"), what="here"))
    call(desk, match, 1)


def test_player_is_never_called_to_two_tables() -> None:
    desk = Desk(groups_then_knockout())
    desk.enter("A B C D")
    desk.draw(GROUPS)
    one, other = desk.match("A", "B"), desk.match("A", "C")
    call(desk, one, 1)
    assert_refused(desk, "call-playing", other, 2, quotes=("A", "1", one))
    assert_refused(desk, "table-taken", other, 1, quotes=(one,))
    assert_refused(desk, "no-table", other, 9, quotes=("9", "4"))
    desk.record(desk.given("A", "B", 25, 3), at="10:00")
    assert_refused(desk, "call-rest", other, 2, "10:20", quotes=("A", "10:35"))
    call(desk, other, 2, "10:20", reason="both want to")
    assert_refused(desk, "not-open", one, 3, "10:21")


def test_match_on_a_table_out_of_service_is_called_first() -> None:
    desk = Desk(groups_then_knockout())
    desk.enter("A B C D")
    desk.draw(GROUPS)
    one, other = desk.match("A", "B"), desk.match("C", "D")
    call(desk, one, 3)
    desk.record(TableServiceSet(table=3, works=False), at="09:40")
    (task,) = tasks(desk.view)
    assert (task.code, task.match) == ("move", one)
    called, _ = next_calls(desk.view, at("09:41"))
    assert [(call.match, call.table) for call in called] == [(one, 1), (other, 2)]
    assert_refused(desk, "table-out", one, 3)
    call(desk, one, 4, "09:42")
    assert [(sits.match, sits.table) for sits in matches_on_tables(desk.view)] == [(one, 4)]
    assert tasks(desk.view) == []


def test_match_on_hold_keeps_its_table_until_it_is_freed() -> None:
    desk = scenario_1()
    (final,) = (one.fixture.id for one in desk.state.in_stage(KNOCKOUT))
    call(desk, final, 1, "12:00")
    result = desk.state.matches[desk.match("R", "P")].result_fact
    assert result is not None
    desk.record(Retracted(fact=result), reason="wrong card", at="12:05")
    assert desk.view.status(final) == "on hold"
    replayed = desk.match("R", "P")
    assert_refused(desk, "table-taken", replayed, 1, "12:10", quotes=(final, "on hold"))
    called, waiting = next_calls(desk.view, at("12:30"))
    assert [(one.match, one.table) for one in called] == [(replayed, 2)]
    assert waiting == ()
    desk.record(TableFreed(match=final), at="12:31")
    assert matches_on_tables(desk.view) == ()
    assert desk.refused(TableFreed(match=final)) == "not-called"
    call(desk, replayed, 1, "12:40")


def test_match_waits_for_the_tie_that_decides_its_side() -> None:
    desk = Desk(groups_then_knockout())
    desk.enter("A B C")
    desk.draw(GROUPS)
    desk.draw(KNOCKOUT)
    desk.play("A", "B", 25, 5)
    desk.play("B", "C", 25, 5)
    desk.play("C", "A", 25, 5)
    _, waiting = next_calls(desk.view, at("12:00"))
    (final,) = (one.fixture.id for one in desk.state.in_stage(KNOCKOUT))
    why = decision_awaited(desk.view, final)
    assert why is not None
    assert "A1" in why
    assert [(one.match, one.cause, one.why) for one in waiting] == [(final, "held", why)]
    assert [row.why for row in group_by_cause(waiting)] == [why.removeprefix("waits ")]
    assert_refused(desk, "sides-open", final, 1, quotes=(why,), reason="now")


def test_match_at_a_table_is_neither_called_nor_waiting() -> None:
    desk = Desk(groups_then_knockout())
    desk.enter("A B C D")
    desk.draw(GROUPS)
    one = desk.match("A", "B")
    call(desk, one, 1)
    called, waiting = next_calls(desk.view, at("09:40"))
    assert one not in {wait.match for wait in waiting} | {call.match for call in called}


@pytest.mark.parametrize("body", [SideReported, MatchStarted, TableFreed])
def test_only_a_called_match_is_reported_started_or_freed(body: type) -> None:
    desk = Desk(groups_then_knockout())
    desk.enter("A B C D")
    desk.draw(GROUPS)
    assert desk.refused(body(match=MatchId("M1"))) == "not-called"
    desk.record(MatchCalled(match=MatchId("M1"), table=1))
    desk.record(body(match=MatchId("M1")))


def test_match_that_moves_to_another_table_stays_in_play() -> None:
    desk = Desk(groups_then_knockout())
    desk.enter("A B C D")
    desk.draw(GROUPS)
    one = MatchId("M1")
    desk.record(MatchCalled(match=one, table=1, umpire="Uma"), at="09:30")
    desk.record(SideReported(match=one, side="b"), at="09:31")
    assert desk.state.matches[one].reported == {"b"}
    desk.record(MatchStarted(match=one), at="09:35")
    desk.record(MatchCalled(match=one, table=2), at="09:50")
    moved = desk.state.matches[one]
    assert (moved.table, moved.called, moved.started, moved.umpire) == (2, at("09:30"), at("09:35"), "Uma")
    desk.record(TableFreed(match=one), at="09:55")
    desk.record(MatchCalled(match=one, table=3), at="10:00")
    again = desk.state.matches[one]
    assert (again.called, again.started, again.reported, again.umpire) == (at("10:00"), None, frozenset(), None)


def test_player_whose_check_in_was_undone_is_not_called() -> None:
    desk = Desk(groups_then_knockout())
    desk.enter("A B C D")
    desk.draw(GROUPS)
    one = desk.match("A", "B")
    desk.record(PersonChecked(person=PersonId("A"), what="here"), at="08:50")
    desk.record(PersonChecked(person=PersonId("A"), what="here", holds=False), at="09:20")
    assert_refused(desk, "call-absent", one, 1, quotes=("A",))
    called, _ = next_calls(desk.view, at("09:30"))
    assert called
    assert not any("A" in desk.view.sides(MatchId(one.match)) for one in called)
    desk.record(PersonChecked(person=PersonId("A"), what="here"), at="09:31")
    call(desk, one, 1)


def test_chosen_umpire_is_neutral_and_free_unless_a_reason_is_given() -> None:
    hall = Hall(umpires=(Umpire("Uma", ("Hill",)), Umpire("D")))
    desk = Desk(replace(groups_then_knockout(), hall=hall))
    desk.enter("A B C D")
    desk.record(PersonRecorded(person=Person(id=PersonId("A"), name="A", club="hill")))
    desk.draw(GROUPS)
    own, other = desk.match("A", "B"), desk.match("C", "D")
    assert_refused(desk, "umpire", own, 1, umpire="Uma", quotes=("Uma",))
    assert_refused(desk, "umpire", own, 1, umpire="B", quotes=("B",))
    call(desk, own, 1)
    assert desk.state.matches[own].umpire == "D", "D is free and of neither side"
    assert_refused(desk, "call-playing", other, 2, quotes=("D", own))
    call(desk, other, 2, reason="D is back", umpire="Uma")
    assert desk.state.matches[other].umpire == "Uma"
    assert_refused(desk, "umpire", own, 3, umpire="Uma", quotes=("Uma", "2", other))


def test_match_on_a_table_removed_from_the_hall_has_to_move() -> None:
    desk = Desk(groups_then_knockout())
    desk.enter("A B C D")
    desk.draw(GROUPS)
    one = desk.match("A", "B")
    call(desk, one, 4)
    smaller = replace(desk.state.announced, hall=Hall(tables=3))
    view = TournamentNow(replace(desk.state, definition=smaller))
    assert [(sits.match, sits.has_to_move) for sits in matches_on_tables(view)] == [(one, True)]
    assert [(row.table, row.state) for row in hall_now(view, at("09:40")).tables][-1] == (4, "to be moved")
    assert next_calls(view, at("09:40"))[0][0].match == one


def test_no_match_is_called_during_lunch_or_at_night() -> None:
    hall = Hall(slot_minutes=50, end="18:00", closed=(("13:00", "14:00"),))
    desk = Desk(replace(groups_then_knockout(), hall=hall))
    desk.enter("A B C D")
    desk.draw(GROUPS)
    for clock, why in (
        ("2024-11-05T08:30", "09:00"),
        ("2024-11-05T12:30", "14:00"),
        ("2024-11-06T08:30", "09:00 on day 2"),
    ):
        called, waiting = next_calls(desk.view, datetime.fromisoformat(clock))
        assert called == ()
        assert {(one.cause, one.why) for one in waiting} == {("not-before", f"not before {why}")}
        assert [row.why for row in group_by_cause(waiting)] == [f"until {why}"]
    assert len(next_calls(desk.view, at("12:10"))[0]) == 2
    assert_refused(desk, "call-not-before", desk.match("A", "B"), 1, "12:30", quotes=("14:00",))


@pytest.mark.parametrize(
    ("end", "clock", "later"),
    [
        ("21:00", "20:41", "22:00"),
        ("21:00", "22:10", "23:00"),
        ("21:00", "23:30", "00:30"),
        ("00:30", "23:50", "01:00"),
        ("08:40", "08:20", None),
    ],
)
def test_match_that_ends_after_closing_time_can_be_called_with_a_reason(
    end: str, clock: str, later: str | None
) -> None:
    desk = Desk(replace(groups_then_knockout(), hall=Hall(slot_minutes=50, start="09:00", end=end)))
    desk.enter("A B C D")
    desk.draw(GROUPS)
    match = desk.match("A", "B")
    day = "2024-11-06" if end == "08:40" else "2024-11-05"
    now = datetime.fromisoformat(f"{day}T{clock}:00")
    called, waiting = next_calls(desk.view, now)
    assert called == ()
    assert {one.cause for one in waiting} == {"closing"}
    (row,) = group_by_cause(waiting)
    assert re.findall(r"[0-9:]+", row.why) == ["50", end]
    refused = call_match(desk.view, match, 1, now=now)
    assert isinstance(refused, Refused)
    assert refused.code == "call-closing"
    assert isinstance(call_match(desk.view, match, 1, now=now, reason="the final"), MatchCalled)
    calling = CallQueue(desk.view, now, frozenset())
    assert (calling.table_if_overruled(match), calling.closing_time_that_fits(50)) == (1, later)
    if later is not None:
        hall = replace(desk.state.announced.hall, end=later)
        open_longer = TournamentNow(replace(desk.state, definition=replace(desk.state.announced, hall=hall)))
        assert next_calls(open_longer, now)[0]


def test_second_call_to_the_same_table_is_refused() -> None:
    desk = Desk(groups_then_knockout())
    desk.enter("A B C D")
    desk.draw(GROUPS)
    match = next(iter(desk.state.matches))
    first, later = datetime(2024, 11, 5, 10, 0), datetime(2024, 11, 5, 10, 12)
    called = call_match(desk.view, match, 1, now=first)
    assert isinstance(called, MatchCalled)
    desk.record(called, at="10:00")
    for reason in (None, "they are late"):
        again = call_match(desk.view, match, 1, now=later, reason=reason)
        assert isinstance(again, Refused)
        assert again.code == "called"
        assert "10:00" in again.text
    # Another umpire or another table is a new call, but another umpire gives no more time to report.
    other = call_match(desk.view, match, 1, now=later, umpire="Uma")
    assert isinstance(other, MatchCalled)
    desk.record(other, at="10:12")
    assert desk.state.matches[match].called == first
    assert isinstance(call_match(desk.view, match, 2, now=later), MatchCalled)


def test_match_after_a_void_match_waits_for_it() -> None:
    desk = tree(but=(FINAL,))
    left = desk.view.known_sides(MatchId("M1"))[0]
    play(desk, MatchId("M1"), 3, 25, is_right=True)
    desk.record(rule_seats(desk.state, KNOCKOUT, {}, others="change"), reason="by the results")
    assert desk.view.status(MatchId("M5")) == "void"
    called, waiting = next_calls(desk.view, at("20:00"))
    assert called == ()
    assert {one.match: one.cause for one in waiting} == {"M5": "held", FINAL: "feeder"}
    assert_refused(desk, "sides-open", FINAL, 4, "20:00", quotes=("M5",), reason="they are here")
    # Players of a void match rest as after any other.
    signed = desk.state.matches[MatchId("M5")].signed
    assert signed is not None
    hall = CallQueue(desk.view, signed, frozenset()).hall
    assert [left in one.names for one in hall.played if one.id == "M5"] == [True]
