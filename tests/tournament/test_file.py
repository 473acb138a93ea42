"""The file: whole or not at all, torn ends, one writer after another."""

from __future__ import annotations

from pathlib import Path

import pytest

from carrom.base.codec import decode, encode
from carrom.base.errors import CarromError, Refused
from carrom.laws import rulebook
from carrom.match import ROUNDS, Format as MatchFormat
from carrom.tournament.log.file import LoadedFile, create, load, open_tournament_file
from carrom.tournament.model.definition import Definition, Overrides, Stage
from carrom.tournament.model.events import TournamentEvent
from carrom.tournament.templates import TEMPLATES, tournament_template
from tests.tournament.desk import DAY, GROUPS, Desk, groups_then_knockout


def played() -> Desk:
    desk = Desk(groups_then_knockout())
    desk.enter("Asha Ben Çelik देव")
    desk.draw(GROUPS)
    desk.play("Asha", "Ben", 25, 1)
    desk.play("Çelik", "देव", 18, 18, extra=(0, 4))
    return desk


def append(path: Path, *facts: TournamentEvent) -> LoadedFile | Refused:
    with open_tournament_file(path) as file:
        return file.append(*facts)


@pytest.mark.slow
def test_a_crash_after_any_byte_loses_no_acknowledged_fact(tmp_path: Path) -> None:
    desk = played()
    whole = tmp_path / "whole.tournament"
    create(whole, desk.facts)
    raw = whole.read_bytes()
    last = raw.rstrip(b"\n").rindex(b"\n") + 1  # where the last fact begins
    torn = tmp_path / "torn.tournament"
    for end in range(last, len(raw)):
        torn.write_bytes(raw[:end])
        loaded = load(torn)
        assert len(loaded.facts) == len(desk.facts) - 1
        assert loaded.torn == end - last
    # The next writer cuts the torn line off and goes on; what the pad sends again is stored once.
    told = append(torn, desk.facts[-1], desk.facts[-1], desk.facts[-2])
    assert not isinstance(told, Refused)
    assert torn.read_bytes() == raw
    assert told.state == desk.state


def test_killed_after_every_fact_the_state_is_the_same(tmp_path: Path) -> None:
    desk = played()
    path = tmp_path / "t.tournament"
    create(path, desk.facts[:1])
    for fact in desk.facts[1:]:
        told = append(path, fact)  # every call reads the file anew, as after a crash
        assert not isinstance(told, Refused)
    assert load(path).state == desk.state
    assert [fact.n for fact in load(path).facts] == list(range(1, len(desk.facts) + 1))


def test_a_refused_fact_leaves_the_file_untouched(tmp_path: Path) -> None:
    desk = played()
    path = tmp_path / "t.tournament"
    create(path, desk.facts)
    before = path.read_bytes()
    good = desk.fact(desk.given("Asha", "Çelik", 25, 3), id="good")
    bad = desk.fact(desk.given("Asha", "Ben", 25, 3), id="bad")
    told = append(path, good, bad)
    assert isinstance(told, Refused)
    assert told.code == "played"
    assert path.read_bytes() == before


def test_an_existing_file_is_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "t.tournament"
    create(path, played().facts)
    with pytest.raises(CarromError, match="exists already"):
        create(path, played().facts)
    assert [one.name for one in tmp_path.iterdir()] == ["t.tournament"], "no temporary file is left"


def test_what_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(CarromError, match="cannot be read"):
        load(tmp_path / "missing.tournament")
    bad = tmp_path / "bad.tournament"
    bad.write_bytes(b'{"carrom":"tournament","version":1}\n\xff\n')
    with pytest.raises(CarromError, match="byte 37 is not UTF-8"):
        load(bad)
    with pytest.raises(CarromError, match="cannot be read"):
        append(tmp_path / "missing.tournament")


