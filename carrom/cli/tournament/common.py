"""File, options and argument types of `carrom tournament`."""

import argparse
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Any

from carrom.base.errors import CarromError, Refused
from carrom.tournament.desk.acts import ActContext, DeskAct, Done, carry_out
from carrom.tournament.desk.hall import read_time
from carrom.tournament.desk.references import resolve_time
from carrom.tournament.log.file import LoadedFile, OpenTournamentFile, load, open_tournament_file
from carrom.tournament.model.state import State
from carrom.tournament.tables.results import Pair

STAGE_HELP = "event/stage, or the event; may be left out where there is only one"
Verbs = Any  # argparse exports no type for sub-parsers


def add_verb(verbs: Verbs, name: str, act: Any, summary: str, *, is_file_first: bool = True) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = verbs.add_parser(name, help=summary, description=summary)
    if is_file_first:
        parser.add_argument("file", type=Path, help="the tournament file")
    parser.set_defaults(act=act)
    return parser


@dataclass(frozen=True, slots=True)
class DeskSession:
    """Records acts in a file, locked meanwhile."""

    args: argparse.Namespace
    file: OpenTournamentFile

    @property
    def state(self) -> State:
        """Including acts recorded so far."""
        return self.file.loaded.state

    def do(self, act: DeskAct) -> Done:
        """Record an act and print its result. Raises CarromError if refused."""
        done = self._carry_out(act, is_trial=False)
        appended = self.file.append(*done.facts)
        if isinstance(appended, Refused):
            raise CarromError(appended.code, f"{appended.text} ({appended.code})")
        for line in (*done.questions, *done.messages):
            print(line)
        for change in done.changes:
            print(f"DECIDE: {change.text}" if change.kind == "decision" else change.text)
        return done

    def try_out(self, act: DeskAct) -> Done:
        """Try an act without recording or printing."""
        return self._carry_out(act, is_trial=True)

    def show_change(self, act: DeskAct) -> Done:
        """Print an act's changes: sentences, then old and new lines of standings and brackets."""
        done = self.try_out(act)
        shown = (*(change.text for change in done.changes), *done.lines)
        for line in shown or ("Nothing else changes.",):
            print(line)
        return done

    def _carry_out(self, act: DeskAct, *, is_trial: bool) -> Done:
        args, loaded = self.args, self.file.loaded
        at = resolve_time(args.at, loaded.state)
        context = ActContext(state=loaded.state, facts=loaded.facts, at=at, by=args.by, reason=args.reason)
        done = carry_out(act, context, is_trial=is_trial)
        if isinstance(done, Refused):
            raise CarromError(done.code, f"{done.text} ({done.code})")
        return done


def add_recording_verb(
    verbs: Verbs, name: str, act: Callable[[argparse.Namespace, DeskSession], None], summary: str
) -> argparse.ArgumentParser:
    def at_desk(args: argparse.Namespace) -> None:
        with open_tournament_file(args.file) as file:
            _warn_of_torn_end(args.file, file.loaded)
            act(args, DeskSession(args, file))

    parser = add_verb(verbs, name, at_desk, summary)
    parser.set_defaults(is_recording=True)
    return parser


def add_record_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--reason", help="why; needed for whatever changes something known or published")
    parser.add_argument("--by", default="desk", help="who records it")
    parser.add_argument("--at", type=parse_moment, metavar="TIME", help="when it happened: HH:MM, or a whole ISO time")


def open_file(args: argparse.Namespace) -> LoadedFile:
    """Warns of an incomplete last line."""
    loaded = load(args.file)
    _warn_of_torn_end(args.file, loaded)
    return loaded


def _warn_of_torn_end(path: Path, loaded: LoadedFile) -> None:
    if loaded.torn:
        print(f"{path}: an unfinished last line of {loaded.torn} bytes is left out", file=sys.stderr)


def parse_score(text: str) -> Pair:
    """Read 25-18, 25:18 or 25–18."""
    found = re.fullmatch(r"\s*(\d{1,6})\s*[-–:]\s*(\d{1,6})\s*", text, re.ASCII)
    if found is None:
        raise argparse.ArgumentTypeError(f"a score is written like 25-18, not {text[:40]!r}")
    return int(found[1]), int(found[2])


def parse_day(text: str) -> date:
    """Read 2024-11-05."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"a day is written like 2024-11-05 (year, month, day), not {text!r}") from None


def parse_moment(text: str) -> datetime | str:
    """Time of day, or date and time."""
    try:
        return read_time(text)
    except CarromError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
