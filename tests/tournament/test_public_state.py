"""The public view of a tournament, and the day of a player."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime

import pytest

from carrom.tournament.desk.order_of_play import by_person, next_for_player, order_lines, order_of_play
from carrom.tournament.desk.player_days import PlayerDays
from carrom.tournament.desk.public_state import public_state
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.model.definition import Withheld
from carrom.tournament.model.events import (
    ContactGiven,
    EntryLeft,
    MatchCalled,
    PersonChecked,
    PersonRecorded,
    ResultGiven,
    ShootoutPlayed,
)
from carrom.tournament.model.people import Person, PersonId
from carrom.tournament.seating.now import TournamentNow
from carrom.tournament.tables.results import EntryId
from tests.tournament.desk import GROUPS, KNOCKOUT, Desk, groups_then_knockout, scenario_1


def public_view(desk: Desk, *embargo: Withheld) -> TournamentNow:
    definition = replace(desk.state.announced, embargo=embargo)
    return TournamentNow(public_state(replace(desk.state, definition=definition)).state)


def test_public_state_contains_nothing_private() -> None:
    desk = Desk(groups_then_knockout())
    desk.enter("A B C D")
    born = Person(id=PersonId("A"), name="A", born=date(1961, 2, 3), gender="f", formerly=("Secret",), level=3)
    desk.record(PersonRecorded(person=born))
    desk.record(ContactGiven(person=PersonId("A"), phone="0123-456"))
    desk.record(PersonChecked(person=PersonId("A"), what="fee", amount=4711))
    desk.draw(GROUPS)
    desk.record(EntryLeft(event=GROUPS.event, entry=EntryId("A")), reason="her hip")
    shown = repr(public_state(desk.state).state)
    assert "name='A'" in shown
    for secret in ("1961", "0123-456", "4711", "hip", "Secret", "gender='f'", "level=3"):
        assert secret in repr(desk.state), secret
        assert secret not in shown, secret


def test_draw_under_embargo_appears_when_published() -> None:
    desk = Desk(groups_then_knockout())
    desk.enter("A B C D")
    desk.draw(GROUPS)
    desk.draw(KNOCKOUT)
    assert not public_view(desk, "draw").state.matches
    desk.publish(GROUPS)
    assert set(public_view(desk, "draw").state.draws) == {GROUPS}
    assert set(public_view(desk).state.draws) == {GROUPS, KNOCKOUT}


def test_results_under_embargo_show_only_the_players_of_called_matches() -> None:
    desk = scenario_1()
    (final,) = (one.fixture.id for one in desk.state.in_stage(KNOCKOUT))
    hidden = public_view(desk, "results")
    assert hidden.sides(final) == (None, None)
    assert {row.points for row in hidden.tables(GROUPS)[0].standings.table} == {0}
    assert all(one.result is None and not one.history for one in hidden.state.matches.values())
    desk.record(MatchCalled(match=final, table=1))
    assert public_view(desk, "results").sides(final) == ("Q", "P")
    definition = replace(desk.state.announced, embargo=("results",))
    assert len(public_state(replace(desk.state, definition=definition)).withheld) == 6


def test_public_standings_include_shootouts() -> None:
    desk = Desk(groups_then_knockout())
    desk.enter("A B C")
    desk.draw(GROUPS)
    for one, other in ("AB", "BC", "CA"):
        desk.play(one, other, 20, 12)
    among = tuple(EntryId(one) for one in "ABC")
    for one, other in ("CA", "CB", "BA"):
        a, b = EntryId(one), EntryId(other)
        played = ShootoutPlayed(event=GROUPS.event, stage=GROUPS.stage, a=a, b=b, score=(5, 0), among=among)
        desk.record(played)
        shown = TournamentNow(public_state(desk.state).state)
        assert shown.tables(GROUPS) == desk.view.tables(GROUPS)
    assert [row.entry for row in shown.tables(GROUPS)[0].standings.table] == ["C", "B", "A"]


@pytest.mark.parametrize("played", [0, 3, 6, 12, 14])
def test_player_days_match_the_printed_order_of_play(played: int) -> None:
    """Both list the matches of each player, by different code."""
    desk = Desk(groups_then_knockout(groups=2))
    desk.enter("A B C D E F G H")
    desk.draw(GROUPS, random="1")
    desk.draw(KNOCKOUT)
    for _ in range(played):
        ready = [one for one in desk.state.matches if desk.view.status(one) == "ready"]
        a, b = desk.view.known_sides(ready[0])
        score = (25, 3) if a < b else (3, 25)
        desk.record(ResultGiven(match=ready[0], a=a, b=b, score=score))
    if played < 12:
        desk.record(
            MatchCalled(match=next(one for one in desk.state.matches if desk.view.status(one) == "ready"), table=1)
        )
    order = order_of_play(desk.view, now=desk.clock)
    printed = by_person(desk.view, order_lines(desk.view, order))
    days = PlayerDays(desk.view, {one.match: one for one in order}, desk.clock)
    for person in desk.state.people:
        expected = [(one.line.match, one.is_sure) for one in next_for_player(printed.get(person, []))]
        mine = days.of(person)
        shown = [(match, True) for match in mine.at_table] + [(one.match, one.is_sure) for one in mine.coming]
        assert sorted(shown) == sorted(expected), person


def test_player_day_lists_finished_running_and_coming_matches() -> None:
    desk = Desk(groups_then_knockout())
    desk.enter("A B C D")
    desk.draw(GROUPS)
    desk.draw(KNOCKOUT)
    a, b = desk.view.known_sides(MatchId("M1"))
    desk.record(ResultGiven(match=MatchId("M1"), a=a, b=b, score=(25, 3)), at="10:00")
    now = datetime(2024, 11, 5, 10, 5)
    planned = {one.match: one for one in order_of_play(desk.view, now=now)}
    mine = PlayerDays(desk.view, planned, now).of(PersonId(a))
    assert mine.over == ("M1",)
    *groups, final = mine.coming
    assert [one.is_sure for one in groups] == [True, True]
    assert [one.not_before for one in groups] == [datetime(2024, 11, 5, 10, 35)] * 2, "a rest of 35 minutes"
    assert not final.is_sure
    assert all(one.planned is not None and one.planned.begins >= datetime(2024, 11, 5, 10, 35) for one in groups)
    desk.record(MatchCalled(match=groups[0].match, table=2), at="10:40")
    later = PlayerDays(desk.view, {}, datetime(2024, 11, 5, 10, 41)).of(PersonId(a))
    assert later.at_table == (groups[0].match,)
    assert groups[0].match not in [one.match for one in later.coming]
