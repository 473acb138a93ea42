"""Draw a sheet as one SVG in millimetres, for the wall or a projector."""

import wcwidth

from carrom.render.ink import palette
from carrom.render.ink.svg import num, tag, text_tag
from carrom.render.sheets.sheet import Grid, Lines, Picture, Sheet

FONT = "Helvetica, Arial, 'DejaVu Sans', sans-serif"
_MARGIN = 12.0
_LINE = 6.4  # between rows
_SIZE = 3.9  # font size
_LETTER = 2.25  # average width of a letter
_GAP = 5.0


def sheet_svg(sheet: Sheet) -> str:
    """Draw the sheet on one page of any length."""
    y = _MARGIN + 5
    marks = [_text(_MARGIN, y, sheet.title, size=6.5, weight="bold")]
    width = 150.0
    width = max(width, 2 * _MARGIN + wcwidth.width(sheet.title) * 3.9)
    if sheet.subtitle:
        y += 6
        marks.append(_text(_MARGIN, y, sheet.subtitle, fill=palette.FRAME_LIGHT))
    for part in sheet.parts:
        y += 4 if isinstance(part, Lines) and not part.caption else 10
        if part.caption:
            marks.append(_text(_MARGIN, y, part.caption, size=4.6, weight="bold"))
            y += 3
        if isinstance(part, Picture):
            marks.append(_moved(part.svg, _MARGIN, y))
            y, width = y + part.height, max(width, part.width + 2 * _MARGIN)
        elif isinstance(part, Lines):
            for line in part.lines:
                y += _LINE * 0.85
                marks.append(_text(_MARGIN, y, line))
                width = max(width, wcwidth.width(line) * 2.05 + 2 * _MARGIN)
        else:
            drawn, height, wide = _grid(part, y)
            marks += drawn
            y, width = y + height, max(width, wide + 2 * _MARGIN)
    height = y + _MARGIN
    page = tag("rect", width=width, height=height, fill="#ffffff")
    body = "".join([page, *marks])
    size = f'width="{num(width)}mm" height="{num(height)}mm" viewBox="0 0 {num(width)} {num(height)}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{FONT}">{body}</svg>\n'


def _grid(grid: Grid, top: float) -> tuple[list[str], float, float]:
    lines = [grid.heads, *grid.rows]
    widths = [max(wcwidth.width(line[column]) for line in lines) * _LETTER + _GAP for column in range(len(grid.heads))]
    total = sum(widths)
    marks = []
    y = top
    for number, line in enumerate(lines):
        y += _LINE
        if number and (number - 1) in grid.strong:
            band = palette.WOOD_LIGHT
            marks.append(tag("rect", x=_MARGIN - 1.5, y=y - 4.6, width=total, height=_LINE, fill=band))
        x = _MARGIN
        for column, cell in enumerate(line):
            right = column in grid.numbers
            at = x + widths[column] - _GAP if right else x
            weight = "bold" if number == 0 else "normal"
            marks.append(_text(at, y, cell, weight=weight, anchor="end" if right else "start"))
            x += widths[column]
        if number == 0:
            y += 1
            rule = f"M{num(_MARGIN - 1.5)} {num(y)}H{num(_MARGIN + total - 1.5)}"
            marks.append(tag("path", d=rule, stroke=palette.INK, stroke_width=0.35))
    return marks, y - top, total


def _text(
    x: float,
    y: float,
    text: str,
    *,
    size: float = _SIZE,
    weight: str = "normal",
    fill: str = palette.INK,
    anchor: str = "start",
) -> str:
    return text_tag(text, x, y, font_size=size, font_weight=weight, fill=fill, text_anchor=anchor)


def _moved(svg: str, x: float, y: float) -> str:
    return svg.replace("<svg ", f'<svg x="{num(x)}" y="{num(y)}" ', 1)
