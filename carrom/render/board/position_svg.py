"""Draw positions, alone or as the preview of a match."""

from xml.sax.saxutils import escape

from carrom.equipment import Position, Seat
from carrom.equipment.sizes import FRAME_BREADTH, HALF
from carrom.render.board.disc_marks import disc, disc_defs
from carrom.render.board.surface_svg import MARGIN, board_defs, board_group
from carrom.render.ink.svg import num, tag, text_tag
from carrom.render.ink.themes import DEFAULT_LOOK, Look

EDGE = HALF + FRAME_BREADTH + MARGIN


def position_svg(
    position: Position,
    *,
    seat: Seat = Seat.SOUTH,
    striker: tuple[float, float] | None = None,
    width: int = 480,
    above: str = "",
    look: Look = DEFAULT_LOOK,
) -> str:
    """Draw the position as seen from `seat`, `width` pixels wide.

    `striker` is in board coordinates. `above` is SVG laid over the pieces, in board millimetres with y down, as
    seen from south.
    """
    discs = [disc(piece.kind, *seat.from_board(piece.x, piece.y)) for piece in position.pieces]
    if striker is not None:
        discs.append(disc("striker", *seat.from_board(*striker)))
    over = tag("g", above, transform=f"rotate({90 * seat.turn})") if above else ""
    return tag(
        "svg",
        tag("title", escape(f"Carrom position: {position.text()}")),
        tag("defs", board_defs(look), disc_defs(look)),
        _shadow(),
        board_group(look),
        *discs,
        over,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"{num(-EDGE)} {num(-EDGE)} {num(2 * EDGE)} {num(2 * EDGE)}",
        width=width,
        height=width,
        role="img",
    )


def _shadow() -> str:
    edge = HALF + FRAME_BREADTH
    return tag(
        "rect", x=-edge - 2, y=-edge, width=2 * edge + 4, height=2 * edge + 5, rx=28, fill="#000", fill_opacity=0.22
    )


PREVIEW_WIDTH, _HIGH = 1200, 630
_BOARD = 590
_LEFT = _BOARD + 60
_ROOM = PREVIEW_WIDTH - _LEFT - 40
_GROUND, _INK, _DIM, _BRASS = "#17211d", "#f3ecdc", "#b9b6a6", "#e0b264"


def preview_svg(position: Position, first: str, second: str, score: tuple[int, int] | None) -> str:
    """Draw the preview picture of a link to a match: board on the left, sides on the right.

    Points are shown once there are any; a missing side is left out.
    """
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
    score = [] if points is None else [text_tag(str(points), _LEFT, y + 56, font_size=46, fill=_DIM)]
    return [_fitted(name, y, 64, _INK), *score]


def _fitted(text: str, y: float, size: float, fill: str) -> str:
    fits = min(size, _ROOM / max(1, len(text)) / 0.56)
    return text_tag(text, _LEFT, y, font_size=fits, fill=fill, font_weight="bold")
