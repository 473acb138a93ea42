"""Draw a score card as SVG."""

from __future__ import annotations

import textwrap
from xml.sax.saxutils import escape

from carrom.match.parties import PARTIES
from carrom.match.views.score_card import Card, GameCard
from carrom.render.card.text import COLUMNS, FOOTNOTE, card_rows, game_title
from carrom.render.ink.palette import INK, WOOD_LIGHT
from carrom.render.ink.svg import num, tag

WIDTH = 760.0
MARGIN = 24.0
LINE = 20.0
_EDGES = (0.0, 52.0, 250.0, 327.0, 404.0, 481.0, 558.0, 635.0, 712.0)
"""Left edges of the columns from the left margin, and the right edge of the last one."""
_REMARK = 100


def card_svg(card: Card) -> str:
    """Text stays text, searchable and readable by screen readers."""
    pen = _Pen()
    pen.text(WIDTH / 2, "Score card", size=22, anchor="middle", weight="bold")
    pen.down(LINE * 1.6)
    pen.pairs((*card.head, *card.toss), columns=3)
    for party in PARTIES:
        pen.pairs(((f"Player/s {party}", card.names[party]), ("Team", card.teams[party])), columns=2)
    for game in card.games:
        _game(pen, card, game)
    pen.down(LINE * 0.3)
    pen.text(MARGIN, FOOTNOTE, size=11)
    pen.down(LINE * 1.2)
    pen.text(MARGIN, "Remarks of the umpire", size=11)
    pen.down(LINE)
    for remark in card.remarks or ("",):
        for number, line in enumerate(textwrap.wrap(remark, _REMARK) or [""]):
            left = MARGIN + (20 if number else 8)
            pen.text(left, line, size=12, room=WIDTH - MARGIN - left)
            pen.down(LINE * 0.9)
    signs = tuple((f"{who}’s signature", name) for who, name in card.signatures)
    pen.down(LINE * 0.5)
    pen.pairs((("Match won by", card.winner), *signs), columns=3)
    return pen.picture()


def _game(pen: _Pen, card: Card, game: GameCard) -> None:
    pen.down(LINE * 0.5)
    pen.text(MARGIN, game_title(game), size=14, weight="bold")
    pen.down(LINE * 0.6)
    top = pen.y
    pen.rule(top, _EDGES[2], _EDGES[-1])
    for party, left in zip(PARTIES, (_EDGES[2], _EDGES[5]), strict=True):
        middle = MARGIN + left + (_EDGES[5] - _EDGES[2]) / 2
        name = card.names[party] or party
        pen.text(middle, name, size=12, anchor="middle", weight="bold", dy=LINE * 0.7, room=_EDGES[5] - _EDGES[2] - 8)
    pen.down(LINE)
    for row in (COLUMNS, *card_rows(game)):
        pen.rule(pen.y, 0.0, _EDGES[-1])
        for at, cell in enumerate(row):
            if at == 1:
                pen.text(MARGIN + _EDGES[at] + 6, cell, size=12, dy=LINE * 0.7, room=_EDGES[2] - _EDGES[1] - 12)
            else:
                middle = MARGIN + (_EDGES[at] + _EDGES[at + 1]) / 2
                pen.text(middle, cell, size=12, anchor="middle", dy=LINE * 0.7)
        pen.down(LINE)
    pen.rule(pen.y, 0.0, _EDGES[-1])
    for at, edge in enumerate(_EDGES):
        pen.upright(edge, top if at in (2, 5, 8) else top + LINE, pen.y)
    pen.down(LINE * 0.8)


class _Pen:
    """Draws downwards on a sheet that grows."""

    def __init__(self) -> None:
        self.y = MARGIN + 14
        self._parts: list[str] = []

    def down(self, distance: float) -> None:
        self.y += distance

    def text(
        self,
        x: float,
        words: str,
        *,
        size: float,
        anchor: str = "start",
        weight: str = "normal",
        dy: float = 0.0,
        room: float | None = None,
    ) -> None:
        """Text wider than `room` is squeezed."""
        if not words:
            return
        at = {"x": num(x), "y": num(self.y + dy), "font_size": num(size), "text_anchor": anchor}
        if room is not None and 0.58 * size * len(words) > room:
            at |= {"textLength": num(room), "lengthAdjust": "spacingAndGlyphs"}
        self._parts.append(tag("text", escape(words), **at, font_weight=weight))

    def rule(self, y: float, left: float, right: float) -> None:
        self._line(MARGIN + left, y, MARGIN + right, y)

    def upright(self, x: float, top: float, bottom: float) -> None:
        self._line(MARGIN + x, top, MARGIN + x, bottom)

    def pairs(self, pairs: tuple[tuple[str, str], ...], *, columns: int) -> None:
        """Keys with their values on dotted lines, in columns."""
        wide = (WIDTH - 2 * MARGIN) / columns
        for at, (key, value) in enumerate(pairs):
            left = MARGIN + wide * (at % columns)
            self.text(left, key, size=11)
            start = left + 7.0 * len(key) + 4
            self.text(start + 4, value, size=13, room=left + wide - 16 - start)
            self._line(start, self.y + 3, left + wide - 12, self.y + 3)
            if at % columns == columns - 1 or at == len(pairs) - 1:
                self.down(LINE * 1.15)

    def picture(self) -> str:
        height = self.y + MARGIN / 2
        paper = tag("rect", width=WIDTH, height=height, fill=WOOD_LIGHT, fill_opacity="0.35")
        body = tag("g", *self._parts, font_family="Georgia, 'Libertinus Serif', serif", fill=INK)
        view = f"0 0 {num(WIDTH)} {num(height)}"
        size = {"width": num(WIDTH), "height": num(height)}
        return tag("svg", paper, body, xmlns="http://www.w3.org/2000/svg", viewBox=view, **size)

    def _line(self, x1: float, y1: float, x2: float, y2: float) -> None:
        self._parts.append(tag("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=INK, stroke_width=0.7))
