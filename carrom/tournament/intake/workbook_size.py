"""Whether a workbook is small enough to be read at all: looked through once, cheaply, before anything is built of it.

A file of some kilobytes can unpack to gigabytes, and whoever reads a sheet keeps every element until the one around it
has ended. So what is counted here is what would be kept.
"""

import io
import zipfile
from collections.abc import Sized
from dataclasses import dataclass, field
from pyexpat import ExpatError
from typing import Any, Final
from xml.parsers import expat

from carrom.base.errors import CarromError

# An entry list of 20,000 rows and 20 columns has 24 MB and 800,000 elements; one of 5,000 people a fifth of that.
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
_MAIN: Final = "http://schemas.openxmlformats.org/spreadsheetml/2006/main "
_ROW, _TEXT, _SHEET, _SIZE = f"{_MAIN}row", f"{_MAIN}si", f"{_MAIN}sheet", f"{_MAIN}dimension"


def check_workbook(raw: bytes) -> None:
    """Raise `CarromError` where this is no workbook, or none of a list of people."""
    counted = _Counted()
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
                    _look_through(unpacked, counted)
    except CarromError:
        raise
    except Exception:  # a damaged archive fails in many ways, all of which mean the same to a person
        raise CarromError(
            "not-a-spreadsheet", "this is not a spreadsheet that can be read: it is no XLSX file, or a damaged one"
        ) from None


@dataclass(slots=True)
class _Counted:
    """What was met so far in all parts of a workbook."""

    elements: int = 0
    texts: int = 0
    sheets: int = 0


@dataclass(slots=True)
class _Part:
    """One part while it is looked through. `loose` are elements that are kept until the end of the part, with those of
    the row or text that is open; `opened` is what was loose where each of the open elements began."""

    counted: _Counted
    is_sized: bool = False
    """Whether a sheet has told how large it is. Where it has not, whoever reads it looks for that to its last row, and
    keeps them all."""
    loose: int = 0
    opened: list[int] = field(default_factory=list)

    def begins(self, name: str, attributes: Sized) -> None:
        """An element."""
        counted = self.counted
        counted.elements += 1
        self.opened.append(self.loose)
        self.loose += 1
        if name == _TEXT:
            counted.texts += 1
        elif name == _SHEET:
            counted.sheets += 1
        elif name == _SIZE:
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
        """The last one that began. Rows and texts are let go of when they are read."""
        loose = self.opened.pop()
        if name == _TEXT:
            self.loose = loose
        elif name == _ROW:
            self.loose = loose if self.is_sized else loose + 1


def _look_through(unpacked: Any, counted: _Counted) -> None:
    part = _Part(counted)
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.StartElementHandler, parser.EndElementHandler = part.begins, part.ends
    parser.StartDoctypeDeclHandler = _refuse_words_of_its_own
    try:
        while chunk := unpacked.read(_CHUNK):
            parser.Parse(chunk, False)
        parser.Parse(b"", True)  # a long tag may have been put off until now
    except ExpatError:
        return  # a picture, or what nobody reads further than to here


def _refuse_words_of_its_own(*_: Any) -> None:
    """No program writes a sheet so; ten lines of it stand for gigabytes."""
    raise CarromError("not-a-spreadsheet", "this is not a spreadsheet that can be read: it declares words of its own")


def _too_large(why: str) -> CarromError:
    return CarromError("list-too-large", f"this spreadsheet is too large for an entry list: {why}")
