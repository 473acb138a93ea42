"""After a ruling on published seats, every sheet and page agrees on who plays there by it."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

import pytest

from carrom.laws.sentences import LANGUAGES
from carrom.render.sheets.bracket_layout import lay_out_bracket
from carrom.render.sheets.printing import public_tournament
from carrom.render.sheets.sheet import Grid, Sheet, sheet_text
from carrom.render.sheets.stage_sheets import bracket_sheet, groups_sheet, standings_sheet
from carrom.server.desk.views.hall import hall_shown, why_waiting
from carrom.server.desk.views.stages import stage_inside
from carrom.server.public.exports import person_calendar, tournament_calendar, tournament_json
from carrom.server.public.pages import PageRequest, Pages
from carrom.server.public.people import list_players, person_page
from carrom.server.public.tournament import PublicTournament
from carrom.server.public.words import words_of
from carrom.tournament.desk.decisions import ruled_seats
from carrom.tournament.desk.drawing import rule_seats
from carrom.tournament.desk.order_of_play import order_lines, order_of_play
from carrom.tournament.draws.bracket import MatchId, WinnerOf
from carrom.tournament.model.events import TableServiceSet
from carrom.tournament.model.people import PersonId
from tests.server.desk.conftest import contains_all
from tests.server.public.reading import Element, read
from tests.tournament.desk import GROUPS, KNOCKOUT, Desk, groups_then_knockout
from tests.tournament.test_played_places import play, tree

NOW = datetime(2024, 11, 5, 12, 0)


class Corrected:
    """Two groups of three, published; Gita, second of the first group, becomes third by a correction."""

    def __init__(self, *, is_early: bool) -> None:
        self.desk = desk = Desk(groups_then_knockout(groups=2, advance=2))
        desk.enter("A B C D E F")
        desk.draw(GROUPS)
        desk.draw(KNOCKOUT)
        if is_early:
            desk.publish(KNOCKOUT)  # so that she keeps her seat because she has played, not because it was published
        for group in desk.view.tables(GROUPS):
            one, two, three = group.entries
            for better, worse in ((one, two), (one, three), (two, three)):
                desk.play(better, worse, 25, 5)
        if not is_early:
            desk.publish(KNOCKOUT)
        self.first, self.gita, self.hari = desk.view.tables(GROUPS)[0].entries
        (self.semi,) = [one for one in desk.state.matches if desk.state.matches[one].key == KNOCKOUT
                        and self.gita in desk.view.sides(one)]  # fmt: skip
        play(desk, self.semi, 25, 3)
        wrong = desk.state.matches[desk.match(self.gita, self.hari)].result_fact
        desk.record(desk.given(self.hari, self.gita, 25, 0), supersedes=wrong, reason="card turned round")

    def sheets(self) -> list[Sheet]:
        view = self.desk.view
        return [groups_sheet(view, GROUPS), standings_sheet(view, GROUPS), bracket_sheet(view, KNOCKOUT)]

    def strong(self, sheet: Sheet) -> set[str]:
        """Players whose rows are highlighted in the first group's table."""
        grid = next(part for part in sheet.parts if isinstance(part, Grid) and part.strong)
        return {grid.rows[n][1] for n in grid.strong}


def plain(text: str) -> str:
    """Drop the isolates around names."""
    return text.replace("\u2068", "").replace("\u2069", "")


def page(desk: Desk) -> Element:
    html = Pages(PublicTournament("cup", 1, desk.state, NOW)).html(PageRequest("/e/S", "en"))
    assert html is not None
    return read(html)


