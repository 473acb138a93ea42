"""Draw a blueprint as SVG in millimetres: true size at 100 %."""

from xml.sax.saxutils import escape

from carrom.equipment.markings import Arc, Circle, Polygon
from carrom.render.blueprint.drawing import Blueprint, DrawnLine, Layer, Note, Ring, Shape, Square
from carrom.render.ink import palette
from carrom.render.ink.svg import num, path, tag

_DIGITS = 4  # a tenth of a micrometre: rounding must not move a cut
_CUT = "#0057b8"

_LAYERS: dict[Layer, dict[str, str | float]] = {
    "PAINT_BLACK": {"fill": "#000000", "stroke": "none"},
    "PAINT_RED": {"fill": palette.RED, "stroke": "none"},
    "CUT_SURFACE": {"fill": "none", "stroke": _CUT, "stroke_width": 0.3},
    "CUT_POCKETS": {"fill": "none", "stroke": _CUT, "stroke_width": 0.3},
    "CUT_FRAME": {"fill": "none", "stroke": _CUT, "stroke_width": 0.3},
    "NOTES": {"fill": "none", "stroke": "#555555", "stroke_width": 0.3},
}


def blueprint_svg(plan: Blueprint) -> str:
    """One group per layer; the origin is the centre of the board."""
    left, bottom, right, top = plan.bounds
    width, height = right - left, top - bottom
    groups = [
        tag("g", *(_draw(shape) for shape in plan.on(layer)), id=layer, **style) for layer, style in _LAYERS.items()
    ]
    return tag(
        "svg",
        tag("title", "Carrom board, true scale"),
        *groups,
        xmlns="http://www.w3.org/2000/svg",
        width=f"{_exact(width)}mm",
        height=f"{_exact(height)}mm",
        viewBox=f"{_exact(left)} {_exact(-top)} {_exact(width)} {_exact(height)}",
    )


def _draw(shape: Shape) -> str:
    match shape:
        case Circle(x, y, radius):
            return tag("circle", cx=_exact(x), cy=_exact(-y), r=_exact(radius))
        case Ring(Circle(x, y, radius), thickness):
            # White inside the ring: a base circle covers the ends of its lines.
            line = {"fill": "#ffffff", "stroke": "#000000", "stroke_width": _exact(thickness)}
            return tag("circle", cx=_exact(x), cy=_exact(-y), r=_exact(radius - thickness / 2), **line)
        case Polygon(points):
            return tag("path", d=path(points, _DIGITS))
        case Arc(radius=radius, start=start, end=end, thickness=thickness):
            (x1, y1), (x2, y2) = shape.at(start), shape.at(end)
            bend = f"A{_exact(radius)} {_exact(radius)} 0 {int(end - start > 180)} 0"
            d = f"M{_exact(x1)} {_exact(-y1)}{bend} {_exact(x2)} {_exact(-y2)}"
            return tag("path", d=d, fill="none", stroke="#000000", stroke_width=_exact(thickness))
        case Square(half, corner):
            side, low = _exact(2 * half), _exact(-half)
            return tag("rect", x=low, y=low, width=side, height=side, rx=_exact(corner))
        case DrawnLine((x1, y1), (x2, y2)):
            return tag("line", x1=_exact(x1), y1=_exact(-y1), x2=_exact(x2), y2=_exact(-y2))
        case Note((x, y), text, height):
            return tag(
                "text", escape(text), x=_exact(x), y=_exact(-y), font_size=_exact(height * 1.4),
                font_family="'Libertinus Serif', Georgia, serif", fill="#222222", stroke="none",
            )  # fmt: skip


def _exact(value: float) -> str:
    return num(value, _DIGITS)
