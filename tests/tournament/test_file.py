"""The tournament file: events are appended whole or not at all, and a torn end is cut off."""

from __future__ import annotations

from pathlib import Path

import pytest

from carrom.base.errors import Refused
from carrom.tournament.log.file import LoadedFile, create, load, open_tournament_file
from carrom.tournament.model.events import TournamentEvent
from tests.refusals import refuses
from tests.tournament.desk import GROUPS, Desk, groups_then_knockout


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
def test_crash_after_any_byte_loses_no_acknowledged_event(tmp_path: Path) -> None:
    desk = played()
    whole = tmp_path / "whole.tournament"
    create(whole, desk.facts)
    raw = whole.read_bytes()
    last = raw.rstrip(b"\n").rindex(b"\n") + 1  # where the last event begins
    torn = tmp_path / "torn.tournament"
    for end in range(last, len(raw)):
        torn.write_bytes(raw[:end])
        loaded = load(torn)
        assert len(loaded.facts) == len(desk.facts) - 1
        assert loaded.torn == end - last
    # The next writer cuts off the torn line; an event that a pad sends again is stored once.
    loaded_again = append(torn, desk.facts[-1], desk.facts[-1], desk.facts[-2])
    assert not isinstance(loaded_again, Refused)
    assert torn.read_bytes() == raw
    assert loaded_again.state == desk.state


def test_reopening_after_every_event_gives_the_same_state(tmp_path: Path) -> None:
    desk = played()
    path = tmp_path / "t.tournament"
    create(path, desk.facts[:1])
    for fact in desk.facts[1:]:
        loaded = append(path, fact)  # every call reads the file again, as after a crash
        assert not isinstance(loaded, Refused)
    assert load(path).state == desk.state
    assert [fact.n for fact in load(path).facts] == list(range(1, len(desk.facts) + 1))


def test_refused_event_leaves_the_file_untouched(tmp_path: Path) -> None:
    desk = played()
    path = tmp_path / "t.tournament"
    create(path, desk.facts)
    before = path.read_bytes()
    good = desk.fact(desk.given("Asha", "Çelik", 25, 3), id="good")
    bad = desk.fact(desk.given("Asha", "Ben", 25, 3), id="bad")
    answer = append(path, good, bad)
    assert isinstance(answer, Refused)
    assert answer.code == "played"
    assert path.read_bytes() == before


def test_existing_file_is_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "t.tournament"
    create(path, played().facts)
    with refuses("file-exists", str(path)):
        create(path, played().facts)
    assert [one.name for one in tmp_path.iterdir()] == ["t.tournament"], "no temporary file is left"


def test_missing_and_binary_files_are_refused(tmp_path: Path) -> None:
    with refuses("file-unreadable", "missing.tournament"):
        load(tmp_path / "missing.tournament")
    bad = tmp_path / "bad.tournament"
    bad.write_bytes(b'{"carrom":"tournament","version":1}\n\xff\n')
    with refuses("not-text", "byte 37"):
        load(bad)
    with refuses("file-unreadable", "missing.tournament"):
        append(tmp_path / "missing.tournament")
