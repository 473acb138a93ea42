"""The board without its pieces: frame, wood, pockets, lines. Every picture of a position lies on this one."""

from functools import cache
from math import sin

from carrom.equipment.markings import RING, Markings, mark
from carrom.equipment.shapes import Circle
from carrom.render.board.rosette import rosette
from carrom.render.ink import palette
from carrom.render.ink.svg import arc, circle, gradient, num, polygon, ring, tag

MARGIN = 6.0  # room around the frame for its shadow
_CORNER = 16.0  # outer corners of the frame


@cache
def board_group() -> str:
    """The nominal board as one SVG group in board millimetres, y down."""
    marks = mark()
    return tag("g", *_frame(marks), *_surface(marks), *_lacquer(marks), *_pockets(marks), *_lines(marks))


@cache
def board_defs() -> str:
    """The gradients that `board_group` refers to."""
    dark, wood = palette.FRAME_DEEP, palette.WOOD
    shadow = ((0.0, dark, 0.5), (0.45, dark, 0.14), (1.0, dark, 0.0))
    return "".join(
        (
            gradient(
                "radial", "carrom-wood", (0, palette.WOOD_LIGHT, 1), (0.55, wood, 1), (1, palette.WOOD_DEEP, 1),
                cx="0.46", cy="0.4", r="0.75",
            ),
            gradient(
                "linear", "carrom-rail", (0, palette.FRAME_LIGHT, 1), (0.12, palette.FRAME, 1), (0.8, palette.FRAME, 1),
                (1, dark, 1), x1="0", y1="0", x2="0", y2="1",
            ),
            gradient("linear", "carrom-shade-x", *shadow, x1="0", y1="0", x2="1", y2="0"),
            gradient("linear", "carrom-shade-y", *shadow, x1="0", y1="0", x2="0", y2="1"),
            gradient(
                "radial", "carrom-pocket", (0, palette.POCKET, 1), (0.8, palette.POCKET, 1), (1, palette.POCKET_RIM, 1),
            ),
            gradient(
                "linear", "carrom-lacquer", (0, "#fff", 0.0), (0.32, "#fff", 0.0), (0.45, "#fff", 0.16),
                (0.56, "#fff", 0.05), (0.68, "#fff", 0.0), x1="0", y1="0", x2="1", y2="1",
            ),
        )
    )  # fmt: skip


def _frame(marks: Markings) -> list[str]:
    outer, inner, breadth = marks.frame_half, marks.half, marks.sizes.frame_breadth
    shadow = tag(
        "rect", x=-outer - 2, y=-outer, width=2 * outer + 4, height=2 * outer + 5, rx=_CORNER + 2,
        fill="#000", fill_opacity=0.22,
    )  # fmt: skip
    base = _square(outer, _CORNER, fill=palette.FRAME)
    # Four rails, mitred at the corners; the one nearest the lamp is the lightest.
    rail = f"M{num(-outer)} {num(-outer)}H{num(outer)}L{num(inner)} {num(-inner)}H{num(-inner)}Z"
    grain = tag(
        "g",
        *(tag("path", d=_grain(-outer, outer, -outer + breadth * (row + 0.5) / 9, 1.6, row)) for row in range(9)),
        fill="none", stroke=palette.FRAME_DEEP, stroke_opacity=0.38, stroke_width=1.5,
    )  # fmt: skip
    rails = [
        tag(
            "g", tag("path", d=rail, fill="url(#carrom-rail)", opacity=opacity), grain,
            clip_path="url(#carrom-one-rail)", transform=f"rotate({angle})",
        )
        for angle, opacity in ((0, 1.0), (90, 0.75), (180, 0.45), (270, 0.85))
    ]  # fmt: skip
    clips = tag("clipPath", tag("path", d=rail), id="carrom-one-rail")
    clip = tag("clipPath", _square(outer, _CORNER), id="carrom-frame")
    mitres = [
        tag("path", d=f"M{num(x * inner)} {num(y * inner)}L{num(x * outer)} {num(y * outer)}")
        for x, y in ((1, 1), (1, -1), (-1, 1), (-1, -1))
    ]
    return [
        shadow,
        clips,
        clip,
        base,
        tag(
            "g", *rails, tag("g", *mitres, stroke=palette.FRAME_DEEP, stroke_width=1.4),
            clip_path="url(#carrom-frame)",
        ),
        _square(outer - 1, _CORNER - 1, fill="none", stroke=palette.FRAME_LIGHT, stroke_opacity=0.6, stroke_width=2),
        _square(inner + 3, marks.pockets[0].radius + 3, fill="none", stroke=palette.FRAME_DEEP, stroke_width=6),
        _square(inner + 6.5, marks.pockets[0].radius + 6.5, fill="none", stroke=palette.FRAME_LIGHT, stroke_width=1),
    ]  # fmt: skip


