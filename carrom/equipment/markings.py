"""The markings of a board as shapes, in board coordinates (millimetres), computed from chosen sizes.

`BoardSizes` accepts only sizes that the law admits. Where the law leaves the position of a line open, we draw this:

- Distances are measured to the near edge: the lower base line begins 101.5 mm from the frame and grows inwards, the
  upper one ends 31.8 mm further in, so that the base circle fits exactly between the outer edges.
- Circles are measured by the outer edge of their black ring.
- A base line ends in two circles, and its length includes them: the law's 470 ± 3 mm. Since the circles touch the
  neighbours' lines, it follows from the side of the board: 468.4 mm on a board of 735 mm, 470.4 mm on the default of
  737 mm. Boards of more than 739.6 mm would exceed 473 mm; there the line stops at 473 mm and leaves a gap of at most
  0.2 mm to the neighbour's line.
- The inside corners of the frame are curved like the pockets, so that no wood is left between the two.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from math import cos, hypot, inf, radians, sin, sqrt
from typing import TypeVar

from carrom.base.errors import CarromError
from carrom.equipment.sizes import SURFACE
from carrom.equipment.standard import Measure, measure, short_number

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Circle:
    x: float
    y: float
    radius: float

    def turned(self) -> Circle:
        return Circle(-self.y, self.x, self.radius)


@dataclass(frozen=True, slots=True)
class Polygon:
    points: tuple[Point, ...]

    def turned(self) -> Polygon:
        return Polygon(tuple((-y, x) for x, y in self.points))


@dataclass(frozen=True, slots=True)
class Bar:
    """Straight line with a thickness, half of it on either side."""

    start: Point
    end: Point
    thickness: float

    @property
    def length(self) -> float:
        return hypot(self.end[0] - self.start[0], self.end[1] - self.start[1])

    def outline(self) -> Polygon:
        (x1, y1), (x2, y2) = self.start, self.end
        across = self.thickness / 2 / self.length
        dx, dy = (y1 - y2) * across, (x2 - x1) * across
        return Polygon(((x1 + dx, y1 + dy), (x1 - dx, y1 - dy), (x2 - dx, y2 - dy), (x2 + dx, y2 + dy)))

    def turned(self) -> Bar:
        return Bar(_turned_point(self.start), _turned_point(self.end), self.thickness)


@dataclass(frozen=True, slots=True)
class Arc:
    """Counter-clockwise from `start` to `end` (degrees)."""

    x: float
    y: float
    radius: float
    start: float
    end: float
    thickness: float

    def at(self, degrees: float) -> Point:
        return self.x + self.radius * cos(radians(degrees)), self.y + self.radius * sin(radians(degrees))

    def edges(self) -> tuple[Arc, Arc]:
        """Inner and outer edges, without thickness."""
        half = self.thickness / 2
        inner, outer = (replace(self, radius=self.radius + side, thickness=0.0) for side in (-half, half))
        return inner, outer

    def turned(self) -> Arc:
        return replace(self, x=-self.y, y=self.x, start=self.start + 90, end=self.end + 90)


def pointer(tip: Point, degrees: float, *, length: float, breadth: float) -> Polygon:
    """Arrow head with a notched back, its tip at `tip`, pointing to `degrees`."""
    ahead = (cos(radians(degrees)), sin(radians(degrees)))
    aside = (-ahead[1], ahead[0])

    def behind(back: float, side: float) -> Point:
        return tip[0] - back * ahead[0] + side * aside[0], tip[1] - back * ahead[1] + side * aside[1]

    return Polygon((tip, behind(length, breadth / 2), behind(length * 0.72, 0.0), behind(length, -breadth / 2)))


def _turned_point(point: Point) -> Point:
    return -point[1], point[0]


THIN_LINE = 1.5  # the law gives none; this is the arrow's
RING = 1.0  # nor for the ring around a circle


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardSizes:
    """Sizes a maker may choose, in millimetres, named after their measures in the law."""

    surface_side: float = 737.0
    surface_thickness: float = 12.0
    frame_height: float = 22.0
    frame_breadth: float = 70.0
    pockets_diameter: float = 44.5
    base_lines_thickness: float = 5.0
    arrows_length: float = 267.0
    arrows_thickness: float = 1.5
    centre_circle_diameter: float = 31.8
    outer_circle_diameter: float = 170.0

    def __post_init__(self) -> None:
        for name, each in measure_by_field().items():
            size = getattr(self, name)
            if not (0 < size < inf and each.admits(size)):
                no_size = "" if 0 < size < inf else " is not a size"
                raise CarromError(
                    "not-lawful",
                    f"{each.name} {short_number(size)} mm{no_size}: the law admits {each.admitted()} ({each.law})",
                )
        shortest = _tip(self) - _gap(self) + _BASE_CIRCLE / 2
        if self.arrows_length < shortest:
            raise CarromError(
                "arrow-too-short",
                f"arrow, length {short_number(self.arrows_length)} mm: it must pass between the base circles, "
                f"which takes {shortest:.1f} mm on this board (A.5)",
            )


def measure_by_field() -> dict[str, Measure]:
    return {field.name: measure(".".join(field.name.rsplit("_", 1))) for field in fields(BoardSizes)}


_BASE_CIRCLE = measure("base_circles.diameter").nominal
_RED = measure("base_circles.red_diameter").nominal
_FROM_FRAME = measure("base_lines.from_frame").nominal
_APART = measure("base_lines.apart").nominal
_TO_POCKET = measure("arrows.to_pocket").nominal
_ARCH = measure("arrows.arch_diameter").nominal


@dataclass(frozen=True, slots=True)
class Arrow:
    """A shaft with a head towards the pocket, and at its start an arch with a pointer at each end."""

    shaft: Bar
    head: Polygon
    arch: Arc
    pointers: tuple[Polygon, Polygon]

    def turned(self) -> Arrow:
        first, second = self.pointers
        return Arrow(self.shaft.turned(), self.head.turned(), self.arch.turned(), (first.turned(), second.turned()))


@dataclass(frozen=True, slots=True)
class Markings:
    """All markings. Tuples of four follow the seats in quarter turns from south; pockets and arrows start at the
    north-east corner."""

    sizes: BoardSizes
    lower_lines: tuple[Bar, ...]
    upper_lines: tuple[Bar, ...]
    base_circles: tuple[Circle, ...]
    base_reds: tuple[Circle, ...]
    arrows: tuple[Arrow, ...]
    centre: Circle
    outer: Circle
    pockets: tuple[Circle, ...]

    @property
    def half(self) -> float:
        return self.sizes.surface_side / 2

    @property
    def base_line_length(self) -> float:
        circle = self.base_circles[1]
        return 2 * (circle.x + circle.radius)

    @property
    def frame_half(self) -> float:
        """Distance from the centre to the frame's outer edge."""
        return self.half + self.sizes.frame_breadth


