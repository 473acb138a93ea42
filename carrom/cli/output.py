"""Writing what a verb made: to a file, whole or not at all, or to standard output."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from carrom.errors import CarromError


def write_out(data: bytes, path: str | None) -> None:
    """To `path`, or to standard output where there is none."""
    if path is None or path == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        return
    try:
        write_whole(Path(path), data)
    except OSError as error:
        raise CarromError(f"cannot write {path}: {error.strerror}") from None


def write_whole(path: Path, data: bytes) -> None:
    """Replace `path` in one step: a reader, or a crash, finds the old file or the new one and never half of it."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, 0o644 if not path.exists() else path.stat().st_mode & 0o777)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


def suffix_of(path: str | None, known: tuple[str, ...]) -> str | None:
    """The ending of a file name, which says what to write; `None` for standard output."""
    if path is None or path == "-":
        return None
    ending = Path(path).suffix.lower().removeprefix(".")
    if ending not in known:
        raise CarromError(f"{path}: a name that ends in {', '.join('.' + each for each in known)} says what to write")
    return ending
