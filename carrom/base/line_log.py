"""Append-only files of lines, for match records and tournaments.

A line counts once its newline is on disk: readers skip a torn line, and the next writer removes it.
"""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from carrom.base.errors import CarromError
from carrom.base.files import explain_write_errors, os_error_text, read_whole, write_new

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(slots=True)
class LineLog:
    """A file of lines as of our last read or write."""

    path: Path
    size: int
    """bytes in complete lines"""
    torn: int = 0
    """bytes of an incomplete last line"""

    @classmethod
    def create(cls, path: Path, data: bytes) -> LineLog:
        write_new(path, data)
        return cls(path, len(data))

    @classmethod
    def read(cls, path: Path) -> tuple[LineLog, bytes]:
        data = read_whole(path)
        size = data.rfind(b"\n") + 1
        return cls(path, size, len(data) - size), data[:size]

    def is_unchanged(self) -> bool:
        """Whether no other process has written. Hold the lock if it has to stay so."""
        try:
            return os.stat(self.path).st_size == self.size + self.torn
        except OSError as error:
            raise CarromError("file-unreadable", f"{self.path} cannot be read: {os_error_text(error)}") from None

    def append(self, data: bytes) -> None:
        """Append lines, all or none, and flush them to disk. Hold the lock."""
        with explain_write_errors(self.path), open(self.path, "rb+", buffering=0) as file:
            if file.seek(0, os.SEEK_END) != self.size + self.torn:
                raise CarromError("file-changed", f"{self.path} was changed by somebody else")
            file.truncate(self.size)
            file.seek(self.size)
            try:
                if file.write(data) != len(data):
                    raise OSError(errno.ENOSPC, "only a part of the lines went to the disk")
                os.fsync(file.fileno())
            except OSError:
                file.truncate(self.size)  # no partial write
                raise
            finally:
                self.torn = 0
        self.size += len(data)

    def cut_torn(self) -> None:
        """Remove an incomplete last line. Hold the lock."""
        if self.torn:
            self.append(b"")


@contextlib.contextmanager
def file_lock(path: Path) -> Iterator[None]:
    """Lock a file for one writer, on systems that support it."""
    try:
        import fcntl
    except ImportError:  # Windows
        yield
        return
    try:
        handle = open(path, "rb")  # noqa: SIM115 closed below, when the lock is released
    except OSError as error:
        raise CarromError("file-unreadable", f"{path} cannot be read: {os_error_text(error)}") from None
    with handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX)
        except OSError as error:  # some network file systems have no locks
            raise CarromError("file-locked", f"{path} cannot be locked: {os_error_text(error)}") from None
        yield