def _surface(marks: Markings) -> list[str]:
    half, corner = marks.half, marks.pockets[0].radius
    clip = tag("clipPath", _square(half, corner), id="carrom-surface")
    rows = 34
    grain = [
        tag(
            "path",
            d=_grain(-half, half, -half + 2 * half * (row + 0.5) / rows, 5.0, row),
            stroke_width=1 + 1.4 * ((row * 7) % 5) / 4,
        )
        for row in range(rows)
    ]
    return [
        clip,
        _square(half, corner, fill="url(#carrom-wood)"),
        tag("g", *grain, fill="none", stroke=palette.GRAIN, stroke_opacity=0.16, clip_path="url(#carrom-surface)"),
    ]


def _pockets(marks: Markings) -> list[str]:
    return [mesh for pocket in marks.pockets for mesh in _pocket(pocket)]


def _pocket(pocket: Circle) -> list[str]:
    x, y, r = pocket.x, -pocket.y, pocket.radius
    knots = []
    for step in (-0.66, -0.33, 0.0, 0.33, 0.66):
        reach = (1 - step * step) ** 0.5 * r * 0.92
        off = step * r
        knots.append(
            f"M{num(x - reach)} {num(y + off)}h{num(2 * reach)}M{num(x + off)} {num(y - reach)}v{num(2 * reach)}"
        )
    net = tag(
        "path",
        d="".join(knots),
        stroke=palette.NET,
        stroke_opacity=0.3,
        stroke_width=0.8,
        transform=f"rotate(45 {num(x)} {num(y)})",
    )
    return [circle(pocket, fill="url(#carrom-pocket)"), net, ring(pocket, 1.6, stroke=palette.FRAME_DEEP)]


def _lines(marks: Markings) -> list[str]:
    ink = [polygon(bar.outline()) for bar in (*marks.lower_lines, *marks.upper_lines)]
    for arrow in marks.arrows:
        ink += [polygon(arrow.shaft.outline()), polygon(arrow.head), *(polygon(each) for each in arrow.pointers)]
    arches = [arc(arrow.arch, stroke=palette.INK) for arrow in marks.arrows]
    bases = [
        circle(base, fill=palette.WOOD_LIGHT) + ring(base, RING, stroke=palette.INK) + circle(red, fill=palette.RED)
        for base, red in zip(marks.base_circles, marks.base_reds, strict=True)
    ]
    centre = [
        ring(marks.outer, 1.5, stroke=palette.INK),
        *rosette(marks),
        circle(marks.centre, fill=palette.RED),
        ring(marks.centre, RING, stroke=palette.INK),
    ]
    return [tag("g", *ink, fill=palette.INK), *arches, *bases, *centre]


def _lacquer(marks: Markings) -> list[str]:
    """The shadow that the frame throws on the surface, and the lamp's sheen on the varnish."""
    half, deep = marks.half, 15.0
    strips = [
        tag("rect", x=-half, y=-half, width=2 * half, height=deep, fill="url(#carrom-shade-y)"),
        tag("rect", x=-half, y=-half, width=deep * 0.8, height=2 * half, fill="url(#carrom-shade-x)"),
    ]
    return [
        tag("g", *strips, clip_path="url(#carrom-surface)"),
        _square(half, marks.pockets[0].radius, fill="url(#carrom-lacquer)"),
    ]


def _square(half: float, corner: float, **attributes: str | float) -> str:
    return tag("rect", x=-half, y=-half, width=2 * half, height=2 * half, rx=corner, **attributes)


def _grain(left: float, right: float, y: float, swing: float, seed: int) -> str:
    """One line of wood grain: a slow wave that is the same in every picture."""
    points = []
    for step in range(5):
        x = left + (right - left) * step / 4
        points.append((x, y + swing * sin(1.7 * seed + 1.3 * step) + swing * 0.6 * sin(0.37 * seed * step)))
    (x0, y0), rest = points[0], points[1:]
    curve = "".join(f"S{num(x - 60, 0)} {num(y - swing * 0.4, 1)} {num(x, 0)} {num(y, 1)}" for x, y in rest)
    return f"M{num(x0, 0)} {num(y0, 1)}{curve}"
