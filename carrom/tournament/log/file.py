"""A whole tournament in one file: a heading line, then one fact per line, only ever added to.

The heading is `{"carrom":"tournament","version":1}`. A line counts when its newline is on the disk; a torn last line
(the power failed in mid-write) was never acknowledged and is cut off by the next writer.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from carrom.base.errors import CarromError
from carrom.base.files import naming, read_whole, trouble, write_whole, writing
from carrom.base.refusal import Refused
from carrom.tournament.log.facts import Fact, read_fact
from carrom.tournament.log.state import State
from carrom.tournament.log.transitions import apply

VERSION = 1
_HEADING = {"carrom": "tournament", "version": VERSION}
_NOT_OURS = "this is not a tournament file"


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """A file, read: its facts, what they add up to, and how many bytes at the end were torn."""

    facts: tuple[Fact, ...]
    state: State
    torn: int = 0


def text(facts: Iterable[Fact]) -> str:
    """The file of these facts."""
    lines = [_line(_HEADING), *(_line(fact.json()) for fact in facts)]
    return "".join(lines)


def from_text(raw: str) -> Loaded:
    """Read a file. A fact that does not hold is an error: such a line was never written by us."""
    whole, _, torn = raw.rpartition("\n")
    return _from_lines(whole.split("\n") if whole else [], torn=len(torn.encode()))


def _from_lines(lines: Sequence[str], *, torn: int) -> Loaded:
    heading = _heading(lines[0]) if lines else {}
    if heading.get("carrom") != "tournament":
        is_record = bool(lines) and lines[0].lower().startswith("carrom-record")
        raise CarromError(
            f"{_NOT_OURS}: {'it is the record of a match' if is_record else 'its first line should say so'}"
        )
    version = heading.get("version")
    if version != VERSION:
        raise CarromError(f"this tournament file is of version {version!r}; version {VERSION} can be read")
    state = State()
    facts: list[Fact] = []
    for number, line in enumerate(lines[1:], 2):
        fact = read_fact(_object(line, number), f"line {number}")
        if fact.n != len(facts) + 1:
            raise CarromError(f"line {number} has the fact {fact.n}, where {len(facts) + 1} is due")
        step = apply(state, fact)
        if isinstance(step, Refused):
            raise CarromError(f"line {number}: {step.text}")
        if step.is_repeated:
            raise CarromError(f"line {number} repeats the fact {fact.id}")
        state = step.state
        facts.append(fact)
    return Loaded(facts=tuple(facts), state=state, torn=torn)


def load(path: Path) -> Loaded:
    """Read a file from the disk."""
    whole, _, torn = read_whole(path).rpartition(b"\n")  # a torn line may end in the middle of a letter
    with naming(path):
        try:
            lines = whole.decode().split("\n") if whole else []
        except UnicodeDecodeError as error:
            raise CarromError(f"{_NOT_OURS}, or a damaged one: byte {error.start + 1} is not UTF-8") from None
        return _from_lines(lines, torn=len(torn))


def create(path: Path, facts: Sequence[Fact]) -> Loaded:
    """Write a new file, whole or not at all. An existing one is never overwritten."""
    check_free(path)
    loaded = from_text(text(replace(fact, n=n) for n, fact in enumerate(facts, 1)))
    write_whole(path, text(loaded.facts).encode())
    return loaded


def check_free(path: Path) -> None:
    """Whether a file can be made there; ask before the work is done that would fill it."""
    if path.exists():
        raise CarromError(f"{path} exists already")
    with writing(path):
        pass  # its folder is there


def append(path: Path, facts: Sequence[Fact]) -> Loaded | Refused:
    """Add facts to a file: all of them, or none if one is refused. One that is there already adds nothing."""
    with _locked(path):
        loaded = load(path)
        state = loaded.state
        added: list[Fact] = []
        for fact in facts:
            step = apply(state, fact)
            if isinstance(step, Refused):
                return step
            if not step.is_repeated:
                added.append(replace(fact, n=len(loaded.facts) + len(added) + 1))
            state = step.state
        if added:
            _append(path, "".join(_line(fact.json()) for fact in added), cut=loaded.torn)
        return Loaded(facts=(*loaded.facts, *added), state=state)


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False) + "\n"


def _heading(line: str) -> dict[str, Any]:
    try:
        return _object(line, 1)
    except CarromError:
        return {}


def _object(line: str, number: int) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except json.JSONDecodeError as error:
        raise CarromError(f"line {number} is not JSON: {error.msg} at character {error.pos + 1}") from None
    if not isinstance(value, dict):
        raise CarromError(f"line {number} is not an object")
    return value


def _append(path: Path, content: str, *, cut: int) -> None:
    data = content.encode()
    with writing(path), open(path, "rb+", buffering=0) as file:
        end = file.seek(0, os.SEEK_END)
        if cut:
            end = file.seek(end - cut)
            file.truncate()
        try:
            if file.write(data) != len(data):
                raise OSError(errno.ENOSPC, "only a part of the facts went to the disk")
            os.fsync(file.fileno())
        except OSError:
            file.truncate(end)  # half of the facts would be worse than none
            raise


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[None]:
    """One writer at a time, where the system can promise it."""
    try:
        import fcntl
    except ImportError:  # Windows
        yield
        return
    try:
        handle = open(path, "rb")  # noqa: SIM115  closed below, when the lock is no longer needed
    except OSError as error:
        raise CarromError(f"{path} cannot be read: {trouble(error)}") from None
    with handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
