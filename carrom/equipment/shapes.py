"""The few plane shapes that the marked surface is made of, in board coordinates (millimetres)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import cos, hypot, radians, sin

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle line, or the disc within it."""

    x: float
    y: float
    radius: float

    def turned(self) -> Circle:
        return Circle(-self.y, self.x, self.radius)


@dataclass(frozen=True, slots=True)
class Polygon:
    """Straight sides from point to point and back to the first."""

    points: tuple[Point, ...]

    def turned(self) -> Polygon:
        return Polygon(tuple((-y, x) for x, y in self.points))


@dataclass(frozen=True, slots=True)
class Bar:
    """A straight line with a breadth: from `start` to `end`, half of `thickness` on either side."""

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
        return Bar(_turned(self.start), _turned(self.end), self.thickness)


@dataclass(frozen=True, slots=True)
class Arc:
    """Part of a circle, counter-clockwise from `start` to `end` (degrees)."""

    x: float
    y: float
    radius: float
    start: float
    end: float
    thickness: float

    def at(self, degrees: float) -> Point:
        return self.x + self.radius * cos(radians(degrees)), self.y + self.radius * sin(radians(degrees))

    def edges(self) -> tuple[Arc, Arc]:
        """Its inner and its outer edge, as arcs without a breadth."""
        half = self.thickness / 2
        inner, outer = (replace(self, radius=self.radius + side, thickness=0.0) for side in (-half, half))
        return inner, outer

    def turned(self) -> Arc:
        return replace(self, x=-self.y, y=self.x, start=self.start + 90, end=self.end + 90)


def pointer(tip: Point, degrees: float, *, length: float, breadth: float) -> Polygon:
    """An arrow head whose tip lies at `tip` and which points to `degrees`, with a notch at its back."""
    ahead = (cos(radians(degrees)), sin(radians(degrees)))
    aside = (-ahead[1], ahead[0])

    def behind(back: float, side: float) -> Point:
        return tip[0] - back * ahead[0] + side * aside[0], tip[1] - back * ahead[1] + side * aside[1]

    return Polygon((tip, behind(length, breadth / 2), behind(length * 0.72, 0.0), behind(length, -breadth / 2)))


def _turned(point: Point) -> Point:
    return -point[1], point[0]
