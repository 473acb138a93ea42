"""The order of play on paper: a grid of tables and times, everybody's own day in one list, each event by itself."""

from collections.abc import Sequence
from itertools import pairwise
from math import ceil

from carrom.render.sheets.sheet import Grid, Part, Sheet
from carrom.tournament.desk.naming import round_title
from carrom.tournament.desk.order_lists import OrderLine, PlayerLine, by_event, by_person
from carrom.tournament.log.people import PersonId
from carrom.tournament.log.view import TournamentView

_TABLES = 6  # columns of a grid that can be read


def order_grid_sheet(view: TournamentView, lines: Sequence[OrderLine]) -> Sheet:
    """Tables beside each other, times below each other; a grid for each day, and for so many tables as can be read."""
    parts: list[Part] = []
    tables = sorted({line.table for line in lines})
    days = sorted({line.day for line in lines})
    for day in days:
        for some in _shared_out(tables):
            own = [line for line in lines if line.day == day and line.table in some]
            if own:
                caption = f"Day {day}, {own[0].begins.date().isoformat()}" if len(days) > 1 else ""
                parts.append(_times_grid(view, own, some, caption=caption))
    return Sheet(title=view.state.announced.name, subtitle="Order of play", parts=tuple(parts), is_wide=True)


def _shared_out(tables: Sequence[int]) -> list[Sequence[int]]:
    """So many at once as can be read, and no table alone beside the others: seven are four and three."""
    grids = ceil(len(tables) / _TABLES)
    ends = [len(tables) * one // grids for one in range(grids + 1)]
    return [tables[first:last] for first, last in pairwise(ends)]


def _times_grid(view: TournamentView, lines: Sequence[OrderLine], tables: Sequence[int], caption: str) -> Grid:
    cells: dict[str, dict[int, str]] = {}
    for line in sorted(lines, key=lambda line: (not line.is_on, line.begins)):
        time = "now" if line.is_on else line.time
        cells.setdefault(time, {})[line.table] = (
            f"{line.match}  {what_text(view, line)}\n{line.sides[0].text}\n{line.sides[1].text}"
        )
    return Grid(
        caption=caption,
        heads=("", *(f"Table {table}" for table in tables)),
        rows=tuple((time, *(own.get(table, "") for table in tables)) for time, own in cells.items()),
        widths=("auto", *["1fr"] * len(tables)),
        is_ruled=True,
        is_small=True,
    )


def people_order_sheet(view: TournamentView, lines: Sequence[OrderLine]) -> Sheet:
    """When everybody plays, by name: what is sure, and of what is not the first match of each event."""
    rows = []
    days = by_person(view, lines)
    entered = {one for entries in view.state.entries.values() for entry in entries.values() for one in entry.members}
    for person in sorted(entered, key=lambda one: view.state.people[one].name):
        own = list(_worth_telling(days.get(person, ())))
        name = view.state.people[person].name
        rows += [_person_row(view, person, one, name if at == 0 else "") for at, one in enumerate(own)]
        if not own:
            rows.append((name, "–", "", "", "no match to come", ""))
    heads = ("name", "time", "table", "match", "", "against")
    grid = Grid(heads=heads, rows=tuple(rows), numbers=frozenset((2,)), is_small=True)
    return Sheet(title=view.state.announced.name, subtitle="Order of play by name", parts=(grid,))


def _worth_telling(own: Sequence[PlayerLine]) -> list[PlayerLine]:
    found, doubtful = [], set()
    for one in own:
        if one.is_sure or one.line.event not in doubtful:
            found.append(one)
        if not one.is_sure:
            doubtful.add(one.line.event)
    return found


def _person_row(view: TournamentView, person: PersonId, one: PlayerLine, name: str) -> tuple[str, ...]:
    line = one.line
    others = [side.text for side in line.sides if view.state.people[person].name not in side.people]
    against = others[0] if one.is_sure and len(others) == 1 else " – ".join(side.text for side in line.sides)
    doubt = "" if one.is_sure else ", if still in"
    return (name, when_text(line), str(line.table), str(line.match), f"{what_text(view, line)}{doubt}", against)


def event_order_sheet(view: TournamentView, lines: Sequence[OrderLine]) -> Sheet:
    """The matches of each event by time."""
    parts: list[Part] = []
    for event, own in by_event(lines).items():
        rows = tuple(
            (when_text(line), str(line.table), str(line.match), round_title(view, line.match), *_both(line))
            for line in own
        )
        heads = ("time", "table", "match", "", "", "")
        parts.append(Grid(caption=event, heads=heads, rows=rows, numbers=frozenset((1,)), is_small=True))
    return Sheet(title=view.state.announced.name, subtitle="Order of play by event", parts=tuple(parts))


def what_text(view: TournamentView, line: OrderLine) -> str:
    """Which part of which event; the event only where there are several."""
    part = round_title(view, line.match)
    return part if len(view.state.announced.events) == 1 else f"{line.event}, {part}"


def when_text(line: OrderLine) -> str:
    """Day and time; now where it is on its table."""
    if line.is_on:
        return "now"
    return line.time if line.day == 1 else f"day {line.day} ({line.begins:%d %b}), {line.time}"


def _both(line: OrderLine) -> tuple[str, str]:
    return line.sides[0].text, line.sides[1].text
