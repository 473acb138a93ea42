"""Files from before stages named their overrides open, and show the same standings and brackets.

`old_files/` holds a tournament of each template and one with its own rulebook, each with its printout. The printouts
differ from those of the old package in three things: the bracket names the third place, shoot-outs are shown, and
stages have names.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from carrom.cli import main
from carrom.tournament.log.file import load, tournament_text
from carrom.tournament.model.definition import Hall, Overrides
from carrom.tournament.model.state import StageKey
from carrom.tournament.model.upgrade import upgrade_event

OLD_FILES = sorted((Path(__file__).parent / "old_files").glob("*.tournament"))


@pytest.mark.slow
@pytest.mark.parametrize("path", OLD_FILES, ids=lambda path: path.stem)
def test_old_file_shows_the_same_standings_and_brackets(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    state = load(path).state
    assert main(["tournament", "show", str(path)]) == 0
    for event in state.announced.events:
        for stage in event.stages:
            verbs = ["matches"]
            if state.draws.get(StageKey(event.id, stage.id)):
                verbs.append("bracket" if stage.format == "knockout" else "standings")
            for verb in verbs:
                print()
                assert main(["tournament", verb, str(path), f"{event.id}/{stage.id}"]) == 0
    assert capsys.readouterr().out == path.with_suffix(".txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", OLD_FILES, ids=lambda path: path.stem)
def test_rewritten_old_file_loads_the_same_state(path: Path, tmp_path: Path) -> None:
    loaded = load(path)
    rewritten = tmp_path / path.name
    rewritten.write_text(tournament_text(loaded.facts), encoding="utf-8")
    assert '"play"' not in rewritten.read_text(encoding="utf-8")
    assert load(rewritten).state == loaded.state


def test_only_departures_from_the_rulebook_become_overrides() -> None:
    for path in OLD_FILES:
        stages = [stage for event in load(path).state.announced.events for stage in event.stages]
        if path.stem != "house":
            assert {stage.overrides for stage in stages} == {Overrides()}
            continue
        first, second = stages
        whole = Overrides(games=1, target=21, boards=5, boards_until="always", minutes=0, most=11)
        assert (first.rulebook, first.overrides) == ("house", whole)
        assert second.overrides == Overrides(target=0, boards=3, boards_until="semi-final")
        assert [second.format_in(name).boards for name in ("semi-final", "final")] == [3, None]


@pytest.mark.parametrize(("slots", "minutes"), [(0, 0), (1, 50), (2, 100), (None, 50)])
def test_rest_counted_in_slots_becomes_minutes(slots: int | None, minutes: int) -> None:
    hall = {"slot_minutes": 50} if slots is None else {"slot_minutes": 50, "rest_slots": slots}
    now = upgrade_event("created", {"definition": {"hall": hall}})
    assert Hall(**now["definition"]["hall"]).rest_minutes == minutes
