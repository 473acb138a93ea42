"""The draw of groups for the wall: everybody against everybody, the results as they come, and who goes on."""

from collections.abc import Mapping

from carrom.render.sheets.sheet import Grid, Lines, Part, Sheet
from carrom.render.sheets.tables import standings_grid, with_mark
from carrom.tournament.desk.by_ruling import going_on, seated_out_of
from carrom.tournament.desk.naming import sides_of
from carrom.tournament.desk.outcome import outcome_text
from carrom.tournament.desk.ties import tie_scores
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.facts import ResultGiven
from carrom.tournament.log.group_tables import GroupTable
from carrom.tournament.log.people import count_text
from carrom.tournament.log.state import StageKey
from carrom.tournament.log.view import TO_PLAY, TournamentView
from carrom.tournament.tables.explain import sentences
from carrom.tournament.tables.results import EntryId

_NOBODY = "–"  # nobody plays himself
_WIDE, _MANY = 6, 12  # more than so many in a group need a sheet turned round, and small letters


def groups_sheet(view: TournamentView, key: StageKey) -> Sheet:
    """Every group of a stage with its cross table, and once something is played with its places.

    Where not everybody meets everybody, as in a Swiss system, the rounds are listed instead.
    """
    parts: list[Part] = []
    tables = view.tables(key)
    for number, table in enumerate(tables):
        parts += [_cross_table(view, key, table)] if _meets_all(view, key, table) else _rounds(view, key)
        policy = view.state.policy(key)
        if any(row.played for row in table.standings.table):
            caption, through = "" if table.name else "Standings", going_on(view, key, number)
            parts.append(standings_grid(table, policy, caption=caption, through=through))
            # Who reads the wall asks why, as who reads the page does.
            why = sentences(table.standings, policy, advance=table.advance if table.is_complete else 0)
            parts += [Lines(lines=tuple(why))] if why else []
        if table.advance:
            ruled = (seat.text for seat in seated_out_of(view, key, number))
            parts.append(Lines(lines=(_through_text(table), *ruled)))
    counted = count_text(sum(len(table.entries) for table in tables), "entry", "entries")
    return Sheet(
        title=view.state.announced.name,
        subtitle=f"{view.state.event(key.event).name}, {key.stage}: draw of {counted}",
        parts=tuple(parts),
        is_wide=any(len(table.entries) > _WIDE and _meets_all(view, key, table) for table in tables),
    )


def _meets_all(view: TournamentView, key: StageKey, table: GroupTable) -> bool:
    pairs = {frozenset(view.sides(one.fixture.id)) for one in view.state.in_stage(key)}
    among = sum(all(side in table.entries for side in pair) for pair in pairs)
    return 2 * among >= len(table.entries) * (len(table.entries) - 1)


def _rounds(view: TournamentView, key: StageKey) -> list[Part]:
    """The matches of every round, the last one first."""
    turns: dict[int, list[tuple[str, ...]]] = {}
    for record in view.state.in_stage(key):
        match = record.fixture.id
        table = str(record.table or "")
        a, b = (side.text for side in sides_of(view, match))
        said = outcome_text(view, match) if view.status(match) not in TO_PLAY else ""
        turns.setdefault(record.fixture.turn, []).append((match, table, a, b, said))
    heads = ("match", "table", "", "", "result")
    return [
        Grid(caption=f"Round {turn}", heads=heads, rows=tuple(rows), widths=("auto", "auto", "1fr", "1fr", "42mm"))
        for turn, rows in reversed(turns.items())
    ]


def _through_text(table: GroupTable) -> str:
    who = "The first goes on." if table.advance == 1 else f"The first {table.advance} go on."
    return who if table.advance < len(table.entries) else "Everybody goes on."


def _cross_table(view: TournamentView, key: StageKey, table: GroupTable) -> Grid:
    has_ties = view.state.stage(key).form.has_ties
    results = _ties(view, key) if has_ties else _results(view, key, table)
    entries, count = view.state.entries[key.event], len(table.entries)
    has_clubs = count <= _MANY and any(club_of(view, key, one) for one in table.entries) and not has_ties
    rows = []
    for number, entry in enumerate(table.entries, 1):
        seed = entries[entry].seed
        name = with_mark(table, entry, f"{entry} [{seed}]" if seed else str(entry))
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


def _ties(view: TournamentView, key: StageKey) -> dict[tuple[EntryId, EntryId], str]:
    """The rubbers that a team has won against another, from both sides."""
    found: dict[tuple[EntryId, EntryId], str] = {}
    for tie in tie_scores(view, key):
        if tie.is_begun:
            (a, b), (won, lost), more = tie.teams, tie.won, " …" if tie.open else ""
            found |= {(a, b): f"{won}–{lost}{more}", (b, a): f"{lost}–{won}{more}"}
    return found


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
            said = _without_play(view, match, a, b) if view.status(match) == "played" else ("", "")
        elif view.status(match) != "played":
            said = (view.status(match),) * 2
        else:
            said = (_cell(record.result, 0), _cell(record.result, 1))
        for one, other, text in ((a, b, said[0]), (b, a, said[1])):
            if text:
                found.setdefault((one, other), []).append(text)
    return {pair: ", ".join(texts) for pair, texts in found.items()}


def _without_play(view: TournamentView, match: MatchId, a: EntryId, b: EntryId) -> tuple[str, str]:
    """Both cells of a match that is over because somebody has left; where both have, nobody has won it."""
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
