"""A position as a picture."""

from xml.sax.saxutils import escape

from carrom.equipment import Position, Seat
from carrom.equipment.sizes import FRAME_BREADTH, HALF
from carrom.render.board.disc_marks import disc, disc_defs
from carrom.render.board.surface_svg import MARGIN, board_defs, board_group
from carrom.render.ink.svg import num, tag
from carrom.render.ink.themes import CLUB, Look

EDGE = HALF + FRAME_BREADTH + MARGIN


def position_svg(
    position: Position,
    *,
    seat: Seat = Seat.SOUTH,
    striker: tuple[float, float] | None = None,
    width: int = 480,
    above: str = "",
    look: Look = CLUB,
) -> str:
    """The position as SVG text, seen from `seat`, `width` pixels wide.

    `striker` is drawn too if it is given (board coordinates). `above` is SVG laid over the pieces, in board millimetres
    with y down, as south sees it: tracks, aims. `look` is how board, pieces and striker look.
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
    """What the whole board throws on the table."""
    edge = HALF + FRAME_BREADTH
    return tag(
        "rect", x=-edge - 2, y=-edge, width=2 * edge + 4, height=2 * edge + 5, rx=28, fill="#000", fill_opacity=0.22
    )
