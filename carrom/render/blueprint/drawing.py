"""Blueprints as shapes by layer: cuts, paint and notes."""

from dataclasses import dataclass
from typing import Literal

from carrom.equipment.markings import (
    RING,
    Arc,
    BoardSizes,
    Circle,
    Markings,
    Point,
    Polygon,
    board_markings,
    measure_by_field,
)
from carrom.equipment.standard import measure, short_number

Layer = Literal["CUT_SURFACE", "CUT_POCKETS", "CUT_FRAME", "PAINT_BLACK", "PAINT_RED", "NOTES"]

OUTER_RING = 1.5  # of the outer circle; the law gives none


@dataclass(frozen=True, slots=True)
class Ring:
    """`circle` is the outer edge."""

    circle: Circle
    thickness: float


@dataclass(frozen=True, slots=True)
class Square:
    """A square around the centre of the board; `corner` is the radius of its corners."""

    half: float
    corner: float


@dataclass(frozen=True, slots=True)
class DrawnLine:
    start: Point
    end: Point


@dataclass(frozen=True, slots=True)
class Note:
    """Text from the left end of its base line; `height` is that of a capital."""

    place: Point
    text: str
    height: float


Shape = Circle | Polygon | Arc | Ring | Square | DrawnLine | Note


@dataclass(frozen=True, slots=True)
class Blueprint:
    """The bounding box is (left, bottom, right, top)."""

    marks: Markings
    shapes: tuple[tuple[Layer, Shape], ...]
    bounds: tuple[float, float, float, float]

    def on(self, layer: Layer) -> list[Shape]:
        return [shape for name, shape in self.shapes if name == layer]


def board_blueprint(sizes: BoardSizes) -> Blueprint:
    marks = board_markings(sizes)
    half, corner = marks.half, marks.pockets[0].radius
    outer = marks.frame_half
    shapes: list[tuple[Layer, Shape]] = [
        ("CUT_SURFACE", Square(half, 0.0)),
        *(("CUT_POCKETS", pocket) for pocket in marks.pockets),
        ("CUT_FRAME", Square(half, corner)),
        ("CUT_FRAME", Square(outer, 0.0)),
    ]
    # The mitres of the rails end at the curve of the inside corner.
    inner = half - corner * (1 - 0.5**0.5)
    for x, y in ((1, 1), (-1, 1), (-1, -1), (1, -1)):
        shapes.append(("CUT_FRAME", DrawnLine((x * inner, y * inner), (x * outer, y * outer))))
    for bar in (*marks.lower_lines, *marks.upper_lines):
        shapes.append(("PAINT_BLACK", bar.outline()))
    for circle in marks.base_circles:
        shapes.append(("PAINT_BLACK", Ring(circle, RING)))
    for arrow in marks.arrows:
        for outline in (arrow.shaft.outline(), arrow.head, *arrow.pointers):
            shapes.append(("PAINT_BLACK", outline))
        shapes.append(("PAINT_BLACK", arrow.arch))
    shapes.append(("PAINT_BLACK", Ring(marks.outer, OUTER_RING)))
    shapes.append(("PAINT_BLACK", Ring(marks.centre, RING)))
    shapes += [("PAINT_RED", red) for red in marks.base_reds]
    shapes.append(("PAINT_RED", Circle(0.0, 0.0, marks.centre.radius - RING)))
    return Blueprint(marks, tuple(shapes), (-outer, -outer, outer, outer))


def annotated_blueprint(sizes: BoardSizes) -> Blueprint:
    """The board with dimensions, a section through the frame, and a title block."""
    plan = board_blueprint(sizes)
    outer = plan.marks.frame_half
    below = -outer - 40  # keeps notes within 400 mm of the middle, to fit an A0 sheet
    notes = [*_dimensions(plan.marks), *_section(sizes, (-390, below)), *_block(plan.marks, (-130, below))]
    lowest = below - 14 * 12.5
    return Blueprint(
        plan.marks,
        (*plan.shapes, *(("NOTES", note) for note in notes)),
        (-outer - 30, lowest, outer + 30, outer + 40),
    )


