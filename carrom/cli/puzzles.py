"""`carrom puzzles`: make puzzles from computer games, check or list them."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from carrom.base.errors import CarromError

if TYPE_CHECKING:
    from carrom.players.puzzles import Puzzle


def configure(parser: argparse.ArgumentParser) -> None:
    doing = parser.add_subparsers(dest="doing", required=True, metavar="make|check|list")
    make = doing.add_parser("make", help="let computers play boards and keep what has one clearly best stroke")
    make.add_argument("--seed", type=int, default=2026, help="the same seed makes the same puzzles (default 2026)")
    make.add_argument("--boards", metavar="N|A:B", default="3", help="how many boards, or which ones (default 3)")
    make.add_argument("--count", type=int, default=200, help="keep at most so many, of every kind (default 200)")
    make.add_argument("-o", "--output", metavar="FILE", help="write FILE.jsonl (default: standard output)")
    check = doing.add_parser("check", help="solve puzzles again, and weigh their strokes with other luck")
    check.add_argument("file", nargs="?", help="a file of puzzles (default: those of the package)")
    check.add_argument("--every", type=int, default=1, metavar="N", help="only every Nth (default 1)")
    check.add_argument("--seed", type=int, default=11, help="of that luck (default 11)")
    check.add_argument(
        "--brute", action="store_true", help="also search the board for better strokes: seconds for each"
    )
    check.add_argument("-o", "--output", metavar="FILE", help="search, and write FILE.jsonl with the better strokes")
    shown = doing.add_parser("list", help="the puzzles, easiest first")
    shown.add_argument("file", nargs="?", help="a file of puzzles (default: those of the package)")
    shown.add_argument("--kind", help="pot, two, queen, frame, safety or clear")
    shown.add_argument("--json", action="store_true", help="as their lines of JSON")


def run(args: argparse.Namespace) -> int:
    return {"make": _make, "check": _check, "list": _list}[args.doing](args)


def _make(args: argparse.Namespace) -> int:
    from carrom.base.files import write_whole
    from carrom.cli.streams import check_seed
    from carrom.players.puzzles.generation import make_puzzles, robust_puzzles, select_puzzles

    check_seed(args.seed)
    found: list[Puzzle] = []
    boards = _boards(args.boards)
    for done, board in enumerate(boards, start=1):
        found += robust_puzzles(make_puzzles(args.seed, board))
        if sys.stderr.isatty():
            print(f"\r{done} of {len(boards)} boards, {len(found)} puzzles", end="", file=sys.stderr)
    text = "".join(f"{puzzle.line()}\n" for puzzle in select_puzzles(found, args.count))
    if args.output is None:
        print(text, end="")
    else:
        write_whole(Path(args.output), text.encode())
    return 0


def _boards(option: str) -> range:
    first, colon, last = option.partition(":")
    try:
        return range(int(first), int(last)) if colon else range(int(first))
    except ValueError:
        raise CarromError(
            "bad-option", f"--boards {option}: a number, or the first and the one after the last as in 3:7"
        ) from None


def _check(args: argparse.Namespace) -> int:
    from carrom.cli.streams import check_seed
    from carrom.players.puzzles.generation import check_puzzle

    check_seed(args.seed)
    chosen = _puzzles(args.file)[:: max(1, args.every)]
    if args.output is not None:
        return _improve(chosen, args)
    wrong = 0
    for puzzle in chosen:
        try:
            check_puzzle(puzzle, seed=args.seed, brute=args.brute)
        except CarromError as error:
            wrong += 1
            print(error)
    print(f"{len(chosen)} puzzles, {wrong} wrong")
    return 1 if wrong else 0


def _improve(chosen: tuple[Puzzle, ...], args: argparse.Namespace) -> int:
    """Search for better strokes; positions that are no longer puzzles are dropped."""
    from carrom.base.files import write_whole
    from carrom.players.puzzles.generation import with_best_stroke

    found = []
    for puzzle in chosen:
        better = with_best_stroke(puzzle, seed=args.seed)
        if better is None:
            print(f"puzzle {puzzle.id}: dropped")
        else:
            found.append(better)
            if better.solution != puzzle.solution:
                print(f"puzzle {puzzle.id}: a better stroke, {puzzle.chance:.0%} → {better.chance:.0%}")
    found.sort(key=lambda one: (one.rating, one.id))
    write_whole(Path(args.output), "".join(f"{one.line()}\n" for one in found).encode())
    print(f"{len(chosen)} puzzles, {len(found)} kept")
    return 0


def _list(args: argparse.Namespace) -> int:
    from carrom.players.puzzles import KINDS

    if args.kind is not None and args.kind not in KINDS:
        raise CarromError("unknown-kind", f"there is no kind {args.kind!r}; there are {', '.join(KINDS)}")
    for puzzle in _puzzles(args.file):
        if args.kind in (None, puzzle.kind):
            strokes = f"{puzzle.strokes} stroke{'s' if puzzle.strokes > 1 else ''}"
            line = f"{puzzle.id}  {puzzle.rating:4}  {puzzle.kind:6}  {strokes}, {len(puzzle.position.pieces)} pieces"
            print(puzzle.line() if args.json else line)
    return 0


def _puzzles(file: str | None) -> tuple[Puzzle, ...]:
    from carrom.base.files import read_text
    from carrom.players.puzzles import puzzles
    from carrom.players.puzzles.puzzle import read_puzzles

    if file is None:
        return puzzles()
    return read_puzzles(read_text(Path(file)))
