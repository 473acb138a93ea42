"""A record kept on disk while the match is played: every event is on the disk before it counts.

The only part of this room that touches a file. A line counts once its end is written; what a power cut left of a line
that was being written is cut away when the journal is opened again.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING

from carrom.base.errors import CarromError
from carrom.base.files import naming, read_whole, trouble, writing
from carrom.base.refusal import Refused
from carrom.laws import RULEBOOKS, Rulebook
from carrom.match.log.acts import Act
from carrom.match.log.record import Record, head_text
from carrom.match.log.record_line import event_text
from carrom.match.match import Applied, Match, apply
from carrom.match.setup import Setup

if TYPE_CHECKING:
    from pathlib import Path


class Journal:
    """A match and the file that holds its record."""

    def __init__(self, path: Path, match: Match) -> None:
        self.path = path
        self.match = match
        self._size = path.stat().st_size

    @classmethod
    def create(cls, path: Path, setup: Setup) -> Journal:
        """A new record; refuses to overwrite one."""
        if path.exists():
            raise CarromError(f"{path} exists already")
        fresh = path.with_name(f".{path.name}.{os.getpid()}")
        with writing(path):
            try:
                _write_new(fresh, head_text(setup).encode())
                _move_to(fresh, path)
            finally:
                fresh.unlink(missing_ok=True)
        _sync_folder(path)
        return cls(path, Match.start(setup))

    @classmethod
    def open(cls, path: Path, *, books: Mapping[str, Rulebook] = RULEBOOKS) -> Journal:
        """Take a record up again where it stopped. Raises `CarromError` if an event in it cannot be."""
        data = read_whole(path)
        whole = data[: data.rfind(b"\n") + 1]
        try:
            text = whole.decode()
        except UnicodeDecodeError as error:
            raise CarromError(f"{path} is not a text file: byte {error.start + 1} is not UTF-8") from None
        with naming(path):
            match = Record.from_text(text, books=books).match()
        if len(whole) < len(data):
            with open(path, "r+b") as file:
                file.truncate(len(whole))
                os.fsync(file.fileno())
        return cls(path, match)

    def add(self, act: Act, *, at: float | None = None) -> Applied | Refused:
        """Apply an act, and write it down before anybody hears that it stands."""
        event = self.match.next_event(act, at=at)
        result = apply(self.match, event)
        if isinstance(result, Applied):
            self._write(f"{event_text(event)}\n".encode())
            self.match = result.match
        return result

    def _write(self, line: bytes) -> None:
        """Append a line whole or not at all. Nobody else may write to the file meanwhile."""
        with open(self.path, "ab", buffering=0) as file:
            if os.fstat(file.fileno()).st_size != self._size:
                raise CarromError(f"{self.path} was changed by somebody else")
            try:
                file.write(line)
                os.fsync(file.fileno())
            except OSError as error:
                file.truncate(self._size)
                raise CarromError(f"{self.path} cannot be written: {trouble(error)}") from None
            if os.fstat(file.fileno()).st_size != self._size + len(line):
                file.truncate(self._size)
                raise CarromError(f"{self.path} cannot be written: only a part of the line went to the disk")
        self._size += len(line)


def _write_new(path: Path, data: bytes) -> None:
    with open(path, "xb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _move_to(fresh: Path, path: Path) -> None:
    try:
        os.link(fresh, path)  # unlike a rename this fails if somebody else was faster
    except FileExistsError:
        raise CarromError(f"{path} exists already") from None
    except OSError:
        os.rename(fresh, path)  # a disk without links, as many sticks are


def _sync_folder(path: Path) -> None:
    if os.name != "posix":
        return
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
