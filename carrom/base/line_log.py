"""A file of lines that is only ever added to, for one writer after another: records and tournaments are kept so.

A line counts once its newline is on the disk. What a power cut left of a line that was being written was never
acknowledged: readers leave it out, the next writer cuts it off.
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
    """A file of lines as it was when we last read or wrote it."""

    path: Path
    size: int
    """Bytes of its whole lines."""
    torn: int = 0
    """Bytes after them, of a line without its end."""

    @classmethod
    def create(cls, path: Path, data: bytes) -> LineLog:
        """A new file with these lines; one that is there is never overwritten."""
        write_new(path, data)
        return cls(path, len(data))

    @classmethod
    def read(cls, path: Path) -> tuple[LineLog, bytes]:
        """A file, and its whole lines."""
        data = read_whole(path)
        size = data.rfind(b"\n") + 1
        return cls(path, size, len(data) - size), data[:size]

    def is_unchanged(self) -> bool:
        """Whether nobody else has written to it since. Ask for the lock first where it has to stay so."""
        try:
            return os.stat(self.path).st_size == self.size + self.torn
        except OSError as error:
            raise CarromError("file-unreadable", f"{self.path} cannot be read: {os_error_text(error)}") from None

    def append(self, data: bytes) -> None:
        """Add lines, all of them or none, and be sure that they are on the disk. Ask for the lock first."""
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
                file.truncate(self.size)  # half of it would be worse than none
                raise
            finally:
                self.torn = 0
        self.size += len(data)

    def cut_torn(self) -> None:
        """Cut off what is left of a last line. Ask for the lock first."""
        if self.torn:
            self.append(b"")


@contextlib.contextmanager
def file_lock(path: Path) -> Iterator[None]:
    """One writer at a time, where the system can promise it."""
    try:
        import fcntl
    except ImportError:  # Windows
        yield
        return
    try:
        handle = open(path, "rb")  # noqa: SIM115  closed below, when the lock is no longer needed
    except OSError as error:
        raise CarromError("file-unreadable", f"{path} cannot be read: {os_error_text(error)}") from None
    with handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX)
        except OSError as error:  # some disks of a network have no locks
            raise CarromError("file-locked", f"{path} cannot be locked: {os_error_text(error)}") from None
        yield
