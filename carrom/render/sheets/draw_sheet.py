"""The draw of groups for the wall: everybody against everybody, the results as they come, and who goes on."""

from collections.abc import Mapping

from carrom.render.sheets.sheet import Grid, Lines, Part, Sheet
from carrom.render.sheets.tables import standings_grid
from carrom.tournament.desk.outcome import outcome_text
from carrom.tournament.log.facts import ResultGiven
from carrom.tournament.log.people import count_text
from carrom.tournament.log.state import StageKey
from carrom.tournament.log.view import GroupTable, TournamentView
from carrom.tournament.tables.results import EntryId

_NOBODY = "–"  # nobody plays himself
_WIDE = 7  # more than so many in a group need a sheet turned round


def groups_sheet(view: TournamentView, key: StageKey) -> Sheet:
    """Every group of a stage with its cross table, and once something is played with its places."""
    parts: list[Part] = []
    tables = view.tables(key)
    for table in tables:
        parts.append(_cross_table(view, key, table))
        if table.standings.table and any(row.played for row in table.standings.table):
            parts.append(standings_grid(table, view.state.policy(key), caption=""))
        if table.advance:
            parts.append(Lines(lines=(_through_text(table),)))
    counted = count_text(sum(len(table.entries) for table in tables), "entry", "entries")
    return Sheet(
        title=view.state.announced.name,
        subtitle=f"{view.state.event(key.event).name}, {key.stage}: draw of {counted}",
        parts=tuple(parts),
        is_wide=any(len(table.entries) > _WIDE for table in tables),
    )


def _through_text(table: GroupTable) -> str:
    who = "The first goes on." if table.advance == 1 else f"The first {table.advance} go on."
    return who if table.advance < len(table.entries) else "Everybody goes on."


def _cross_table(view: TournamentView, key: StageKey, table: GroupTable) -> Grid:
    results = _results(view, key, table)
    entries = view.state.entries[key.event]
    has_clubs = any(club_of(view, key, one) for one in table.entries)
    rows = []
    for number, entry in enumerate(table.entries, 1):
        seed = entries[entry].seed
        name = f"{entry} [{seed}]" if seed else str(entry)
        club = (club_of(view, key, entry),) if has_clubs else ()
        cells = (_NOBODY if other == entry else results.get((entry, other), "") for other in table.entries)
        rows.append((str(number), name, *club, *cells))
    heads = ("", "", "club") if has_clubs else ("", "")
    return Grid(
        caption=f"Group {table.name}" if table.name else "",
        heads=(*heads, *(str(number) for number in range(1, len(rows) + 1))),
        rows=tuple(rows),
        is_ruled=True,
        wide=frozenset(range(len(heads), len(heads) + len(rows))),
    )


def club_of(view: TournamentView, key: StageKey, entry: EntryId) -> str:
    """The club of an entry, or those of its members."""
    known = view.state.entries[key.event][entry]
    clubs = (view.state.people[one].club for one in known.members)
    return known.club or " / ".join(dict.fromkeys(club for club in clubs if club))


def _results(view: TournamentView, key: StageKey, table: GroupTable) -> Mapping[tuple[EntryId, EntryId], str]:
    """What stands in the cells: the result from the side of the row."""
    found: dict[tuple[EntryId, EntryId], list[str]] = {}
    members = set(table.entries)
    for record in view.state.in_stage(key):
        match = record.fixture.id
        a, b = view.sides(match)
        if a is None or b is None or a not in members or b not in members:
            continue
        if record.result is None:
            said = (outcome_text(view, match),) * 2 if view.status(match) == "played" else ("", "")
            said = ("w/o", "w/o") if said[0] else said
        elif view.status(match) != "played":
            said = (view.status(match),) * 2
        else:
            said = (_cell(record.result, 0), _cell(record.result, 1))
        for one, other, text in ((a, b, said[0]), (b, a, said[1])):
            if text:
                found.setdefault((one, other), []).append(text)
    return {pair: ", ".join(texts) for pair, texts in found.items()}


def _cell(result: ResultGiven, side: int) -> str:
    if result.walkover is not None:
        return "w/o" if result.walkover == "ab"[side] else "lost w/o"
    figures = result.games or result.score
    text = f"{figures[side]}–{figures[1 - side]}" if figures is not None else ""
    if result.extra is not None:
        text += f" ({result.extra[side]}–{result.extra[1 - side]})"
    return text if result.retired is None else f"{text} ret."