def size_rows(marks: Markings) -> list[tuple[str, str, str, str]]:
    """Law, name, size on this board, and limits of each size."""
    chosen = [
        (each.law, each.name, getattr(marks.sizes, name), each.admitted()) for name, each in measure_by_field().items()
    ]
    length = measure("base_lines.length")
    chosen.append((length.law, length.name, marks.base_line_length, length.admitted()))
    fixed = [
        measure(key)
        for key in ("base_lines.from_frame", "base_lines.apart", "base_circles.diameter", "base_circles.red_diameter",
                    "arrows.to_pocket", "arrows.arch_diameter")
    ]  # fmt: skip
    rows = chosen + [(each.law, each.name, each.nominal, f"{short_number(each.nominal)} mm") for each in fixed]
    return [
        (law, name, f"{short_number(size)} mm", admitted)
        for law, name, size, admitted in sorted(rows, key=lambda row: row[0])
    ]


MAKERS_NOTES = (
    "Frame: hard wood, inside corners curved like the pockets (A.2).",
    "Bracing: battens under the surface, screwed to the frame, so that it stays flat (A.2).",
    "Pockets: round, touching both rails; no wood is left in the corner behind them (A.3).",
    "Nets under the pockets, each for ten carrommen at least (G).",
    "The base circles are painted over the ends of their lines (A.4).",
    "Red: the inner part of the base circles, and the centre circle (A.4, A.6).",
    "Within the outer circle any ornament is allowed (A.7).",
)


def _dimensions(marks: Markings) -> list[Shape]:
    half, outer = marks.half, marks.frame_half
    line, end = marks.lower_lines[0], marks.base_line_length / 2
    edge = line.start[1] - line.thickness / 2
    pocket = marks.pockets[2]
    return [
        *_across(-half, half, outer + 22, f"{short_number(2 * half)} between the rails"),
        *_upwards(half, outer, -170, short_number(marks.sizes.frame_breadth)),
        *_across(-end, end, edge - 22, f"base line {short_number(2 * end)} over the circles"),
        *_upwards(-half, edge, -170, short_number(edge + half)),
        Note((pocket.x + 26, pocket.y + 16), f"pocket Ø {short_number(2 * pocket.radius)}", 6),
        Note((-64, 96), f"outer circle Ø {short_number(2 * marks.outer.radius)}", 6),
        Note((-68, -36), f"centre circle Ø {short_number(2 * marks.centre.radius)}", 6),
    ]


def _across(left: float, right: float, y: float, text: str) -> list[Shape]:
    words = Note(((left + right) / 2 - 1.9 * len(text), y + 3), text, 6)
    return [DrawnLine((left, y), (right, y)), *(DrawnLine((x, y - 4), (x, y + 4)) for x in (left, right)), words]


def _upwards(low: float, high: float, x: float, text: str) -> list[Shape]:
    ticks = [DrawnLine((x - 4, y), (x + 4, y)) for y in (low, high)]
    return [DrawnLine((x, low), (x, high)), *ticks, Note((x + 4, (low + high) / 2 - 3), text, 6)]


def _section(sizes: BoardSizes, corner: Point) -> list[Shape]:
    left, top = corner
    right, surface = left + sizes.frame_breadth, top - sizes.frame_height
    bottom = surface - sizes.surface_thickness

    def box(x1: float, y1: float, x2: float, y2: float) -> Polygon:
        return Polygon(((x1, y1), (x2, y1), (x2, y2), (x1, y2)))

    return [
        box(left, bottom, right, top),
        box(right, bottom, right + 90, surface),
        box(right - 40, bottom - 25, right + 40, bottom),
        *_upwards(surface, top, right + 12, f"{short_number(sizes.frame_height)} above the surface"),
        *_upwards(bottom, surface, right + 100, short_number(sizes.surface_thickness)),
        Note((left, bottom - 42), "Section: rail, surface, batten", 6),
    ]


def _block(marks: Markings, corner: Point) -> list[Shape]:
    left, top = corner
    shapes: list[Shape] = [Note((left, top - 4), "CARROM BOARD, true scale, millimetres", 9)]
    rows = [f"{law}  {name}: {size}" for law, name, size, _ in size_rows(marks)]
    shapes += [Note((left, top - 18 - 8.4 * row), text, 5) for row, text in enumerate(rows)]
    shapes += [Note((left + 262, top - 18 - 8.4 * row), text, 5) for row, text in enumerate(MAKERS_NOTES)]
    return shapes
