"""Sheets of grids, lines and pictures, to be written as text, SVG or PDF."""

from collections.abc import Sequence
from dataclasses import dataclass

import wcwidth

from carrom.tournament.desk.printouts import SheetFooter


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """Rows under headings. `numbers` are the right-aligned columns."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""
    numbers: frozenset[int] = frozenset()
    strong: frozenset[int] = frozenset()  # such as those who advance
    cut: int | None = None  # a line is drawn after so many rows, below those who advance
    is_ruled: bool = False  # lines around every cell, to write into
    widths: tuple[str, ...] = ()  # on paper: auto, 12mm, or 1fr for a share of the rest
    is_small: bool = False  # for sheets read in the hand


@dataclass(frozen=True, slots=True, kw_only=True)
class Lines:
    lines: tuple[str, ...]
    caption: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A drawing with its size in millimetres, and its text for a terminal."""

    svg: str
    width: float
    height: float
    text: str
    caption: str = ""


Part = Grid | Lines | Picture


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A sheet to print; its imprint is the footer on paper."""

    title: str
    parts: tuple[Part, ...]
    subtitle: str = ""
    imprint: SheetFooter | None = None
    is_wide: bool = False


def sheet_text(sheet: Sheet) -> str:
    blocks = [sheet.title if not sheet.subtitle else f"{sheet.title}\n{sheet.subtitle}"]
    for part in sheet.parts:
        caption = f"{part.caption}\n" if part.caption else ""
        if isinstance(part, Grid):
            blocks.append(caption + grid_text(part))
        elif isinstance(part, Lines):
            blocks.append(caption + "\n".join(part.lines))
        else:
            blocks.append(caption + part.text)
    return "\n\n".join(block for block in blocks if block) + "\n"


def grid_text(grid: Grid) -> str:
    """Rows under their headings and a rule, in columns as wide as needed."""
    lines = [grid.heads, *grid.rows]
    widths = [max(wcwidth.width(line[column]) for line in lines) for column in range(len(grid.heads))]
    written = [_row_text(line, widths, grid.numbers) for line in lines]
    return "\n".join([written[0], "  ".join("─" * width for width in widths), *written[1:]])


def _row_text(row: Sequence[str], widths: Sequence[int], numbers: frozenset[int]) -> str:
    cells = (
        wcwidth.rjust(cell, width) if column in numbers else wcwidth.ljust(cell, width)
        for column, (cell, width) in enumerate(zip(row, widths, strict=True))
    )
    return "  ".join(cells).rstrip()
