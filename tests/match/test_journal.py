"""The record on disk: every event is written before it counts, even if the process is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from carrom.laws import rulebook
from carrom.match import Applied, Journal, Match, Record, Refused, Setup, apply
from carrom.match.log import acts as a
from carrom.match.log.notation import act_text
from tests.match.random_courses import random_course
from tests.refusals import refuses


def some_acts(events: int) -> list[a.Act]:
    """Return the acts of a match with corrections by the umpire."""
    done = random_course(Setup(rulebook("icf"), "group", True), Random(11), events, wild=0.15, timed=False)
    return [event.act for event in done[-1].match.events()]


def after(acts: list[a.Act]) -> Match:
    match = Match.start(Setup(rulebook("icf"), "group", True))
    for act in acts:
        result = apply(match, match.next_event(act))
        assert isinstance(result, Applied)
        match = result.match
    return match


@pytest.mark.skipif(os.name != "posix", reason="kill -9 is a thing of POSIX systems")
def test_killed_process_replays_to_its_last_state(tmp_path: Path) -> None:
    acts = some_acts(90)
    path = tmp_path / "match.carrom"
    command = [sys.executable, "-m", "carrom", "record", "keep", str(path), "--doubles", "--no-times"]
    acknowledged = 0
    for heard in (25, 60):
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stdout.readline().startswith(f"event {acknowledged}, ")
        # All input is sent at once, so that the process is killed in the middle of its work, not at a pause.
        process.stdin.write("".join(f"{act_text(act)}\n" for act in acts[acknowledged:]))
        process.stdin.flush()
        while acknowledged < heard:
            acknowledged = int(process.stdout.readline().partition(".")[0])
        process.send_signal(signal.SIGKILL)
        process.stdin.close()
        process.wait(timeout=20)
        process.stdout.close()
        match = Journal.open(path).match
        # Every answered act is on disk, and the file gives exactly the match of its first acts.
        assert match.number >= acknowledged
        assert match == after(acts[: match.number])
        acknowledged = match.number
    assert Record.from_text(path.read_text()).match() == match


def test_unfinished_line_is_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "match.carrom"
    journal = Journal.create(path, Setup(rulebook("icf")))
    for act in (a.Toss("a"), a.Play(), a.StrokeMade(own=1)):
        assert isinstance(journal.add(act, at=1.0), Applied)
    whole = path.read_bytes()
    for torn in (b"4", b"4. stroke own 1", '4. remark "naïve'.encode()[:-2]):
        path.write_bytes(whole + torn)
        opened = Journal.open(path)
        assert opened.match == journal.match
        assert path.read_bytes() == whole
    assert isinstance(opened.add(a.StrokeMade(own=2)), Applied)
    assert Journal.open(path).match.board == opened.match.board


def test_refused_event_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "match.carrom"
    journal = Journal.create(path, Setup(rulebook("icf")))
    before = path.read_bytes()
    assert isinstance(journal.add(a.Play()), Refused)
    assert path.read_bytes() == before
    assert [one.name for one in tmp_path.iterdir()] == ["match.carrom"]


def test_failed_write_is_rolled_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "match.carrom"
    journal = Journal.create(path, Setup(rulebook("icf")))
    before = path.read_bytes()

    def full(file: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with refuses("file-unwritable", "match.carrom"):
            journal.add(a.Toss("a"))
    assert path.read_bytes() == before
    assert journal.match.number == 0
    assert isinstance(journal.add(a.Toss("a")), Applied)


def test_second_writer_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "match.carrom"
    first = Journal.create(path, Setup(rulebook("icf")))
    second = Journal.open(path)
    first.add(a.Toss("a"))
    with refuses("record-changed"):
        second.add(a.Toss("b"))
    assert Journal.open(path).match == first.match


def test_existing_and_broken_records_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "match.carrom"
    Journal.create(path, Setup(rulebook("icf")))
    with refuses("file-exists"):
        Journal.create(path, Setup(rulebook("icf")))
    path.write_text(path.read_text() + "1. dance\n")
    with refuses("record-faults", "line 6"):
        Journal.open(path)
    path.write_bytes(b"\xff\n")
    with refuses("not-text"):
        Journal.open(path)
