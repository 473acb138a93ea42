"""The ornament between the centre circle and the outer circle. Law A.7 allows any; this one is ours."""

from carrom.equipment.markings import Markings
from carrom.equipment.shapes import Circle
from carrom.render.ink.svg import circle, num, ring, tag

_PETALS = 8


def rosette(marks: Markings) -> list[str]:
    """Eight petals with smaller ones between them, and beads along a second ring."""
    inner, outer = marks.centre.radius, marks.outer.radius
    long, short = _petal(inner + 4, outer - 9, 13), _petal(inner + 14, outer - 17, 8)
    petals = []
    for step in range(_PETALS):
        angle = 360 / _PETALS * step
        petals.append(tag("path", d=long, fill="{red}", fill_opacity=0.8, transform=f"rotate({num(angle)})"))
        petals.append(tag("path", d=short, fill="{ink}", fill_opacity=0.75, transform=f"rotate({num(angle + 22.5)})"))
    beads = [
        tag("g", circle(Circle(0, outer - 12, 2.1)), transform=f"rotate({num(360 / _PETALS * (step + 0.5))})")
        for step in range(_PETALS)
    ]
    thin = Circle(0, 0, outer - 4)
    return [
        tag("g", *petals, stroke="{ink}", stroke_width=0.9),
        tag("g", *beads, fill="{red}"),
        ring(thin, 0.8, stroke="{ink}"),
    ]


def _petal(near: float, far: float, half_breadth: float) -> str:
    """A leaf along the upward axis, from `near` to `far`."""
    middle, wide, slim = (near + far) / 2, half_breadth, half_breadth * 0.6
    left = f"C{num(-wide)} {num(-middle + 6)} {num(-slim)} {num(-middle - 8)} 0 {num(-far)}"
    right = f"C{num(slim)} {num(-middle - 8)} {num(wide)} {num(-middle + 6)} 0 {num(-near)}"
    return f"M0 {num(-near)}{left}{right}Z"