def board_markings(sizes: BoardSizes | None = None) -> Markings:
    """Markings for these sizes.

    By default those of the board used for play: 740 mm wide, base circles touching the neighbours' lines exactly.
    """
    longest = measure("base_lines.length").most if sizes is not None else None
    sizes = sizes or BoardSizes(surface_side=SURFACE)
    lower = sizes.surface_side / 2 - _FROM_FRAME
    upper = lower - _APART
    end = upper if longest is None else min(upper, longest / 2)
    middle, across = (lower + upper) / 2, end - _BASE_CIRCLE / 2
    pocket = sizes.surface_side / 2 - sizes.pockets_diameter / 2

    lower_y, upper_y = -lower + sizes.base_lines_thickness / 2, -upper - THIN_LINE / 2
    lower_line = Bar((-across, lower_y), (across, lower_y), sizes.base_lines_thickness)
    upper_line = Bar((-across, upper_y), (across, upper_y), THIN_LINE)
    left, right = Circle(-across, -middle, _BASE_CIRCLE / 2), Circle(across, -middle, _BASE_CIRCLE / 2)
    circles = tuple(circle for pair in zip(_around(left), _around(right), strict=True) for circle in pair)
    return Markings(
        sizes=sizes,
        lower_lines=_around(lower_line),
        upper_lines=_around(upper_line),
        base_circles=circles,
        base_reds=tuple(Circle(circle.x, circle.y, _RED / 2) for circle in circles),
        arrows=_around(_arrow(sizes)),
        centre=Circle(0.0, 0.0, sizes.centre_circle_diameter / 2),
        outer=Circle(0.0, 0.0, sizes.outer_circle_diameter / 2),
        pockets=_around(Circle(pocket, pocket, sizes.pockets_diameter / 2)),
    )


_Shape = TypeVar("_Shape", Bar, Circle, Arrow)


def _around(shape: _Shape) -> tuple[_Shape, ...]:
    second = shape.turned()
    third = second.turned()
    return shape, second, third, third.turned()


def _tip(sizes: BoardSizes) -> float:
    pocket = sizes.surface_side / 2 - sizes.pockets_diameter / 2
    return pocket * sqrt(2) - sizes.pockets_diameter / 2 - _TO_POCKET


def _gap(sizes: BoardSizes) -> float:
    return (sizes.surface_side / 2 - _FROM_FRAME - _APART) * sqrt(2)


def _arrow(sizes: BoardSizes) -> Arrow:
    tip = _tip(sizes)
    tail = tip - sizes.arrows_length
    radius = _ARCH / 2 - sizes.arrows_thickness / 2
    middle = tail + _ARCH / 2

    def along(distance: float) -> tuple[float, float]:
        return distance / sqrt(2), distance / sqrt(2)

    # The arch starts at the arrow's tail and opens towards the pocket, where the shaft leaves it.
    arch = Arc(*along(middle), radius, 45 + 62, 45 + 298, sizes.arrows_thickness)
    pointers = (
        pointer(arch.at(arch.start - 14), arch.start - 97, length=10, breadth=6),
        pointer(arch.at(arch.end + 14), arch.end + 97, length=10, breadth=6),
    )
    return Arrow(
        shaft=Bar(along(tail), along(tip - 8), sizes.arrows_thickness),
        head=pointer(along(tip), 45, length=14, breadth=8),
        arch=arch,
        pointers=pointers,
    )
