"""Mending a damaged file: readable events are recovered, and lost ones are taken from the backup."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from carrom.cli import main
from carrom.tournament.log.file import BACKUP, create, load, mend, open_tournament_file
from tests.refusals import refuses
from tests.tournament.desk import Desk, scenario_1


def appended(tmp_path: Path) -> tuple[Desk, Path]:
    """Append seventeen events one by one, so that a backup is made after the tenth."""
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


def test_backup_is_made_every_ten_events(tmp_path: Path) -> None:
    desk, path = appended(tmp_path)
    copy = load(path.with_name(path.name + BACKUP))
    assert [fact.id for fact in copy.facts] == [fact.id for fact in desk.facts[: len(desk.facts) // 10 * 10]]


def test_damaged_line_is_taken_from_the_backup(tmp_path: Path) -> None:
    _, path = appended(tmp_path)
    whole = load(path)
    damage(path, 5)
    with refuses("not-text"):
        load(path)
    mended = mend(path.read_bytes(), path.with_name(path.name + BACKUP).read_bytes())
    assert mended.facts == whole.facts
    (note,) = mended.notes
    assert note.startswith("line 5")
    assert "backup" in note


def test_without_a_backup_events_that_need_the_lost_one_are_left_out(tmp_path: Path) -> None:
    desk, path = appended(tmp_path)
    damage(path, 5, b'{"n":4,')  # Q's entry, which the draw needs
    with refuses("file-damaged", "line 5", "`carrom tournament mend`"):
        load(path)
    mended = mend(path.read_bytes())
    assert mended.notes[0].startswith("line 5")
    assert "backup" not in mended.notes[0]
    assert len(mended.notes) == len(desk.facts) - len(mended.facts) > 1, "every lost or left out event has a note"
    assert [fact.n for fact in mended.facts] == list(range(1, len(mended.facts) + 1))
    ids = [fact.id for fact in desk.facts]
    assert [ids.index(fact.id) for fact in mended.facts] == sorted(ids.index(fact.id) for fact in mended.facts)


def test_only_the_lost_result_is_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    desk, path = appended(tmp_path)
    number = next(n for n, fact in enumerate(desk.facts, 2) if fact.body.kind == "result")
    damage(path, number, b"")
    path.with_name(path.name + BACKUP).unlink()
    before = path.read_bytes()
    mended = tmp_path / "mended.tournament"
    assert main(["tournament", "mend", str(path), "-o", str(mended)]) == 0
    assert f"line {number} " in capsys.readouterr().out
    assert path.read_bytes() == before, "the damaged file is not touched"
    found = load(mended).facts
    assert [replace(fact, n=0) for fact in found] == [fact for n, fact in enumerate(desk.facts, 2) if n != number]
    assert main(["tournament", "mend", str(mended), "-o", str(tmp_path / "again.tournament")]) == 0
    assert "line" not in capsys.readouterr().out
