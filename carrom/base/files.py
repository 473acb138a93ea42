"""Read files with clear errors, and write them whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

from carrom.base.errors import CarromError

if TYPE_CHECKING:
    from pathlib import Path


def read_whole(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise CarromError("file-unreadable", f"{path} cannot be read: {os_error_text(error)}") from None


def read_text(path: Path) -> str:
    """UTF-8, without a byte order mark."""
    try:
        return read_whole(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CarromError("not-text", f"{path} is not a text file: byte {error.start + 1} is not UTF-8") from None


def write_whole(path: Path, data: bytes, *, mode: int = 0o644) -> None:
    """Replace `path` atomically: readers and crashes see the old file or the new one. `mode` applies to new files."""
    with explain_write_errors(path), _temporary_file(path, data, mode) as fresh:
        os.replace(fresh, path)


def write_new(path: Path, data: bytes) -> None:
    """Create a file atomically; never overwrite one."""
    check_can_create(path)
    with explain_write_errors(path), _temporary_file(path, data) as fresh:
        try:
            os.link(fresh, path)  # unlike a rename, fails if another process was faster
        except FileExistsError:
            raise CarromError("file-exists", f"{path} exists already") from None
        except OSError:
            os.rename(fresh, path)


def check_can_create(path: Path) -> None:
    """Raise `CarromError` if a file cannot be created here, before long work that would fill it."""
    if path.exists():
        raise CarromError("file-exists", f"{path} exists already")
    with explain_write_errors(path):
        pass


@contextlib.contextmanager
def explain_write_errors(path: Path) -> Iterator[None]:
    """Turn disk errors inside the block into one sentence that names the file."""
    try:
        if path.parent.exists() and not path.parent.is_dir():
            raise CarromError("file-unwritable", f"{path} cannot be written: {path.parent} is not a folder")
        if not path.parent.exists():
            raise CarromError("file-unwritable", f"{path} cannot be written: there is no folder {path.parent}")
        yield
    except OSError as error:
        raise CarromError("file-unwritable", f"{path} cannot be written: {os_error_text(error)}") from None


@contextlib.contextmanager
def prefix_errors(path: Path | str) -> Iterator[None]:
    try:
        yield
    except CarromError as error:
        raise CarromError(error.code, f"{path}: {error}", typed=f"{path}: {error.typed}") from None


def os_error_text(error: OSError) -> str:
    text = _OS_ERRORS.get(error.errno or 0)
    return text or (error.strerror or str(error)).lower()


_OS_ERRORS = {
    errno.ENOENT: "there is no such file",
    errno.EISDIR: "it is a folder",
    errno.ENOTDIR: "a part of its path is a file, not a folder",
    errno.EACCES: "this user has no right to it",
    errno.EPERM: "this user has no right to it",
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "this user's share of the disk is full",
    errno.EROFS: "the disk is read-only",
    errno.ENAMETOOLONG: "the name is too long",
}


@contextlib.contextmanager
def _temporary_file(path: Path, data: bytes, mode: int = 0o644) -> Iterator[str]:
    import tempfile  # slow, and most runs only read files

    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:100]}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, mode if not path.exists() else path.stat().st_mode & 0o777)
        yield name
    finally:
        with contextlib.suppress(OSError):
            os.unlink(name)
    with contextlib.suppress(OSError):  # some systems cannot open a folder
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
