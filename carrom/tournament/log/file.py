"""A whole tournament in one file: a heading line, then one fact per line, only ever added to.

The heading is `{"carrom":"tournament","version":1}`. How lines are kept is in `carrom.base.log`.
"""

import json
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from carrom.base.errors import CarromError
from carrom.base.files import check_free, naming, write_whole
from carrom.base.json_text import read_json
from carrom.base.log import LineLog, locked
from carrom.base.reading import decode, read_at
from carrom.base.refusal import Refused
from carrom.tournament.log.admission import admit
from carrom.tournament.log.facts import Fact, read_fact
from carrom.tournament.log.state import State
from carrom.tournament.log.transitions import apply

VERSION = 1
HEADING = f'{{"carrom":"tournament","version":{VERSION}}}'
"""The first line of a file as it is written."""
_NOT_OURS = "this is not a tournament file"
_SAVE = "`carrom tournament mend` makes a new file of all that can be read"
BACKUP = ".backup"
"""A copy of the file stands beside it under its name with this at the end."""
_BACKUP_EVERY = 10
"""Facts after which the copy is made anew."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """A file, read: its facts, what they add up to, and how many bytes at the end were torn."""

    facts: tuple[Fact, ...]
    state: State
    torn: int = 0


def text(facts: Iterable[Fact]) -> str:
    """The file of these facts."""
    lines = [HEADING, *map(fact_line, facts)]
    return "".join(f"{line}\n" for line in lines)


def fact_line(fact: Fact) -> str:
    """The line of a fact, without its end."""
    return _line(fact.json())


def from_text(raw: str) -> Loaded:
    """Read a file. A fact that does not hold is an error: such a line was never written by us."""
    whole, _, torn = raw.rpartition("\n")
    return _from_lines(whole.split("\n") if whole else [], torn=len(torn.encode()))


def _from_lines(lines: Sequence[str], *, torn: int) -> Loaded:
    heading = _heading(lines[0]) if lines else {}
    if heading.get("carrom") != "tournament":
        is_record = bool(lines) and lines[0].lower().startswith("carrom-record")
        raise CarromError(
            "not-a-tournament",
            f"{_NOT_OURS}: {'it is the record of a match' if is_record else 'its first line should say so'}",
        )
    version = heading.get("version")
    if version != VERSION:
        raise CarromError(
            "unknown-version", f"this tournament file is of version {version!r}; version {VERSION} can be read"
        )
    state = State()
    facts: list[Fact] = []
    for number, line in enumerate(lines[1:], 2):
        fact = read_fact(_object(line, number), f"line {number}")
        if fact.n != len(facts) + 1:
            raise CarromError("file-damaged", f"line {number} has the fact {fact.n}, where {len(facts) + 1} is due")
        step = apply(state, fact)
        if isinstance(step, Refused):
            raise CarromError(step.code, f"line {number}: {step.text}")
        if step.is_repeated:
            raise CarromError("file-damaged", f"line {number} repeats the fact {fact.id}")
        state = step.state
        facts.append(fact)
    return Loaded(facts=tuple(facts), state=state, torn=torn)


def load(path: Path) -> Loaded:
    """Read a file from the disk."""
    return _load(path)[1]


def _load(path: Path) -> tuple[LineLog, Loaded]:
    log, lines = LineLog.read(path)
    with naming(path):
        try:
            whole = lines.decode()
        except UnicodeDecodeError as error:
            raise CarromError(
                "not-text", f"{_NOT_OURS}, or a damaged one: byte {error.start + 1} is not UTF-8"
            ) from None
        try:
            return log, _from_lines(whole.split("\n")[:-1], torn=log.torn)
        except CarromError as error:
            damaged = str(error).startswith("line ")
            raise CarromError("file-damaged", f"{error}. {_SAVE}" if damaged else str(error)) from None


def create(path: Path, facts: Sequence[Fact]) -> Loaded:
    """Write a new file, whole or not at all. An existing one is never overwritten."""
    check_free(path)
    loaded = from_text(text(replace(fact, n=n) for n, fact in enumerate(facts, 1)))
    LineLog.create(path, text(loaded.facts).encode())
    return loaded


@dataclass(slots=True)
class OpenFile:
    """A file that one writer has open: what is in it, and what he adds."""

    log: LineLog
    loaded: Loaded

    def append(self, *facts: Fact) -> Loaded | Refused:
        """Add facts: all of them, or none if one is refused. One that is there already adds nothing."""
        known, state = self.loaded.facts, self.loaded.state
        added: list[Fact] = []
        for fact in facts:
            step = admit(state, fact)
            if isinstance(step, Refused):
                return step
            if not step.is_repeated:
                added.append(replace(fact, n=len(known) + len(added) + 1))
            state = step.state
        if added:
            self.log.append("".join(f"{fact_line(fact)}\n" for fact in added).encode())
        self.loaded = Loaded(facts=(*known, *added), state=state)
        if len(self.loaded.facts) // _BACKUP_EVERY > len(known) // _BACKUP_EVERY:
            self._back_up()
        return self.loaded

    def _back_up(self) -> None:
        """Copy the file beside it. What was told is on the disk already, so a copy that fails is only mentioned."""
        path = self.log.path.with_name(self.log.path.name + BACKUP)
        try:
            write_whole(path, text(self.loaded.facts).encode())
        except CarromError as error:
            warnings.warn(f"no backup was made: {error}", stacklevel=2)


@contextmanager
def opened(path: Path) -> Iterator[OpenFile]:
    """The file for one writer at a time, read once."""
    with locked(path):
        yield OpenFile(*_load(path))


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def _heading(line: str) -> dict[str, Any]:
    try:
        return _object(line, 1)
    except CarromError:
        return {}


def _object(line: str, number: int) -> dict[str, Any]:
    return decode(dict[str, Any], read_at(f"line {number}", read_json, line), f"line {number}")
