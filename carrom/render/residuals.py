"""Plot the residuals of a calibration, one strip per disc. Noise is even; a missed bend is not."""

from collections.abc import Sequence
from typing import Final

from carrom.render.ink.svg import num, tag, text_tag

Strip = tuple[str, Sequence[float], Sequence[float], Sequence[float]]
"""A disc, the times of its places, and their distance from the fit in x and in y, mm."""
_WIDTH: Final = 900.0
_HEIGHT: Final = 70.0
_LEFT: Final = 90.0
_COLOURS: Final = (("x", "#2166ac"), ("y", "#d6604d"))


def residuals_svg(strips: Sequence[Strip]) -> str:
    most = max((abs(off) for _, _, *sides in strips for side in sides for off in side), default=0.0) or 1.0
    rows = [_strip(strip, 20.0 + _HEIGHT * number, most) for number, strip in enumerate(strips)]
    height = 30.0 + _HEIGHT * len(strips)
    key = text_tag(f"mm off the fit, full height ±{most:.2g}: x blue, y red", _LEFT, 14.0, font_size=12)
    return tag(
        "svg",
        tag("rect", width=_WIDTH, height=height, fill="#ffffff"),
        key,
        *rows,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {num(_WIDTH)} {num(height)}",
        font_family="sans-serif",
    )


def _strip(strip: Strip, top: float, most: float) -> str:
    disc, times, *sides = strip
    middle, first = top + _HEIGHT / 2, min(times)
    long = max(max(times) - first, 1e-9)
    marks = [
        tag("line", x1=_LEFT, x2=_WIDTH - 10, y1=middle, y2=middle, stroke="#999999", stroke_width=0.5),
        text_tag(disc, 8.0, middle + 4.0, font_size=12),
    ]
    for (_, colour), side in zip(_COLOURS, sides, strict=True):
        marks += [
            tag(
                "circle",
                cx=_LEFT + (time - first) / long * (_WIDTH - _LEFT - 10),
                cy=middle - off / most * (_HEIGHT / 2 - 4),
                r=1.4,
                fill=colour,
            )
            for time, off in zip(times, side, strict=True)
        ]
    return tag("g", *marks)
