"""A sheet of paper as a value: grids, lines and a picture, written as text, SVG or PDF by the same hand."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """Rows under headings. `numbers` are the columns that stand to the right."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""
    numbers: frozenset[int] = frozenset()
    strong: frozenset[int] = frozenset()  # rows to be seen first: who advances


@dataclass(frozen=True, slots=True, kw_only=True)
class Lines:
    """Sentences, one under the other."""

    lines: tuple[str, ...]
    caption: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A drawing with its size in millimetres, and what a terminal shows in its place."""

    svg: str
    width: float
    height: float
    text: str
    caption: str = ""


Part = Grid | Lines | Picture


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """What hangs on the wall."""

    title: str
    parts: tuple[Part, ...]
    subtitle: str = ""


def sheet_text(sheet: Sheet) -> str:
    """The sheet for a terminal."""
    blocks = [sheet.title if not sheet.subtitle else f"{sheet.title}\n{sheet.subtitle}"]
    for part in sheet.parts:
        caption = f"{part.caption}\n" if part.caption else ""
        if isinstance(part, Grid):
            blocks.append(caption + _grid_text(part))
        elif isinstance(part, Lines):
            blocks.append(caption + "\n".join(part.lines))
        else:
            blocks.append(caption + part.text)
    return "\n\n".join(block for block in blocks if block) + "\n"


def cells_wide(text: str) -> int:
    """How many columns of a terminal a text takes: East Asian letters take two, marks on a letter and joiners none."""
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
    return len(text) + wide - sum(unicodedata.category(letter) in ("Mn", "Me", "Cf") for letter in text)


def _grid_text(grid: Grid) -> str:
    lines = [grid.heads, *grid.rows]
    widths = [max(cells_wide(line[column]) for line in lines) for column in range(len(grid.heads))]
    written = [_row_text(line, widths, grid.numbers) for line in lines]
    return "\n".join([written[0], "  ".join("─" * width for width in widths), *written[1:]])


def _row_text(row: Sequence[str], widths: Sequence[int], numbers: frozenset[int]) -> str:
    cells = []
    for column, (cell, width) in enumerate(zip(row, widths, strict=True)):
        blank = " " * (width - cells_wide(cell))
        cells.append(blank + cell if column in numbers else cell + blank)
    return "  ".join(cells).rstrip()