@pytest.mark.parametrize("is_early", [False, True])
def test_kept_seat_is_shown_on_every_sheet_and_page(is_early: bool) -> None:
    case = Corrected(is_early=is_early)
    desk = case.desk
    names = {"who": case.gita, "place": "A2", "other": case.hari}
    said = plain(words_of("en").say("by-ruling-instead", **names))
    # until the referee rules, everything announces the open question
    waits = plain(words_of("en").say("to-be-ruled-instead", **names))
    assert all(waits in sheet_text(sheet) for sheet in case.sheets())
    read_page = page(desk)
    assert [one.text for one in read_page.all("ruling")] == [waits, waits], "below the tree, and below the table"
    assert stage_inside(desk.view, 1, "S/groups").groups[0].ruled == [waits]
    shown = PublicTournament("cup", 1, desk.state, NOW)
    assert shown.line(case.semi).stand == "review", "she may have played it for nothing"
    assert not any(said in sheet_text(sheet) for sheet in case.sheets())
    desk.record(rule_seats(desk.state, KNOCKOUT, {}, others="keep"), reason="she has played")
    assert all(said in sheet_text(sheet) for sheet in case.sheets())
    assert [case.strong(sheet) for sheet in case.sheets()[:2]] == [{case.first, case.gita}] * 2
    boxes = {box.id: box.when for box in lay_out_bracket(desk.view, KNOCKOUT).boxes}
    (seat,) = ruled_seats(desk.view, KNOCKOUT)
    assert (seat.entry, seat.instead_of, seat.place, seat.is_ruled) == (case.gita, case.hari, "A2", True)
    assert boxes[case.semi] == seat.note
    read_page = page(desk)
    assert PublicTournament("cup", 1, desk.state, NOW).line(case.semi).stand == "over"
    assert [one.text for one in read_page.all("ruling")] == [said, said], "below the tree, and below the table"
    on = {row.one("entry").text for row in read_page.all("standing")[0].all("goes-on")}
    assert on == {case.first, case.gita}
    (inside, *_) = stage_inside(desk.view, 1, "S/groups").groups
    assert inside.ruled == [said]
    assert {row.entry for row in inside.rows if row.goes_on} == {case.first, case.gita}, "as everywhere else"
    assert stage_inside(desk.view, 1, "S/knockout").ruled == [said]


def test_final_place_is_on_the_players_page() -> None:
    desk = tree()
    for place, entry in enumerate(desk.view.known_sides(MatchId("M7")), 1):
        html = Pages(PublicTournament("cup", 1, desk.state, NOW)).html(PageRequest(f"/p/{entry}", "en"))
        assert html is not None
        assert f"Singles : place {place}" in read(html).text


def test_changed_seat_needs_no_note() -> None:
    case = Corrected(is_early=False)
    case.desk.record(rule_seats(case.desk.state, KNOCKOUT, {}, others="change"), reason="the table counts")
    assert ruled_seats(case.desk.view, KNOCKOUT) == ()
    shown = sheet_text(groups_sheet(case.desk.view, GROUPS))
    assert not any(case.gita in line and "A2" in line for line in shown.splitlines())


def test_player_kept_by_a_ruling_is_named_at_the_bracket() -> None:
    desk = tree()
    stays, other = desk.view.known_sides(MatchId("M5"))
    play(desk, MatchId("M5"), 3, 25, is_right=True)
    shown = PublicTournament("cup", 1, desk.state, NOW)
    assert [shown.line(MatchId(one)).stand for one in ("M5", "M7")] == ["review", "review"], "the two contradict"
    desk.record(rule_seats(desk.state, KNOCKOUT, {}, others="keep"), reason="the final is over")
    said = plain(words_of("en").say("by-ruling-instead", who=stays, place="M7A", other=other))
    assert said in sheet_text(bracket_sheet(desk.view, KNOCKOUT))
    for language in LANGUAGES:
        html = Pages(PublicTournament("cup", 1, desk.state, NOW)).html(PageRequest("/e/S", language))
        assert html is not None
        assert [stays in one.text and "M7A" in one.text for one in read(html).all("ruling")] == [True]


def test_next_round_hides_a_winner_under_review() -> None:
    """Four play the semi-finals, one is played; then a correction of a group reopens the seats of its two."""
    case = Corrected(is_early=False)
    desk, shown = case.desk, PublicTournament("cup", 1, case.desk.state, NOW)
    final = next(one.fixture.id for one in desk.state.in_stage(KNOCKOUT) if one.fixture.round == "final")
    at = [isinstance(slot, WinnerOf) and slot.match == case.semi for slot in desk.state.matches[final].fixture.slots]
    winner = desk.view.sides(final)[at.index(True)]
    assert winner is not None, "the desk knows"
    side = shown.line(final).sides[at.index(True)]
    assert (side.people, side.awaited) == ((), WinnerOf(case.semi))
    assert [winner] not in [one["people"] for one in _json(shown, final)["sides"]]
    wall = public_tournament(desk.view, NOW)
    assert wall.sides(final)[at.index(True)] is None
    assert wall.status(case.semi) == "under review"
    for entry in desk.view.known_sides(case.semi):
        for language in LANGUAGES:
            html = Pages(shown).html(PageRequest(f"/p/{entry}", language))
            assert html is not None
            (stay,) = read(html).all("stay")
            assert case.semi in stay.text
            assert words_of(language).say("no-next") not in html
            assert words_of(language).say("if-in") in html, "the final is still before both"
    desk.record(rule_seats(desk.state, KNOCKOUT, {}, others="keep"), reason="she has played")
    assert PublicTournament("cup", 1, desk.state, NOW).line(final).sides[at.index(True)].people == (winner,)


