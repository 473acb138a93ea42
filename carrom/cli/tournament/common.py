"""What the sub-verbs share: the file, the stage that is meant, and telling facts."""

import argparse
import re
import sys
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Any

from carrom.base.errors import CarromError
from carrom.base.refusal import Refused
from carrom.tournament.desk.impact import consequences, difference, impact
from carrom.tournament.desk.meant import time_of
from carrom.tournament.log.admission import admit
from carrom.tournament.log.facts import Body, Fact, FactId
from carrom.tournament.log.file import Loaded, OpenFile, load, opened
from carrom.tournament.log.state import State
from carrom.tournament.tables.results import Pair

STAGE_HELP = "event/stage, or the event; may be left out where there is only one"
Verbs = Any  # argparse does not name the type of its sub-parsers


def add(verbs: Verbs, name: str, act: Any, summary: str, *, is_file_first: bool = True) -> argparse.ArgumentParser:
    """A sub-verb that works on a tournament file."""
    parser: argparse.ArgumentParser = verbs.add_parser(name, help=summary, description=summary)
    if is_file_first:
        parser.add_argument("file", type=Path, help="the tournament file")
    parser.set_defaults(act=act)
    return parser


@dataclass(frozen=True, slots=True)
class Desk:
    """Where facts are told: the command line as it was typed, and the file, which nobody else writes to meanwhile."""

    args: argparse.Namespace
    file: OpenFile

    @property
    def state(self) -> State:
        """What the file adds up to, with what was told just now."""
        return self.file.loaded.state

    def fact(self, body: Body, *, supersedes: FactId | None = None, base: int | None = None) -> Fact:
        """A new fact as the command line tells it."""
        args, at = self.args, time_of(self.args.at, self.state)
        name = FactId(uuid.uuid4().hex)
        return Fact(id=name, at=at, by=args.by, body=body, reason=args.reason, supersedes=supersedes, base=base)

    def check(self, fact: Fact) -> None:
        """An error with the sentence of the refusal, if the fact would be refused."""
        step = admit(self.state, fact)
        if isinstance(step, Refused):
            raise CarromError(f"{step.text} ({step.code})")

    def tell(self, *bodies: Body, supersedes: FactId | None = None, base: int | None = None) -> None:
        """Add facts to the file; a refusal is an error with its sentence."""
        told = self.file.append(*(self.fact(body, supersedes=supersedes, base=base) for body in bodies))
        if isinstance(told, Refused):
            raise CarromError(f"{told.text} ({told.code})")


def add_telling(
    verbs: Verbs, name: str, act: Callable[[argparse.Namespace, Desk], None], summary: str
) -> argparse.ArgumentParser:
    """A sub-verb that records facts in a tournament file."""

    def at_desk(args: argparse.Namespace) -> None:
        with opened(args.file) as file:
            _mention_torn(args.file, file.loaded)
            act(args, Desk(args, file))

    parser = add(verbs, name, at_desk, summary)
    parser.set_defaults(tells=True)
    return parser


def add_fact_options(parser: argparse.ArgumentParser) -> None:
    """Options of everything that records a fact."""
    parser.add_argument("--reason", help="why; needed for whatever changes something known or published")
    parser.add_argument("--by", default="desk", help="who records it")
    parser.add_argument("--at", type=moment, metavar="TIME", help="when it happened: HH:MM, or a whole ISO time")


def open_file(args: argparse.Namespace) -> Loaded:
    """The file, read; a torn end is mentioned."""
    loaded = load(args.file)
    _mention_torn(args.file, loaded)
    return loaded


def _mention_torn(path: Path, loaded: Loaded) -> None:
    if loaded.torn:
        print(f"{path}: an unfinished last line of {loaded.torn} bytes is left out", file=sys.stderr)


def tell_impact(state: State, told: Fact) -> None:
    """What else a fact would change, printed: in sentences, then the lines of tables and trees, old and new."""
    changes = impact(state, told)
    if isinstance(changes, Refused):
        raise CarromError(f"{changes.text} ({changes.code})")
    found = difference(state, told)
    lines = () if isinstance(found, Refused) else found
    for line in (*(change.text for change in changes), *lines):
        print(line)
    if not changes and not lines:
        print("Nothing else changes.")


def tell_consequences(before: State, desk: Desk) -> None:
    """What else has changed by what was told just now, in sentences."""
    for change in consequences(before, desk.state):
        print(f"DECIDE: {change.text}" if change.kind == "decision" else change.text)


def pair(text: str) -> Pair:
    """25-18, 25:18 or 25–18."""
    found = re.fullmatch(r"\s*(\d{1,6})\s*[-–:]\s*(\d{1,6})\s*", text, re.ASCII)
    if found is None:
        raise argparse.ArgumentTypeError(f"a score is written like 25-18, not {text[:40]!r}")
    return int(found[1]), int(found[2])


def day(text: str) -> date:
    """A date as a calendar writes it."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"a day is written like 2024-11-05 (year, month, day), not {text!r}") from None


def moment(text: str) -> datetime | str:
    """A time of day, or a whole date and time."""
    if re.fullmatch(r"([01]\d|2[0-3]):[0-5]\d", text, re.ASCII):
        return text
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"a time is written like 15:10 or 2024-11-05T15:10, not {text!r}") from None
