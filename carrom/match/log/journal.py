"""A match with its record on disk: each event is written before it counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from carrom.base.errors import CarromError, Refused
from carrom.base.files import prefix_errors, read_whole
from carrom.base.line_log import LineLog, file_lock
from carrom.laws import RULEBOOKS, Rulebook
from carrom.match.log.acts import Act
from carrom.match.log.notation import event_text
from carrom.match.log.record import FIRST_LINE, Record, head_text, read_record
from carrom.match.match import Applied, Match, apply
from carrom.match.setup import Setup

if TYPE_CHECKING:
    from pathlib import Path


class RecordChangedError(CarromError):
    """Another process has written to the record: reread it first."""

    def __init__(self, text: str) -> None:
        super().__init__("record-changed", text)


class Journal:
    def __init__(
        self, log: LineLog, match: Match, *, dropped: str = "", books: Mapping[str, Rulebook] = RULEBOOKS
    ) -> None:
        self.match = match
        self.dropped = dropped
        """Unfinished last line that `open` cut off; never acknowledged."""
        self._log = log
        self._books = books

    @classmethod
    def create(cls, path: Path, setup: Setup) -> Journal:
        """Refuses to overwrite a record."""
        books = {**RULEBOOKS, setup.rulebook.id: setup.rulebook}
        return cls(LineLog.create(path, head_text(setup).encode()), Match.start(setup), books=books)

    @classmethod
    def open(cls, path: Path, *, books: Mapping[str, Rulebook] = RULEBOOKS) -> Journal:
        """Raises `CarromError` if an event is refused."""
        with file_lock(path):
            log, lines = LineLog.read(path)
            torn = read_whole(path)[log.size :].decode(errors="replace")
            try:
                text = lines.decode()
            except UnicodeDecodeError as error:
                raise CarromError(
                    "not-text", f"{path} is not a text file: byte {error.start + 1} is not UTF-8"
                ) from None
            with prefix_errors(path):
                _check_head(text, torn, books)
                match = Record.from_text(text, books=books).match()
            log.cut_torn()
        return cls(log, match, dropped=torn, books=books)

    @property
    def path(self) -> Path:
        return self._log.path

    def is_unchanged(self) -> bool:
        """No other process has written since it was read."""
        return self._log.is_unchanged()

    def reread(self) -> None:
        """Read the file again. On an error nothing changes."""
        fresh = Journal.open(self.path, books=self._books)
        self.match, self.dropped, self._log = fresh.match, fresh.dropped, fresh._log

    def add(self, act: Act, *, at: float | None = None) -> Applied | Refused:
        """Apply an act and write it to disk. Raises `RecordChangedError` if the file changed since it was read."""
        with file_lock(self.path):
            if not self.is_unchanged():
                raise RecordChangedError(f"{self.path} was changed by somebody else")
            event = self.match.next_event(act, at=at)
            result = apply(self.match, event)
            if isinstance(result, Applied):
                self._log.append(f"{event_text(event)}\n".encode())
                self.match = result.match
        return result


def _check_head(text: str, torn: str, books: Mapping[str, Rulebook]) -> None:
    """Raise `CarromError` for a file that breaks off before its first event, and can be deleted without loss."""
    anew = "delete it to begin a new record under its name"
    if not text and not torn:
        raise CarromError("record-empty", f"the file is empty; {anew}")
    is_begun = (text + torn).startswith(FIRST_LINE) or FIRST_LINE.startswith(text + torn)
    has_end = any(not line.strip() for line in text.splitlines())
    if not is_begun or has_end:
        return
    reading = read_record(text, books=books)
    if not reading.record.events and (torn or reading.faults):
        raise CarromError(
            "record-breaks-off", f"it breaks off in its head, before any event; {anew}, or write its head to the end"
        )
