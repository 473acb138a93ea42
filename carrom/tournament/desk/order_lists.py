"""The order of play as people ask for it: by time, table, event or person. Plain values for screens and prints."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from carrom.tournament.desk.fixtures import open_fixtures
from carrom.tournament.desk.naming import SideNames, match_title, sides_of
from carrom.tournament.desk.order_of_play import Appointment
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.people import PersonId
from carrom.tournament.log.view import TournamentView
from carrom.tournament.plan.ways import SURE

Key = TypeVar("Key")


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderLine:
    """One match of an order of play, with everything that a line of it says."""

    match: MatchId
    begins: datetime
    ends: datetime
    day: int
    table: int
    event: str
    title: str
    sides: tuple[SideNames, SideNames]
    umpire: str | None
    is_on: bool

    @property
    def time(self) -> str:
        """HH:MM"""
        return f"{self.begins:%H:%M}"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerLine:
    """A match in somebody's day; one that he may still miss is not sure."""

    line: OrderLine
    is_sure: bool


def order_lines(
    view: TournamentView, order: Sequence[Appointment], umpires: Mapping[MatchId, str] | None = None
) -> list[OrderLine]:
    """The lines of an order of play, by time and table. A match that was played by others than it belongs to has none
    until it is decided: whether it is played again, nobody knows."""
    return [
        OrderLine(
            match=one.match,
            begins=one.begins,
            ends=one.ends,
            day=one.day,
            table=one.table,
            event=view.state.event(view.state.matches[one.match].key.event).name,
            title=match_title(view, one.match),
            sides=sides_of(view, one.match),
            umpire=(umpires or {}).get(one.match),
            is_on=one.is_on,
        )
        for one in sorted(order, key=lambda one: (one.begins, one.table))
        if view.status(one.match) != "void"
    ]


def by_table(lines: Iterable[OrderLine]) -> dict[int, list[OrderLine]]:
    """The lines of each table."""
    return _grouped(sorted(lines, key=lambda line: line.table), lambda line: line.table)


def by_event(lines: Iterable[OrderLine]) -> dict[str, list[OrderLine]]:
    """The lines of each event."""
    return _grouped(lines, lambda line: line.event)


def by_person(view: TournamentView, lines: Sequence[OrderLine]) -> dict[PersonId, list[PlayerLine]]:
    """Everybody's day, by name: the matches that are his, and those that may become his."""
    feeding = open_fixtures(view).feeding
    found: dict[PersonId, list[PlayerLine]] = {}
    for line in lines:
        for name, ways in feeding.comers(line.match).items():
            if PersonId(name) in view.state.people:
                found.setdefault(PersonId(name), []).append(PlayerLine(line=line, is_sure=ways == SURE))
    return dict(sorted(found.items(), key=lambda one: view.state.people[one[0]].name))


def worth_telling(own: Iterable[PlayerLine]) -> list[PlayerLine]:
    """What is sure, and of what is not the first match of each event: later ones hang on it."""
    found: list[PlayerLine] = []
    doubtful: set[str] = set()
    for one in own:
        if one.is_sure or one.line.event not in doubtful:
            found.append(one)
        if not one.is_sure:
            doubtful.add(one.line.event)
    return found


def line_json(line: OrderLine) -> dict[str, Any]:
    """A line as plain values."""
    return {
        "match": line.match,
        "begins": line.begins.isoformat(),
        "ends": line.ends.isoformat(),
        "day": line.day,
        "table": line.table,
        "event": line.event,
        "title": line.title,
        "sides": [{"entry": side.entry, "people": list(side.people), "text": side.text} for side in line.sides],
        "umpire": line.umpire,
        "is_on": line.is_on,
    }


def _grouped(lines: Iterable[OrderLine], key: Callable[[OrderLine], Key]) -> dict[Key, list[OrderLine]]:
    found: dict[Key, list[OrderLine]] = {}
    for line in lines:
        found.setdefault(key(line), []).append(line)
    return found
