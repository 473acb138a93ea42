"""Columns that name partners though their heading says something else: 'Pair' beside the name, 'Team' where there are
none. What stands in them decides, so that no partner is dropped in silence."""

from collections.abc import Sequence
from dataclasses import replace

from carrom.tournament.intake.event_names import EventNames
from carrom.tournament.intake.spreadsheet import SheetRow
from carrom.tournament.intake.words import is_somebody, other_of_two, two_names
from carrom.tournament.log.names import name_key


def with_partners(rows: Sequence[SheetRow], events: EventNames) -> list[SheetRow]:
    """The rows, with the column of partners as such. A 'Pair' that names nobody goes to what is not understood."""
    found = list(rows)
    if not found or not events.pairs or any("partner" in row.cells or "name2" in row.cells for row in found):
        return found
    if any("pair" in row.cells and "name" in row.cells for row in found):
        is_named = are_partners([(row.text("name"), row.text("pair")) for row in found], names_in(found))
        return [_moved(row, "pair", "partner" if is_named else None) for row in found]
    if not events.teams and any("team" in row.cells for row in found):
        # A team is called by two words as often as a person: only people of the list are partners.
        told = [(row.text("name"), row.text("team")) for row in found]
        if are_partners(told, names_in(found), is_strict=True):
            return [_moved(row, "team", "partner") for row in found]
    return found


def names_in(rows: Sequence[SheetRow]) -> frozenset[str]:
    """Everybody who has a row, as names are compared."""
    return frozenset(name_key(row.text("name")) for row in rows if row.text("name"))


def are_partners(told: Sequence[tuple[str, str]], names: frozenset[str], *, is_strict: bool = False) -> bool:
    """Whether most cells beside a name are names of others: people of the list, or, unless that is asked for strictly,
    what looks like the two words of a name."""
    said = [(name_key(own), other_of_two(own, cell)) for own, cell in told if is_somebody(cell)]
    hits = sum(
        name_key(cell) != own and (name_key(cell) in names or (not is_strict and _looks_like_a_name(cell)))
        for own, cell in said
    )
    return 2 * hits > len(said)


def _moved(row: SheetRow, column: str, to: str | None) -> SheetRow:
    """The row with a column under another meaning. None: nobody knows what it is."""
    meanings = tuple(to if one == column else one for one in row.headings.meanings)
    headings = replace(row.headings, meanings=meanings)
    if column not in row.cells or "name" not in row.cells:
        return replace(row, headings=headings)
    cells = {one: cell for one, cell in row.cells.items() if one != column}
    if to is not None:
        cells[to] = other_of_two(row.text("name"), row.text(column))
        return replace(row, cells=cells, headings=headings)
    called = row.headings.called[row.headings.meanings.index(column)]
    return replace(row, cells=cells, other={**row.other, called: row.cells[column]}, headings=headings)


def _looks_like_a_name(cell: str) -> bool:
    words = name_key(cell).split()
    return len(words) in (2, 3) and two_names(cell) is None and all(word.isalpha() for word in words)
