"""The nineteen pieces before the break (Law 41): a hexagon of touching discs with the queen in the middle."""

from math import cos, radians, sin, sqrt

from carrom.equipment.sizes import PIECE_RADIUS

_STEP = 2 * PIECE_RADIUS


def rack_places(rotation: float) -> list[tuple[str, float, float]]:
    """Where each piece stands when one arm of the white Y points to `rotation`, in degrees from the x axis.

    Six in the first ring, by turns white and black. In the second, white on the six corners and black between them:
    so each white of the first ring has a white straight behind it.
    """
    places = [("queen", 0.0, 0.0)]
    for sixth in range(6):
        corner = rotation + 60 * sixth
        places.append(("white" if sixth % 2 == 0 else "black", *_polar(_STEP, corner)))
        places.append(("white", *_polar(2 * _STEP, corner)))
        places.append(("black", *_polar(_STEP * sqrt(3), corner + 30)))
    return places


def _polar(distance: float, degrees: float) -> tuple[float, float]:
    """A point by distance and angle. Mirrored angles give mirrored points to the last bit: a break through the middle
    of a rack that is not quite symmetric would not come out symmetric at all.
    """
    quarters = round(degrees / 90)
    rest = radians(degrees - 90 * quarters)
    x, y = distance * cos(rest), distance * sin(rest)
    return ((x, y), (-y, x), (-x, -y), (y, -x))[quarters % 4]
