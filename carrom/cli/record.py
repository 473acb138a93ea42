"""`carrom record`: check or tidy a match's record, or keep it line by line."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from pathlib import Path

from carrom.base.errors import CarromError
from carrom.base.files import read_text
from carrom.cli.options import rulebook_named, rulebooks_with
from carrom.cli.streams import read_record_file
from carrom.laws import Rulebook
from carrom.laws.rounds import ROUND_NAME_HINT
from carrom.match import Journal, Match, Refused, Setup, possible_acts, read_record
from carrom.match.log.journal import RecordChangedError
from carrom.match.log.notation import act_usage, event_from_text, time_from_text, time_text
from carrom.match.parties import ByParty
from carrom.match.views.sentences import game_scores_text, tell_on_one_line, tell_refusal

_TOLERANCE = 1.0
"""Seconds between correct clocks."""
_LONG_PAUSE = 3600.0
"""Seconds without an event: the clock is probably wrong."""
HELP_WORDS, QUIT_WORDS = ("?", "help"), ("quit", "exit")
LINE_NOT_WRITTEN = "your line was not written; type it again if it still holds"
LINE_HELP = "ACT, or @H:MM:SS ACT for one at that time; @H:MM:SS alone sets the clock; ? or help; quit or exit"


def configure(parser: argparse.ArgumentParser) -> None:
    tasks = parser.add_subparsers(title="tasks", dest="task", required=True, metavar="<task>")
    check = tasks.add_parser("check", help="read and replay a record; every fault with its line")
    check.add_argument("file", type=Path)
    check.add_argument("--rulebook", metavar="FILE", help="the TOML file of a rulebook of your own")
    tidy = tasks.add_parser("tidy", help="print a record in its canonical form")
    tidy.add_argument("file", type=Path)
    tidy.add_argument("--rulebook", metavar="FILE", help="the same")
    keep = tasks.add_parser("keep", help="keep a record: one act per line on standard input, each on disk at once")
    keep.add_argument("file", type=Path, help="a record to go on with, or a new file")
    keep.add_argument("--rulebook", metavar="ID|FILE", help="a rulebook's id, or a TOML file; icf if not said")
    keep.add_argument("--stage", help=f"{ROUND_NAME_HINT}; group if not said")
    keep.add_argument("--doubles", action="store_true")
    keep.add_argument("--a", nargs="+", default=[], metavar="NAME")
    keep.add_argument("--b", nargs="+", default=[], metavar="NAME")
    keep.epilog = f"A line: {LINE_HELP}. ? lists the acts that may come now, and how they are written."
    keep.add_argument("--no-times", action="store_true", help="do not write down when things happened")


def run(args: argparse.Namespace) -> int:
    if args.task == "keep":
        return _keep(args)
    if args.task == "check":
        return _check(read_text(args.file), args.file, rulebooks_with(args.rulebook))
    reading = read_record_file(args.file, rulebooks_with(args.rulebook))
    sys.stdout.write(reading.record.text())
    return 1 if reading.faults else 0


def _check(text: str, path: Path, books: Mapping[str, Rulebook]) -> int:
    reading = read_record(text, books=books)
    for fault in reading.faults:
        print(f"{path}: {fault}")
    replayed = reading.record.replay()
    if replayed.refused is not None and replayed.event is not None:
        print(f"{path}: event {replayed.event.number}: {tell_refusal(replayed.refused)} [{replayed.refused.code}]")
    match, events = replayed.match, len(reading.record.events)
    played = f"{match.number} of {events} events" if match.number < events else f"{events} events"
    is_sound = not reading.faults and replayed.refused is None
    form = "" if not is_sound or reading.record.text() == text else ", not in canonical form"
    state = f"won by {match.announced}" if match.announced else f"phase '{match.phase}'"
    if match.course.is_withheld:
        state += ", the result kept back while a protest is open (150)"
    print(f"{path}: {'sound' if is_sound else 'faulty'}: {played}, {state}{form}")
    return 0 if is_sound else 1


def _keep(args: argparse.Namespace) -> int:
    journal = _open_journal(args) if args.file.exists() else _create_journal(args)
    keeper = RecordKeeper(journal, None if args.no_times else TableClock(journal.match, datetime.now()))
    for answer in keeper.opening():
        print(answer, flush=True)
    for line in sys.stdin:
        if line.strip().lower() in QUIT_WORDS:
            break
        for answer in keeper.answer(line):
            print(answer, flush=True)
    return keeper.status


def _create_journal(args: argparse.Namespace) -> Journal:
    names = ByParty(tuple(args.a), tuple(args.b))
    opened = () if args.no_times else (("Start", datetime.now().isoformat(timespec="seconds")),)
    book = rulebook_named(args.rulebook or "icf")
    setup = Setup(book, args.stage or "group", args.doubles, names, info=opened)
    setup.check_pairs()
    return Journal.create(args.file, setup)


def _open_journal(args: argparse.Namespace) -> Journal:
    """Open an existing record. Raises CarromError for options of another match."""
    journal = Journal.open(args.file, books=rulebooks_with(args.rulebook))
    setup = journal.match.setup
    agreeing = {
        "--rulebook": args.rulebook is None or rulebook_named(args.rulebook).id == setup.rulebook.id,
        "--stage": args.stage in (None, setup.stage),
        "--doubles": setup.is_doubles or not args.doubles,
        "--a": tuple(args.a) in ((), setup.names.a),
        "--b": tuple(args.b) in ((), setup.names.b),
    }
    if not all(agreeing.values()):
        play = "doubles" if setup.is_doubles else "singles"
        sides = f"{setup.side('a')} against {setup.side('b')}"
        raise CarromError(
            "record-differs",
            f"{args.file} is a record already: {sides}, {play} by {setup.rulebook.id}, {setup.stage}. It does not fit "
            f"{', '.join(option for option, fits in agreeing.items() if not fits)}: go on without, or name a new file",
        )
    return journal


def steady_seconds() -> float:
    """Monotonic, including time asleep where the system counts it."""
    boot = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if boot is None else time.clock_gettime(boot)


class TableClock:
    """Time since the record was opened.

    The machine's clock is read once; then a monotonic clock counts, so that changes to the clock do not affect times.
    Without a `Start` in the head, it continues from the last event.
    """

    def __init__(self, match: Match, now: datetime, steady: Callable[[], float] = steady_seconds) -> None:
        self._steady = steady
        last, opened = match.at or 0.0, match.setup.opened
        self.set(last if opened is None else (now - opened).total_seconds())
        self.news = self.follow(last)
        """Warning for the umpire, or ''."""
        if self.at() - last > _LONG_PAUSE:
            since = "the record was opened" if match.at is None else "the last event was"
            self.news = (
                f"by this clock {since} {_duration_text(self.at() - last)} ago. If it was not, a line with a time "
                f"alone sets the clock: {time_text(round(last) + 30)}"
            )

    def at(self) -> float:
        return self._offset + self._steady()

    def set(self, at: float) -> None:
        self._offset = at - self._steady()

    def follow(self, last: float) -> str:
        """Continue from the last event if later than the clock. Returns a warning, or ''."""
        behind = last - self.at()
        if behind > 0.0:
            self.set(last)
        if behind < _TOLERANCE:
            return ""
        return (
            f"this clock is {_duration_text(behind)} behind the record: it counts on from {time_text(last)}, the "
            f"last time there. A line with a time alone sets it: {time_text(round(last) + 30)}"
        )


def _duration_text(seconds: float) -> str:
    days, rest = divmod(round(seconds), 86_400)
    hours = time_text(rest).removeprefix("@")
    return f"{days} day{'' if days == 1 else 's'} and {hours}" if days else hours


class _NotWrittenError(CarromError):
    """The line was understood, but not written."""

    def __init__(self, text: str) -> None:
        super().__init__("not-written", text)


class RecordKeeper:
    """Keeps a record line by line. Without a clock, only typed times are written."""

    def __init__(self, journal: Journal, clock: TableClock | None) -> None:
        self.journal = journal
        self.status = 0
        """1 after a refused or unreadable line."""
        self._clock = clock

    def opening(self) -> Iterator[str]:
        """State of the record, with warnings."""
        yield self._standing()
        yield from self._found()
        if self._clock is not None and self._clock.news:
            yield self._clock.news

    def answer(self, line: str) -> Iterator[str]:
        word = line.strip()
        try:
            if word.lower() in HELP_WORDS:
                if not self.journal.is_unchanged():
                    yield from self._read_again()
                yield LINE_HELP
                yield from (act_usage(kind) for kind in possible_acts(self.journal.match))
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
            yield LINE_NOT_WRITTEN
            return
        except CarromError as error:  # such as a full disk
            raise _NotWrittenError(str(error)) from None
        if isinstance(result, Refused):
            self.status = 1
            yield tell_refusal(result)
            return
        if self._clock is not None and at is not None:
            self._clock.follow(at)
        yield _event_line(result.match)

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
        """Another program changed the record."""
        known = self.journal.match.number
        try:
            self.journal.reread()
        except CarromError as error:
            raise _NotWrittenError(str(error)) from None
        yield f"{self.journal.path} was changed by somebody else and has been read again: {self._standing()}"
        yield from self._found()
        yield from (_event_line(step) for step in self.journal.match.steps()[known:])
        if self._clock is not None and (news := self._clock.follow(self.journal.match.at or 0.0)):
            yield news

    def _standing(self) -> str:
        return f"event {self.journal.match.number}, phase '{self.journal.match.phase}'"

    def _found(self) -> Iterator[str]:
        if self.journal.dropped:
            yield f"the last line had no end and was dropped; nobody was told that it stands: {self.journal.dropped!r}"


def _event_line(match: Match) -> str:
    when = "" if match.event is None or match.event.at is None else f" {time_text(match.event.at)}"
    return f"{match.number}.{when} {tell_on_one_line(match)} [{game_scores_text(match)}]"