@pytest.mark.parametrize("name", TEMPLATES)
def test_templates_are_complete_definitions(name: str) -> None:
    made = tournament_template(name, day=DAY, title="Ours")
    assert made.name == "Ours"
    assert made.template == name
    assert decode(Definition, encode(made)) == made


def test_the_icf_championship_lifts_the_board_limit_at_the_quarter_finals() -> None:
    stage = tournament_template("icf", day=DAY).events[0].stages[0]
    assert stage.format_in("final").games == 3
    limits = {
        name: stage.format_in(name).boards for name in ("round-of-64", "pre-quarter-final", "quarter-final", "final")
    }
    assert limits == {"round-of-64": 8, "pre-quarter-final": 8, "quarter-final": None, "final": None}
    vkk = tournament_template("vkk", day=DAY).events[0].stages
    assert [one.format_in("final").boards for one in vkk] == [6, 6]


@pytest.mark.law("vkk:groups")
def test_two_of_every_group_of_vkk_go_on() -> None:
    groups, *_ = tournament_template("vkk", day=DAY).events[0].stages
    assert (groups.format, groups.advance) == ("groups", 2)


def test_kreeda_is_five_teams_of_thirteen() -> None:
    (event,) = tournament_template("kreeda-2024", day=DAY).events
    sizes = [rubber.category.size or 0 for rubber in event.rubbers]
    assert (event.teams, len(sizes), sum(sizes)) == (5, 8, 13)
    assert sizes == [1, 1, 1, 2, 2, 2, 2, 2]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            {"events": [{"id": "S", "name": "S", "category": {}, "stages": [{"withdrawal": "1/0"}]}]},
            'withdrawal: "1/0" is not',
        ),
        ({"name": 3}, "definition.name: 3 is not a text"),
        ({"day": "soon"}, 'definition.day: "soon" is not a date such as 2024-11-05'),
        ({"halls": {}}, 'definition: unknown field "halls"; it may have name, day'),
        ({"events": [{"id": "S"}]}, r"definition.events\[0\].name is missing"),
        ({"hall": {"tables": True}}, "definition.hall.tables: true is not a whole number"),
    ],
)
def test_a_wrong_definition_says_where(change: dict[str, object], words: str) -> None:
    value = encode(tournament_template("vkk", day=DAY)) | change
    with pytest.raises(CarromError, match=words):
        decode(Definition, value, "definition")


@pytest.mark.parametrize("name", TEMPLATES)
def test_templates_play_by_their_rulebook(name: str) -> None:
    """A template holds only what differs from its rulebook, and nothing does."""
    for event in tournament_template(name, day=DAY).events:
        for stage in event.stages:
            assert stage.rulebook == name
            assert stage.overrides == Overrides()
            for round in ROUNDS:
                assert stage.format_in(round) == MatchFormat.of(rulebook(name), round)


@pytest.mark.parametrize(
    ("overrides", "words"),
    [
        ({"boards_until": "quarter"}, "'quarter' is not a round .did you mean quarter-final"),
        ({"games": 0}, "games cannot be 0"),
        ({"boards": -1}, "boards cannot be -1"),
        ({"coins": 9}, "coins"),
    ],
)
def test_overrides_that_cannot_be_are_refused(overrides: dict[str, object], words: str) -> None:
    stage = {"id": "s", "format": "knockout", "rulebook": "icf", "overrides": overrides}
    with pytest.raises(CarromError, match=words):
        decode(Stage, stage)


def test_an_unknown_rulebook_needs_all_its_figures() -> None:
    stage: dict[str, object] = {"id": "s", "format": "knockout", "rulebook": "house"}
    with pytest.raises(CarromError, match='rulebook: "house" is not one of icf, vkk'):
        decode(Stage, stage)
    figures = {"games": 1, "target": 21, "boards": 0, "boards_until": "always", "minutes": 0, "most": 11}
    format = decode(Stage, {**stage, "overrides": figures}).format_in("final")
    assert format == MatchFormat(target=21, boards=None, games=1, has_time=False)
