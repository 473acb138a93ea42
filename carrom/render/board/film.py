"""Film a stroke as GIF, APNG or WebP."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final, Literal

from carrom.equipment import Position, Seat
from carrom.render.board.disc_marks import disc, disc_defs
from carrom.render.board.position_svg import EDGE, position_svg
from carrom.render.ink.svg import num, tag
from carrom.render.ink.themes import DEFAULT_LOOK, Look
from carrom.render.ink.typeset import png

if TYPE_CHECKING:
    from carrom.physics import Trace

FilmFormat = Literal["gif", "png", "webp"]

_FINE: Final = 4  # discs are placed to a quarter of a pixel
_LINGER: Final = 1000  # ms that the last picture stays


def film(
    trace: Trace,
    form: FilmFormat = "gif",
    *,
    seat: Seat = Seat.SOUTH,
    width: int = 360,
    rate: float = 25.0,
    slower: float = 1.0,
    look: Look = DEFAULT_LOOK,
) -> bytes:
    """The stroke as a looping animation, `rate` pictures a second, slowed down by `slower`."""
    from PIL import Image

    board = _picture(position_svg(Position(()), seat=seat, width=width, look=look), width)
    stamps = {kind: _stamp(kind, width, look) for kind in ("white", "black", "queen", "striker")}
    pictures = [_compose(board, stamps, trace, places, seat) for _, places in trace.frames(rate * slower)]
    step = round(1000 / rate)
    durations = [step] * (len(pictures) - 1) + [_LINGER]
    out = io.BytesIO()
    first, *others = _palette(pictures) if form == "gif" else pictures
    options: dict[str, Any] = {"save_all": True, "append_images": others, "duration": durations, "loop": 0}
    if form == "webp":
        options.update(quality=85, method=2)
    first.save(out, format={"gif": "GIF", "png": "PNG", "webp": "WEBP"}[form], **options)
    assert isinstance(first, Image.Image)
    return out.getvalue()


def _picture(svg: str, width: int) -> Any:
    from PIL import Image

    return Image.open(io.BytesIO(png(svg, width))).convert("RGB")


def _stamp(kind: Any, width: int, look: Look) -> tuple[Any, float]:
    """One disc at four times the film's resolution, and its size in pixels of the film."""
    from PIL import Image

    reach = 26.0
    svg = tag(
        "svg",
        tag("defs", disc_defs(look)),
        disc(kind, 0, 0),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"{num(-reach)} {num(-reach)} {num(2 * reach)} {num(2 * reach)}",
        width=52,
        height=52,
    )
    size = 2 * reach * width / (2 * EDGE)
    fine = max(8, round(size * _FINE))
    return Image.open(io.BytesIO(png(svg, fine))).convert("RGBA"), size


def _compose(board: Any, stamps: dict[str, tuple[Any, float]], trace: Trace, places: Any, seat: Seat) -> Any:
    from PIL import Image

    picture = board.copy()
    scale = board.width / (2 * EDGE)
    for one, place in zip(trace.discs, places, strict=True):
        if place is None:
            continue
        stamp, size = stamps[one.kind]
        x, y = seat.from_board(*place)
        left, top = (x + EDGE) * scale - size / 2, (EDGE - y) * scale - size / 2
        # A slightly larger, shifted square places the stamp between pixels.
        whole = int(size) + 2
        fine = stamp.width / size
        corner = (int(left) - left) * fine, (int(top) - top) * fine
        box = (corner[0], corner[1], corner[0] + whole * fine, corner[1] + whole * fine)
        small = stamp.transform((whole, whole), Image.Transform.EXTENT, box, Image.Resampling.BICUBIC)
        picture.paste(small, (int(left), int(top)), small)
    return picture


def _palette(pictures: list[Any]) -> Iterator[Any]:
    """Use the 256 colours of the first picture in all, so that the board does not flicker."""
    first = pictures[0].quantize(256, dither=0)
    yield first
    for picture in pictures[1:]:
        yield picture.quantize(palette=first, dither=0)
