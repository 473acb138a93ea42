"""Names of matches, stages and open sides; byes are not shown."""

from __future__ import annotations

import re
from dataclasses import replace

from carrom.render.sheets.sheet import sheet_text
from carrom.render.sheets.stage_sheets import bracket_sheet, order_sheet, results_sheet
from carrom.tournament.desk.match_text import match_sides, match_title, meeting_text
from carrom.tournament.desk.order_of_play import order_of_play
from carrom.tournament.draws.bracket import PlaceOf
from carrom.tournament.model.definition import CompetitionId
from carrom.tournament.model.events import DefinitionChanged
from carrom.tournament.model.state import StageKey
from tests.tournament.desk import GROUPS, KNOCKOUT, Desk, groups_then_knockout


def many_groups(groups: int, advance: int) -> Desk:
    desk = Desk(groups_then_knockout(groups, advance))
    desk.enter(" ".join(f"P{n}" for n in range(3 * groups)))
    desk.draw(GROUPS)
    desk.draw(KNOCKOUT)
    return desk


def test_sheets_show_every_group_place_and_no_bye() -> None:
    for groups, advance in ((2, 2), (3, 1), (3, 2), (5, 1), (5, 2), (7, 2)):
        desk = many_groups(groups, advance)
        records = desk.state.in_stage(KNOCKOUT)
        byes = {one.fixture.id for one in records if desk.view.status(one.fixture.id) == "bye"}
        places = {slot.name for one in records for slot in one.fixture.slots if isinstance(slot, PlaceOf)}
        assert len(places) == groups * advance
        real = [one.fixture.id for one in records if one.fixture.id not in byes]
        sheets = (
            bracket_sheet(desk.view, KNOCKOUT),
            results_sheet(desk.view, KNOCKOUT),
            order_sheet(desk.view, order_of_play(desk.view)),
        )
        for text in map(sheet_text, sheets):
            seen = re.findall(r"\b[A-Z]\d\b", text)
            assert {one for one in seen if one in places} == places
            assert set(re.findall(r"(?:winner|loser) of (M\d+)", text)) <= set(real)
        shown = [side.text for match in real for side in match_sides(desk.view, match)]
        assert sorted(one for one in shown if not one.startswith("winner of")) == sorted(places)


def test_titles_of_matches_and_names_of_open_sides() -> None:
    desk = many_groups(2, 2)
    first, last = (desk.state.in_stage(key)[at].fixture.id for key, at in ((GROUPS, 0), (KNOCKOUT, -1)))
    assert match_title(desk.view, first) == "S group A"
    assert match_title(desk.view, last) == "S final"
    semis = [one.fixture.id for one in desk.state.in_stage(KNOCKOUT)][:2]
    assert meeting_text(desk.view, last) == f"winner of {semis[0]} – winner of {semis[1]}"


def test_stage_title_adds_to_the_event_name_only_with_several_stages() -> None:
    desk = Desk(groups_then_knockout())
    (single,) = desk.state.announced.events
    alone = replace(single, id=CompetitionId("WS"), name="Women's singles", stages=single.stages[-1:])
    desk.record(DefinitionChanged(definition=replace(desk.state.announced, events=(single, alone))))
    groups, knockout = (StageKey(single.id, one.id) for one in single.stages)
    assert desk.state.title(groups) == "Singles (groups)"
    assert desk.state.title(groups, "A") == "Singles, group A"
    assert desk.state.title(StageKey(alone.id, knockout.stage)) == "Women's singles"
    gone = StageKey(CompetitionId("XD"), knockout.stage)
    assert desk.state.title(gone) == str(gone), "the event was removed"
