"""Columns that tell of one event: 'Veterans' with ticks is Veterans' singles, and 'Rating' with letters is a level."""

from collections.abc import Sequence
from dataclasses import replace

from carrom.tournament.intake.event_names import EventNames
from carrom.tournament.intake.headings import PLAYS
from carrom.tournament.intake.spreadsheet import SheetRow, cell_text
from carrom.tournament.intake.words import is_tick


def with_events(rows: Sequence[SheetRow], events: EventNames) -> list[SheetRow]:
    """The rows, with every column of ticks whose heading is the beginning of one event's name as that of this event."""
    if not rows:
        return []
    headings, own = rows[0].headings, dict[str, str]()
    for at, (called, meaning) in enumerate(zip(headings.called, headings.meanings, strict=True)):
        is_open = meaning is None and at not in headings.paired and events.find(called) is None
        event = events.begins_with(called) if is_open else None
        cells = [cell_text(row.other[called]) for row in rows if called in row.other]
        if event is not None and cells and all(is_tick(cell) is not None for cell in cells):
            own[called] = f"{PLAYS}{event}"
    if not own:
        return list(rows)
    paired = {at: own[called] for at, called in enumerate(headings.called) if called in own}
    headings = replace(headings, paired={**headings.paired, **paired})
    return [
        replace(row, headings=headings, other={own.get(called, called): cell for called, cell in row.other.items()})
        for row in rows
    ]


def with_levels(rows: Sequence[SheetRow]) -> list[SheetRow]:
    """The rows, with ratings that are letters as levels."""
    told = [row.text("rating") for row in rows if "rating" in row.cells]
    if (
        not told
        or any("level" in row.cells for row in rows)
        or not all(len(one) == 1 and one.isalpha() for one in told)
    ):
        return list(rows)
    meanings = tuple("level" if one == "rating" else one for one in rows[0].headings.meanings)
    headings = replace(rows[0].headings, meanings=meanings)
    return [
        replace(
            row,
            headings=headings,
            cells={"level" if one == "rating" else one: cell for one, cell in row.cells.items()},
        )
        for row in rows
    ]
