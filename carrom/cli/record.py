"""`carrom record`: check the record of a match, tidy it, or keep one line by line while a match is played."""

import argparse
import sys
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from carrom.base.errors import CarromError
from carrom.base.files import read_text
from carrom.cli.io.input import record_in
from carrom.cli.io.keeper import END, LINES, Keeper
from carrom.cli.io.own_rulebook import books_with, named_book
from carrom.cli.io.table_clock import TableClock
from carrom.laws import Rulebook
from carrom.laws.rounds import POSSIBLE
from carrom.match import Journal, Setup, read_record
from carrom.match.parties import ByParty
from carrom.match.telling import tell_refusal


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
    keep.add_argument("--stage", help=f"{POSSIBLE}; group if not said")
    keep.add_argument("--doubles", action="store_true")
    keep.add_argument("--a", nargs="+", default=[], metavar="NAME")
    keep.add_argument("--b", nargs="+", default=[], metavar="NAME")
    keep.epilog = f"A line: {LINES}. ? lists the acts that may come now, and how they are written."
    keep.add_argument("--no-times", action="store_true", help="do not write down when things happened")


def run(args: argparse.Namespace) -> int:
    if args.task == "keep":
        return _keep(args)
    if args.task == "check":
        return _check(read_text(args.file), args.file, books_with(args.rulebook))
    reading = record_in(args.file, books_with(args.rulebook))
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
    journal = _go_on(args) if args.file.exists() else _begin(args)
    keeper = Keeper(journal, None if args.no_times else TableClock(journal.match, datetime.now()))
    for answer in keeper.opening():
        print(answer, flush=True)
    for line in sys.stdin:
        if line.strip().lower() in END:
            break
        for answer in keeper.answer(line):
            print(answer, flush=True)
    return keeper.status


def _begin(args: argparse.Namespace) -> Journal:
    names = ByParty(tuple(args.a), tuple(args.b))
    opened = () if args.no_times else (("Start", datetime.now().isoformat(timespec="seconds")),)
    book = named_book(args.rulebook or "icf")
    setup = Setup(book, args.stage or "group", args.doubles, names, info=opened)
    setup.check_pairs()
    return Journal.create(args.file, setup)


def _go_on(args: argparse.Namespace) -> Journal:
    """A record that is there. Options that its head contradicts are refused: somebody means another match."""
    journal = Journal.open(args.file, books=books_with(args.rulebook))
    setup = journal.match.setup
    asked = {
        "--rulebook": args.rulebook is None or named_book(args.rulebook).id == setup.rulebook.id,
        "--stage": args.stage in (None, setup.stage),
        "--doubles": setup.is_doubles or not args.doubles,
        "--a": tuple(args.a) in ((), setup.names.a),
        "--b": tuple(args.b) in ((), setup.names.b),
    }
    if not all(asked.values()):
        play = "doubles" if setup.is_doubles else "singles"
        sides = f"{setup.side('a')} against {setup.side('b')}"
        raise CarromError(
            "record-differs",
            f"{args.file} is a record already: {sides}, {play} by {setup.rulebook.id}, {setup.stage}. It does not fit "
            f"{', '.join(option for option, fits in asked.items() if not fits)}: go on without, or name a new file",
        )
    return journal
