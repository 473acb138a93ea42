"""The picture beside a link to a match: the board as it lies, and who plays, in the shape that messengers show."""

from carrom.equipment import Position
from carrom.render.board.disc_marks import disc, disc_defs
from carrom.render.board.position_svg import EDGE
from carrom.render.board.surface_svg import board_defs, board_group
from carrom.render.ink.svg import tag, words

PREVIEW_WIDTH, _HIGH = 1200, 630
_BOARD = 590
_LEFT = _BOARD + 60
_ROOM = PREVIEW_WIDTH - _LEFT - 40
_GROUND, _INK, _DIM, _BRASS = "#17211d", "#f3ecdc", "#b9b6a6", "#e0b264"


def preview_svg(position: Position, first: str, second: str, score: tuple[int, int] | None) -> str:
    """The board on the left, both sides on the right with their points, once there are any; a side that is still to
    come is left out."""
    points = score or (None, None)
    lines = [_fitted("Carrom", 110, 58, _BRASS)]
    if first:
        lines += _side(first, points[0], 270)
    if first and second:
        lines.append(tag("path", d=f"M {_LEFT} 350 h {_ROOM}", stroke=_DIM, stroke_width=2))
    if second:
        lines += _side(second, points[1], 430)
    scale = _BOARD / (2 * EDGE)
    return tag(
        "svg",
        tag("defs", board_defs(), disc_defs()),
        tag("rect", width=PREVIEW_WIDTH, height=_HIGH, fill=_GROUND),
        tag(
            "g",
            board_group(),
            *(disc(piece.kind, piece.x, piece.y) for piece in position.pieces),
            transform=f"translate({20 + _BOARD / 2:g} {_HIGH / 2:g}) scale({scale:.4f})",
        ),
        *lines,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {PREVIEW_WIDTH} {_HIGH}",
        width=PREVIEW_WIDTH,
        height=_HIGH,
    )


def _side(name: str, points: int | None, y: float) -> list[str]:
    score = [] if points is None else [words(str(points), _LEFT, y + 56, font_size=46, fill=_DIM)]
    return [_fitted(name, y, 64, _INK), *score]


def _fitted(text: str, y: float, size: float, fill: str) -> str:
    """A line in letters as small as its length asks for."""
    fits = min(size, _ROOM / max(1, len(text)) / 0.56)
    return words(text, _LEFT, y, font_size=fits, fill=fill, font_weight="bold")
