"""`carrom replay`: step through a match's record, or print all steps."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from carrom.cli.options import rulebooks_with
from carrom.cli.streams import read_record_file
from carrom.match import Event, Match, Record, tell, tell_refusal
from carrom.match.log.notation import time_text
from carrom.match.views.sentences import game_scores_text

HELP = (
    "Enter: on · b: back · <number>: to that event · w: to the next board · s: to the start · e: to the end · q: quit"
)


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path)
    parser.add_argument("--rulebook", metavar="FILE", help="the TOML file of a rulebook of your own")
    parser.add_argument("--print", action="store_true", dest="print_all", help="print all steps and stop")
    parser.add_argument("--effective", action="store_true", help="leave out what the umpire corrected")
    parser.add_argument("--positions", action="store_true", help="draw the position wherever it is known")


def run(args: argparse.Namespace) -> int:
    reading = read_record_file(args.file, rulebooks_with(args.rulebook))
    record = reading.record
    if args.effective:
        reached = record.replay().match
        events = reached.effective()
        record = Record(
            record.setup,
            tuple(Event(number, event.act, event.at) for number, event in enumerate(events, start=1)),
        )
    replayed = record.replay()
    is_interactive = not args.print_all and sys.stdin.isatty() and sys.stdout.isatty()
    if is_interactive:
        _run_interactive(replayed.match.steps())
    else:
        for match in replayed.match.steps():
            _show(match, positions=args.positions)
    if replayed.refused is not None and replayed.event is not None:
        print(f"{replayed.event.number}. {tell_refusal(replayed.refused)}")
    return 1 if reading.faults or replayed.refused is not None else 0


def _show(match: Match, *, positions: bool) -> None:
    event = match.event
    when = time_text(event.at) + " " if event is not None and event.at is not None else ""
    sentences = tell(match)
    print(f"{match.number}. {when}{sentences[0]}  [{game_scores_text(match)}]")
    for sentence in sentences[1:]:
        print(f"     {sentence}")
    if positions and match.board is not None and match.board.position is not None:
        from carrom.render import position_text

        print(position_text(match.board.position))


def _run_interactive(steps: Sequence[Match]) -> None:
    """Show steps and read commands."""
    at = 0
    print(HELP)
    while steps:
        _show(steps[at], positions=True)
        try:
            word = input(f"{at + 1}/{len(steps)} > ").strip().lower()
        except EOFError:
            return
        if word == "q":
            return
        at = _next_step(steps, at, word)


def _next_step(steps: Sequence[Match], at: int, word: str) -> int:
    last = len(steps) - 1
    if word == "" or word == "n":
        return min(at + 1, last)
    if word == "b":
        return max(at - 1, 0)
    if word == "s":
        return 0
    if word == "e":
        return last
    if word == "w":
        boards = len(steps[at].course.boards)
        later = (i for i in range(at, last) if len(steps[i].course.boards) > boards)
        return next(later, last)
    if word.isascii() and word.isdigit() and len(word) < 7:
        return max(0, min(int(word) - 1, last))
    print(HELP)
    return at
