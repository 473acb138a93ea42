"""A record kept on disk while the match is played: every event is on the disk before it counts.

The only part of this room that touches a file. What a power cut left of a line that was being written is cut away when
the journal is opened again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from carrom.base.errors import CarromError
from carrom.base.files import naming
from carrom.base.log import LineLog, locked
from carrom.base.refusal import Refused
from carrom.laws import RULEBOOKS, Rulebook
from carrom.match.log.acts import Act
from carrom.match.log.record import Record, head_text
from carrom.match.log.record_line import event_text
from carrom.match.match import Applied, Match, apply
from carrom.match.setup import Setup

if TYPE_CHECKING:
    from pathlib import Path


class Journal:
    """A match and the file that holds its record."""

    def __init__(self, log: LineLog, match: Match) -> None:
        self.match = match
        self._log = log

    @classmethod
    def create(cls, path: Path, setup: Setup) -> Journal:
        """A new record; refuses to overwrite one."""
        return cls(LineLog.create(path, head_text(setup).encode()), Match.start(setup))

    @classmethod
    def open(cls, path: Path, *, books: Mapping[str, Rulebook] = RULEBOOKS) -> Journal:
        """Take a record up again where it stopped. Raises `CarromError` if an event in it cannot be."""
        with locked(path):
            log, lines = LineLog.read(path)
            try:
                text = lines.decode()
            except UnicodeDecodeError as error:
                raise CarromError(f"{path} is not a text file: byte {error.start + 1} is not UTF-8") from None
            with naming(path):
                match = Record.from_text(text, books=books).match()
            log.cut_torn()
        return cls(log, match)

    def add(self, act: Act, *, at: float | None = None) -> Applied | Refused:
        """Apply an act, and write it down before anybody hears that it stands."""
        event = self.match.next_event(act, at=at)
        result = apply(self.match, event)
        if isinstance(result, Applied):
            with locked(self._log.path):
                self._log.append(f"{event_text(event)}\n".encode())
            self.match = result.match
        return result
