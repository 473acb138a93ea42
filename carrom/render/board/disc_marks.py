"""Draw discs from above, each kind with a colour and a mark: colour is never the only difference."""

from functools import cache
from typing import Final, Literal

from carrom.equipment.markings import Circle
from carrom.equipment.sizes import PIECE_RADIUS, STRIKER_RADIUS
from carrom.render.ink.svg import circle, gradient, polygon, star, tag
from carrom.render.ink.themes import DEFAULT_LOOK, Look, fill_colours

DiscKind = Literal["white", "black", "queen", "striker"]
RADII: Final[dict[DiscKind, float]] = {
    "white": PIECE_RADIUS, "black": PIECE_RADIUS, "queen": PIECE_RADIUS, "striker": STRIKER_RADIUS,
}  # fmt: skip
SHADE: Final = gradient(
    "radial", "{id}", (0, "{face}", 1), (0.72, "{shade}", 1), (1, "{rim}", 1), cx=".36", cy=".3", r=".85"
)
"""Gradient of a disc, with placeholders for colours and id."""


@cache
def disc_defs(look: Look = DEFAULT_LOOK) -> str:
    """Definitions of all discs, to be placed with `disc`."""
    soft = gradient("radial", "carrom-under", (0, "#281204", 0.62), (0.72, "#281204", 0.5), (1, "#281204", 0))
    return soft + "".join(_definition(kind, look) for kind in RADII)


def disc(kind: DiscKind, x: float, y: float) -> str:
    return tag("use", href=f"#carrom-{kind}", x=x, y=-y)


@cache
def disc_art(kind: DiscKind) -> str:
    """A disc of radius 100 around the origin, y down, with placeholders for its colours."""
    return "".join(
        (
            circle(Circle(0, 0, 98), fill="url(#{id})"),
            _groove(93, 8, "{rim}", 0.85),
            *_mark(kind),
            tag(
                "path", d="M-62 -48A80 80 0 0 1 20 -77", fill="none", stroke="#fff", stroke_width=7,
                stroke_linecap="round", opacity=0.42,
            ),
        )
    )  # fmt: skip


def _definition(kind: DiscKind, look: Look) -> str:
    colours = dict(zip(("face", "shade", "rim", "mark"), look.disc(kind), strict=True)) | {"id": f"carrom-{kind}-face"}
    under = tag("circle", cx=10, cy=16, r=120, fill="url(#carrom-under)")
    scale = f"scale({RADII[kind] / 100:.5g})"
    return fill_colours(SHADE + tag("g", under, disc_art(kind), id=f"carrom-{kind}", transform=scale), colours)


def _groove(radius: float, breadth: float, stroke: str = "{mark}", opacity: float = 1) -> str:
    return tag("circle", r=radius, fill="none", stroke=stroke, stroke_width=breadth, opacity=opacity)


def _mark(kind: DiscKind) -> list[str]:
    match kind:
        case "white":  # two fine grooves
            return [_groove(72, 5, opacity=0.75), _groove(36, 4, opacity=0.6)]
        case "black":  # a broad ring and a dot
            return [_groove(56, 12), tag("circle", r=11, fill="{mark}")]
        case "queen":  # a star
            return [
                _groove(74, 5, "{rim}"),
                polygon(star(5, 57, 23), fill="{mark}", stroke="{rim}", stroke_width=3),
            ]
        case "striker":  # a flower
            return [
                _groove(80, 6),
                polygon(star(8, 62, 27), fill="{mark}"),
                tag("circle", r=15, fill="#f7e7b0"),
            ]
