"""Stage formats: a new one works everywhere once registered, and `format_faults` finds the faults of one."""

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
from tests.refusals import refuses
from tests.tournament.desk import DAY, GROUPS, Desk


def _draw_against_the_first(wanted: ToDraw) -> Drawing:
    first, *others = wanted.names
    fixtures = tuple(
        Fixture(id=MatchId(f"M{turn}"), round="group", slots=(Entrant(first), Entrant(other)), group=0, turn=turn)
        for turn, other in enumerate(others, 1)
    )
    return Drawing(fixtures=fixtures, groups=(tuple(wanted.names),))


SIMULTANEOUS = StageFormat(name="simultaneous", draw=_draw_against_the_first, shape="tables")
"""The first entry plays all others; for this test only."""


def test_new_format_is_drawn_played_shown_and_saved(
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


def test_unregistered_format_is_checked_without_registering_it() -> None:
    before = dict(FORMATS)
    assert format_faults(SIMULTANEOUS, page="`simultaneous`") == []
    (fault,) = format_faults(SIMULTANEOUS, page="Nothing.")
    assert "page" in fault
    assert before == FORMATS


def test_draw_verb_makes_the_draw_of_a_stage(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FORMATS, SIMULTANEOUS.name, SIMULTANEOUS)
    answer = draw_verb.answer({"format": "simultaneous", "entries": ["a", "b", "c"]})
    assert [len(one["matches"]) for one in answer["rounds"]] == [1, 1]
    bad = replace(SIMULTANEOUS, line=_OtherLine)
    (other,) = format_faults(bad)
    assert "`carrom draw`" in other
    needy = replace(SIMULTANEOUS, line=_NeedyLine)
    (missing,) = format_faults(needy)
    assert "`carrom draw`" in missing
    assert "tables" in missing


class _OtherLine(EntriesLine):
    def answer(self, draw: Callable[[ToDraw], Drawing]) -> dict[str, Any]:
        return EntriesLine.answer(self, FORMATS["round-robin"].draw)


@dataclass(frozen=True, slots=True, kw_only=True)
class _NeedyLine(EntriesLine):
    tables: int


def test_faults_of_a_draw_are_found() -> None:
    def forgetful(wanted: ToDraw) -> Drawing:
        return _draw_against_the_first(replace(wanted, names=wanted.names[:2]))

    def stubborn(wanted: ToDraw) -> Drawing:
        if len(wanted.names) == 2:
            raise CarromError("too-few-entries", "<two>")
        return _draw_against_the_first(wanted)

    for draw, quotes in ((forgetful, ("p2", "3")), (stubborn, ("2", "<two>"))):
        bad = replace(SIMULTANEOUS, draw=draw)
        assert any(all(one in fault for one in quotes) for fault in format_faults(bad))


def test_unknown_format_is_refused_with_the_known_ones() -> None:
    with refuses("unknown-format", "'ladder'", *FORMATS):
        Stage(id=GROUPS.stage, format="ladder", rulebook="vkk")


def test_draw_verb_takes_format_names_of_files() -> None:
    question = {"teams": ["A", "B"], "categories": ["S"]}
    assert draw_verb.answer({"format": "league", **question}) == draw_verb.answer({"format": "team-league", **question})
