"""A sheet of paper as a value: grids, lines and a picture, written as text, SVG or PDF by the same hand."""

from collections.abc import Sequence
from dataclasses import dataclass

import wcwidth

from carrom.tournament.desk.printouts import SheetFooter


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """Rows under headings. `numbers` are the columns that stand to the right."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""
    numbers: frozenset[int] = frozenset()
    strong: frozenset[int] = frozenset()  # rows to be seen first: who advances
    cut: int | None = None  # after so many rows a line is drawn: who goes on stands above it
    is_ruled: bool = False  # with lines around every cell, to write into
    widths: tuple[str, ...] = ()  # of the columns on paper: auto, 12mm, or 1fr for a share of the rest
    is_small: bool = False  # in smaller letters, for what is read with the paper in hand


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
    """What hangs on the wall. On paper its foot is the imprint."""

    title: str
    parts: tuple[Part, ...]
    subtitle: str = ""
    imprint: SheetFooter | None = None
    is_wide: bool = False


def sheet_text(sheet: Sheet) -> str:
    """The sheet for a terminal."""
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
    """Rows under their headings and a rule, in columns as wide as they need."""
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
