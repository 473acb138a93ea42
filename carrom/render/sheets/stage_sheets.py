"""Sheets of a stage: groups, standings with reasons, bracket, results; and the tournament's overview."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from carrom.render.sheets.bracket_drawing import bracket_picture
from carrom.render.sheets.sheet import Grid, Lines, Part, Sheet
from carrom.tournament.desk.decisions import advancing_entries, ruled_seats, ruled_seats_from_group, tasks
from carrom.tournament.desk.match_text import match_sides, match_title, outcome_text, tie_scores
from carrom.tournament.desk.order_of_play import Appointment
from carrom.tournament.desk.people_list import people_list
from carrom.tournament.desk.prizes import plate_prizes, prizes
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.model.definition import Competition
from carrom.tournament.model.events import ResultGiven
from carrom.tournament.model.group_tables import GroupTable
from carrom.tournament.model.people import count_text
from carrom.tournament.model.scores import boards_text
from carrom.tournament.model.state import StageKey
from carrom.tournament.seating.now import TO_PLAY, TournamentNow
from carrom.tournament.tables.explain import explain_standings, row_figures, table_columns
from carrom.tournament.tables.policy import Policy
from carrom.tournament.tables.results import EntryId


def standings_sheet(view: TournamentNow, key: StageKey) -> Sheet:
    """Make a stage's standings, with the reason for every place."""
    parts: list[Part] = []
    policy = view.state.policy(key)
    for number, table in enumerate(view.tables(key)):
        parts.append(standings_grid(table, policy, through=advancing_entries(view, key, number)))
        lines = explain_standings(table.standings, policy, advance=table.advance if table.is_complete else 0)
        lines += [f"{entry} left; the results are {how}." for entry, how in sorted(table.settled.treatments.items())]
        lines += [seat.text for seat in ruled_seats_from_group(view, key, number)]
        if not table.is_complete:
            lines.append("Not all matches are played.")
        parts.append(Lines(lines=tuple(lines)))
    if view.state.stage(key).form.has_ties:
        parts.append(_ties_grid(view, key))
    return Sheet(title=view.state.announced.name, subtitle=_subtitle(view, key, "standings"), parts=tuple(parts))


def standings_grid(
    table: GroupTable, policy: Policy, caption: str | None = None, *, through: Collection[EntryId] = ()
) -> Grid:
    """Entries in `through` are highlighted."""
    heads = table_columns(policy)
    rows = []
    for row in table.standings.table:
        figures = row_figures(row)
        rows.append((str(row.rank), name_with_status(table, row.entry), *(figures[name] for name in heads)))
    return Grid(
        caption=caption if caption is not None else f"Group {table.name}" if table.name else "",
        heads=("", "", *("Buchholz" if name == "buchholz" else name for name in heads)),
        rows=tuple(rows),
        numbers=frozenset((0, *range(2, 2 + len(heads)))),
        strong=frozenset(n for n, row in enumerate(table.standings.table) if row.entry in through),
        cut=table.advance or None,
    )


def name_with_status(table: GroupTable, entry: EntryId, name: str = "") -> str:
    """Marked if the entry has left."""
    return f"{name or entry} (left)" if entry in table.settled.treatments else name or str(entry)


def _ties_grid(view: TournamentNow, key: StageKey) -> Grid:
    rows = tuple((*one.teams, f"{one.won[0]}–{one.won[1]}", str(one.open or "")) for one in tie_scores(view, key))
    return Grid(caption="Ties", heads=("", "", "rubbers", "open"), rows=rows, numbers=frozenset((3,)))


def bracket_sheet(view: TournamentNow, key: StageKey) -> Sheet:
    """Draw a bracket; a double elimination shows the winners' bracket and lists the losers' matches."""
    parts: list[Part] = [bracket_picture(view, key)]
    beaten = [one.fixture.id for one in view.state.in_stage(key) if one.fixture.round.startswith("losers-")]
    if beaten:
        rows = tuple((one, match_title(view, one), *_names(view, one), outcome_text(view, one)) for one in beaten)
        parts.append(Grid(caption="Losers' bracket", heads=("match", "", "", "", "result"), rows=rows))
    if ruled := ruled_seats(view, key):
        parts.append(Lines(lines=tuple(seat.text for seat in ruled)))
    return Sheet(title=view.state.announced.name, subtitle=_subtitle(view, key, "draw"), parts=tuple(parts))


