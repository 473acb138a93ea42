"""A damaged file: what can be read is saved, and the backup beside it helps."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from carrom.base.errors import CarromError
from carrom.cli import main
from carrom.tournament.log.file import BACKUP, create, load, mend, open_tournament_file
from tests.tournament.desk import Desk, scenario_1


def kept(tmp_path: Path) -> tuple[Desk, Path]:
    """Seventeen facts, told one after another, so that a copy was made after the tenth."""
    desk = scenario_1()
    path = tmp_path / "cup.tournament"
    create(path, desk.facts[:1])
    for fact in desk.facts[1:]:
        with open_tournament_file(path) as file:
            file.append(fact)
    return desk, path


def damage(path: Path, number: int, line: bytes = b"\xff{") -> None:
    lines = path.read_bytes().split(b"\n")
    lines[number - 1] = line
    path.write_bytes(b"\n".join(lines))


def test_a_copy_is_made_every_ten_facts(tmp_path: Path) -> None:
    desk, path = kept(tmp_path)
    copy = load(path.with_name(path.name + BACKUP))
    assert [fact.id for fact in copy.facts] == [fact.id for fact in desk.facts[: len(desk.facts) // 10 * 10]]


def test_a_line_of_the_backup_takes_the_place_of_a_damaged_one(tmp_path: Path) -> None:
    _, path = kept(tmp_path)
    whole = load(path)
    damage(path, 5)
    with pytest.raises(CarromError):
        load(path)
    mended = mend(path.read_bytes(), path.with_name(path.name + BACKUP).read_bytes())
    assert mended.facts == whole.facts
    assert mended.notes == ("line 5 is taken from the backup: it has bytes that are no letters",)


def test_without_a_backup_what_hangs_on_the_lost_line_is_left_out_and_said(tmp_path: Path) -> None:
    desk, path = kept(tmp_path)
    damage(path, 5, b'{"n":4,')  # Q's entry: nothing of the draw can hold without it
    with pytest.raises(CarromError, match=r"line 5.*`carrom tournament mend`"):
        load(path)
    mended = mend(path.read_bytes())
    assert mended.notes[0].startswith("line 5 is lost: ")
    assert any("is left out" in note for note in mended.notes)
    assert [fact.n for fact in mended.facts] == list(range(1, len(mended.facts) + 1))
    ids = [fact.id for fact in desk.facts]
    assert [ids.index(fact.id) for fact in mended.facts] == sorted(ids.index(fact.id) for fact in mended.facts)


def test_a_lost_result_costs_only_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    desk, path = kept(tmp_path)
    number = next(n for n, fact in enumerate(desk.facts, 2) if fact.body.kind == "result")
    damage(path, number, b"")
    path.with_name(path.name + BACKUP).unlink()
    before = path.read_bytes()
    anew = tmp_path / "mended.tournament"
    assert main(["tournament", "mend", str(path), "-o", str(anew)]) == 0
    assert f"line {number} is lost" in capsys.readouterr().out
    assert path.read_bytes() == before, "the damaged file stays"
    told = load(anew).facts
    assert [replace(fact, n=0) for fact in told] == [fact for n, fact in enumerate(desk.facts, 2) if n != number]
    assert main(["tournament", "mend", str(anew), "-o", str(tmp_path / "again.tournament")]) == 0
    assert "nothing is damaged" in capsys.readouterr().out
