"""Draw a bracket as SVG in millimetres, or as text for a terminal."""

import wcwidth

from carrom.render.ink import palette
from carrom.render.ink.svg import num, tag, text_tag
from carrom.render.sheets.bracket_layout import BracketBox, BracketSide, BracketTree, lay_out_bracket
from carrom.render.sheets.sheet import Picture
from carrom.tournament.model.state import StageKey
from carrom.tournament.seating.now import TournamentNow


def bracket_text(laid: BracketTree) -> str:
    """Draw a bracket in characters, with a heading over each round."""
    names = max((wcwidth.width(_label(side)) for box in laid.boxes for side in box.sides), default=4)
    # the gap between rounds is part of its room
    heading = max((wcwidth.width(name) for name in laid.rounds), default=0) - 3
    wide = max(min(28, names), heading)
    column_width = wide + 5
    height = int(laid.rows * 4) + 1
    canvas = [[" "] * (column_width * len(laid.rounds)) for _ in range(height)]
    places = {box.id: box for box in laid.boxes}
    for box in laid.boxes:
        if box.is_bye:
            continue
        middle = _middle(box)
        _write(canvas, middle - 2, box.column * column_width, box.note)
        for n, side in enumerate(box.sides):
            _write(canvas, middle - 1 + 2 * n, box.column * column_width, _label(side, wide))
        for n, feeder in enumerate(box.feeders):
            if not places[feeder].is_bye:
                _join(canvas, _middle(places[feeder]), middle - 1 + 2 * n, box.column * column_width)
    heads = "".join(wcwidth.ljust(name, column_width) for name in laid.rounds)
    return "\n".join([heads.rstrip(), "", *("".join(row).rstrip() for row in canvas)]).rstrip()


def _middle(box: BracketBox) -> int:
    return int(box.row * 4) + 1


def _label(side: BracketSide, most: int = 99) -> str:
    points = f" {side.points}" if side.points else ""
    sign = "›" if side.is_winner else " "
    room = most - wcwidth.width(points) - 1
    name = side.name if wcwidth.width(side.name) <= room else wcwidth.clip(side.name, 0, room - 1) + "…"
    return f"{sign}{name}{points}"


def _write(canvas: list[list[str]], row: int, column: int, text: str) -> None:
    for letter in wcwidth.iter_graphemes(text):
        cells = [letter, *[""] * (wcwidth.width(letter) - 1)]  # a wide letter leaves the next cell empty
        if 0 <= row < len(canvas) and column + len(cells) <= len(canvas[row]):
            canvas[row][column : column + len(cells)] = cells
        column += len(cells)


def _join(canvas: list[list[str]], start: int, end: int, column: int) -> None:
    x = column - 2
    low, high = sorted((start, end))
    for row in range(low, high + 1):
        canvas[row][x] = "│"
    canvas[start][x - 1] = "─"
    canvas[start][x] = "─" if start == end else ("┐" if start < end else "┘")
    canvas[end][x] = "─" if start == end else ("└" if start < end else "┌")
    canvas[end][x + 1] = "─"


_BOX, _ROW, _GAP, _STEP = 60.0, 6.0, 8.0, 15.0  # box width, height of a side, between rounds, between matches
_ID = 9.0  # width for the match number


def bracket_picture(view: TournamentNow, key: StageKey, *, caption: str = "") -> Picture:
    """A stage's bracket in millimetres, with its text for a terminal."""
    laid = lay_out_bracket(view, key)
    width = len(laid.rounds) * (_BOX + _GAP) - _GAP + 1
    height = laid.rows * _STEP + 8
    marks = [
        text_tag(name, column * (_BOX + _GAP), 4, font_size=3.6, font_weight="bold", fill=palette.FRAME_LIGHT)
        for column, name in enumerate(laid.rounds)
    ]
    places = {box.id: box for box in laid.boxes}
    for box in laid.boxes:
        marks += [_link(places[feeder], box) for feeder in box.feeders if not places[feeder].is_bye]
        if not box.is_bye:
            marks.append(_box(box))
    size = f'width="{num(width)}" height="{num(height)}" viewBox="-0.5 0 {num(width)} {num(height)}"'
    font = "Helvetica, Arial, 'DejaVu Sans', 'Libertinus Serif', sans-serif"
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{font}">{"".join(marks)}</svg>'
    return Picture(svg=svg, width=width, height=height, text=bracket_text(laid), caption=caption)


def _top(box: BracketBox) -> float:
    return 8 + box.row * _STEP + (_STEP - 2 * _ROW) / 2


def _link(feeder: BracketBox, box: BracketBox) -> str:
    x0 = feeder.column * (_BOX + _GAP) + _BOX
    x1 = box.column * (_BOX + _GAP)
    y0, y1 = _top(feeder) + _ROW, _top(box) + _ROW
    path = f"M{num(x0)} {num(y0)}H{num((x0 + x1) / 2)}V{num(y1)}H{num(x1)}"
    return tag("path", d=path, fill="none", stroke=palette.GRAIN, stroke_width=0.5)


def _box(box: BracketBox) -> str:
    x, y = box.column * (_BOX + _GAP), _top(box)
    edge: dict[str, str | float] = {"fill": "#ffffff", "stroke": palette.FRAME, "stroke_width": 0.35}
    inner = f"M{num(x + _ID)} {num(y)}v{num(2 * _ROW)}M{num(x + _ID)} {num(y + _ROW)}h{num(_BOX - _ID)}"
    marks = [
        tag("rect", x=x, y=y, width=_BOX, height=2 * _ROW, rx=1.2, **edge),
        tag("path", d=inner, stroke=palette.WOOD_DEEP, stroke_width=0.25),
        text_tag(box.id, x + _ID / 2, y + _ROW + 1, font_size=2.7, text_anchor="middle", fill=palette.FRAME),
    ]
    if box.note:
        marks.append(text_tag(box.note, x, y - 1, font_size=2.8, fill=palette.FRAME_LIGHT))
    for n, side in enumerate(box.sides):
        top = y + n * _ROW
        weight = "bold" if side.is_winner else "normal"
        ink = palette.INK if side.is_known else palette.GRAIN
        marks += _name(side, x + _ID + 1.2, top, _BOX - _ID - 4 - 2.1 * len(side.points), font_weight=weight, fill=ink)
        if side.points:
            right: dict[str, str | float] = {"font_size": 3.5, "font_weight": weight, "text_anchor": "end"}
            marks.append(text_tag(side.points, x + _BOX - 1.6, top + 4.3, **right, fill=palette.INK))
    return tag("g", *marks)


def _name(side: BracketSide, x: float, top: float, room: float, **letters: str | float) -> list[str]:
    name = side.name + (f" [{side.seed}]" if side.seed else "")
    size = _fitting(name, room, 3.5)
    if size == 3.5 or " / " not in name:
        return [text_tag(name, x, top + 4.3, font_size=size, **letters)]
    first, _, second = name.partition(" / ")
    size = min(_fitting(line, room, 2.6) for line in (f"{first} /", second))
    lines = zip((f"{first} /", second), (2.6, 5.3), strict=True)
    return [text_tag(line, x, top + down, font_size=size, **letters) for line, down in lines]


def _fitting(line: str, room: float, most: float) -> float:
    """Font size at which a line fits; an average letter is 0.53 of it wide."""
    return min(most, room / (0.53 * max(1, wcwidth.width(line))))
