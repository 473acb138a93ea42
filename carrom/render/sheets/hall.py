"""The sheets of the evening: the hall now, the order of play by whatever is asked for, who umpires when."""

from carrom.render.sheets.sheet import Grid, Lines, Part, Sheet
from carrom.tournament.desk.hall_now import HallView, MatchNow, TableNow
from carrom.tournament.log.view import TournamentView


def hall_sheet(view: TournamentView, hall: HallView) -> Sheet:
    """Every table now, and what somebody should look after."""
    rows = tuple(_table_row(one) for one in hall.tables)
    has_umpires = bool(view.state.announced.hall.umpires) or any(one.match and one.match.umpire for one in hall.tables)
    heads = ("table", "", "match", "", "", "", "since", "until", "umpire")
    columns = len(heads) if has_umpires else len(heads) - 1
    grid = Grid(heads=heads[:columns], rows=tuple(row[:columns] for row in rows), numbers=frozenset((0,)))
    parts: list[Part] = [grid]
    minutes = view.state.announced.hall.report_minutes
    late = tuple(_late_line(one) for one in hall.late)
    if late:
        parts.append(Lines(caption=f"Not there {minutes} minutes after the call (143 i)", lines=late))
    unsigned = tuple(f"{one.match} {one.title}: {one.text}" for one in hall.provisional)
    if unsigned:
        parts.append(Lines(caption="Results to be confirmed", lines=unsigned))
    if hall.decisions:
        parts.append(Lines(caption="To be decided", lines=tuple(task.text for task in hall.decisions)))
    subtitle = f"{hall.at:%H:%M}: {hall.played} played, {hall.to_play} to play"
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
