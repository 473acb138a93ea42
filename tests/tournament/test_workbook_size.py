"""Workbooks that are small as files and enormous inside are refused soon and in little memory."""

from __future__ import annotations

import io
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from openpyxl import Workbook

from carrom.tournament.entrylists.spreadsheet import rows_from_bytes
from tests.depth import by_depth
from tests.refusals import refuses

_READ = """
import resource, sys, time
from carrom.base.errors import CarromError
from carrom.tournament.entrylists.spreadsheet import rows_from_bytes
import openpyxl
raw = open(sys.argv[1], "rb").read()
before, start = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time()
try:
    print(len(rows_from_bytes(raw)), "rows")
except CarromError as error:
    print(error.code, error)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before, time.process_time() - start)
"""
_SHEET, _TEXTS = "xl/worksheets/sheet1.xml", "xl/sharedStrings.xml"
_TYPES, _MAIN = "[Content_Types].xml", b"http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OVERRIDE = (
    b'<Override PartName="/xl/sharedStrings.xml" '
    b'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/>'
)
_CELL = b'<c t="inlineStr"><is><t>A</t></is></c>'


def workbook(*lines: Sequence[object]) -> bytes:
    book = Workbook()
    for line in lines:
        book.active.append(list(line))  # type: ignore[union-attr]
    packed = io.BytesIO()
    book.save(packed)
    return packed.getvalue()


def bomb(part: str, within: bytes, what: bytes, text: bytes = b"Name", *, sized: bool = False) -> bytes:
    """Return a list of one person with `what` before the end of an element, and a shared text for cells.

    `sized` keeps the size of the sheet before its rows, as most programs write it.
    """
    packed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(workbook(["Name"], ["Ben"]))) as good:
        parts = {name: good.read(name) for name in good.namelist()}
    parts[_TYPES] = parts[_TYPES].replace(b"</Types>", _OVERRIDE + b"</Types>")
    parts[_TEXTS] = b'<sst xmlns="%s"><si><t>%s</t></si></sst>' % (_MAIN, text)
    assert within in parts[part]
    if not sized:
        parts[part] = re.sub(rb"<dimension [^>]*>", b"", parts[part])
    parts[part] = parts[part].replace(within, what + within)
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as bad:
        for name, data in parts.items():
            bad.writestr(name, data)
    return packed.getvalue()


def in_own_process(raw: bytes, folder: Path) -> tuple[str, float, float]:
    """Return the answer to a file (the number of rows, or an error), the memory in megabytes and the CPU seconds."""
    path = folder / "list.xlsx"
    path.write_bytes(raw)
    output = subprocess.run([sys.executable, "-c", _READ, path], capture_output=True, text=True, check=True).stdout
    answer, figures = output.splitlines()
    kilobytes, seconds = map(float, figures.split())
    return answer, kilobytes / 1024, seconds


BOMBS: dict[str, tuple[str, bytes, Callable[[int], bytes]]] = {
    "deep": (_SHEET, b"</sheetData>", lambda n: b"<a>" * 20 * n),
    "one row": (_SHEET, b"</sheetData>", lambda n: b"<row>" + b"<c/>" * 12 * n + b"</row>"),
    "empty rows": (_SHEET, b"</sheetData>", lambda n: b"<row/>" * 4 * n),
    "rows": (_SHEET, b"</sheetData>", lambda n: (b"<row>" + _CELL + b"</row>") * 2 * n),
    "other elements": (_SHEET, b"</sheetData>", lambda n: b"<a/>" * 4 * n),
    "merged": (
        _SHEET,
        b"</worksheet>",
        lambda n: b"<mergeCells>" + b'<mergeCell ref="A1:B2"/>' * 3 * n + b"</mergeCells>",
    ),
    "texts": (_TEXTS, b"</sst>", lambda n: b"<si/>" * 15 * n),
    "sheets": ("xl/workbook.xml", b"</sheets>", lambda _: b'<sheet name="x" sheetId="1" r:id="rId1"/>' * 5_000),
    "attributes": (
        _SHEET,
        b"</sheetData>",
        lambda n: b"<row %s/>" % b" ".join(b'a%d=""' % number for number in range(n)),
    ),
}
"""The part, the end of the element to fill, and the filling for a number."""


