"""The line log: after torn writes, full disks and several writers it holds the acknowledged lines and nothing else."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from carrom.base.files import os_error_text
from carrom.base.line_log import LineLog, file_lock
from tests.depth import examples
from tests.refusals import refuses

LINES = st.lists(
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n"), max_size=8), min_size=1, max_size=3
).map(lambda lines: "".join(f"{line}\n" for line in lines).encode())


class OneFile(RuleBasedStateMachine):
    """Writers change, power fails within a line, the disk is full: the file holds exactly the acknowledged lines."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = TemporaryDirectory()
        self.path = Path(self.folder.name) / "log"
        self.taken = b""
        self.torn = b""

    @initialize(lines=LINES)
    def create(self, lines: bytes) -> None:
        self.log = LineLog.create(self.path, lines)
        self.stale = self.log
        self.taken = lines

    @rule(lines=LINES)
    def append(self, lines: bytes) -> None:
        with file_lock(self.path):
            self.log.append(lines)
        self.taken += lines
        self.torn = b""

    @rule(lines=LINES, keep=st.integers(0, 200))
    def power_fails_while_writing(self, lines: bytes, keep: int) -> None:
        """Any number of bytes is written, and another process opens the file."""
        got = lines[: min(keep, len(lines) - 1)]
        whole = got.rfind(b"\n") + 1
        self.path.write_bytes(self.taken + got)
        self.taken += got[:whole]  # complete lines cannot be told from acknowledged ones
        self.torn = got[whole:]
        self.log = LineLog.read(self.path)[0]

    @rule(lines=LINES)
    def disk_is_full(self, lines: bytes) -> None:
        def full(handle: int) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(os, "fsync", full)
            with refuses("file-unwritable", os_error_text(OSError(errno.ENOSPC, ""))):
                self.log.append(lines)
        self.torn = b""

    @rule()
    def reopen(self) -> None:
        self.stale, (self.log, _) = self.log, LineLog.read(self.path)

    @precondition(lambda self: self.stale.size != self.log.size)
    @rule(lines=LINES)
    def an_earlier_writer_comes_back(self, lines: bytes) -> None:
        with refuses("file-changed", str(self.path)):
            self.stale.append(lines)

    @rule()
    def cut(self) -> None:
        self.log.cut_torn()
        self.torn = b""

    @invariant()
    def acknowledged_lines_are_in_the_file(self) -> None:
        if self.path.exists():
            assert self.path.read_bytes() == self.taken + self.torn
            log, lines = LineLog.read(self.path)
            assert (lines, log.size, log.torn) == (self.taken, len(self.taken), len(self.torn))
            assert [one.name for one in self.path.parent.iterdir()] == ["log"], "no temporary file is left"

    def teardown(self) -> None:
        self.folder.cleanup()


TestOneFile = OneFile.TestCase
TestOneFile.settings = settings(max_examples=examples(40), stateful_step_count=15, deadline=None)


def test_the_next_writer_continues_after_the_last_complete_line(tmp_path: Path) -> None:
    lines = "eins\nzwei ½\n\ndrei\n".encode()
    path = tmp_path / "log"
    for end in range(len(lines) + 1):
        path.write_bytes(lines[:end])
        log, whole = LineLog.read(path)
        assert whole == lines[: lines[:end].rfind(b"\n") + 1]
        with file_lock(path):
            log.append(b"vier\n")
        assert path.read_bytes() == whole + b"vier\n"


def test_an_existing_file_is_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "log"
    LineLog.create(path, b"a\n")
    with refuses("file-exists", str(path)):
        LineLog.create(path, b"b\n")
    with refuses("file-unwritable", str(tmp_path / "no")):
        LineLog.create(tmp_path / "no" / "log", b"b\n")
    assert path.read_bytes() == b"a\n"
    assert [one.name for one in tmp_path.iterdir()] == ["log"]


WRITER = """
import sys
from pathlib import Path
from carrom.base.line_log import LineLog, file_lock
path = Path(sys.argv[1])
for number in range(25):
    with file_lock(path):
        log, lines = LineLog.read(path)
        log.append(f"{len(lines.splitlines())} {sys.argv[2]}\\n".encode())
"""


@pytest.mark.skipif(os.name != "posix", reason="the lock needs a POSIX system")
def test_two_writers_take_turns(tmp_path: Path) -> None:
    path = tmp_path / "log"
    LineLog.create(path, b"")
    writers = [subprocess.Popen([sys.executable, "-c", WRITER, str(path), name]) for name in "ab"]
    assert [writer.wait(timeout=60) for writer in writers] == [0, 0]
    lines = path.read_text().splitlines()
    assert [int(line.split()[0]) for line in lines] == list(range(50)), "each has seen all lines before its own"
    assert sorted(line.split()[1] for line in lines) == ["a"] * 25 + ["b"] * 25


def test_a_deleted_file_is_not_created_again(tmp_path: Path) -> None:
    log = LineLog.create(tmp_path / "log", b"a\n")
    log.path.unlink()
    with refuses("file-unreadable", os_error_text(OSError(errno.ENOENT, ""))), file_lock(log.path):
        log.append(b"b\n")
    assert not log.path.exists()


def test_a_disk_without_locks_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "log").write_bytes(b"one\n")

    def no_locks(*_: object) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr("fcntl.flock", no_locks)
    with refuses("file-locked", str(tmp_path / "log"), os.strerror(errno.ENOLCK).lower()), file_lock(tmp_path / "log"):
        pytest.fail("writes without a lock")
