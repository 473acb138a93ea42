"""Seats that wait for a ruling: no prize depends on them, and the desk sees which matches at tables do."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from carrom.base.errors import Refused
from carrom.render.sheets.bracket_layout import lay_out_bracket
from carrom.render.sheets.entry_sheets import prizes_sheet
from carrom.render.sheets.printing import PrintRequest, print_sheets
from carrom.render.sheets.sheet import sheet_text
from carrom.server.desk.views.stages import prizes_shown
from carrom.tournament.desk.calling import call_match
from carrom.tournament.desk.drawing import rule_seats
from carrom.tournament.desk.hall_now import hall_now
from carrom.tournament.desk.impact import Effect, impact
from carrom.tournament.desk.prizes import final_places, honours, not_decided_text, prizes
from carrom.tournament.desk.public_state import public_state
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.model.definition import CompetitionId
from carrom.tournament.model.events import DefinitionChanged, EntryRecorded, MatchCalled, ResultGiven, TableFreed
from carrom.tournament.model.people import Entry, PersonId
from carrom.tournament.seating.now import TournamentNow
from carrom.tournament.seating.rulings import ContestedSeat, contested_seats
from carrom.tournament.tables.results import EntryId
from tests.refusals import refuses
from tests.tournament.desk import GROUPS, KNOCKOUT, Desk, groups_then_knockout
from tests.tournament.test_played_places import FINAL, play, tree

NOW = datetime(2024, 11, 5, 12, 0)
SEMI = MatchId("M5")


def contested(desk: Desk) -> list[ContestedSeat]:
    return list(contested_seats(desk.view, KNOCKOUT))


def changes(desk: Desk, match: MatchId, a: int, b: int) -> list[Effect]:
    first, second = desk.view.known_sides(match)
    given = ResultGiven(match=match, a=first, b=second, score=(a, b))
    told = desk.state.matches[match].result_fact
    found = impact(desk.state, desk.fact(given, supersedes=told, reason="card turned round"))
    assert not isinstance(found, Refused)
    return list(found)


def test_no_prize_is_certain_while_a_finalists_seat_is_contested() -> None:
    desk = tree()
    (event,) = desk.state.announced.events
    named = prizes(desk.view, event)
    assert [one.place for one in named] == [1, 2, 3]
    first, second, third = (" and ".join(one.entries) for one in named)
    (told,) = [one.text for one in changes(desk, SEMI, 3, 25) if one.kind == "prize"]
    assert re.findall(r"(\d)\. ([^;.]+)", told) == [("1", first), ("2", second), ("3", third)]
    play(desk, SEMI, 3, 25, is_right=True)
    for view in (desk.view, TournamentNow(public_state(desk.state).state)):
        assert (prizes(view, event), final_places(view, event), honours(view, event)) == ([], [], [])
        assert lay_out_bracket(view, KNOCKOUT).champion == ""
    loser = desk.view.winner(SEMI)
    (seat,) = contested(desk)
    assert (seat.seated, seat.played, seat.place, seat.source, seat.now) == (first, "M7", "M7A", "M5", loser)
    assert seat.text in sheet_text(prizes_sheet(desk.view))
    with refuses("no-prize-certain", seat.text):
        print_sheets(desk.view, PrintRequest(what="certificates", now=NOW))
    desk.record(rule_seats(desk.state, KNOCKOUT, {}, others="keep"), reason="the final is over")
    assert prizes(desk.view, event)[:2] == named[:2]
    assert seat.text not in sheet_text(prizes_sheet(desk.view))
    assert lay_out_bracket(desk.view, KNOCKOUT).champion == first


def test_impact_names_prizes_that_change_hands() -> None:
    desk = tree()
    a, b = desk.view.known_sides(FINAL)
    told = [one.text for one in changes(desk, FINAL, 3, 25) if one.kind == "prize"]
    assert [re.findall(r"\b(\d|[A-H])\b", one) for one in told] == [["1", b, a], ["2", a, b]]


@pytest.mark.parametrize("is_early", [False, True])
def test_match_at_a_table_names_the_contested_seat_that_it_depends_on(is_early: bool) -> None:
    """Two groups of three: the second of group A has won her semi-final and is called to the final."""
    desk = Desk(groups_then_knockout(groups=2, advance=2))
    desk.enter("A B C D E F")
    desk.draw(GROUPS)
    desk.draw(KNOCKOUT)
    if is_early:
        desk.publish(KNOCKOUT)  # seats are frozen by play, not by the publication
    for group in desk.view.tables(GROUPS):
        one, two, three = group.entries
        for better, worse in ((one, two), (one, three), (two, three)):
            desk.play(better, worse, 25, 5)
    if not is_early:
        desk.publish(KNOCKOUT)
    _, gita, hari = desk.view.tables(GROUPS)[0].entries
    *semis, final = [record.fixture.id for record in desk.state.in_stage(KNOCKOUT)]
    for semi in semis:
        play(desk, semi, *((3, 25) if desk.view.sides(semi)[1] == gita else (25, 3)))
    assert gita in desk.view.sides(final)
    desk.record(MatchCalled(match=final, table=2), at="11:50")

    def doubts() -> tuple[str, ...]:
        found = hall_now(desk.view, NOW).tables[1].match
        assert found is not None
        return found.in_doubt

    assert doubts() == ()
    wrong = desk.state.matches[desk.match(gita, hari)].result_fact
    right = desk.fact(desk.given(hari, gita, 25, 0), supersedes=wrong, reason="card turned round")
    told = impact(desk.state, right)
    assert not isinstance(told, Refused)
    desk.hand(right)
    (why,) = doubts()
    assert any((seat.seated, seat.now) == (gita, hari) and seat.text in why for seat in contested(desk))
    assert any(final in one.text and why in one.text for one in told if one.kind == "call")
    assert isinstance(call_match(desk.view, final, 3, now=NOW), MatchCalled), "a move needs no reason"
    desk.record(TableFreed(match=final))
    refused = call_match(desk.view, final, 2, now=NOW + timedelta(hours=3))
    assert isinstance(refused, Refused)
    assert (refused.code, why in refused.text) == ("call-contested", True)
    desk.record(rule_seats(desk.state, KNOCKOUT, {}, others="keep"), reason="she has played")
    assert isinstance(call_match(desk.view, final, 2, now=NOW + timedelta(hours=3)), MatchCalled)


def test_matches_behind_a_contested_seat_are_counted_as_unsettled() -> None:
    desk = tree()
    assert (hall_now(desk.view, NOW).played, hall_now(desk.view, NOW).unsettled) == (7, 0)
    play(desk, SEMI, 3, 25, is_right=True)
    hall = hall_now(desk.view, NOW)
    assert (hall.played, hall.unsettled) == (5, 2), "as the public sees them: the semi-final and the final"
    (award,) = prizes_shown(desk.view, 1).awards
    assert not award.prizes
    assert any(seat.text in why for seat in contested(desk) for why in award.waits)


def test_certificates_name_the_competitions_left_out() -> None:
    desk = tree()
    (event,) = desk.state.announced.events
    other = replace(event, id=CompetitionId("T"), name="Other")
    desk.record(DefinitionChanged(definition=replace(desk.state.announced, events=(event, other))))
    desk.record(EntryRecorded(event=CompetitionId("T"), entry=Entry(id=EntryId("A"), members=(PersonId("A"),))))
    note = print_sheets(desk.view, PrintRequest(what="certificates", which=(), now=NOW)).note.splitlines()
    assert note[0].endswith("certificates")
    assert len(note) == 2
    assert "Other" in note[1]
    play(desk, SEMI, 3, 25, is_right=True)
    said = not_decided_text(desk.view, event)
    assert said is not None
    assert all(seat.text in said for seat in contested(desk))
