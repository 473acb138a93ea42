"""The `carrom` command: one module per verb, imported on use.

It has `configure(parser)`, which adds options, and `run(args)`, which returns the exit status; or `answer(value)`,
which answers one JSON line. A `CarromError` becomes a sentence on standard error and exit status 2.
"""

import argparse
import os
import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from importlib import import_module
from io import TextIOWrapper
from types import ModuleType

from carrom import __version__
from carrom.base.errors import CarromError

# verb: (module, text for `carrom --help`)
VERBS: dict[str, tuple[str, str]] = {
    "rule": ("carrom.cli.rule", "what a stroke leads to, and by which law"),
    "laws": ("carrom.cli.laws", "every law in plain words, and how it is met"),
    "simulate": ("carrom.physics.stroke_json", "what comes of a stroke on a board: exact physics (JSON lines)"),
    "calibrate": ("carrom.cli.calibrate", "friction and restitution of a real board, from filmed tracks"),
    "score": ("carrom.cli.score", "boards in, games and match out (JSON lines)"),
    "match": ("carrom.cli.match", "what happened in, where the match stands and what may come next out (JSON lines)"),
    "record": ("carrom.cli.record", "check, tidy or keep the record of a match"),
    "card": ("carrom.cli.card", "the score card of a match, or a blank one: text, SVG, PNG, PDF"),
    "replay": ("carrom.cli.replay", "step through the record of a match"),
    "standings": ("carrom.cli.standings", "results in, a table that explains itself out (JSON lines)"),
    "draw": ("carrom.cli.draw", "entries in, a draw out: knock-out, groups, round robin, teams … (JSON lines)"),
    "schedule": ("carrom.cli.schedule", "matches and tables in, an order of play out (JSON lines)"),
    "tournament": ("carrom.cli.tournament", "a whole tournament in one file: entries, draws, results, tables, prints"),
    "people": ("carrom.cli.people", "people over the years in one file: results, ratings, meetings, championships"),
    "check": ("carrom.cli.check", "a measured board held against part I of the Laws"),
    "blueprint": ("carrom.cli.blueprint", "the drawing of a board to make, at true scale: SVG, DXF, PDF"),
    "pad": ("carrom.cli.pad", "the umpire's pad as plain files for any web host, with the law explorer"),
    "serve": ("carrom.cli.serve", "the game in the browser: play, watch, practise, ask the laws"),
    "store": ("carrom.cli.store", "what the server keeps: copied to another place, checked, backed up"),
    "show": ("carrom.cli.show", "a position, or the tracks of a stroke, as a picture: SVG, PNG, text"),
    "film": ("carrom.cli.film", "a stroke as an animated image: GIF, APNG, WebP"),
    "hint": ("carrom.cli.hint", "the best strokes of a position, with their chances, drawn"),
    "puzzles": (
        "carrom.cli.puzzles",
        "positions with one clearly best stroke: made from games, checked, listed",
    ),
    "coach": ("carrom.cli.coach", "what was best in a recorded match, and what was lost by choice, hand and luck"),
    "opponents": ("carrom.cli.opponents", "the people that can be played against, weakest first"),
    "arena": ("carrom.cli.arena", "computer players meet in board pairs: points, Elo, slams"),
}


def main(argv: Sequence[str] | None = None) -> int:
    words = list(sys.argv[1:] if argv is None else argv)
    if sys.stdin is None:  # closed at start (`<&-`, a service)
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115 – it lives as long as the process
    # For small matrices, several threads take twice the time of one. Inherited by child processes.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    _accept_any_bytes()
    with warnings.catch_warnings():
        warnings.showwarning = lambda message, *_: print(f"carrom {_verb(words)}: {message}", file=sys.stderr)
        return _exit_status(words)


def run_words(words: list[str]) -> int:
    """Run one command line in this process and return its exit status. Raises CarromError if it is refused."""
    verb = _verb(words)
    parser = _parser(verb)
    args, left = parser.parse_known_args(words)
    if left and not (hasattr(args, "take_late") and args.take_late(args, left)):
        parser.error(f"not understood: {' '.join(left)}")
    if not hasattr(args, "run"):
        parser.print_help()
        return 2
    with _physics_log_on_stderr(verb):
        status: int = args.run(args)
    sys.stdout.flush()
    return status


def _verb(words: list[str]) -> str | None:
    return next((word for word in words if not word.startswith("-")), None)


def _accept_any_bytes() -> None:
    """Readers refuse them in printable sentences."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            with suppress(OSError):  # replaced by the caller
                stream.reconfigure(errors="surrogateescape" if stream is sys.stdin else "backslashreplace")


def _exit_status(words: list[str]) -> int:
    """Run a command line; errors become a sentence on standard error."""
    verb = _verb(words)
    try:
        return run_words(words)
    except CarromError as error:
        print(f"carrom {verb}: {error.typed}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # The reader left (`carrom laws | head`).
        _abandon_output()
        return 141
    except OSError as error:  # often a full disk behind standard output
        from carrom.base.files import os_error_text

        print(f"carrom {verb}: {error.filename or 'standard output'}: {os_error_text(error)}", file=sys.stderr)
        _abandon_output()
        return 2
    except KeyboardInterrupt:
        return 130


@contextmanager
def _physics_log_on_stderr(verb: str | None) -> Iterator[None]:
    """Log slow compilation of the physics on standard error."""
    import logging  # not needed for --help

    log, shown = logging.getLogger("carrom.physics"), logging.StreamHandler()
    shown.setFormatter(logging.Formatter(f"carrom {verb}: %(message)s"))
    level = log.level
    log.addHandler(shown)
    log.setLevel(logging.INFO)
    try:
        yield
    finally:
        log.removeHandler(shown)
        log.setLevel(level)


def _abandon_output() -> None:
    """Keep the interpreter from flushing unwritable output at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser(wanted: str | None) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="carrom", description="Carrom by the Laws.")
    parser.add_argument("--version", action="version", version=f"carrom {__version__}")
    verbs = parser.add_subparsers(title="verbs", metavar="<verb>")
    for verb, (module, summary) in VERBS.items():
        sub = verbs.add_parser(verb, help=summary, description=summary)
        if verb == wanted:
            loaded = import_module(module)
            if hasattr(loaded, "run"):
                loaded.configure(sub)
                sub.set_defaults(run=loaded.run)
            else:
                sub.set_defaults(run=partial(_answer_lines, loaded))
    return parser


def _answer_lines(verb: ModuleType, args: argparse.Namespace) -> int:
    from carrom.cli.streams import answer_lines

    return answer_lines(verb.answer)
