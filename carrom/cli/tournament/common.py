"""What the sub-verbs share: the file, the stage that is meant, and telling facts."""

import argparse
import re
import sys
import uuid
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import date, datetime
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from carrom.base.errors import CarromError
from carrom.base.refusal import Refused
from carrom.tournament.desk.impact import consequences, difference, impact
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.admission import admit
from carrom.tournament.log.definition import EventId
from carrom.tournament.log.facts import Body, Fact, FactId
from carrom.tournament.log.file import Loaded, OpenFile, load, opened
from carrom.tournament.log.names import Namesakes, name_key
from carrom.tournament.log.people import Person
from carrom.tournament.log.state import MatchRecord, StageKey, State
from carrom.tournament.log.view import TournamentView
from carrom.tournament.tables.results import EntryId, Pair

STAGE_HELP = "event/stage, or the event; may be left out where there is only one"
_DAYS = 7
"""For so long a tournament runs at most that has not said for how many days."""
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


def time_of(at: datetime | str | None, state: State) -> datetime:
    """A moment as it was typed: a time alone is meant today while the tournament runs, and else on its first day."""
    now = datetime.now().replace(microsecond=0)
    if isinstance(at, str):
        first = state.announced.day
        runs = 0 <= (now.date() - first).days < (state.announced.hall.days or _DAYS)
        return on_day(at, now.date() if runs else first)
    return at or now


def on_day(at: datetime | str, day: date) -> datetime:
    """A moment as it was typed; a time alone is meant on that day."""
    return datetime.fromisoformat(f"{day.isoformat()}T{at}:00") if isinstance(at, str) else at


def open_file(args: argparse.Namespace) -> Loaded:
    """The file, read; a torn end is mentioned."""
    loaded = load(args.file)
    _mention_torn(args.file, loaded)
    return loaded


def _mention_torn(path: Path, loaded: Loaded) -> None:
    if loaded.torn:
        print(f"{path}: an unfinished last line of {loaded.torn} bytes is left out", file=sys.stderr)


def stage_key(state: State, text: str | None, *, wanted: str = "") -> StageKey:
    """The stage that `event/stage`, an event or nothing at all can only mean."""
    keys = [StageKey(event.id, stage.id) for event in state.announced.events for stage in event.stages]
    if text is not None:
        event, _, stage = text.partition("/")
        named = [key for key in keys if key.event == event and (not stage or key.stage == stage)]
        if not named:
            raise CarromError(f"there is no stage {text!r}: there are {', '.join(map(str, keys))}")
        keys = named
    if wanted:
        fitting = [key for key in keys if (state.stage(key).form.shape == "tree") == (wanted == "bracket")]
        keys = fitting or keys
    if len(keys) == 1 or (text is not None and wanted):
        return keys[0]
    raise CarromError(f"say which stage is meant: {', '.join(map(str, keys))}")


def drawn_stage(view: TournamentView, text: str | None, wanted: str) -> StageKey:
    """The stage that is meant, which has a tree or tables and is drawn."""
    key = stage_key(view.state, text, wanted=wanted)
    if (view.state.stage(key).form.shape == "tree") != (wanted == "bracket"):
        has = "a knock-out: it has a bracket, and no table" if wanted == "table" else "not a knock-out"
        raise CarromError(f"{key} is {has}")
    if not view.state.draws.get(key):
        raise CarromError(f"{key} is not drawn yet")
    return key


def event_id(state: State, text: str | None) -> EventId:
    """The event that is meant; the only one where there is one."""
    events = state.announced.events
    if text is None and len(events) == 1:
        return events[0].id
    return state.event(text or "").id


def record_of(state: State, match: str) -> MatchRecord:
    """A match by its number, with or without the M, or by the table that it is on: @4."""
    if match.startswith("@"):
        return _record_at(state, match[1:])
    name = match.upper()
    found = state.matches.get(MatchId(name)) or state.matches.get(MatchId(f"M{name}"))
    if found is None:
        known = list(state.matches)
        drawn = f": they are {known[0]} to {known[-1]}" if known else ": nothing is drawn yet"
        raise CarromError(f"there is no match {match!r}{drawn}")
    return found


def _record_at(state: State, table: str) -> MatchRecord:
    """The match on a table; when none is on it now, the last one that was played there."""
    number = int(table) if table.isascii() and table.isdigit() else 0
    sitting = TournamentView(state).tables_in_use.get(number)
    if sitting is not None:
        return state.matches[sitting]
    played = [one for one in state.matches.values() if one.table == number and one.signed is not None]
    if not played:
        raise CarromError(f"no match is on table {table or '?'}")
    return max(played, key=lambda one: (one.signed, one.called))


def entry_named(state: State, event: EventId, text: str) -> EntryId:
    """An entry as people type it: large or small letters, with or without accents."""
    return EntryId(_named(text, state.entries.get(event, {}), f"in {event}"))


def find_person(state: State, text: str) -> Person:
    """A person by name or id, found the same way; who shares a name is named with the club."""
    return Namesakes(state.people.values()).find(text)


def _named(text: str, known: Collection[str], where: str) -> str:
    if text in known:
        return text
    alike = {one for one in known if name_key(one) == name_key(text)}
    if len(alike) == 1:
        return alike.pop()
    close = get_close_matches(text, known, n=1)
    raise CarromError(f"{text!r} is not {where}" + (f": is {close[0]!r} meant?" if close else ""))


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
