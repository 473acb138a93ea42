"""Rows out of a CSV or XLSX file, with the headings that organisers really write."""

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Any

from carrom.base.errors import CarromError
from carrom.base.files import naming, read_whole

Cell = str | date | int | float | None

# heading as written (lower case, letters only): the column it means
_HEADINGS = {
    "name": "name", "player": "name", "playername": "name", "fullname": "name", "participant": "name",
    "firstname": "first", "givenname": "first", "lastname": "last", "surname": "last", "familyname": "last",
    "born": "born", "birthdate": "born", "dateofbirth": "born", "dob": "born", "birthday": "born",
    "age": "age",
    "gender": "gender", "sex": "gender",
    "club": "club", "department": "club", "dept": "club", "association": "club",
    "community": "community", "samaj": "community",
    "level": "level", "rating": "level", "grade": "level",
    "event": "event", "category": "event", "events": "event",
    "partner": "partner", "doublespartner": "partner",
    "team": "team", "group": "team",
    "seed": "seed", "ranking": "seed", "rank": "seed",
    "rubber": "rubber", "plays": "rubber", "position": "rubber",
    "id": "id", "playerid": "id", "number": "id",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One row by the meaning of its columns; `number` is the one the spreadsheet shows."""

    number: int
    cells: dict[str, Cell]

    def text(self, column: str) -> str:
        """What stands in a column, without the blanks around and between the words; empty if nothing does."""
        value = self.cells.get(column)
        if value is None:
            return ""
        if isinstance(value, datetime | date):
            return value.isoformat()[:10]
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        return " ".join(str(value).split())


def read_rows(path: Path) -> list[SheetRow]:
    """Every row of a file that says something."""
    raw = read_whole(path)
    with naming(path):
        return _rows(_xlsx(raw)) if path.suffix.lower() in (".xlsx", ".xlsm") else read_csv(raw)


def read_csv(raw: bytes) -> list[SheetRow]:
    """Rows of a CSV as spreadsheets save it: comma, semicolon or tab; UTF-8 with or without mark, else Latin-1."""
    raw = raw.rstrip(b"\x1a")  # where old programs end a file
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = raw.decode("latin-1")
    if any(letter < " " and letter not in "\t\n\v\f\r" for letter in text):
        raise CarromError("this is not a CSV file: it holds bytes that are no text")
    heading = text.partition("\n")[0]
    delimiter = max(",;\t", key=heading.count)
    return _rows(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))


def _xlsx(raw: bytes) -> Iterable[Sequence[Any]]:
    from openpyxl import load_workbook  # heavy; only spreadsheets need it

    try:
        book = load_workbook(io.BytesIO(raw), read_only=True, data_only=True)
    except Exception as error:  # a damaged archive fails in many ways, all of which mean the same to a person
        raise CarromError(f"this is not a spreadsheet that can be read: {error}") from None
    try:
        return [tuple(row) for row in book.worksheets[0].iter_rows(values_only=True)]
    finally:
        book.close()


def _rows(lines: Iterable[Sequence[Any]]) -> list[SheetRow]:
    columns: list[str | None] | None = None
    found = []
    for number, line in enumerate(lines, 1):
        if not any(str(cell).strip() for cell in line if cell is not None):
            continue
        if columns is None:
            columns = [_column(cell) for cell in line]
            if "name" not in columns and not {"first", "last"} <= set(columns):
                seen = ", ".join(str(cell) for cell in line if cell is not None)
                raise CarromError(f"row {number} should be headings with a name among them, but reads: {seen[:120]}")
            continue
        cells = {column: cell for column, cell in zip(columns, line, strict=False) if column is not None}
        if "name" not in columns:
            whole = f"{cells.get('first') or ''} {cells.get('last') or ''}".strip()
            cells["name"] = whole or None
        found.append(SheetRow(number, cells))
    if columns is None:
        raise CarromError("the list is empty: it has not even headings")
    return found


def _column(heading: Any) -> str | None:
    letters = "".join(letter for letter in str(heading or "").lower() if letter.isalpha())
    return _HEADINGS.get(letters)
