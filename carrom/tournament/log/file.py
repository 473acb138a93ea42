"""A tournament in one append-only file: a heading line, then one event per line.

The heading is `{"carrom":"tournament","version":1}`. Locking and durable writes are in `carrom.base.line_log`.
"""

import json
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from carrom.base.codec import decode, read_at
from carrom.base.errors import CarromError, Refused
from carrom.base.files import check_can_create, prefix_errors, write_whole
from carrom.base.line_log import LineLog, file_lock
from carrom.base.parsing import read_json
from carrom.tournament.log.admission import admit
from carrom.tournament.log.transitions import apply_event
from carrom.tournament.model.events import TournamentEvent, read_tournament_event
from carrom.tournament.model.state import State

VERSION = 1
HEADING = f'{{"carrom":"tournament","version":{VERSION}}}'
_NOT_OURS = "this is not a tournament file"
_SAVE = "`carrom tournament mend` makes a new file of all that can be read"
BACKUP = ".backup"
"""Suffix of the backup copy beside the file."""
_BACKUP_EVERY = 10
"""Events between two backups."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadedFile:
    """A file's events and state, and how many bytes of an incomplete last line were dropped."""

    facts: tuple[TournamentEvent, ...]
    state: State
    torn: int = 0


def tournament_text(events: Iterable[TournamentEvent]) -> str:
    lines = [HEADING, *map(event_line, events)]
    return "".join(f"{line}\n" for line in lines)


def event_line(event: TournamentEvent) -> str:
    return _line(event.json())


def from_text(raw: str) -> LoadedFile:
    """Read the text of a file. An invalid event is an error, since none is ever written."""
    whole, _, torn = raw.rpartition("\n")
    return _from_lines(whole.split("\n") if whole else [], torn=len(torn.encode()))


def _from_lines(lines: Sequence[str], *, torn: int) -> LoadedFile:
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
    events: list[TournamentEvent] = []
    for number, line in enumerate(lines[1:], 2):
        event = read_tournament_event(_object(line, number), f"line {number}")
        if event.n != len(events) + 1:
            raise CarromError("file-damaged", f"line {number} has the fact {event.n}, where {len(events) + 1} is due")
        step = apply_event(state, event)
        if isinstance(step, Refused):
            raise CarromError(step.code, f"line {number}: {step.text}")
        if step.is_repeated:
            raise CarromError("file-damaged", f"line {number} repeats the fact {event.id}")
        state = step.state
        events.append(event)
    return LoadedFile(facts=tuple(events), state=state, torn=torn)


def load(path: Path) -> LoadedFile:
    return _load(path)[1]


def _load(path: Path) -> tuple[LineLog, LoadedFile]:
    log, lines = LineLog.read(path)
    with prefix_errors(path):
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


def create(path: Path, events: Sequence[TournamentEvent]) -> LoadedFile:
    """Write a new file, whole or not at all. An existing one is never overwritten."""
    check_can_create(path)
    loaded = from_text(tournament_text(replace(event, n=n) for n, event in enumerate(events, 1)))
    LineLog.create(path, tournament_text(loaded.facts).encode())
    return loaded


@dataclass(slots=True)
class OpenTournamentFile:
    log: LineLog
    loaded: LoadedFile

    def append(self, *events: TournamentEvent) -> LoadedFile | Refused:
        """Append new events: all of them, or none if one is refused. Known events are ignored."""
        known, state = self.loaded.facts, self.loaded.state
        added: list[TournamentEvent] = []
        for event in events:
            step = admit(state, event)
            if isinstance(step, Refused):
                return step
            if not step.is_repeated:
                added.append(replace(event, n=len(known) + len(added) + 1))
            state = step.state
        if added:
            self.log.append("".join(f"{event_line(event)}\n" for event in added).encode())
        self.loaded = LoadedFile(facts=(*known, *added), state=state)
        if len(self.loaded.facts) // _BACKUP_EVERY > len(known) // _BACKUP_EVERY:
            self._back_up()
        return self.loaded

    def _back_up(self) -> None:
        """Write the backup copy. Failure is only a warning, since the events are already on the disk."""
        path = self.log.path.with_name(self.log.path.name + BACKUP)
        try:
            write_whole(path, tournament_text(self.loaded.facts).encode())
        except CarromError as error:
            warnings.warn(f"no backup was made: {error}", stacklevel=2)


@contextmanager
def open_tournament_file(path: Path) -> Iterator[OpenTournamentFile]:
    """Lock a file for one writer, and load it."""
    with file_lock(path):
        yield OpenTournamentFile(*_load(path))


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def _heading(line: str) -> dict[str, Any]:
    try:
        return _object(line, 1)
    except CarromError:
        return {}


def _object(line: str, number: int) -> dict[str, Any]:
    return decode(dict[str, Any], read_at(f"line {number}", read_json, line), f"line {number}")


@dataclass(frozen=True, slots=True, kw_only=True)
class MendedFile:
    """The valid events, renumbered, and a sentence for every line that was repaired or lost."""

    facts: tuple[TournamentEvent, ...]
    notes: tuple[str, ...]


def mend(raw: bytes, backup: bytes | None = None) -> MendedFile:
    """Recover the readable events of a damaged file, taking lost lines from the backup.

    Events that are not valid without a lost one are left out, with a note.
    """
    lines, backup_lines = _lines(raw), _lines(backup or b"")
    saved = {event.n: event for event in map(_read, backup_lines[1:]) if isinstance(event, TournamentEvent)}
    notes: list[str] = []
    events: list[TournamentEvent] = []
    state = State()
    for number, line in enumerate(lines[1:], 1):
        found: TournamentEvent | str = _read(line)
        if isinstance(found, str):
            problem = found
            if number not in saved:
                notes.append(f"line {number + 1} is lost: {problem}")
                continue
            found = saved[number]
            notes.append(f"line {number + 1} is taken from the backup: {problem}")
        step = apply_event(state, found)
        if isinstance(step, Refused):
            notes.append(f"line {number + 1} is left out: {step.text}")
        elif step.is_repeated:
            notes.append(f"line {number + 1} is left out: it repeats the fact {found.id}")
        else:
            state = step.state
            events.append(replace(found, n=len(events) + 1))
    return MendedFile(facts=tuple(events), notes=tuple(notes))


def _lines(raw: bytes) -> list[str]:
    """Return the complete lines. Invalid bytes only spoil their own line."""
    return raw.decode(errors="replace").split("\n")[:-1]


def _read(line: str) -> TournamentEvent | str:
    try:
        if "\ufffd" in line:
            raise CarromError("not-text", "it has bytes that are no letters")
        return read_tournament_event(read_json(line))
    except CarromError as error:
        return str(error)
