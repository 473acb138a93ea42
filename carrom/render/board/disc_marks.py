"""How each disc looks from above: a colour and a mark of its own, so that colour is never the only difference."""

from functools import cache
from typing import Literal

from carrom.equipment.shapes import Circle
from carrom.equipment.sizes import PIECE_RADIUS, STRIKER_RADIUS
from carrom.render.ink import palette
from carrom.render.ink.svg import circle, gradient, polygon, ring, star, tag

DiscKind = Literal["white", "black", "queen", "striker"]

_LOOKS: dict[DiscKind, tuple[float, tuple[str, str, str, str]]] = {
    "white": (PIECE_RADIUS, palette.WHITE),
    "black": (PIECE_RADIUS, palette.BLACK),
    "queen": (PIECE_RADIUS, palette.QUEEN),
    "striker": (STRIKER_RADIUS, palette.STRIKER),
}


@cache
def disc_defs() -> str:
    """Each kind of disc once, to be placed with `disc`."""
    return "".join(_definition(kind) for kind in _LOOKS)


def disc(kind: DiscKind, x: float, y: float) -> str:
    """A disc with its centre at a point of the board."""
    return tag("use", href=f"#carrom-{kind}", x=x, y=-y)


def _definition(kind: DiscKind) -> str:
    radius, (face, shaded, rim, mark) = _LOOKS[kind]
    whole = Circle(0, 0, radius)
    shade = gradient(
        "radial", f"carrom-{kind}-face", (0, face, 1), (0.6, face, 1), (1, shaded, 1), cx="0.4", cy="0.35", r="0.75"
    )
    return shade + tag(
        "g",
        circle(Circle(0.9, -1.6, radius), fill="#2a1608", fill_opacity=0.32),
        circle(whole, fill=f"url(#carrom-{kind}-face)"),
        ring(whole, 1.1, stroke=rim),
        *_mark(kind, mark),
        id=f"carrom-{kind}",
    )  # fmt: skip


def _mark(kind: DiscKind, colour: str) -> list[str]:
    def groove(radius: float, breadth: float) -> str:
        return ring(Circle(0, 0, radius), breadth, stroke=colour)

    match kind:
        case "white":  # one groove
            return [groove(11.2, 1.3)]
        case "black":  # two grooves and a dot
            return [groove(12, 1.1), groove(7.6, 1.1), circle(Circle(0, 0, 2.6), fill=colour)]
        case "queen":  # a star
            return [groove(13, 1.0), polygon(star(5, 10, 4.2), fill=colour)]
        case "striker":  # a compass rose
            rose = polygon(star(4, 15, 3.6), fill=colour) + polygon(star(4, 9, 3.2, turn=45), fill=colour)
            return [groove(18, 1.4), rose]