def _json(shown: PublicTournament, match: MatchId) -> dict[str, Any]:
    return next(one for one in json.loads(tournament_json(shown))["matches"] if one["match"] == match)


def test_corrected_result_is_among_the_latest() -> None:
    case = Corrected(is_early=False)
    shown = PublicTournament("cup", 1, case.desk.state, NOW)
    assert [line.match for line in shown.latest[:2]] == [case.desk.match(case.gita, case.hari), case.semi]


def test_match_to_be_played_again_has_no_time() -> None:
    desk = tree()
    play(desk, MatchId("M5"), 3, 25, is_right=True)
    desk.record(rule_seats(desk.state, KNOCKOUT, {}, others="change"), reason="by the results")
    final = MatchId("M7")
    assert desk.view.status(final) == "void"
    order = order_of_play(desk.view, now=NOW)
    assert [one.match for one in order] == [final], "a table is kept for it"
    assert order_lines(desk.view, order) == []
    planned = {one.match: one for one in order}
    shown = PublicTournament("cup", 1, desk.state, NOW, planned=planned)
    assert (shown.order, _json(shown, final)["planned"]) == ((), None)
    box = next(box for box in lay_out_bracket(desk.view, KNOCKOUT, planned).boxes if box.id == final)
    assert box.when == "under review"
    for entry in desk.view.known_sides(final):
        html = Pages(shown).html(PageRequest(f"/p/{entry}", "en"))
        assert html is not None
        assert [final in one.text for one in read(html).all("stay")] == [True]
        assert read(html).all("coming") == []
        person = next(one for one in list_players(shown) if one.id == PersonId(entry))
        assert "BEGIN:VEVENT" not in person_calendar(shown, words_of("en"), person_page(shown, person))


def test_match_waiting_for_a_ruling_is_on_hold_everywhere() -> None:
    case = Corrected(is_early=False)
    desk = case.desk
    other, final = [one.fixture.id for one in desk.state.in_stage(KNOCKOUT) if one.fixture.id != case.semi]
    play(desk, other, 25, 3)
    winner = desk.view.winner(other)
    planned = {one.match: one for one in order_of_play(desk.view, now=NOW)}
    shown = PublicTournament("cup", 1, desk.state, NOW, planned=planned)
    assert [(row.line.match, row.line.stand) for row in shown.order] == [(final, "held")]
    for language in LANGUAGES:
        html = Pages(shown).html(PageRequest(f"/p/{winner}", language))
        assert html is not None
        (coming,) = read(html).all("coming")
        assert words_of(language).say("stand.held") in coming.text
    person = next(one for one in list_players(shown) if one.id == PersonId(str(winner)))
    for calendar in (
        person_calendar(shown, words_of("en"), person_page(shown, person)),
        tournament_calendar(shown, words_of("en")),
    ):
        assert "STATUS:TENTATIVE" in calendar
        assert "CONFIRMED" not in calendar
    (hangs,) = why_waiting(desk.view, NOW, final).why
    assert contains_all(hangs, case.gita, "A2", case.hari)
    for table in range(1, desk.state.announced.hall.tables + 1):
        desk.record(TableServiceSet(table=table, works=False))
    hall = hall_shown(desk.view, 1, NOW, is_private_shown=True)
    (waiting,) = hall.waiting
    assert (waiting.matches, waiting.cause) == ([final], "held")
    assert contains_all(waiting.why, "table", hangs)
    first, second = why_waiting(desk.view, NOW, final).why
    assert (first, "table" in second) == (hangs, True)
