"""Read CSV and XLSX rows, within size limits."""

import codecs
import csv
import io
import zipfile
from collections.abc import Iterable, Iterator, Sequence, Sized
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from pathlib import Path
from pyexpat import ExpatError
from typing import Any, Final
from xml.parsers import expat

from carrom.base.characters import check_characters, strip_invisible
from carrom.base.errors import CarromError
from carrom.base.files import prefix_errors, read_whole
from carrom.tournament.entrylists.headings import (
    MOST_LINES_ABOVE_HEADINGS,
    ColumnChoices,
    Headings,
    PlainList,
    find_headings,
    is_numbered_line,
    read_headings,
    read_plain_list,
)

Cell = str | date | int | float | None
Lines = Iterable[Sequence[Any]]
NumberedLine = tuple[int, Sequence[Any]]
_MOST_BYTES = 32 * 1024 * 1024
_MOST_ROWS = 20_000
_MOST_COLUMNS = 120
_ZIP = b"PK\x03\x04"
_MOST_LINES = 1_048_576  # worksheet maximum, nearly all empty


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One row by the meaning of its columns.

    `number` is the spreadsheet's; `other` has unrecognised columns by heading. `is_title`: a line without a number in
    a numbered list.
    """

    number: int
    cells: dict[str, Cell]
    other: dict[str, Cell] = field(default_factory=dict)
    headings: Headings = field(default_factory=Headings)
    line: str = ""
    is_title: bool = False

    def text(self, column: str) -> str:
        """Cell with blanks normalised, or ''."""
        return cell_text(self.cells.get(column))


def cell_text(value: Cell) -> str:
    if value is None:
        return ""
    if isinstance(value, datetime | date):
        return value.isoformat()[:10]
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return " ".join(str(value).split())


def read_rows(path: Path, choices: ColumnChoices | None = None, *, sheet: str | None = None) -> list[SheetRow]:
    """Non-empty rows of the named sheet, or of the only one with rows."""
    raw = read_whole(path)
    with prefix_errors(path):
        return rows_from_bytes(raw, choices, sheet=sheet, is_workbook=path.suffix.lower() in (".xlsx", ".xlsm"))


def looks_like_workbook(raw: bytes) -> bool:
    return raw.startswith(_ZIP)


def rows_from_bytes(
    raw: bytes, choices: ColumnChoices | None = None, *, sheet: str | None = None, is_workbook: bool | None = None
) -> list[SheetRow]:
    """Rows of a file; a workbook is recognised by its first bytes."""
    if looks_like_workbook(raw) if is_workbook is None else is_workbook:
        return _rows(_xlsx(raw, sheet), choices)
    if sheet is not None:
        raise CarromError("no-sheets", "only a workbook has sheets")
    return read_csv(raw, choices)


def read_csv(raw: bytes, choices: ColumnChoices | None = None) -> list[SheetRow]:
    """Read comma, semicolon or tab; UTF-8, UTF-16 with a byte order mark, else Latin-1."""
    _check_size(len(raw))
    lines = _csv_lines(_decoded(raw).rstrip("\x1a"))  # old programs end files with it
    return _rows(list(_nonempty_lines(lines)), choices)


def _decoded(raw: bytes) -> str:
    try:
        if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) and not raw.startswith(codecs.BOM_UTF32_LE):
            return raw.decode("utf-16")
        if raw[1::2].count(0) * 2 > len(raw) // 2 or raw[::2].count(0) * 2 > len(raw) // 2:
            raise CarromError(
                "not-utf-8", "this list is in UTF-16 or UTF-32 and does not say so: save it as CSV in UTF-8"
            )
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        if b"\0" in raw:  # elsewhere: reported by row
            text = "this is not a CSV file: it holds bytes that are no text; save the list as CSV in UTF-8"
            raise CarromError("not-text", text) from None
        return raw.decode("latin-1")


def _csv_lines(text: str) -> Iterator[Sequence[str]]:
    beginning = text.splitlines()[:MOST_LINES_ABOVE_HEADINGS]
    delimiter = max(",;\t", key=lambda one: max((line.count(one) for line in beginning), default=0))
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    try:
        yield from lines
    except csv.Error as error:
        what = "a cell is too long" if "field limit" in str(error) else str(error)
        raise CarromError("line-unreadable", f"line {lines.line_num} cannot be read: {what}") from None


def _xlsx(raw: bytes, wanted: str | None) -> list[NumberedLine]:
    from openpyxl import load_workbook

    _check_size(len(raw))
    check_workbook(raw)
    book = None
    try:
        book = load_workbook(io.BytesIO(raw), read_only=True, data_only=True)
        sheets = {one.title: one for one in book.worksheets}
        if wanted is not None:
            if wanted not in sheets:
                raise CarromError("unknown-sheet", f"there is no sheet {wanted!r}: there are {', '.join(sheets)}")
            return _lines_of(sheets[wanted])
        found = {title: _lines_of(one) for title, one in sheets.items()}
        used = [title for title, lines in found.items() if lines]
        if len(used) > 1:
            which = f"which is meant, {' or '.join(used)}"
            text = f"several sheets have rows: say {which}"
            raise CarromError("which-sheet", text, typed=f"several sheets have rows: say with --sheet {which}")
        return found[used[0]] if used else []
    except (CarromError, MemoryError):
        raise
    except Exception:  # damaged archives raise many kinds
        raise CarromError(
            "not-a-spreadsheet", "this is not a spreadsheet that can be read: save it anew, or as CSV"
        ) from None
    finally:
        if book is not None:
            book.close()


def _lines_of(sheet: Any) -> list[NumberedLine]:
    """Ignore the declared size, which some programs write too small."""
    sheet.reset_dimensions()
    return list(_nonempty_lines(sheet.iter_rows(values_only=True)))


def _nonempty_lines(lines: Lines) -> Iterator[NumberedLine]:
    rows = letters = 0
    for number, line in enumerate(lines, 1):
        if number > _MOST_LINES:
            raise CarromError(
                "list-too-large", f"this is too long for an entry list: it has more than {_MOST_LINES:,} lines"
            )
        if not _has_text(line):
            continue
        rows += 1
        if rows > _MOST_ROWS:
            raise CarromError(
                "list-too-large", f"this is too long for an entry list: it has more than {_MOST_ROWS} rows"
            )
        if _has_text(line[_MOST_COLUMNS:]):
            raise CarromError(
                "list-too-large", f"this is too wide for an entry list: it has more than {_MOST_COLUMNS} columns"
            )
        cells = _without_empty_end(line[:_MOST_COLUMNS])
        # A workbook stores a long text once and may repeat it in any number of cells.
        letters += sum(len(cell) for cell in cells if isinstance(cell, str))
        if letters > _MOST_BYTES:
            raise CarromError(
                "list-too-large", f"this is too large for an entry list: it has more than {_MOST_BYTES:,} letters"
            )
        yield number, cells


def _check_size(size: int) -> None:
    if size > _MOST_BYTES:
        raise CarromError("list-too-large", f"this is too large for an entry list: {size // 1024**2} MB")


def _has_text(line: Sequence[Any]) -> bool:
    return any(str(cell).strip() for cell in line if cell is not None)


def _without_empty_end(line: Sequence[Any]) -> Sequence[Any]:
    used = next((at for at in range(len(line), 0, -1) if _has_text(line[at - 1 : at])), 0)
    return line[:used]


def _rows(lines: list[NumberedLine], choices: ColumnChoices | None = None) -> list[SheetRow]:
    numbered = [(number, _cells(number, line)) for number, line in lines]
    numbered = [(number, line) for number, line in numbered if _has_text(line)]
    if not numbered:
        raise CarromError("list-empty", "the list is empty: it has not even headings")
    # Columns without headings are named by number.
    width = max(len(line) for _, line in numbered)
    numbered = [(number, [*line, *[None] * (width - len(line))]) for number, line in numbered]
    is_said = choices is not None and not choices.is_headed
    if is_said or is_numbered_line(numbered[0][1]):
        plain = read_plain_list(numbered, choices)
        if plain is not None and (is_said or plain.is_numbered):
            return _plain_rows(plain)
    try:
        start, headings = find_headings(numbered, choices)
    except CarromError:
        plain = None if _is_headed(numbered, choices) else read_plain_list(numbered, choices)
        if plain is None or not plain.is_clear:
            raise
        return _plain_rows(plain)
    below = numbered[start + 1 :]
    if headings.understood == width == 1 and below and is_numbered_line(below[0][1]):
        plain = read_plain_list(below, choices)
        if plain is not None and plain.has_parts:
            return _plain_rows(plain)
    written = list(numbered[start][1])
    # Some lists repeat their headings on every page.
    return [_row(number, line, headings) for number, line in numbered[start + 1 :] if list(line) != written]


def _is_headed(lines: list[NumberedLine], choices: ColumnChoices | None) -> bool:
    first = [read_headings(line, choices) for _, line in lines[:MOST_LINES_ABOVE_HEADINGS]]
    return any(one.understood > 1 or one.possible_names or one.paired for one in first) or bool(
        choices and (choices.meanings or choices.ignored) and any(one.understood for one in first)
    )


def _plain_rows(plain: PlainList) -> list[SheetRow]:
    rows = []
    for one in plain.lines:
        line = [one.cells.get(called) for called in plain.headings.called]
        row = _row(one.number, line, plain.headings)
        is_title = plain.is_numbered and not one.is_numbered
        rows.append(replace(row, line=one.written, is_title=is_title))
    return rows


def _cells(number: int, line: Sequence[Any]) -> Sequence[Any]:
    """Remove invisible marks; refuse characters that reverse the writing direction."""
    found = [strip_invisible(cell) if isinstance(cell, str) else cell for cell in line]
    for cell in found:
        if isinstance(cell, str):
            try:
                check_characters(" ".join(cell.split()))
            except CarromError as error:
                raise CarromError(error.code, f"row {number}: {error}") from None
    return found


def _row(number: int, line: Sequence[Any], headings: Headings) -> SheetRow:
    cells: dict[str, Cell] = {}
    other: dict[str, Cell] = {}
    for at, cell in enumerate(line):
        if cell is None or not str(cell).strip():
            continue
        meaning = headings.meanings[at] if at < len(headings.meanings) else None
        called = headings.called[at] if at < len(headings.called) else f"column {at + 1}"
        called = headings.paired.get(at, called)
        if meaning == "serial":  # row numbers, or ignored
            continue
        if meaning is None or (meaning in cells and meaning != "event"):
            other[f"column {at + 1}" if called in other else called] = cell
        elif meaning in cells:
            cells[meaning] = f"{cell_text(cells[meaning])}; {cell_text(cell)}"
        else:
            cells[meaning] = cell
    for end in ("", "2"):
        if f"name{end}" not in cells and (f"first{end}" in cells or f"last{end}" in cells):
            cells[f"name{end}"] = f"{cells.get(f'first{end}') or ''} {cells.get(f'last{end}') or ''}".strip()
    for column, sex in headings.sexes.items():
        if f"name{column.removeprefix('gender')}" in cells:
            cells.setdefault(column, sex)
    return SheetRow(number, cells, other, headings, ", ".join(text for cell in line if (text := cell_text(cell))))


# 20,000 rows of 20 columns have 24 MB and 800,000 elements.
_MOST_PARTS: Final = 1_000
_MOST_IN_PART: Final = 40 * 1024 * 1024
_MOST_IN_ALL: Final = 64 * 1024 * 1024
_MOST_ELEMENTS: Final = 1_500_000
_MOST_TEXTS: Final = 300_000
_MOST_LOOSE: Final = 100_000
_MOST_ATTRIBUTES: Final = 50
_MOST_SHEETS: Final = 100
_DEEPEST: Final = 40
_CHUNK: Final = 64 * 1024
_NAMESPACE: Final = "http://schemas.openxmlformats.org/spreadsheetml/2006/main "
_ROW_TAG, _TEXT_TAG, _SHEET_TAG, _DIMENSION_TAG = (
    f"{_NAMESPACE}row",
    f"{_NAMESPACE}si",
    f"{_NAMESPACE}sheet",
    f"{_NAMESPACE}dimension",
)


def check_workbook(raw: bytes) -> None:
    """Raise CarromError unless this is a workbook within the limits.

    A few kilobytes can unpack to gigabytes, so this counts the elements that a reader would keep in memory.
    """
    counted = _Totals()
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            parts = archive.infolist()
            sizes = [one.file_size for one in parts]
            if sum(sizes) > _MOST_IN_ALL or max(sizes, default=0) > _MOST_IN_PART:
                most = f"at most {_MOST_IN_PART // 1024**2} in a part, {_MOST_IN_ALL // 1024**2} in all"
                raise _too_large(f"{sum(sizes) // 1024**2} MB unpacked, {most}")
            if len(parts) > _MOST_PARTS:
                raise _too_large(f"{len(parts)} parts")
            for part in parts:
                with archive.open(part) as unpacked:
                    _scan(unpacked, counted)
    except CarromError:
        raise
    except Exception:  # damaged archives raise many kinds
        raise CarromError(
            "not-a-spreadsheet", "this is not a spreadsheet that can be read: it is no XLSX file, or a damaged one"
        ) from None


@dataclass(slots=True)
class _Totals:
    elements: int = 0
    texts: int = 0
    sheets: int = 0


@dataclass(slots=True)
class _PartScan:
    """Scan of one part.

    `loose` counts elements that a reader keeps until the part ends; `opened` is its value at the start of each open
    element.
    """

    counted: _Totals
    is_sized: bool = False
    """The sheet declares its dimensions; otherwise readers scan to the last row and keep every row."""
    loose: int = 0
    opened: list[int] = field(default_factory=list)

    def begins(self, name: str, attributes: Sized) -> None:
        counted = self.counted
        counted.elements += 1
        self.opened.append(self.loose)
        self.loose += 1
        if name == _TEXT_TAG:
            counted.texts += 1
        elif name == _SHEET_TAG:
            counted.sheets += 1
        elif name == _DIMENSION_TAG:
            self.is_sized = True
        if (
            counted.elements > _MOST_ELEMENTS
            or counted.texts > _MOST_TEXTS
            or counted.sheets > _MOST_SHEETS
            or self.loose > _MOST_LOOSE
            or len(self.opened) > _DEEPEST
            or len(attributes) > _MOST_ATTRIBUTES
        ):
            raise _too_large("it holds more than any has")

    def ends(self, name: str) -> None:
        """Count an element's end; readers free rows and texts once read."""
        loose = self.opened.pop()
        if name == _TEXT_TAG:
            self.loose = loose
        elif name == _ROW_TAG:
            self.loose = loose if self.is_sized else loose + 1


def _scan(unpacked: Any, counted: _Totals) -> None:
    part = _PartScan(counted)
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.StartElementHandler, parser.EndElementHandler = part.begins, part.ends
    parser.StartDoctypeDeclHandler = _refuse_entities
    try:
        while chunk := unpacked.read(_CHUNK):
            parser.Parse(chunk, False)
        parser.Parse(b"", True)
    except ExpatError:
        return  # not XML (a picture), or broken where readers never reach


def _refuse_entities(*_: Any) -> None:
    """Ten lines of entities can expand to gigabytes."""
    raise CarromError("not-a-spreadsheet", "this is not a spreadsheet that can be read: it declares words of its own")


def _too_large(why: str) -> CarromError:
    return CarromError("list-too-large", f"this spreadsheet is too large for an entry list: {why}")
