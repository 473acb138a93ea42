"""Print a blueprint at 1:1 on one A0 sheet, or on A4 sheets to be glued together.

A bar of 100 mm on every sheet checks the scale: many printers shrink pages.
"""

from dataclasses import dataclass
from math import ceil
from typing import Literal

from carrom.equipment.markings import BoardSizes, Markings
from carrom.render.blueprint.drawing import MAKERS_NOTES, annotated_blueprint, board_blueprint, size_rows
from carrom.render.blueprint.svg import blueprint_svg
from carrom.render.ink.svg import num
from carrom.render.ink.typeset import typeset

Paper = Literal["a0", "a4"]

# An A4 sheet: no other prints its window, the bleed around it overlaps the neighbours.
WINDOW = (180.0, 260.0)
WINDOW_AT = (15.0, 14.0)
BLEED = 5.0


def blueprint_pdf(sizes: BoardSizes, paper: Paper) -> bytes:
    source, files = blueprint_pages(sizes, paper)
    return typeset(source, files, form="pdf")[0]


def blueprint_pages(sizes: BoardSizes, paper: Paper) -> tuple[str, dict[str, bytes]]:
    return _a0(sizes) if paper == "a0" else _a4(sizes)


_COMMON = """
#set text(font: "Libertinus Serif", size: 10pt)
#let thin = 0.2mm + black
// Both sides are given: with one of them left open, an image is cut down to the box that it stands in.
#let drawing(width, height) = image("board.svg", width: width, height: height)
#let bar(x, y) = {
  place(dx: x, dy: y, rect(width: 100mm, height: 3mm, fill: black, stroke: none))
  for step in range(1, 10, step: 2) {
    place(dx: x + step * 10mm, dy: y + 0.4mm, rect(width: 10mm, height: 2.2mm, fill: white, stroke: none))
  }
  place(dx: x + 103mm, dy: y - 0.4em + 1.5mm)[This bar is 100 mm long. If it is not, print again at 100 %.]
}
"""


def _a0(sizes: BoardSizes) -> tuple[str, dict[str, bytes]]:
    plan = annotated_blueprint(sizes)
    left, bottom, right, top = plan.bounds
    # A0 is 841 mm wide and the board about 880: the side rails run off the sheet, the surface does not.
    inset, across, down = 8.0, 841.0, 1189.0
    source = f"""{_COMMON}
#set page(width: {across}mm, height: {down}mm, margin: 0mm)
#place(dx: {inset}mm, dy: {inset}mm, box(width: {across - 2 * inset}mm, height: {top - bottom}mm, clip: true,
  place(dx: {num(across / 2 - inset + left, 4)}mm, drawing({num(right - left, 4)}mm, {num(top - bottom, 4)}mm))))
#set text(size: 18pt)
#bar(30mm, 1150mm)
#place(dx: 30mm, dy: 1160mm)[The board with its frame is wider than this sheet: the rails at the left and at the right
run off it. They are as broad as the upper and the lower rail.]
"""
    return source, {"board.svg": blueprint_svg(plan).encode()}


@dataclass(frozen=True, slots=True)
class PageTile:
    """An A4 sheet: its name, and the upper left corner of its window in board coordinates."""

    name: str
    left: float
    top: float


def page_tiles(frame_half: float) -> list[PageTile]:
    """Sheets that cover the board, row by row from the upper left: A1, A2, … B1 …"""
    across, down = WINDOW
    columns, rows = ceil(2 * frame_half / across), ceil(2 * frame_half / down)
    return [
        PageTile(f"{chr(ord('A') + row)}{column + 1}", (column - columns / 2) * across, (rows / 2 - row) * down)
        for row in range(rows)
        for column in range(columns)
    ]


def _a4(sizes: BoardSizes) -> tuple[str, dict[str, bytes]]:
    plan = board_blueprint(sizes)
    half = plan.marks.frame_half
    width, height = WINDOW
    x0, y0 = WINDOW_AT
    x1, y1 = x0 - BLEED, y0 - BLEED
    sheets = page_tiles(half)
    pages = "\n#pagebreak()\n".join(
        f'#sheet("{tile.name}", {num(x0 - tile.left - half, 4)}mm, {num(y0 + tile.top - half, 4)}mm)' for tile in sheets
    )
    source = f"""{_COMMON}
#set page(width: 210mm, height: 297mm, margin: 0mm)
#let cross(x, y) = {{
  place(dx: x - 4mm, dy: y, line(length: 8mm, stroke: thin))
  place(dx: x, dy: y - 4mm, line(angle: 90deg, length: 8mm, stroke: thin))
  place(dx: x - 1.5mm, dy: y - 1.5mm, circle(radius: 1.5mm, stroke: thin))
}}
#let sheet(name, dx, dy) = {{
  place(dx: {x1}mm, dy: {y1}mm, box(width: {width + 2 * BLEED}mm, height: {height + 2 * BLEED}mm, clip: true,
    place(dx: dx - {x1}mm, dy: dy - {y1}mm, drawing({num(2 * half, 4)}mm, {num(2 * half, 4)}mm))))
  for x in ({x0}mm, {x0 + width}mm) {{ for y in ({y0}mm, {y0 + height}mm) {{ cross(x, y) }} }}
  bar(15mm, 284mm)
  place(dx: 15mm, dy: 3mm)[*Sheet #name* #h(6mm)
    Cut or fold along the crosses; those of neighbouring sheets lie on each other.]
}}
{_cover(plan.marks, sheets)}
#pagebreak()
{pages}
"""
    return source, {"board.svg": blueprint_svg(plan).encode()}


def _cover(marks: Markings, sheets: list[PageTile]) -> str:
    across, down = WINDOW
    scale = 0.15
    half = marks.frame_half
    left, top = min(tile.left for tile in sheets), max(tile.top for tile in sheets)
    boxes = "\n".join(
        f"#place(dx: {num(20 + (tile.left - left) * scale)}mm, dy: {num(60 + (top - tile.top) * scale)}mm, "
        f"box(width: {num(across * scale)}mm, height: {num(down * scale)}mm, stroke: thin, inset: 1.5mm)[{tile.name}])"
        for tile in sheets
    )
    rows = "\n".join(f"[{law}], [{name}], [{size}], [{admitted}]," for law, name, size, admitted in size_rows(marks))
    notes = "\n".join(f"- {note}" for note in MAKERS_NOTES)
    return f"""
#place(dx: 20mm, dy: 18mm, box(width: 170mm)[
#text(size: 20pt)[*A carrom board, at true scale*] \\
{len(sheets)} sheets follow. Measure the bar on each; lay the crosses on each other; glue.
The drawing is black and red where the surface is painted and blue where wood is cut.])
#place(dx: {num(20 + (-half - left) * scale)}mm, dy: {num(60 + (top - half) * scale)}mm,
  drawing({num(2 * half * scale)}mm, {num(2 * half * scale)}mm))
{boxes}
#place(dx: 162mm, dy: 60mm, box(width: 38mm)[{notes}])
#place(dx: 20mm, dy: 222mm - 4mm, text(size: 7.4pt, table(columns: 4, stroke: none, inset: (x: 2mm, y: 0.55mm),
[*law*], [*thing*], [*here*], [*admitted*],
{rows}
)))
#bar(15mm, 284mm)
"""
