"""A knock-out as a drawing in millimetres."""

import wcwidth

from carrom.render.ink import palette
from carrom.render.ink.svg import num, tag, words
from carrom.render.sheets.bracket import Box, BoxLine, lay_out_tree
from carrom.render.sheets.bracket_text import bracket_text
from carrom.render.sheets.sheet import Picture
from carrom.tournament.log.state import StageKey
from carrom.tournament.log.view import TournamentView

_BOX, _ROW, _GAP, _STEP = 60.0, 6.0, 8.0, 15.0  # box width, height of a side, between rounds, between matches
_ID = 9.0  # of the box, for the number of the match


def bracket_picture(view: TournamentView, key: StageKey, *, caption: str = "") -> Picture:
    """The tree as a drawing in millimetres, with its text for a terminal."""
    laid = lay_out_tree(view, key)
    width = len(laid.rounds) * (_BOX + _GAP) - _GAP + 1
    height = laid.rows * _STEP + 8
    marks = [
        words(name, column * (_BOX + _GAP), 4, font_size=3.6, font_weight="bold", fill=palette.FRAME_LIGHT)
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


def _top(box: Box) -> float:
    return 8 + box.row * _STEP + (_STEP - 2 * _ROW) / 2


def _link(feeder: Box, box: Box) -> str:
    x0 = feeder.column * (_BOX + _GAP) + _BOX
    x1 = box.column * (_BOX + _GAP)
    y0, y1 = _top(feeder) + _ROW, _top(box) + _ROW
    path = f"M{num(x0)} {num(y0)}H{num((x0 + x1) / 2)}V{num(y1)}H{num(x1)}"
    return tag("path", d=path, fill="none", stroke=palette.GRAIN, stroke_width=0.5)


def _box(box: Box) -> str:
    x, y = box.column * (_BOX + _GAP), _top(box)
    edge: dict[str, str | float] = {"fill": "#ffffff", "stroke": palette.FRAME, "stroke_width": 0.35}
    inner = f"M{num(x + _ID)} {num(y)}v{num(2 * _ROW)}M{num(x + _ID)} {num(y + _ROW)}h{num(_BOX - _ID)}"
    marks = [
        tag("rect", x=x, y=y, width=_BOX, height=2 * _ROW, rx=1.2, **edge),
        tag("path", d=inner, stroke=palette.WOOD_DEEP, stroke_width=0.25),
        words(box.id, x + _ID / 2, y + _ROW + 1, font_size=2.7, text_anchor="middle", fill=palette.FRAME),
    ]
    if box.note:
        marks.append(words(box.note, x, y - 1, font_size=2.8, fill=palette.FRAME_LIGHT))
    for n, side in enumerate(box.sides):
        top = y + n * _ROW
        weight = "bold" if side.is_winner else "normal"
        ink = palette.INK if side.is_known else palette.GRAIN
        marks += _name(side, x + _ID + 1.2, top, _BOX - _ID - 4 - 2.1 * len(side.points), font_weight=weight, fill=ink)
        if side.points:
            right: dict[str, str | float] = {"font_size": 3.5, "font_weight": weight, "text_anchor": "end"}
            marks.append(words(side.points, x + _BOX - 1.6, top + 4.3, **right, fill=palette.INK))
    return tag("g", *marks)


def _name(side: BoxLine, x: float, top: float, room: float, **letters: str | float) -> list[str]:
    """A name that fits its box and is never cut: a long pair stands on two lines, what is still too long is smaller."""
    name = side.name + (f" [{side.seed}]" if side.seed else "")
    size = _fitting(name, room, 3.5)
    if size == 3.5 or " / " not in name:
        return [words(name, x, top + 4.3, font_size=size, **letters)]
    first, _, second = name.partition(" / ")
    size = min(_fitting(line, room, 2.6) for line in (f"{first} /", second))
    lines = zip((f"{first} /", second), (2.6, 5.3), strict=True)
    return [words(line, x, top + down, font_size=size, **letters) for line, down in lines]


def _fitting(line: str, room: float, most: float) -> float:
    """The size in which a line is no longer than its room; a letter is 0.53 of it wide, on the average."""
    return min(most, room / (0.53 * max(1, wcwidth.width(line))))
