"""Which line of a list is its headings, however far down it stands, and which of its columns is that of the names."""

import re
from collections.abc import Sequence, Set
from datetime import date
from typing import Any, NoReturn

from carrom.base.errors import CarromError
from carrom.tournament.intake.column_meanings import is_role, key
from carrom.tournament.intake.headings import ColumnChoices, Headings, read_headings

HEADING_WITHIN = 30  # lines that are not empty
_FIGURES = re.compile(r"[\d\s.,:/+()-]*\d[\d\s.,:/+()-]*")
_FOR_THE_HALL = re.compile(r":\s*\S")  # 'Venue: Town hall' is a title
Numbered = Sequence[tuple[int, Sequence[Any]]]


def find_headings(lines: Numbered, choices: ColumnChoices | None) -> tuple[int, Headings]:
    """The line above all rows that names most columns: titles and addresses may stand over it.

    A row of a person may read like headings ('1, Asha Rao, Member'), so a line above it that is understood no less
    goes before it. Where no column can be that of the names, nothing is read.
    """
    found = [read_headings(line, choices) for _, line in lines[:HEADING_WITHIN]]
    looks = [_looks_like_headings(line) for _, line in lines[:HEADING_WITHIN]]
    said = {key(heading) for heading in (choices.meant if choices else ())}
    rows = {at for at, one in enumerate(found) if one.has_names and _is_of_a_person(lines, at, one, said, looks)}
    named = [at for at, one in enumerate(found) if one.has_names and at not in rows]
    best = max(named, key=lambda at: (not _has_figures(lines[at][1]), found[at].understood, -at), default=None)
    above = [at for at in range(len(found) if best is None else best) if looks[at] and at not in rows]
    if above:
        over = max(above, key=lambda at: (found[at].understood, -at))
        if best is None or _has_figures(lines[best][1]) or found[over].understood >= found[best].understood:
            best = over
    start = best or 0
    headings = found[start] if found[start].has_names else found[start].with_guess()
    if not headings.has_names:
        _refuse(lines, start, headings)
    return start, headings


def _texts(line: Sequence[Any]) -> list[str]:
    return [text for cell in line if cell is not None and (text := str(cell).strip())]


def _has_figures(line: Sequence[Any]) -> bool:
    """Whether a cell is a number or a day, as in the row of a person."""
    return any(isinstance(cell, date) for cell in line) or any(map(_FIGURES.fullmatch, _texts(line)))


def _looks_like_headings(line: Sequence[Any]) -> bool:
    texts = _texts(line)
    return len(texts) > 1 and not _has_figures(line) and not any(map(_FOR_THE_HALL.search, texts))


def _is_of_a_person(lines: Numbered, at: int, headings: Headings, said: Set[str], looks: Sequence[bool]) -> bool:
    """Whether the only word that is understood says what somebody is, as 'Member' in a column of who is one: headings
    stand above, or the word stands in another row again."""
    line = lines[at][1]
    if headings.understood != 1 or len(_texts(line)) < 2:
        return False
    column = next(n for n, one in enumerate(headings.meanings) if one is not None)
    if not is_role(headings.called[column]) or key(headings.called[column]) in said:
        return False
    return any(looks[:at]) or any(
        column < len(other) and other[column] == line[column] and list(other) != list(line) for _, other in lines
    )


def _refuse(lines: Numbered, start: int, headings: Headings) -> NoReturn:
    number, line = lines[start]
    possible = headings.possible_names
    if len(possible) > 1:
        either = " or ".join(map(repr, possible))
        asked = f"row {number}: which column is the name, {either}?"
        raise CarromError("which-name-column", asked, typed=f'{asked} --column "{possible[0]}=name" says it')
    seen = ", ".join(_texts(line))[:120]
    unknown = [text for one, text in zip(headings.meanings, headings.called, strict=True) if one is None]
    answer = f'; --column "{unknown[0]}=name" says which column it is' if unknown else ""
    text = f"row {number} should be headings with a name among them, but reads: {seen}"
    raise CarromError("no-headings", text, typed=f"{text}{answer}")
