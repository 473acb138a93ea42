"""Keeps a record line by line: what an umpire types, and what he is answered."""

from __future__ import annotations

from collections.abc import Iterator

from carrom.base.errors import CarromError
from carrom.cli.io.table_clock import TableClock
from carrom.match import Journal, Match, Refused, possible_acts
from carrom.match.log.journal import RecordChangedError
from carrom.match.log.record_line import event_from_text, time_from_text, time_text
from carrom.match.log.words import usage
from carrom.match.telling import score_words, tell_line, tell_refusal

HELP, END = ("?", "help"), ("quit", "exit")
LINES = "ACT, or @H:MM:SS ACT for one at that time; @H:MM:SS alone sets the clock; ? or help; quit or exit"


class _NotWrittenError(CarromError):
    """The line was clear, and the file would not take it."""

    def __init__(self, text: str) -> None:
        super().__init__("not-written", text)


class Keeper:
    """A record that is being kept. Without a clock no times are written but those that are typed."""

    def __init__(self, journal: Journal, clock: TableClock | None) -> None:
        self.journal = journal
        self.status = 0
        """1 once a line was refused or not understood."""
        self._clock = clock

    def opening(self) -> Iterator[str]:
        """Where the record stands, and what has to be known of it first."""
        yield self._standing()
        yield from self._found()
        if self._clock is not None and self._clock.news:
            yield self._clock.news

    def answer(self, line: str) -> Iterator[str]:
        """What one line leads to."""
        word = line.strip()
        try:
            if word.lower() in HELP:
                if not self.journal.is_unchanged():
                    yield from self._read_again()
                yield LINES
                yield from (usage(kind) for kind in possible_acts(self.journal.match))
            elif word.startswith("@") and len(word.split()) == 1:
                yield self._set_clock(time_from_text(word))
            elif word:
                yield from self._add(word)
        except CarromError as error:
            self.status = 1
            yield f"{'not written' if isinstance(error, _NotWrittenError) else 'not understood'}: {error}"

    def _add(self, line: str) -> Iterator[str]:
        match = self.journal.match
        typed = event_from_text(line, number=match.number + 1)
        at = typed.at
        if at is None and self._clock is not None:
            at = round(max(self._clock.at(), match.at or 0.0), 3)
        if typed.number != match.number + 1 and self.journal.is_unchanged():
            raise CarromError("wrong-number", f"the next event is {match.number + 1}, not {typed.number}")
        try:
            result = self.journal.add(typed.act, at=at)
        except RecordChangedError:
            self.status = 1
            yield from self._read_again()
            yield "your line was not written; type it again if it still holds"
            return
        except CarromError as error:  # a full disk, a file that is gone
            raise _NotWrittenError(str(error)) from None
        if isinstance(result, Refused):
            self.status = 1
            yield tell_refusal(result)
            return
        if self._clock is not None and at is not None:
            self._clock.follow(at)
        yield _told(result.match)

    def _set_clock(self, at: float) -> str:
        last = self.journal.match.at or 0.0
        if self._clock is None:
            raise CarromError("time-not-kept", "no times are kept here; type the time before an act")
        if at < last:
            raise CarromError(
                "time-goes-back", f"{time_text(at)} is earlier than the last event with a time, {time_text(last)}"
            )
        self._clock.set(at)
        return f"the clock counts from {time_text(at)}"

    def _read_again(self) -> Iterator[str]:
        """Take up what somebody else wrote."""
        known = self.journal.match.number
        try:
            self.journal.reread()
        except CarromError as error:
            raise _NotWrittenError(str(error)) from None
        yield f"{self.journal.path} was changed by somebody else and has been read again: {self._standing()}"
        yield from self._found()
        yield from (_told(step) for step in self.journal.match.steps()[known:])
        if self._clock is not None and (news := self._clock.follow(self.journal.match.at or 0.0)):
            yield news

    def _standing(self) -> str:
        return f"event {self.journal.match.number}, phase '{self.journal.match.phase}'"

    def _found(self) -> Iterator[str]:
        if self.journal.dropped:
            yield f"the last line had no end and was dropped; nobody was told that it stands: {self.journal.dropped!r}"


def _told(match: Match) -> str:
    when = "" if match.event is None or match.event.at is None else f" {time_text(match.event.at)}"
    return f"{match.number}.{when} {tell_line(match)} [{score_words(match)}]"
