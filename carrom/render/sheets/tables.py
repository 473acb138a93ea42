"""The sheets of a tournament: standings that explain themselves, brackets, order of play, lists."""

from collections.abc import Collection, Sequence
from datetime import datetime

from carrom.render.sheets.bracket_svg import bracket_picture
from carrom.render.sheets.sheet import Grid, Lines, Part, Sheet
from carrom.tournament.desk.by_ruling import going_on, seated_by_ruling, seated_out_of
from carrom.tournament.desk.naming import match_title, sides_of
from carrom.tournament.desk.order_of_play import Appointment
from carrom.tournament.desk.outcome import outcome_text
from carrom.tournament.desk.people_list import people_list
from carrom.tournament.desk.prizes import plate_prizes, prizes
from carrom.tournament.desk.tasks import tasks
from carrom.tournament.desk.ties import tie_scores
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.definition import EventDefinition
from carrom.tournament.log.group_tables import GroupTable
from carrom.tournament.log.people import count_text
from carrom.tournament.log.scores import boards_text
from carrom.tournament.log.state import StageKey
from carrom.tournament.log.view import TournamentView
from carrom.tournament.tables.explain import sentences
from carrom.tournament.tables.figures import columns_of, figures_of
from carrom.tournament.tables.policy import Policy
from carrom.tournament.tables.results import EntryId


def standings_sheet(view: TournamentView, key: StageKey) -> Sheet:
    """Every table of a stage with the reason for every place."""
    parts: list[Part] = []
    policy = view.state.policy(key)
    for number, table in enumerate(view.tables(key)):
        parts.append(standings_grid(table, policy, through=going_on(view, key, number)))
        said = sentences(table.standings, policy, advance=table.advance if table.is_complete else 0)
        said += [f"{entry} left; the results are {how}." for entry, how in sorted(table.settled.treatments.items())]
        said += [seat.text for seat in seated_out_of(view, key, number)]
        if not table.is_complete:
            said.append("Not all matches are played.")
        parts.append(Lines(lines=tuple(said)))
    if view.state.stage(key).form.has_ties:
        parts.append(_ties(view, key))
    return Sheet(title=view.state.announced.name, subtitle=_subtitle(view, key, "standings"), parts=tuple(parts))


def standings_grid(
    table: GroupTable, policy: Policy, caption: str | None = None, *, through: Collection[EntryId] = ()
) -> Grid:
    """A table as rows; who goes `through` stands out."""
    heads = columns_of(policy)
    rows = []
    for row in table.standings.table:
        figures = figures_of(row)
        rows.append((str(row.rank), with_mark(table, row.entry), *(figures[name] for name in heads)))
    return Grid(
        caption=caption if caption is not None else f"Group {table.name}" if table.name else "",
        heads=("", "", *("Buchholz" if name == "buchholz" else name for name in heads)),
        rows=tuple(rows),
        numbers=frozenset((0, *range(2, 2 + len(heads)))),
        strong=frozenset(n for n, row in enumerate(table.standings.table) if row.entry in through),
        cut=table.advance or None,
    )


def with_mark(table: GroupTable, entry: EntryId, name: str = "") -> str:
    """An entry as a sheet names it, with a mark where it has left."""
    return f"{name or entry} (left)" if entry in table.settled.treatments else name or str(entry)


def _ties(view: TournamentView, key: StageKey) -> Grid:
    """Team against team: the rubbers that each has won."""
    rows = tuple((*one.teams, f"{one.won[0]}–{one.won[1]}", str(one.open or "")) for one in tie_scores(view, key))
    return Grid(caption="Ties", heads=("", "", "rubbers", "open"), rows=rows, numbers=frozenset((3,)))


def bracket_sheet(view: TournamentView, key: StageKey) -> Sheet:
    """The tree of a knock-out; of a double elimination the tree of the winners, and the matches of the losers."""
    parts: list[Part] = [bracket_picture(view, key)]
    beaten = [one.fixture.id for one in view.state.in_stage(key) if one.fixture.round.startswith("losers-")]
    if beaten:
        rows = tuple((one, match_title(view, one), *_names(view, one), outcome_text(view, one)) for one in beaten)
        parts.append(Grid(caption="Losers' bracket", heads=("match", "", "", "", "result"), rows=rows))
    if ruled := seated_by_ruling(view, key):
        parts.append(Lines(lines=tuple(seat.text for seat in ruled)))
    return Sheet(title=view.state.announced.name, subtitle=_subtitle(view, key, "draw"), parts=tuple(parts))


