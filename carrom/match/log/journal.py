"""A record kept on disk while the match is played: every event is on the disk before it counts.

The only part of this room that touches a file. What a power cut left of a line that was being written is cut away when
the journal is opened again.
"""

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
    """Somebody else has written to the record: it has to be read again before anything is judged by it."""

    def __init__(self, text: str) -> None:
        super().__init__("record-changed", text)


class Journal:
    """A match and the file that holds its record."""

    def __init__(
        self, log: LineLog, match: Match, *, dropped: str = "", books: Mapping[str, Rulebook] = RULEBOOKS
    ) -> None:
        self.match = match
        self.dropped = dropped
        """The last line as it was found, without its end: nobody had been told that it stood."""
        self._log = log
        self._books = books

    @classmethod
    def create(cls, path: Path, setup: Setup) -> Journal:
        """A new record; refuses to overwrite one."""
        books = {**RULEBOOKS, setup.rulebook.id: setup.rulebook}
        return cls(LineLog.create(path, head_text(setup).encode()), Match.start(setup), books=books)

    @classmethod
    def open(cls, path: Path, *, books: Mapping[str, Rulebook] = RULEBOOKS) -> Journal:
        """Take a record up again where it stopped. Raises `CarromError` if an event in it cannot be."""
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
        """Whether nobody else has written to the record since it was read."""
        return self._log.is_unchanged()

    def reread(self) -> None:
        """Take it up as it now is on the disk. Where it cannot be read everything stays as it was."""
        fresh = Journal.open(self.path, books=self._books)
        self.match, self.dropped, self._log = fresh.match, fresh.dropped, fresh._log

    def add(self, act: Act, *, at: float | None = None) -> Applied | Refused:
        """Apply an act, and write it down before anybody hears that it stands. Raises `RecordChangedError` where the
        match is no longer the one on the disk: nothing is judged by what is out of date."""
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
    """A file that was never whole, before any event: nothing is lost with it, and nothing can be taken up."""
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