@pytest.mark.slow
@pytest.mark.parametrize("name", BOMBS)
def test_zip_bombs_are_refused_in_little_memory(tmp_path: Path, name: str) -> None:
    part, within, what = BOMBS[name]
    answer, megabytes, seconds = in_own_process(bomb(part, within, what(by_depth(150_000, 400_000))), tmp_path)
    assert answer.startswith("list-too-large ")
    assert megabytes < 150
    assert seconds < 4


@pytest.mark.slow
def test_longest_accepted_sheet_is_bounded(tmp_path: Path) -> None:
    rows = b"".join(b'<row r="%d">%s</row>' % (n, _CELL * 2) for n in range(10, by_depth(40_000, 160_000)))
    answer, megabytes, seconds = in_own_process(bomb(_SHEET, b"</sheetData>", rows, sized=True), tmp_path)
    assert answer.startswith("list-too-large ")
    assert "20000" in answer
    assert megabytes < 250
    assert seconds < 10


@pytest.mark.slow
def test_empty_rows_below_a_list_are_ignored(tmp_path: Path) -> None:
    raw = bomb(_SHEET, b"</sheetData>", b"<row/>" * by_depth(200_000, 1_000_000), sized=True)
    answer, megabytes, seconds = in_own_process(raw, tmp_path)
    assert answer == "1 rows"
    assert megabytes < 150
    assert seconds < 6


def test_rows_below_the_declared_size_are_read() -> None:
    raw = bomb(_SHEET, b"</sheetData>", b'<row r="3">%s</row>' % _CELL, sized=True)  # declared as A1:A2
    assert [row.text("name") for row in rows_from_bytes(raw)] == ["Ben", "A"]


def test_entity_declarations_are_refused() -> None:
    laughs = b'<!DOCTYPE a [<!ENTITY b "bbbbbbbbbb"><!ENTITY c "&b;&b;&b;&b;">]><a>&c;</a>'
    packed = io.BytesIO(workbook(["Name"], ["Ben"]))
    with zipfile.ZipFile(packed, "a") as bad:
        bad.writestr("xl/more.xml", laughs)
    with refuses("not-a-spreadsheet"):
        rows_from_bytes(packed.getvalue())


@pytest.mark.slow
def test_a_list_of_many_thousands_is_read(tmp_path: Path) -> None:
    rows = by_depth(2_000, 5_000)
    heads = ["Name", "Club", *(f"Column {n}" for n in range(13))]
    raw = workbook(heads, *([f"Player {n}", f"Club {n % 9}", *map(str, range(13))] for n in range(rows)))
    answer, megabytes, _ = in_own_process(raw, tmp_path)
    assert answer == f"{rows} rows"
    assert megabytes < 250


@pytest.mark.slow
def test_cell_in_the_last_column_makes_no_wide_rows(tmp_path: Path) -> None:
    rows = by_depth(3_001, 9_001)
    raw = bomb(
        _SHEET,
        b"</sheetData>",
        b"".join(b'<row r="%d">%s<c r="ZZZ%d"/></row>' % (n, _CELL, n) for n in range(3, rows + 2)),
    )
    answer, megabytes, _ = in_own_process(raw, tmp_path)
    assert answer == f"{rows} rows"
    assert megabytes < 150


@pytest.mark.slow
def test_long_shared_text_in_every_cell_is_refused() -> None:
    row = b"<row>" + b'<c t="s"><v>0</v></c>' * 100 + b"</row>"
    raw = bomb(_SHEET, b"</sheetData>", row * 2_000, text=b"Name " * 20_000)
    with refuses("list-too-large", "33,554,432"):
        rows_from_bytes(raw)


def test_every_part_counts_in_any_encoding() -> None:
    """The workbook itself names its parts and its sheets, so that none can be left out."""
    text = '<?xml version="1.0" encoding="utf-16"?><a>' + "<b/>" * 200_000 + "</a>"
    packed = io.BytesIO(workbook(["Name"], ["Ben"]))
    with zipfile.ZipFile(packed, "a", zipfile.ZIP_DEFLATED) as bad:
        bad.writestr("xl/media/picture.png", text.encode("utf-16"))
    with refuses("list-too-large"):
        rows_from_bytes(packed.getvalue())


def test_picture_in_a_workbook_is_ignored() -> None:
    packed = io.BytesIO(workbook(["Name"], ["Ben"]))
    with zipfile.ZipFile(packed, "a") as book:
        book.writestr("xl/media/picture.png", b"\x89PNG\r\n\x1a\n" + bytes(1000))
    assert [row.text("name") for row in rows_from_bytes(packed.getvalue())] == ["Ben"]
