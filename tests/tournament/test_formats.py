"""Formats are values: one that is not whole is told so, and a sixth can be played at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from carrom.base.errors import CarromError
from carrom.cli import draw as draw_verb, main
from carrom.render.sheets.sheet import sheet_text
from carrom.render.sheets.stage_sheets import standings_sheet
from carrom.testing.formats import format_faults
from carrom.tournament.desk.prizes import prizes
from carrom.tournament.draws.bracket import Entrant, Fixture, MatchId
from carrom.tournament.formats import FORMATS, Drawing, StageFormat, ToDraw
from carrom.tournament.formats.stage_format import EntriesLine
from carrom.tournament.log.file import create, load
from carrom.tournament.model.definition import Competition, Definition, Stage
from carrom.tournament.model.people import Category
from carrom.tournament.tables.policy import POLICIES
from tests.tournament.desk import DAY, GROUPS, Desk


def _draw_against_the_first(wanted: ToDraw) -> Drawing:
    first, *others = wanted.names
    fixtures = tuple(
        Fixture(id=MatchId(f"M{turn}"), round="group", slots=(Entrant(first), Entrant(other)), group=0, turn=turn)
        for turn, other in enumerate(others, 1)
    )
    return Drawing(fixtures=fixtures, groups=(tuple(wanted.names),))


SIMULTANEOUS = StageFormat(name="simultaneous", draw=_draw_against_the_first, shape="tables")
"""One against all others: made up for this test."""


def test_a_sixth_format_is_announced_drawn_played_shown_and_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(FORMATS, SIMULTANEOUS.name, SIMULTANEOUS)
    stage = Stage(id=GROUPS.stage, format="simultaneous", rulebook="vkk", policy=POLICIES["vkk"])
    event = Competition(id=GROUPS.event, name="One against all", category=Category(), stages=(stage,))
    desk = Desk(Definition(name="Show", day=DAY, events=(event,)))
    desk.enter("Asha Ben Carl Dev")
    assert len(desk.draw(GROUPS).fixtures) == 3
    desk.publish(GROUPS)
    desk.play("Asha", "Ben", 25, 3)
    desk.play("Asha", "Carl", 25, 4)
    desk.play("Dev", "Asha", 25, 5)
    assert next((prize.place, prize.entries) for prize in prizes(desk.view, event)) == (1, ("Asha",))
    assert "Asha" in sheet_text(standings_sheet(desk.view, GROUPS))
    path = tmp_path / "show.tournament"
    create(path, desk.facts)
    assert load(path).state == desk.state
    for verb in ("show", "matches", "standings", "simulate"):
        assert main(["tournament", verb, str(path)]) == 0
    assert "Dev" in capsys.readouterr().out


def test_a_format_of_somebody_elses_is_tried_where_it_is() -> None:
    before = dict(FORMATS)
    assert format_faults(SIMULTANEOUS, page="`simultaneous`") == []
    assert format_faults(SIMULTANEOUS, page="Nothing.") == [
        "simultaneous is not described: no row of the page names it"
    ]
    assert before == FORMATS


def test_a_line_draws_what_the_stage_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FORMATS, SIMULTANEOUS.name, SIMULTANEOUS)
    answer = draw_verb.answer({"format": "simultaneous", "entries": ["a", "b", "c"]})
    assert [len(one["matches"]) for one in answer["rounds"]] == [1, 1]
    bad = replace(SIMULTANEOUS, line=_OtherLine)
    assert format_faults(bad) == ["simultaneous draws other rounds for `carrom draw` than for a stage"]
    needy = replace(SIMULTANEOUS, line=_NeedyLine)
    assert format_faults(needy) == ["simultaneous has no answer for `carrom draw`: tables is missing"]


class _OtherLine(EntriesLine):
    def answer(self, draw: Callable[[ToDraw], Drawing]) -> dict[str, Any]:
        return EntriesLine.answer(self, FORMATS["round-robin"].draw)


@dataclass(frozen=True, slots=True, kw_only=True)
class _NeedyLine(EntriesLine):
    tables: int


def test_a_format_that_draws_badly_is_told_so() -> None:
    def forgetful(wanted: ToDraw) -> Drawing:
        return _draw_against_the_first(replace(wanted, names=wanted.names[:2]))

    def stubborn(wanted: ToDraw) -> Drawing:
        if len(wanted.names) == 2:
            raise CarromError("too-few-entries", "two are too few")
        return _draw_against_the_first(wanted)

    for draw, words in ((forgetful, "leaves p2 out of a draw of 3"), (stubborn, "draws no 2 entries: two are too few")):
        bad = replace(SIMULTANEOUS, draw=draw)
        assert any(words in sentence for sentence in format_faults(bad))


def test_an_unknown_format_is_refused_with_the_known_ones() -> None:
    with pytest.raises(CarromError, match="no format is called 'ladder': there are groups, round-robin, knockout"):
        Stage(id=GROUPS.stage, format="ladder", rulebook="vkk")


def test_files_and_lines_have_the_same_names() -> None:
    asked = {"teams": ["A", "B"], "categories": ["S"]}
    assert draw_verb.answer({"format": "league", **asked}) == draw_verb.answer({"format": "team-league", **asked})
