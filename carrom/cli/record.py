"""`carrom record`: check the record of a match, tidy it, or keep one line by line while a match is played."""

import argparse
import sys
from collections.abc import Mapping
from datetime import datetime, timedelta
from pathlib import Path

from carrom.base.errors import CarromError
from carrom.base.files import read_text
from carrom.cli.io.input import record_in
from carrom.cli.io.own_rulebook import books_with, named_book
from carrom.laws import Rulebook
from carrom.laws.rounds import POSSIBLE
from carrom.match import Applied, Journal, Refused, Setup, possible_acts, read_record
from carrom.match.log.record_line import act_from_text, time_text
from carrom.match.log.words import usage
from carrom.match.parties import ByParty
from carrom.match.telling import score_words, tell, tell_refusal


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
    keep.add_argument("--rulebook", metavar="ID|FILE", default="icf", help="a rulebook's id, or a TOML file")
    keep.add_argument("--stage", default="group", help=POSSIBLE)
    keep.add_argument("--doubles", action="store_true")
    keep.add_argument("--a", nargs="+", default=[], metavar="NAME")
    keep.add_argument("--b", nargs="+", default=[], metavar="NAME")
    keep.epilog = "A line with a question mark lists the acts that may come now, and how they are written."
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
    if args.file.exists():
        journal = Journal.open(args.file, books=books_with(args.rulebook))
    else:
        names = ByParty(tuple(args.a), tuple(args.b))
        opened = () if args.no_times else (("Start", datetime.now().isoformat(timespec="seconds")),)
        book = named_book(args.rulebook)
        if book.for_pairs and not args.doubles:
            raise CarromError(f"{book.id} is played by pairs ({book.for_pairs}): say --doubles and two names for each")
        setup = Setup(book, args.stage, args.doubles, names, info=opened)
        journal = Journal.create(args.file, setup)
    # When the record was opened, by its head; else as if its last event were just now.
    began = journal.match.setup.opened or datetime.now() - timedelta(seconds=journal.match.at or 0.0)
    print(f"event {journal.match.number}, phase '{journal.match.phase}'", flush=True)
    status = 0
    for line in sys.stdin:
        if not line.strip():
            continue
        if line.strip() == "?":
            print("\n".join(usage(kind) for kind in possible_acts(journal.match)), flush=True)
            continue
        at = None if args.no_times else max((datetime.now() - began).total_seconds(), journal.match.at or 0.0)
        try:
            result: Applied | Refused = journal.add(act_from_text(line), at=at)
        except CarromError as error:
            print(f"not understood: {error}", flush=True)
            status = 1
            continue
        if isinstance(result, Refused):
            print(tell_refusal(result), flush=True)
            status = 1
            continue
        when = "" if at is None else f" {time_text(round(at, 3))}"
        match = result.match
        print(f"{match.number}.{when} {'; '.join(tell(match))} [{score_words(match)}]", flush=True)
    return status