def order_sheet(view: TournamentNow, order: Sequence[Appointment]) -> Sheet:
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


def results_sheet(view: TournamentNow, key: StageKey, *, with_boards: bool = False) -> Sheet:
    """Matches of a stage with results or status, and boards if asked for and known."""
    rows = []
    for record in view.state.in_stage(key):
        match = record.fixture.id
        if view.status(match) == "bye":
            continue
        result = outcome_text(view, match, tells_why=True)
        if with_boards and record.result is not None and record.result.boards:
            result += f" ({boards_text(record.result)})"
        rows.append((match, match_title(view, match), *_names(view, match), result))
    grid = Grid(heads=("match", "", "", "", "result"), rows=tuple(rows))
    return Sheet(title=view.state.announced.name, subtitle=_subtitle(view, key, "matches"), parts=(grid,))


def overview_sheet(view: TournamentNow, now: datetime | None = None) -> Sheet:
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


def _prize_lines(view: TournamentNow, event: Competition) -> list[str]:
    return [
        f"{title}: {'; '.join(f'{prize.place}. {_joined(prize.entries)}' for prize in won)}"
        for title, won in ((event.name, prizes(view, event)), (f"{event.name}, plate", plate_prizes(view, event)))
        if won
    ]


def _joined(entries: Sequence[str]) -> str:
    return " and ".join(entries)


def _subtitle(view: TournamentNow, key: StageKey, what: str) -> str:
    return f"{view.state.event(key.event).name}, {key.stage}: {what}"


def _names(view: TournamentNow, match: MatchId) -> tuple[str, str]:
    a, b = match_sides(view, match)
    return a.text, b.text


_NOBODY = "–"
_WIDE, _MANY = 6, 12  # larger groups need a landscape sheet, and small letters


def groups_sheet(view: TournamentNow, key: StageKey) -> Sheet:
    """Every group with its cross table and, once matches are played, its standings.

    If not everybody meets everybody, as in a Swiss system, the rounds are listed instead.
    """
    parts: list[Part] = []
    tables = view.tables(key)
    for number, table in enumerate(tables):
        parts += [_cross_table(view, key, table)] if _meets_all(view, key, table) else _rounds(view, key)
        policy = view.state.policy(key)
        if any(row.played for row in table.standings.table):
            caption, through = "" if table.name else "Standings", advancing_entries(view, key, number)
            parts.append(standings_grid(table, policy, caption=caption, through=through))
            why = explain_standings(table.standings, policy, advance=table.advance if table.is_complete else 0)
            parts += [Lines(lines=tuple(why))] if why else []
        if table.advance:
            ruled = (seat.text for seat in ruled_seats_from_group(view, key, number))
            parts.append(Lines(lines=(_through_text(table), *ruled)))
    counted = count_text(sum(len(table.entries) for table in tables), "entry", "entries")
    return Sheet(
        title=view.state.announced.name,
        subtitle=f"{view.state.event(key.event).name}, {key.stage}: draw of {counted}",
        parts=tuple(parts),
        is_wide=any(len(table.entries) > _WIDE and _meets_all(view, key, table) for table in tables),
    )


def _meets_all(view: TournamentNow, key: StageKey, table: GroupTable) -> bool:
    pairs = {frozenset(view.sides(one.fixture.id)) for one in view.state.in_stage(key)}
    among = sum(all(side in table.entries for side in pair) for pair in pairs)
    return 2 * among >= len(table.entries) * (len(table.entries) - 1)


def _rounds(view: TournamentNow, key: StageKey) -> list[Part]:
    turns: dict[int, list[tuple[str, ...]]] = {}
    for record in view.state.in_stage(key):
        match = record.fixture.id
        table = str(record.table or "")
        a, b = (side.text for side in match_sides(view, match))
        result = outcome_text(view, match) if view.status(match) not in TO_PLAY else ""
        turns.setdefault(record.fixture.turn, []).append((match, table, a, b, result))
    heads = ("match", "table", "", "", "result")
    return [
        Grid(caption=f"Round {turn}", heads=heads, rows=tuple(rows), widths=("auto", "auto", "1fr", "1fr", "42mm"))
        for turn, rows in reversed(turns.items())
    ]


