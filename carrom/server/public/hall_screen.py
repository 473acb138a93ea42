"""The hall screen's scenes, readable from the back row."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from carrom.server.public.brackets import BracketPicture, bracket_pictures
from carrom.server.public.events import EventValues, StandingsTable
from carrom.server.public.matches import PublicMatch
from carrom.server.public.tournament import OrderRow, PublicTournament, TableTile

SceneKind = Literal["tables", "called", "results", "standings", "tree", "prizes", "quiet"]

_TILES, _CALLED, _NEXT, _RESULTS, _ROWS, _TREE = 32, 6, 6, 12, 8, 8
"""Most tables, calls, next matches, results, table rows, and bracket height of a scene."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HallScene:
    """A scene of the hall screen, updated in place by `id`."""

    id: str
    kind: SceneKind
    event: str = ""
    size: Literal["few", "some", "many"] = "few"
    part: int = 1
    parts: int = 1
    tiles: tuple[TableTile, ...] = ()
    called: tuple[TableTile, ...] = ()
    next: tuple[OrderRow, ...] = ()
    results: tuple[PublicMatch, ...] = ()
    tables: tuple[StandingsTable, ...] = ()
    tree: BracketPicture | None = None
    values: EventValues | None = None

    @property
    def rows(self) -> int:
        return max((len(table.rows) for table in self.tables), default=0)


def hall_scenes(shown: PublicTournament, events: Sequence[EventValues]) -> tuple[HallScene, ...]:
    found = [*_hall(shown), *_calls(shown), *_results(shown)]
    for values in events:
        if not shown.are_results_withheld:
            found += _standings(values)
        found += _trees(shown, values)
        if values.prizes:
            found.append(
                HallScene(id=f"prizes-{values.event.id}", kind="prizes", event=values.event.name, values=values)
            )
    return tuple(found) or (HallScene(id="quiet", kind="quiet"),)


def _hall(shown: PublicTournament) -> Iterator[HallScene]:
    """Make scenes of the tables in use, or of all up to 16."""
    used = [tile for tile in shown.tiles if tile.line is not None]
    if not used:
        return
    shown_tiles = list(shown.tiles) if len(shown.tiles) <= 16 else used
    parts = _even_parts(shown_tiles, _TILES)
    for n, part in enumerate(parts, 1):
        size: Literal["few", "some", "many"] = "few" if len(part) <= 8 else "some" if len(part) <= 16 else "many"
        yield HallScene(id=f"tables-{n}", kind="tables", size=size, part=n, parts=len(parts), tiles=tuple(part))


def _calls(shown: PublicTournament) -> Iterator[HallScene]:
    """Make scenes of the calls and the next matches; many calls get their own."""
    if len(shown.called) <= _CALLED:
        if shown.called or shown.next_up:
            shown_next = _NEXT if shown.called else 2 * _NEXT
            yield HallScene(id="called", kind="called", called=shown.called, next=shown.next_up[:shown_next])
        return
    parts = _even_parts(shown.called, 2 * _CALLED)
    for n, part in enumerate(parts, 1):
        yield HallScene(
            id="called" if n == 1 else f"called-{n}", kind="called", called=tuple(part), part=n, parts=len(parts)
        )
    if shown.next_up:
        yield HallScene(id="next", kind="called", next=shown.next_up[: 2 * _NEXT])


def _results(shown: PublicTournament) -> Iterator[HallScene]:
    if shown.latest:
        yield HallScene(id="results", kind="results", results=shown.latest[:_RESULTS])


def _standings(values: EventValues) -> Iterator[HallScene]:
    for stage in values.stages:
        if not stage.tables:
            continue
        pages = _packed(stage.tables)
        for n, page in enumerate(pages, 1):
            yield HallScene(
                id=f"standings-{stage.key}-{n}",
                kind="standings",
                event=values.event.name,
                size="few" if len(page) == 1 else "some" if len(page) <= 2 else "many",
                part=n,
                parts=len(pages),
                tables=tuple(page),
            )
        return


def _packed(tables: Sequence[StandingsTable]) -> list[list[StandingsTable]]:
    """Put four groups (up to six rows) or two (up to sixteen) on a page; split longer ones."""
    longest = max(len(table.rows) for table in tables)
    if longest > 2 * _ROWS:
        return [[_rows(table, at)] for table in tables for at in range(0, len(table.rows), 2 * _ROWS)]
    return _even_parts(tables, 4 if longest <= _ROWS - 2 else 2)


def _rows(table: StandingsTable, at: int) -> StandingsTable:
    rows = table.rows[at : at + 2 * _ROWS]
    cut = table.cut - at if table.cut is not None and 0 < table.cut - at < len(rows) else None
    return StandingsTable(
        name=table.name, heads=table.heads, rows=rows, cut=cut, is_complete=table.is_complete, why=table.why
    )


def _trees(shown: PublicTournament, values: EventValues) -> Iterator[HallScene]:
    for stage in values.stages:
        if not stage.trees:
            continue
        pictures = bracket_pictures(shown.view, stage.key, _TREE)
        shown_parts = [one for n, one in enumerate(pictures) if one.is_open or n == len(pictures) - 1]
        for n, picture in enumerate(shown_parts, 1):
            yield HallScene(
                id=f"tree-{stage.key}-{n}",
                kind="tree",
                event=values.event.name,
                part=n,
                parts=len(shown_parts),
                tree=picture,
            )


def _even_parts(things: Sequence[Any], most: int) -> list[list[Any]]:
    parts = -(-len(things) // most)
    return [list(things[len(things) * n // parts : len(things) * (n + 1) // parts]) for n in range(parts)]