def order_sheet(view: TournamentView, order: Sequence[Appointment]) -> Sheet:
    """The order of play by time."""
    has_days = any(one.day > 1 for one in order)
    rows = []
    for one in order:
        when = "now" if one.is_on else f"{_day_text(one, has_days=has_days)}{one.time}"
        rows.append((when, str(one.table), one.match, match_title(view, one.match), *_names(view, one.match)))
    tables = len({one.table for one in order})
    grid = Grid(heads=("time", "table", "match", "", "", ""), rows=tuple(rows), numbers=frozenset((1,)))
    counted = ", ".join((count_text(len(order), "match", "matches"), count_text(tables, "table", "tables")))
    last = max(order, key=lambda one: one.ends, default=None)
    until = "" if last is None else f", until {_day_text(last, has_days=has_days)}{last.ends:%H:%M}"
    subtitle = f"Order of play: {counted}{until}"
    return Sheet(title=view.state.announced.name, subtitle=subtitle, parts=(grid,))


def _day_text(one: Appointment, *, has_days: bool) -> str:
    return f"day {one.day} ({one.begins:%d %b}), " if has_days else ""


def results_sheet(view: TournamentView, key: StageKey, *, with_boards: bool = False) -> Sheet:
    """Every match of a stage with its result or its status; the boards too, where they are wanted and were told."""
    rows = []
    for record in view.state.in_stage(key):
        match = record.fixture.id
        if view.status(match) == "bye":
            continue
        said = outcome_text(view, match, tells_why=True)
        if with_boards and record.result is not None and record.result.boards:
            said += f" ({boards_text(record.result)})"
        rows.append((match, match_title(view, match), *_names(view, match), said))
    grid = Grid(heads=("match", "", "", "", "result"), rows=tuple(rows))
    return Sheet(title=view.state.announced.name, subtitle=_subtitle(view, key, "matches"), parts=(grid,))


def overview_sheet(view: TournamentView, now: datetime | None = None) -> Sheet:
    """Events, stages, what is played, and what waits for a decision."""
    state = view.state
    rows = []
    for event in state.announced.events:
        entries = len(state.entries.get(event.id, {}))
        for stage in event.stages:
            key = StageKey(event.id, stage.id)
            records = [one for one in state.in_stage(key) if view.status(one.fixture.id) != "bye"]
            done = sum(view.status(one.fixture.id) == "played" for one in records)
            drawn = "published" if key in state.published else "drawn" if key in state.draws else "not drawn"
            rows.append((event.id, event.name, str(entries), stage.id, stage.rulebook, drawn, f"{done}/{len(records)}"))
    heads = ("event", "", "entries", "stage", "rulebook", "draw", "played")
    parts: list[Part] = [Grid(heads=heads, rows=tuple(rows), numbers=frozenset((2, 6)))]
    idle = tuple(one.name for one in people_list(state) if not one.plays)
    if idle:
        parts.append(Lines(caption="In no event", lines=(", ".join(idle),)))
    called_up = tuple(line for event in state.announced.events for line in _prize_lines(view, event))
    if called_up:
        parts.append(Lines(caption="Prizes", lines=called_up))
    waiting_tasks = tuple(task.typed for task in tasks(view, now))
    if waiting_tasks:
        parts.append(Lines(caption="To be decided", lines=waiting_tasks))
    if state.notices:
        parts.append(Lines(caption="On record", lines=tuple(notice.text for notice in state.notices)))
    where = f", {state.announced.venue}" if state.announced.venue else ""
    subtitle = f"{state.announced.day.isoformat()}{where}: {state.size_text}"
    return Sheet(title=state.announced.name, subtitle=subtitle, parts=tuple(parts))


def _prize_lines(view: TournamentView, event: EventDefinition) -> list[str]:
    return [
        f"{title}: {'; '.join(f'{prize.place}. {_and(prize.entries)}' for prize in won)}"
        for title, won in ((event.name, prizes(view, event)), (f"{event.name}, plate", plate_prizes(view, event)))
        if won
    ]


def _and(entries: Sequence[str]) -> str:
    return " and ".join(entries)


def _subtitle(view: TournamentView, key: StageKey, what: str) -> str:
    return f"{view.state.event(key.event).name}, {key.stage}: {what}"


def _names(view: TournamentView, match: MatchId) -> tuple[str, str]:
    a, b = sides_of(view, match)
    return a.text, b.text
