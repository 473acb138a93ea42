"""Writing what a verb made: to a file, whole or not at all, or to standard output."""

from __future__ import annotations

import sys
from pathlib import Path

from carrom.base.errors import CarromError
from carrom.base.files import write_whole


def write_out(data: bytes, path: str | None) -> None:
    """To `path`, or to standard output where there is none."""
    if path is None or path == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        return
    write_whole(Path(path), data)


def suffix_of(path: str | None, known: tuple[str, ...]) -> str | None:
    """The ending of a file name, which says what to write; `None` for standard output."""
    if path is None or path == "-":
        return None
    ending = Path(path).suffix.lower().removeprefix(".")
    if ending not in known:
        raise CarromError(f"{path}: a name that ends in {', '.join('.' + each for each in known)} says what to write")
    return ending
