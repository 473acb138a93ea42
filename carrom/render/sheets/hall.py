"""The sheets of the evening: the hall now, the order of play by whatever is asked for, who umpires when."""

from collections.abc import Iterable, Sequence
from typing import Literal

from carrom.render.sheets.sheet import Grid, Lines, Part, Sheet
from carrom.tournament.desk.hall_now import HallView, MatchNow, TableNow
from carrom.tournament.desk.naming import match_title, meeting_text
from carrom.tournament.desk.order_lists import OrderLine, PlayerLine, by_event, by_person, by_table, worth_telling
from carrom.tournament.desk.order_of_play import Appointment
from carrom.tournament.desk.rota import Rota, UmpireDay
from carrom.tournament.log.people import Person, count_text
from carrom.tournament.log.view import TournamentView

OrderBy = Literal["table", "event", "person"]


def hall_sheet(view: TournamentView, hall: HallView) -> Sheet:
    """Every table now, and what somebody should look after."""
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


def order_by_sheet(view: TournamentView, lines: Sequence[OrderLine], by: OrderBy) -> Sheet:
    """The order of play with a list for each table, each event or each person."""
    parts: list[Part]
    if by == "table":
        parts = [_lines_grid(f"Table {table}", own) for table, own in by_table(lines).items()]
    elif by == "event":
        parts = [_lines_grid(event, own) for event, own in by_event(lines).items()]
    else:
        people = view.state.people
        parts = [_person_grid(people[one], own) for one, own in by_person(view, lines).items()]
    return Sheet(title=view.state.announced.name, subtitle=f"Order of play by {by}", parts=tuple(parts))


def person_sheet(view: TournamentView, person: Person, own: Sequence[PlayerLine]) -> Sheet:
    """When somebody plays."""
    parts: list[Part] = [_person_grid(person, own)] if own else [Lines(lines=(f"{person.name} has no match to come.",))]
    return Sheet(title=view.state.announced.name, parts=tuple(parts))


def rota_sheet(view: TournamentView, rota: Rota) -> Sheet:
    """Who umpires when."""
    parts: list[Part] = [_umpire_grid(view, one) for one in rota.umpires]
    if rota.without:
        lines = tuple(f"{_when(one)} table {one.table}: {one.match}" for one in rota.without)
        parts.append(Lines(caption="No neutral umpire is free for", lines=lines))
    loads = ", ".join(f"{one.name} {one.load}" for one in rota.umpires)
    subtitle = f"Umpires: {loads}" if rota.umpires else "Umpires: none are named"
    return Sheet(title=view.state.announced.name, subtitle=subtitle, parts=tuple(parts))


def _lines_grid(caption: str, lines: Iterable[OrderLine]) -> Grid:
    rows = [
        (_line_time(line), str(line.table), line.match, line.title, *(side.text for side in line.sides))
        for line in lines
    ]
    heads = ("time", "table", "match", "", "", "")
    return Grid(caption=caption, heads=heads, rows=tuple(rows), numbers=frozenset((1,)))


def _person_grid(person: Person, own: Sequence[PlayerLine]) -> Grid:
    rows = []
    for one in worth_telling(own):
        line = one.line
        when = f"{_line_time(line)}" if one.is_sure else f"{_line_time(line)}, if still in"
        rows.append((when, str(line.table), line.match, line.title, *(side.text for side in line.sides)))
    heads = ("time", "table", "match", "", "", "")
    return Grid(caption=person.name, heads=heads, rows=tuple(rows), numbers=frozenset((1,)))


def _line_time(line: OrderLine) -> str:
    if line.is_on:
        return "now"
    return line.time if line.day == 1 else f"day {line.day} ({line.begins:%d %b}), {line.time}"


def _umpire_grid(view: TournamentView, one: UmpireDay) -> Grid:
    rows = tuple(
        (_when(duty), str(duty.table), duty.match, match_title(view, duty.match), meeting_text(view, duty.match))
        for duty in one.duties
    )
    clubs = f" ({', '.join(one.clubs)})" if one.clubs else ""
    caption = f"{one.name}{clubs}: {count_text(one.done, 'match', 'matches')} done, {len(one.duties)} to come"
    return Grid(caption=caption, heads=("time", "table", "match", "", ""), rows=rows, numbers=frozenset((1,)))


def _when(one: Appointment) -> str:
    if one.is_on:
        return "now"
    return one.time if one.day == 1 else f"day {one.day} ({one.begins:%d %b}), {one.time}"