def _through_text(table: GroupTable) -> str:
    who = "The first goes on." if table.advance == 1 else f"The first {table.advance} go on."
    return who if table.advance < len(table.entries) else "Everybody goes on."


def _cross_table(view: TournamentNow, key: StageKey, table: GroupTable) -> Grid:
    has_ties = view.state.stage(key).form.has_ties
    results = _tie_cells(view, key) if has_ties else _result_cells(view, key, table)
    entries, count = view.state.entries[key.event], len(table.entries)
    has_clubs = count <= _MANY and any(club_of(view, key, one) for one in table.entries) and not has_ties
    rows = []
    for number, entry in enumerate(table.entries, 1):
        seed = entries[entry].seed
        name = name_with_status(table, entry, f"{entry} [{seed}]" if seed else str(entry))
        club = (club_of(view, key, entry),) if has_clubs else ()
        cells = (_NOBODY if other == entry else results.get((entry, other), "") for other in table.entries)
        rows.append((str(number), name, *club, *cells))
    cell = "18mm" if count <= 4 else "16mm" if count <= 8 else "13mm" if count <= _MANY else "9.4mm"
    return Grid(
        caption=f"Group {table.name}" if table.name else "",
        heads=("", "", *(["club"] if has_clubs else []), *(str(number) for number in range(1, count + 1))),
        rows=tuple(rows),
        is_ruled=True,
        is_small=count > _MANY,
        widths=("auto", "1.5fr", *(["1fr"] if has_clubs else []), *[cell] * count),
    )


def _tie_cells(view: TournamentNow, key: StageKey) -> dict[tuple[EntryId, EntryId], str]:
    found: dict[tuple[EntryId, EntryId], str] = {}
    for tie in tie_scores(view, key):
        if tie.is_begun:
            (a, b), (won, lost), more = tie.teams, tie.won, " …" if tie.open else ""
            found |= {(a, b): f"{won}–{lost}{more}", (b, a): f"{lost}–{won}{more}"}
    return found


def club_of(view: TournamentNow, key: StageKey, entry: EntryId) -> str:
    known = view.state.entries[key.event][entry]
    clubs = (view.state.people[one].club for one in known.members)
    return known.club or " / ".join(dict.fromkeys(club for club in clubs if club))


def _result_cells(view: TournamentNow, key: StageKey, table: GroupTable) -> Mapping[tuple[EntryId, EntryId], str]:
    found: dict[tuple[EntryId, EntryId], list[str]] = {}
    members = set(table.entries)
    for record in view.state.in_stage(key):
        match = record.fixture.id
        a, b = view.sides(match)
        if a is None or b is None or a not in members or b not in members:
            continue
        if record.result is None:
            cells = _without_play(view, match, a, b) if view.status(match) == "played" else ("", "")
        elif view.status(match) != "played":
            cells = (view.status(match),) * 2
        else:
            cells = (_cell(record.result, 0), _cell(record.result, 1))
        for one, other, text in ((a, b, cells[0]), (b, a, cells[1])):
            if text:
                found.setdefault((one, other), []).append(text)
    return {pair: ", ".join(texts) for pair, texts in found.items()}


def _without_play(view: TournamentNow, match: MatchId, a: EntryId, b: EntryId) -> tuple[str, str]:
    """Both cells of a match decided because an entry has left; if both have, nobody wins it."""
    winner = view.winner(match)
    return "w/o" if winner == a else "lost w/o", "w/o" if winner == b else "lost w/o"


def _cell(result: ResultGiven, side: int) -> str:
    if result.walkover is not None:
        return "w/o" if result.walkover == "ab"[side] else "lost w/o"
    figures = result.games or result.score
    text = f"{figures[side]}–{figures[1 - side]}" if figures is not None else ""
    if result.extra is not None:
        text += f" ({result.extra[side]}–{result.extra[1 - side]})"
    return text if result.retired is None else f"{text} ret."
