"""Write SVG elements, with numbers as short as possible and y turned down."""

from collections.abc import Iterable
from math import cos, radians, sin
from xml.sax.saxutils import escape, quoteattr

from carrom.equipment.markings import Arc, Circle, Point, Polygon

# A hundredth of a millimetre is finer than any printer; blueprints use more.
_DIGITS = 2


def num(value: float, digits: int = _DIGITS) -> str:
    """`12.3`, `-0.5`, `0`: no trailing zeros, no minus zero."""
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".") if digits else f"{value:.0f}"
    return "0" if text in ("-0", "") else text


def tag(name: str, *children: str, **attributes: str | float) -> str:
    """Write an element around its children, which are SVG already (use `escape` for text).

    Underscores in attribute names become hyphens (`stroke_width`).
    """
    written = "".join(
        f" {key.rstrip('_').replace('_', '-')}={quoteattr(num(value) if isinstance(value, int | float) else value)}"
        for key, value in attributes.items()
    )
    inside = "".join(children)
    return f"<{name}{written}>{inside}</{name}>" if inside else f"<{name}{written}/>"


def text_tag(text: str, x: float, y: float, **attributes: str | float) -> str:
    return tag("text", escape(text), x=x, y=y, **attributes)


def circle(shape: Circle, **attributes: str | float) -> str:
    return tag("circle", cx=shape.x, cy=-shape.y, r=shape.radius, **attributes)


def ring(shape: Circle, thickness: float, **attributes: str | float) -> str:
    """A circular line inside `shape`, its outer edge."""
    inner = Circle(shape.x, shape.y, shape.radius - thickness / 2)
    return circle(inner, fill="none", stroke_width=thickness, **attributes)


def polygon(shape: Polygon, **attributes: str | float) -> str:
    return tag("path", d=path(shape.points), **attributes)


def arc(shape: Arc, **attributes: str | float) -> str:
    (x1, y1), (x2, y2) = shape.at(shape.start), shape.at(shape.end)
    large = int(shape.end - shape.start > 180)
    d = f"M{num(x1)} {num(-y1)}A{num(shape.radius)} {num(shape.radius)} 0 {large} 0 {num(x2)} {num(-y2)}"
    return tag("path", d=d, fill="none", stroke_width=shape.thickness, **attributes)


def path(points: Iterable[Point], digits: int = _DIGITS) -> str:
    return "M" + "L".join(f"{num(x, digits)} {num(-y, digits)}" for x, y in points) + "Z"


def open_path(points: Iterable[Point]) -> str:
    return path(points).removesuffix("Z")


def star(rays: int, outer: float, inner: float, *, turn: float = 90.0) -> Polygon:
    """A star around the origin; `turn` is the direction of its first ray."""
    corners = []
    for corner in range(2 * rays):
        distance = outer if corner % 2 == 0 else inner
        angle = radians(turn + 180 * corner / rays)
        corners.append((distance * cos(angle), distance * sin(angle)))
    return Polygon(tuple(corners))


def gradient(kind: str, name: str, *stops: tuple[float, str, float], **attributes: str | float) -> str:
    """A `linear` or `radial` gradient of (offset, colour, opacity) stops."""
    inside = (tag("stop", offset=at, stop_color=colour, stop_opacity=opacity) for at, colour, opacity in stops)
    return tag(f"{kind}Gradient", *inside, id=name, **attributes)
