"""Sheets of the playing day: order of play, the hall now, umpires' rota."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import ceil
from typing import Literal

from carrom.render.sheets.sheet import Grid, Lines, Part, Sheet
from carrom.tournament.desk.hall_now import HallView, MatchNow, TableNow
from carrom.tournament.desk.match_text import match_title, meeting_text, round_title
from carrom.tournament.desk.order_of_play import (
    Appointment,
    OrderLine,
    PlayerLine,
    by_event,
    by_person,
    by_table,
    next_for_player,
)
from carrom.tournament.desk.umpires import Rota, UmpireDay
from carrom.tournament.model.people import Person, PersonId, count_text
from carrom.tournament.seating.now import TournamentNow

_TABLES = 6  # readable columns of a grid


def order_grid_sheet(view: TournamentNow, lines: Sequence[OrderLine]) -> Sheet:
    """Grids of tables and times, one for each day and each readable number of tables."""
    parts: list[Part] = []
    tables = sorted({line.table for line in lines})
    days = sorted({line.day for line in lines})
    for day in days:
        for some in _split_tables(tables):
            own = [line for line in lines if line.day == day and line.table in some]
            if own:
                caption = f"Day {day}, {own[0].begins.date().isoformat()}" if len(days) > 1 else ""
                parts.append(_times_grid(view, own, some, caption=caption))
    return Sheet(title=view.state.announced.name, subtitle="Order of play", parts=tuple(parts), is_wide=True)


def _split_tables(tables: Sequence[int]) -> list[Sequence[int]]:
    grids = ceil(len(tables) / _TABLES)
    ends = [len(tables) * one // grids for one in range(grids + 1)]
    return [tables[first:last] for first, last in pairwise(ends)]


def _times_grid(view: TournamentNow, lines: Sequence[OrderLine], tables: Sequence[int], caption: str) -> Grid:
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


def people_order_sheet(view: TournamentNow, lines: Sequence[OrderLine]) -> Sheet:
    """Certain matches by player, and the first uncertain one of each event."""
    rows = []
    days = by_person(view, lines)
    entered = {one for entries in view.state.entries.values() for entry in entries.values() for one in entry.members}
    for person in sorted(entered, key=lambda one: view.state.people[one].name):
        own = list(next_for_player(days.get(person, ())))
        name = view.state.people[person].name
        rows += [_person_row(view, person, one, name if at == 0 else "") for at, one in enumerate(own)]
        if not own:
            rows.append((name, "–", "", "", "no match to come", ""))
    heads = ("name", "time", "table", "match", "", "against")
    grid = Grid(heads=heads, rows=tuple(rows), numbers=frozenset((2,)), is_small=True)
    return Sheet(title=view.state.announced.name, subtitle="Order of play by name", parts=(grid,))


def _person_row(view: TournamentNow, person: PersonId, one: PlayerLine, name: str) -> tuple[str, ...]:
    line = one.line
    others = [side.text for side in line.sides if view.state.people[person].name not in side.people]
    against = others[0] if one.is_sure and len(others) == 1 else " – ".join(side.text for side in line.sides)
    doubt = "" if one.is_sure else ", if still in"
    return (name, when_text(line), str(line.table), str(line.match), f"{what_text(view, line)}{doubt}", against)


def event_order_sheet(view: TournamentNow, lines: Sequence[OrderLine]) -> Sheet:
    parts: list[Part] = []
    for event, own in by_event(lines).items():
        rows = tuple(
            (when_text(line), str(line.table), str(line.match), round_title(view, line.match), *_both(line))
            for line in own
        )
        heads = ("time", "table", "match", "", "", "")
        parts.append(Grid(caption=event, heads=heads, rows=rows, numbers=frozenset((1,)), is_small=True))
    return Sheet(title=view.state.announced.name, subtitle="Order of play by event", parts=tuple(parts))


def what_text(view: TournamentNow, line: OrderLine) -> str:
    part = round_title(view, line.match)
    return part if len(view.state.announced.events) == 1 else f"{line.event}, {part}"


def when_text(line: OrderLine | Appointment) -> str:
    if line.is_on:
        return "now"
    return line.time if line.day == 1 else f"day {line.day} ({line.begins:%d %b}), {line.time}"


def _both(line: OrderLine) -> tuple[str, str]:
    return line.sides[0].text, line.sides[1].text


OrderBy = Literal["table", "event", "person"]


def hall_sheet(view: TournamentNow, hall: HallView) -> Sheet:
    rows = tuple(_table_row(one) for one in hall.tables)
    has_umpires = bool(view.state.announced.hall.umpires) or any(one.match and one.match.umpire for one in hall.tables)
    heads = ("table", "", "match", "", "", "", "since", "until", "umpire")
    columns = len(heads) if has_umpires else len(heads) - 1
    grid = Grid(heads=heads[:columns], rows=tuple(row[:columns] for row in rows), numbers=frozenset((0,)))
    parts: list[Part] = [grid]
    minutes, before = view.state.announced.hall.report_minutes, view.state.announced.hall.report_before
    late = tuple(_late_line(one) for one in hall.late)
    if late:
        when = f"{minutes} minutes after the call" + (f", {before} before the game" if before else "")
        books = (view.state.stage(view.state.matches[one.match].key).book for one in hall.late)
        laws = sorted({book.not_reporting or "143i" for book in books})
        parts.append(Lines(caption=f"Not there {when} ({', '.join(laws)})", lines=late))
    doubts = tuple(
        f"Table {one.table}: {one.match.match} {why}"
        for one in hall.tables
        if one.match is not None
        for why in one.match.in_doubt
    )
    if doubts:
        parts.append(Lines(caption="At a table, but waiting", lines=doubts))
    unsigned = tuple(f"{one.match} {one.title}: {one.text}" for one in hall.provisional)
    if unsigned:
        parts.append(Lines(caption="Results to be confirmed", lines=unsigned))
    if hall.decisions:
        parts.append(Lines(caption="To be decided", lines=tuple(task.typed for task in hall.decisions)))
    unsettled = f"{hall.unsettled} not settled, " if hall.unsettled else ""
    subtitle = f"{hall.at:%H:%M}: {hall.played} played, {unsettled}{hall.to_play} to play"
    return Sheet(title=view.state.announced.name, subtitle=subtitle, parts=tuple(parts))


def _table_row(one: TableNow) -> tuple[str, ...]:
    if one.match is None:
        return (str(one.table), one.state, "", "", "", "", "", "", "")
    match = one.match
    a, b = match.sides
    score = f" {match.score[0]}–{match.score[1]}" if match.score is not None else ""
    until = f"{match.expected_end:%H:%M}" + (" (over)" if match.is_over_time else "")
    known = (match.match, match.title, a.text, b.text, f"{match.since:%H:%M}", until, match.umpire or "")
    return (str(one.table), f"{one.state}{score}", *known)


def _late_line(match: MatchNow) -> str:
    missing = " and ".join(match.missing)
    return f"{match.match} {match.title}: {missing}, called {match.since:%H:%M}"


def order_by_sheet(view: TournamentNow, lines: Sequence[OrderLine], by: OrderBy) -> Sheet:
    parts: list[Part]
    if by == "table":
        parts = [_lines_grid(f"Table {table}", own) for table, own in by_table(lines).items()]
    elif by == "event":
        parts = [_lines_grid(event, own) for event, own in by_event(lines).items()]
    else:
        people = view.state.people
        parts = [_person_grid(people[one], own) for one, own in by_person(view, lines).items()]
    return Sheet(title=view.state.announced.name, subtitle=f"Order of play by {by}", parts=tuple(parts))


def person_sheet(view: TournamentNow, person: Person, own: Sequence[PlayerLine]) -> Sheet:
    parts: list[Part] = [_person_grid(person, own)] if own else [Lines(lines=(f"{person.name} has no match to come.",))]
    return Sheet(title=view.state.announced.name, parts=tuple(parts))


def rota_sheet(view: TournamentNow, rota: Rota) -> Sheet:
    parts: list[Part] = [_umpire_grid(view, one) for one in rota.umpires]
    if rota.without:
        lines = tuple(f"{when_text(one)} table {one.table}: {one.match}" for one in rota.without)
        parts.append(Lines(caption="No neutral umpire is free for", lines=lines))
    loads = ", ".join(f"{one.name} {one.load}" for one in rota.umpires)
    subtitle = f"Umpires: {loads}" if rota.umpires else "Umpires: none are named"
    return Sheet(title=view.state.announced.name, subtitle=subtitle, parts=tuple(parts))


def _lines_grid(caption: str, lines: Iterable[OrderLine]) -> Grid:
    rows = [
        (when_text(line), str(line.table), line.match, line.title, *(side.text for side in line.sides))
        for line in lines
    ]
    heads = ("time", "table", "match", "", "", "")
    return Grid(caption=caption, heads=heads, rows=tuple(rows), numbers=frozenset((1,)))


def _person_grid(person: Person, own: Sequence[PlayerLine]) -> Grid:
    rows = []
    for one in next_for_player(own):
        line = one.line
        when = when_text(line) if one.is_sure else f"{when_text(line)}, if still in"
        rows.append((when, str(line.table), line.match, line.title, *(side.text for side in line.sides)))
    heads = ("time", "table", "match", "", "", "")
    return Grid(caption=person.name, heads=heads, rows=tuple(rows), numbers=frozenset((1,)))


def _umpire_grid(view: TournamentNow, one: UmpireDay) -> Grid:
    rows = tuple(
        (when_text(duty), str(duty.table), duty.match, match_title(view, duty.match), meeting_text(view, duty.match))
        for duty in one.duties
    )
    clubs = f" ({', '.join(one.clubs)})" if one.clubs else ""
    caption = f"{one.name}{clubs}: {count_text(one.done, 'match', 'matches')} done, {len(one.duties)} to come"
    return Grid(caption=caption, heads=("time", "table", "match", "", ""), rows=rows, numbers=frozenset((1,)))
