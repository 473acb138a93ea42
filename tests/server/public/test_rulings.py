"""After a ruling on published seats no sheet and no page contradicts another: each says who sits there by it."""

from __future__ import annotations

from datetime import datetime

import pytest

from carrom.laws.sentences import LANGUAGES
from carrom.render.sheets.bracket import lay_out_tree
from carrom.render.sheets.draw_sheet import groups_sheet
from carrom.render.sheets.sheet import Grid, Sheet, sheet_text
from carrom.render.sheets.tables import bracket_sheet, standings_sheet
from carrom.server.desk.views.stages import stage_inside
from carrom.server.public.pages import Pages, Wanted
from carrom.server.public.values.shown import Shown
from carrom.tournament.desk.staging import rule_seats
from carrom.tournament.draws.bracket import MatchId
from tests.server.public.reading import read
from tests.tournament.desk import GROUPS, KNOCKOUT, Desk, groups_then_knockout
from tests.tournament.test_played_places import play, tree

NOW = datetime(2024, 11, 5, 12, 0)


class Corrected:
    """Two groups of three, published; Gita, second of the first group, is third by a correction."""

    def __init__(self, *, is_early: bool) -> None:
        self.desk = desk = Desk(groups_then_knockout(groups=2, advance=2))
        desk.enter("A B C D E F")
        desk.draw(GROUPS)
        desk.draw(KNOCKOUT)
        if is_early:
            desk.publish(KNOCKOUT)  # so that her seat is held by having played, and not by the publication
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
        """Whose rows stand out in the table of the first group."""
        grid = next(part for part in sheet.parts if isinstance(part, Grid) and part.strong)
        return {grid.rows[n][1] for n in grid.strong}


@pytest.mark.parametrize("is_early", [False, True])
def test_kept_seats_are_told_on_every_sheet_and_page(is_early: bool) -> None:
    case = Corrected(is_early=is_early)
    desk = case.desk
    said = f"By ruling of the referee {case.gita} has the place A2 instead of {case.hari}."
    assert not any("ruling" in sheet_text(sheet) for sheet in case.sheets())
    desk.record(rule_seats(desk.state, KNOCKOUT, {}, others="keep"), reason="she has played")
    assert all(said in sheet_text(sheet) for sheet in case.sheets())
    assert [case.strong(sheet) for sheet in case.sheets()[:2]] == [{case.first, case.gita}] * 2
    boxes = {box.id: box.when for box in lay_out_tree(desk.view, KNOCKOUT).boxes}
    assert [when for match, when in boxes.items() if match == case.semi] == [f"{case.gita} by ruling of the referee"]
    html = Pages(Shown("cup", 1, desk.state, NOW)).html(Wanted("/e/S", "en"))
    assert html is not None
    read_page = read(html)
    assert [one.text for one in read_page.all("ruling")] == [said, said], "below the tree, and below the table"
    on = {row.one("entry").text for row in read_page.all("standing")[0].all("goes-on")}
    assert on == {case.first, case.gita}
    assert said in stage_inside(desk.view, 1, "S/groups").groups[0].why


def test_a_seat_that_was_changed_needs_no_words() -> None:
    case = Corrected(is_early=False)
    case.desk.record(rule_seats(case.desk.state, KNOCKOUT, {}, others="change"), reason="the table counts")
    assert "ruling" not in sheet_text(groups_sheet(case.desk.view, GROUPS))


def test_who_stays_in_a_match_by_a_ruling_is_told_at_the_tree() -> None:
    desk = tree()
    stays, other = desk.view.known_sides(MatchId("M5"))
    play(desk, MatchId("M5"), 3, 25, is_right=True)
    desk.record(rule_seats(desk.state, KNOCKOUT, {}, others="keep"), reason="the final is over")
    said = f"By ruling of the referee {stays} has the place M7A instead of {other}."
    assert said in sheet_text(bracket_sheet(desk.view, KNOCKOUT))
    for language in LANGUAGES:
        html = Pages(Shown("cup", 1, desk.state, NOW)).html(Wanted("/e/S", language))
        assert html is not None
        assert [stays in one.text and "M7A" in one.text for one in read(html).all("ruling")] == [True]
