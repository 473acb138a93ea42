"""Definitions of tournaments: templates, and what is refused."""

from __future__ import annotations

import pytest

from carrom.base.codec import decode, encode
from carrom.laws import RULEBOOKS, rulebook
from carrom.match import ROUNDS, Format as MatchFormat
from carrom.tournament.model.definition import Definition, Overrides, Stage
from carrom.tournament.templates import TEMPLATES, tournament_template
from tests.refusals import refuses
from tests.tournament.desk import DAY


@pytest.mark.parametrize("name", TEMPLATES)
def test_templates_are_complete_definitions(name: str) -> None:
    made = tournament_template(name, day=DAY, title="Ours")
    assert made.name == "Ours"
    assert made.template == name
    assert decode(Definition, encode(made)) == made


def test_icf_board_limit_ends_before_the_quarter_finals() -> None:
    stage = tournament_template("icf", day=DAY).events[0].stages[0]
    assert stage.format_in("final").games == 3
    limits = {
        name: stage.format_in(name).boards for name in ("round-of-64", "pre-quarter-final", "quarter-final", "final")
    }
    assert limits == {"round-of-64": 8, "pre-quarter-final": 8, "quarter-final": None, "final": None}
    vkk = tournament_template("vkk", day=DAY).events[0].stages
    assert [one.format_in("final").boards for one in vkk] == [6, 6]


@pytest.mark.law("vkk:groups")
def test_two_of_every_vkk_group_advance() -> None:
    groups, *_ = tournament_template("vkk", day=DAY).events[0].stages
    assert (groups.format, groups.advance) == ("groups", 2)


def test_kreeda_has_five_teams_of_thirteen() -> None:
    (event,) = tournament_template("kreeda-2024", day=DAY).events
    sizes = [rubber.category.size or 0 for rubber in event.rubbers]
    assert (event.teams, len(sizes), sum(sizes)) == (5, 8, 13)
    assert sizes == [1, 1, 1, 2, 2, 2, 2, 2]


@pytest.mark.parametrize(
    ("change", "quotes"),
    [
        (
            {"events": [{"id": "S", "name": "S", "category": {}, "stages": [{"withdrawal": "1/0"}]}]},
            ("definition.events[0].stages[0].withdrawal", '"1/0"'),
        ),
        ({"name": 3}, ("definition.name", "3")),
        ({"day": "soon"}, ("definition.day", '"soon"', "2024-11-05")),
        ({"halls": {}}, ("definition", '"halls"', "name, day")),
        ({"events": [{"id": "S"}]}, ("definition.events[0].name",)),
        ({"hall": {"tables": True}}, ("definition.hall.tables", "true")),
    ],
)
def test_error_in_a_definition_names_the_field(change: dict[str, object], quotes: tuple[str, ...]) -> None:
    value = encode(tournament_template("vkk", day=DAY)) | change
    with refuses("misread", *quotes):
        decode(Definition, value, "definition")


@pytest.mark.parametrize("name", TEMPLATES)
def test_templates_play_by_their_rulebook(name: str) -> None:
    """A template would contain only departures from its rulebook, and has none."""
    for event in tournament_template(name, day=DAY).events:
        for stage in event.stages:
            assert stage.rulebook == name
            assert stage.overrides == Overrides()
            for round in ROUNDS:
                assert stage.format_in(round) == MatchFormat.of(rulebook(name), round)


@pytest.mark.parametrize(
    ("overrides", "quotes"),
    [
        ({"boards_until": "quarter"}, ("overrides.boards_until", "'quarter'", "quarter-final")),
        ({"games": 0}, ("overrides", "games", "0")),
        ({"boards": -1}, ("overrides", "boards", "-1")),
        ({"coins": 9}, ("overrides", '"coins"')),
    ],
)
def test_impossible_overrides_are_refused(overrides: dict[str, object], quotes: tuple[str, ...]) -> None:
    stage = {"id": "s", "format": "knockout", "rulebook": "icf", "overrides": overrides}
    with refuses("misread", *quotes):
        decode(Stage, stage)


def test_unknown_rulebook_needs_all_its_figures() -> None:
    stage: dict[str, object] = {"id": "s", "format": "knockout", "rulebook": "house"}
    with refuses("misread", "rulebook", '"house"', *RULEBOOKS):
        decode(Stage, stage)
    figures = {"games": 1, "target": 21, "boards": 0, "boards_until": "always", "minutes": 0, "most": 11}
    format = decode(Stage, {**stage, "overrides": figures}).format_in("final")
    assert format == MatchFormat(target=21, boards=None, games=1, has_time=False)
