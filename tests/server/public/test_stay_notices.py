"""Players who may still get a match, by a ruling, a tie, a shoot-out or a line-up, are asked to stay."""

from __future__ import annotations

from datetime import datetime

import pytest

from carrom.laws.sentences import LANGUAGES
from carrom.server.public.pages import PageRequest, Pages
from carrom.server.public.tournament import PublicTournament
from carrom.server.public.words import words_of
from carrom.tournament.desk.drawing import rule_seats
from carrom.tournament.desk.order_of_play import order_of_play
from carrom.tournament.model.events import (
    MatchCalled,
    MatchStarted,
    ProtestFeePaid,
    ProtestId,
    ProtestLodged,
    ShootoutPlayed,
)
from carrom.tournament.tables.results import EntryId
from tests.server.public.reading import read
from tests.server.public.test_rulings import Corrected, plain
from tests.tournament.desk import GROUPS, KNOCKOUT, Desk, groups_then_knockout
from tests.tournament.test_line_ups import TEAMS, league, line_up

NOW = datetime(2024, 11, 5, 12, 0)


def stays(desk: Desk, person: str, language: str = "en") -> list[str]:
    """The notices that ask a player to stay; the page says that no match is to come only without one."""
    html = Pages(PublicTournament("cup", 1, desk.state, NOW)).html(PageRequest(f"/p/{person}", language))
    assert html is not None
    found = [one.text for one in read(html).all("stay")]
    assert not found or words_of(language).say("no-next") not in html
    return found


@pytest.mark.parametrize("is_early", [False, True])
def test_player_next_in_line_for_a_seat_stays_until_the_ruling(is_early: bool) -> None:
    case = Corrected(is_early=is_early)
    for language in LANGUAGES:
        (said,) = stays(case.desk, case.hari, language)
        assert "A2" in said
    assert len(stays(case.desk, case.gita)) == 1, "once, since her match is under review"
    assert stays(case.desk, case.first) == []
    case.desk.record(rule_seats(case.desk.state, KNOCKOUT, {}, others="keep"), reason="she has played")
    assert stays(case.desk, case.hari) == []


def test_player_next_in_line_for_a_match_in_play_stays() -> None:
    desk = Desk(groups_then_knockout(advance=2))
    desk.enter("A B C")
    desk.draw(GROUPS)
    desk.draw(KNOCKOUT)
    desk.publish(KNOCKOUT)
    first, second, third = desk.view.tables(GROUPS)[0].entries
    for better, worse in ((first, second), (first, third), (second, third)):
        desk.play(better, worse, 25, 5)
    (final,) = [record.fixture.id for record in desk.state.in_stage(KNOCKOUT)]
    desk.record(MatchCalled(match=final, table=1))
    desk.record(MatchStarted(match=final))
    wrong = desk.state.matches[desk.match(second, third)].result_fact
    desk.record(desk.given(third, second, 25, 0), supersedes=wrong, reason="card turned round")
    assert desk.view.sides(final) == (first, second)
    assert ["A2" in one for one in stays(desk, third)] == [True]


def test_whole_group_stays_while_a_protest_is_open() -> None:
    case = Corrected(is_early=False)
    case.desk.record(rule_seats(case.desk.state, KNOCKOUT, {}, others="keep"), reason="she has played")
    assert stays(case.desk, case.hari) == []
    match = case.desk.match(case.first, case.gita)
    lodged = ProtestLodged(protest=ProtestId("P1"), match=match, side="a", board=1, text="wrong turn")
    signed = f"{case.desk.state.matches[match].signed:%H:%M}"
    case.desk.record(lodged, at=signed)
    case.desk.record(ProtestFeePaid(protest=ProtestId("P1"), amount=500), at=signed)
    (said,) = stays(case.desk, case.hari)
    assert "place A1, A2" in said


def level() -> Desk:
    """Three in a group have beaten each other by the same points, and one advances."""
    desk = Desk(groups_then_knockout(groups=1, advance=1))
    desk.enter("A B C")
    desk.draw(GROUPS)
    for one, other in ("AB", "BC", "CA"):
        desk.play(one, other, 20, 12)
    return desk


def test_players_level_at_the_cut_stay_for_the_shoot_out() -> None:
    desk = level()
    for person, others in (("A", "B, C"), ("B", "A, C"), ("C", "A, B")):
        (said,) = stays(desk, person)
        assert said == plain(words_of("en").say("my-shootout", event="Singles", names=others))
    among = tuple(map(EntryId, "ABC"))
    for one, other in ("CA", "CB", "BA"):
        a, b = EntryId(one), EntryId(other)
        desk.record(
            ShootoutPlayed(event=GROUPS.event, stage=GROUPS.stage, a=a, b=b, score=(5, 0), group=0, among=among)
        )
    assert [stays(desk, person) for person in "ABC"] == [[], [], []]


def test_team_members_stay_until_the_line_up_is_known() -> None:
    desk = league()
    line_up(desk, "Mill")
    assert {tuple(stays(desk, one)) for one in TEAMS["Mill"]} == {()}
    said = plain(words_of("en").say("my-line-up", event="Teams", team="Hill"))
    assert {tuple(stays(desk, one)) for one in TEAMS["Hill"]} == {(said,)}
    line_up(desk, "Port")
    planned = {one.match: one for one in order_of_play(desk.view, now=NOW)}
    shown = PublicTournament("cup", 1, desk.state, NOW, planned=planned)
    assert {row.line.match for row in shown.order} == set(desk.state.matches)
    next_up = {tuple(side.team for side in row.line.sides) for row in shown.next_up}
    assert [set(one) for one in next_up] == [{"Mill", "Port"}]
