"""Calls: never a match whose sides are open, never somebody at two tables, never two matches on one."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import pytest

from carrom.base.errors import Refused
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


def call(desk: Desk, match: str, table: int, clock: str = "09:30", **more: str) -> str:
    found = call_match(desk.view, MatchId(match), table, now=at(clock), **more)
    if isinstance(found, Refused):
        return found.text
    desk.record(found, at=clock)
    return ""


def test_what_a_bye_hands_on_waits_for_the_whole_group() -> None:
    desk = three_groups()
    final = next(one.fixture.id for one in desk.state.in_stage(KNOCKOUT) if one.fixture.round == "final")
    groups = {one.fixture.id for one in desk.state.in_stage(GROUPS)}
    slot = {one.match: one.slot for one in order_of_play(desk.view)}
    assert max(slot[match] for match in groups) < slot[final]
    called, waiting = next_calls(desk.view, at("09:30"))
    assert {one.match for one in called} <= groups
    assert {one.match: one.cause for one in waiting}[final] == "feeder"


def test_open_sides_are_never_called() -> None:
    desk = three_groups()
    for record in desk.state.in_stage(KNOCKOUT):
        if desk.view.status(record.fixture.id) == "waiting":
            said = call(desk, record.fixture.id, 4, reason="the mayor is here")
            assert said.startswith(f"{record.fixture.id} cannot be called: it waits for")
    assert matches_on_tables(desk.view) == ()


def test_who_is_not_marked_as_here_waits_where_most_are() -> None:
    desk = Desk(groups_then_knockout())
    desk.enter("A B C D")
    desk.draw(GROUPS)
    match = desk.match("A", "D")
    for name in "AB":
        desk.record(PersonChecked(person=PersonId(name), what="here"))
    assert next_calls(desk.view, desk.clock)[1][0].cause != "absent", "half of them: nobody stands at the door"
    desk.record(PersonChecked(person=PersonId("C"), what="here"))
    called, waiting = next_calls(desk.view, desk.clock)
    assert match not in [one.match for one in called]
    assert next(one for one in waiting if one.match == match).cause == "absent"
    assert call(desk, match, 1) == f"{match}: D has not reported. To call it all the same, give a reason."
    desk.record(PersonChecked(person=PersonId("D"), what="here"))
    assert call(desk, match, 1) == ""


def test_nobody_is_called_to_two_tables() -> None:
    desk = Desk(groups_then_knockout())
    desk.enter("A B C D")
    desk.draw(GROUPS)
    one, other = desk.match("A", "B"), desk.match("A", "C")
    assert call(desk, one, 1) == ""
    assert call(desk, other, 2) == (
        f"{other}: A is still on table 1 in the match {one}. To call it all the same, give a reason."
    )
    assert call(desk, other, 1) == f"{one} is on table 1."
    assert call(desk, other, 9) == "There is no table 9: the hall has 4."
    desk.record(desk.given("A", "B", 25, 3), at="10:00")
    assert call(desk, other, 2, "10:20") == f"{other}: A rests until 10:35. To call it all the same, give a reason."
    assert call(desk, other, 2, "10:20", reason="both want to") == ""
    assert call(desk, one, 3, "10:21") == f"{one} is played: it is not called."


def test_a_table_that_breaks_sends_its_match_first() -> None:
    desk = Desk(groups_then_knockout())
    desk.enter("A B C D")
    desk.draw(GROUPS)
    one, other = desk.match("A", "B"), desk.match("C", "D")
    assert call(desk, one, 3) == ""
    desk.record(TableServiceSet(table=3, works=False), at="09:40")
    assert [task.text for task in tasks(desk.view)] == [f"{one} has to move: table 3 is out of service."]
    called, _ = next_calls(desk.view, at("09:41"))
    assert [(call.match, call.table) for call in called] == [(one, 1), (other, 2)]
    assert call(desk, one, 3) == "Table 3 is out of service."
    assert call(desk, one, 4, "09:42") == ""
    assert [(sits.match, sits.table) for sits in matches_on_tables(desk.view)] == [(one, 4)]
    assert tasks(desk.view) == []


def test_a_match_on_hold_keeps_its_table_until_it_is_freed() -> None:
    desk = scenario_1()
    (final,) = (one.fixture.id for one in desk.state.in_stage(KNOCKOUT))
    assert call(desk, final, 1, "12:00") == ""
    result = desk.state.matches[desk.match("R", "P")].result_fact
    assert result is not None
    desk.record(Retracted(fact=result), reason="wrong card", at="12:05")
    assert desk.view.status(final) == "on hold"
    replayed = desk.match("R", "P")
    assert call(desk, replayed, 1, "12:10") == f"{final} is on table 1 and on hold: move or free it first."
    called, waiting = next_calls(desk.view, at("12:30"))
    assert [(one.match, one.table) for one in called] == [(replayed, 2)]
    assert waiting == ()
    desk.record(TableFreed(match=final), at="12:31")
    assert matches_on_tables(desk.view) == ()
    assert desk.refused(TableFreed(match=final)) == "not-called"
    assert call(desk, replayed, 1, "12:40") == ""


def test_a_tie_holds_the_match_and_says_so() -> None:
    desk = Desk(groups_then_knockout())
    desk.enter("A B C")
    desk.draw(GROUPS)
    desk.draw(KNOCKOUT)
    desk.play("A", "B", 25, 5)
    desk.play("B", "C", 25, 5)
    desk.play("C", "A", 25, 5)
    _, waiting = next_calls(desk.view, at("12:00"))
    assert [(one.cause, one.why) for one in waiting] == [("held", "waits for the tie for A1 to be decided")]
    assert [row.why for row in group_by_cause(waiting)] == ["for the tie for A1 to be decided"]
    (final,) = (one.fixture.id for one in desk.state.in_stage(KNOCKOUT))
    assert call(desk, final, 1, reason="now") == f"{final} cannot be called: it waits for the tie for A1 to be decided."


def test_matches_in_play_wait_for_nothing() -> None:
    desk = Desk(groups_then_knockout())
    desk.enter("A B C D")
    desk.draw(GROUPS)
    one = desk.match("A", "B")
    assert call(desk, one, 1) == ""
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


def test_a_match_in_play_that_moves_goes_on() -> None:
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


def test_who_is_said_not_to_be_here_is_not_called() -> None:
    desk = Desk(groups_then_knockout())
    desk.enter("A B C D")
    desk.draw(GROUPS)
    one = desk.match("A", "B")
    desk.record(PersonChecked(person=PersonId("A"), what="here"), at="08:50")
    desk.record(PersonChecked(person=PersonId("A"), what="here", holds=False), at="09:20")
    assert call(desk, one, 1) == f"{one}: A has not reported. To call it all the same, give a reason."
    called, _ = next_calls(desk.view, at("09:30"))
    assert called
    assert not any("A" in desk.view.sides(MatchId(one.match)) for one in called)
    desk.record(PersonChecked(person=PersonId("A"), what="here"), at="09:31")
    assert call(desk, one, 1) == ""


def test_an_umpire_of_ones_own_choice_is_neutral_and_free_or_has_a_reason() -> None:
    hall = Hall(umpires=(Umpire("Uma", ("Hill",)), Umpire("D")))
    desk = Desk(replace(groups_then_knockout(), hall=hall))
    desk.enter("A B C D")
    desk.record(PersonRecorded(person=Person(id=PersonId("A"), name="A", club="hill")))
    desk.draw(GROUPS)
    own, other = desk.match("A", "B"), desk.match("C", "D")
    assert call(desk, own, 1, umpire="Uma").startswith(f"{own}: Uma belongs to one of the sides.")
    assert call(desk, own, 1, umpire="B").startswith(f"{own}: B belongs to one of the sides.")
    assert call(desk, own, 1) == ""
    assert desk.state.matches[own].umpire == "D", "who is free and of no side"
    assert call(desk, other, 2).startswith(f"{other}: D is the umpire of the match {own}.")
    assert call(desk, other, 2, reason="D is back", umpire="Uma") == ""
    assert desk.state.matches[other].umpire == "Uma"
    assert call(desk, own, 3, umpire="Uma").startswith(f"{own}: Uma is at table 2 in the match {other}.")


def test_a_hall_with_fewer_tables_than_before_moves_what_is_on_them() -> None:
    desk = Desk(groups_then_knockout())
    desk.enter("A B C D")
    desk.draw(GROUPS)
    one = desk.match("A", "B")
    assert call(desk, one, 4) == ""
    smaller = replace(desk.state.announced, hall=Hall(tables=3))
    view = TournamentNow(replace(desk.state, definition=smaller))
    assert [(sits.match, sits.has_to_move) for sits in matches_on_tables(view)] == [(one, True)]
    assert [(row.table, row.state) for row in hall_now(view, at("09:40")).tables][-1] == (4, "to be moved")
    assert next_calls(view, at("09:40"))[0][0].match == one


def test_the_hall_is_closed_at_lunch_and_at_night() -> None:
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
        assert {one.why for one in waiting} == {f"not before {why}"}
        assert [row.why for row in group_by_cause(waiting)] == [f"until {why}"]
    assert len(next_calls(desk.view, at("12:10"))[0]) == 2
    assert call(desk, desk.match("A", "B"), 1, "12:30").endswith(
        "not before 14:00. To call it all the same, give a reason."
    )


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
def test_what_does_not_fit_before_closing_time_can_be_called_all_the_same(
    end: str, clock: str, later: str | None
) -> None:
    """F2 of the secretary: an evening that runs late."""
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
    assert f"50 minutes needed, the hall closes at {end}" in row.why
    refused = call_match(desk.view, match, 1, now=now)
    assert isinstance(refused, Refused)
    assert refused.code == "call-closing"
    assert isinstance(call_match(desk.view, match, 1, now=now, reason="the final"), MatchCalled)
    calling = CallQueue(desk.view, now, frozenset())
    assert (calling.table_if_overruled(match), calling.closing_later(50)) == (1, later)
    if later is not None:
        hall = replace(desk.state.announced.hall, end=later)
        open_longer = TournamentNow(replace(desk.state, definition=replace(desk.state.announced, hall=hall)))
        assert next_calls(open_longer, now)[0]


def test_a_match_is_called_once_to_its_table() -> None:
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
        assert again.text == f"{match} is on table 1 already, called at 10:00: its time to report runs from then."
    # another umpire, or another table, is something new; the umpire gives nobody more time
    other = call_match(desk.view, match, 1, now=later, umpire="Uma")
    assert isinstance(other, MatchCalled)
    desk.record(other, at="10:12")
    assert desk.state.matches[match].called == first
    assert isinstance(call_match(desk.view, match, 2, now=later), MatchCalled)


def test_what_follows_a_match_that_others_have_played_waits_for_it() -> None:
    desk = tree(but=(FINAL,))
    left = desk.view.known_sides(MatchId("M1"))[0]
    play(desk, MatchId("M1"), 3, 25, is_right=True)
    desk.record(rule_seats(desk.state, KNOCKOUT, {}, others="change"), reason="by the results")
    assert desk.view.status(MatchId("M5")) == "void"
    called, waiting = next_calls(desk.view, at("20:00"))
    assert called == ()
    assert {one.match: one.cause for one in waiting} == {"M5": "held", FINAL: "feeder"}
    assert (
        call(desk, FINAL, 4, "20:00", reason="they are here") == f"{FINAL} cannot be called: it waits for the match M5."
    )
    # whoever has played it is as tired as if it counted
    signed = desk.state.matches[MatchId("M5")].signed
    assert signed is not None
    hall = CallQueue(desk.view, signed, frozenset()).hall
    assert [left in one.names for one in hall.played if one.id == "M5"] == [True]
