"""A stroke as an animated image: the empty board drawn once, small pictures of the discs moved over it."""

from __future__ import annotations

from io import BytesIO

from PIL import Image

from carrom.equipment import Position, Seat
from carrom.equipment.sizes import FRAME_BREADTH, HALF, PIECE_RADIUS, STRIKER_RADIUS
from carrom.physics import Stroke, simulate
from carrom.physics.trace import DiscKind
from carrom.render import png, position_svg
from carrom.render.board_svg import MARGIN
from carrom.render.disc_marks import disc, disc_defs
from carrom.render.svg import tag

RATE = 20.0
WIDTH = 440
_EDGE = HALF + FRAME_BREADTH + MARGIN
_LINGER_MS = 1200


def film(position: str, seat: str, stroke: tuple[float, float, float, float]) -> bytes:
    """The stroke as a GIF that plays for ever, seen from the seat of the player."""
    start, view = Position.from_text(position), Seat(seat)
    trace = simulate(start, Stroke(*stroke), seat=view)
    board = Image.open(BytesIO(png(position_svg(Position(()), width=WIDTH), WIDTH))).convert("RGB")
    sprites = {kind: _sprite(kind) for kind in {one.kind for one in trace.discs}}
    scale = WIDTH / (2 * _EDGE)
    frames = []
    for _, places in trace.frames(RATE):
        frame = board.copy()
        for one, place in zip(trace.discs, places, strict=True):
            if place is None:
                continue
            x, y = view.from_board(*place)
            sprite = sprites[one.kind]
            corner = (round((_EDGE + x) * scale - sprite.width / 2), round((_EDGE - y) * scale - sprite.height / 2))
            frame.paste(sprite, corner, sprite)
        frames.append(frame)
    colours = frames[0].quantize(128)
    pictures = [frame.quantize(palette=colours, dither=Image.Dither.NONE) for frame in frames]
    out = BytesIO()
    lasting = [round(1000 / RATE)] * (len(pictures) - 1) + [_LINGER_MS]
    pictures[0].save(out, "GIF", save_all=True, append_images=pictures[1:], duration=lasting, loop=0, optimize=False)
    return out.getvalue()


def _sprite(kind: DiscKind) -> Image.Image:
    reach = (STRIKER_RADIUS if kind == "striker" else PIECE_RADIUS) + 4
    size = round(2 * reach * WIDTH / (2 * _EDGE))
    box = f"{-reach} {-reach} {2 * reach} {2 * reach}"
    svg = tag(
        "svg",
        tag("defs", disc_defs()),
        disc(kind, 0.0, 0.0),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=box,
        width=size,
        height=size,
    )
    return Image.open(BytesIO(png(svg, size))).convert("RGBA")
