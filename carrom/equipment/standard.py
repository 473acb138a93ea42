"""Part I of the Laws as data: every measurable requirement with the values the law admits.

Lengths are in millimetres, weights in grams. `stated` is false where the law names no tolerance; we then admit half a
millimetre. `note` says where sources contradict each other.
"""

from dataclasses import dataclass
from typing import Literal

from carrom.equipment import sizes

Unit = Literal["mm", "g", "W", "°", "pieces", "runs"]

# sizes converted from centimetres are rounded
_NOISE = 1e-9


@dataclass(frozen=True, slots=True)
class Measure:
    """Size, weight or count, with the interval that the law admits (`None`: no limit on that side)."""

    key: str
    name: str
    unit: Unit
    nominal: float
    least: float | None
    most: float | None
    law: str
    stated: bool = True
    note: str = ""

    def admits(self, value: float) -> bool:
        above = self.least is None or value >= self.least - _NOISE
        below = self.most is None or value <= self.most + _NOISE
        return above and below

    def admitted(self) -> str:
        """`43–46 mm`, `at most 41.3 mm`, `50 ± 0.5 mm`, `exactly 9`."""
        unit = "°" if self.unit == "°" else f" {self.unit}"
        if self.least is None:
            return f"at most {short_number(self.most)}{unit}"
        if self.most is None:
            return f"at least {short_number(self.least)}{unit}"
        if self.least == self.most:
            return f"exactly {short_number(self.least)}"
        if not self.stated:
            return f"{short_number(self.nominal)} ± {short_number(self.most - self.nominal)}{unit}"
        return f"{short_number(self.least)}–{short_number(self.most)}{unit}"


@dataclass(frozen=True, slots=True)
class Condition:
    """Yes-or-no requirement; the law requires `wanted`."""

    key: str
    name: str
    wanted: bool
    law: str
    note: str = ""

    def admits(self, value: bool) -> bool:
        return value is self.wanted

    def admitted(self) -> str:
        return "yes" if self.wanted else "no"


@dataclass(frozen=True, slots=True)
class Material:
    """Any word except those that the law forbids."""

    key: str
    name: str
    nominal: str
    refused: tuple[str, ...]
    law: str
    note: str = ""

    def admits(self, value: str) -> bool:
        return not set(value.lower().replace("-", " ").split()) & set(self.refused)

    def admitted(self) -> str:
        return "neither metal nor ivory"


Requirement = Measure | Condition | Material


def short_number(value: float | None) -> str:
    return f"{value:.6g}"


# Tolerance, in mm, where the law gives none: base lines and circles, the gap, the arrows' distance.
_RULE = 0.5


def _exact(key: str, name: str, size: float, law: str, *, within: float = _RULE, note: str = "") -> Measure:
    return Measure(key, name, "mm", size, size - within, size + within, law, stated=False, note=note)


METALS = (
    "metal", "steel", "iron", "brass", "bronze", "copper", "aluminium", "aluminum", "zinc", "tin", "lead", "nickel",
    "silver", "gold", "titanium", "tungsten",
)  # fmt: skip

REQUIREMENTS: tuple[Requirement, ...] = (
    Measure("surface.side", "playing surface, side of the square", "mm", sizes.SURFACE, 735.0, 740.0, "A.1"),
    Measure("surface.thickness", "playing surface, thickness", "mm", 12.0, 8.0, None, "A.1"),
    Measure(
        "surface.runs", "runs across the board of a 15 g striker at full force", "runs", 4.0, 3.5, None, "A.1",
        note="Counted from a base line; crossing to the opposite frame is one run.",
    ),
    Condition("surface.smooth", "playing surface completely smooth", True, "A.1"),
    Condition("surface.plywood", "playing surface of plywood or another wood as smooth", True, "A.1"),
    Measure("frame.height", "frame, height above the surface", "mm", 22.0, 19.0, 25.4, "A.2"),
    Measure("frame.breadth", "frame, breadth", "mm", sizes.FRAME_BREADTH, 63.5, 76.0, "A.2"),
    Condition("frame.inside_corners_curved", "frame, inside corners curved", True, "A.2"),
    Condition("frame.hard_wood", "frame of rosewood or another hard wood", True, "A.2"),
    Condition("frame.braced", "bracing under the surface, fastened to the frame", True, "A.2"),
    Measure("pockets.diameter", "pocket, diameter", "mm", 2 * sizes.POCKET_RADIUS, 43.0, 46.0, "A.3"),
    Condition("pockets.round_inwards", "pockets round on the inside", True, "A.3"),
    Condition("pockets.corner_wood_cut_off", "wood between pocket and corner of the frame cut off", True, "A.3"),
    Measure(
        "base_lines.length", "base lines, length over the circles at both ends", "mm",
        sizes.BASE_LINE_LENGTH, 467.0, 473.0, "A.4",
    ),
    Measure("base_lines.thickness", "lower base line, thickness", "mm", 5.0, 5.0, 6.5, "A.4"),
    _exact("base_lines.from_frame", "lower base line, distance from the frame", sizes.BASE_LINE_FROM_FRAME, "A.4"),
    _exact(
        "base_lines.apart", "upper base line, distance from the lower edge of the lower",
        sizes.BASE_LINES_APART, "A.4",
    ),
    Condition("base_lines.black", "base lines black", True, "A.4"),
    _exact("base_circles.diameter", "base circle, diameter", 2 * sizes.BASE_CIRCLE_RADIUS, "A.4"),
    _exact(
        "base_circles.red_diameter", "base circle, diameter of the red part", 25.4, "A.4",
        note="The legend of the Laws' drawing says 24.5 mm; the text says 25.4 mm, and the text stands.",
    ),
    _exact(
        "base_circles.gap", "gap between neighbouring base circles", 12.7, "A.4", within=1.0,
        note="The law says about 12.7 mm; circles drawn by its other sizes leave 13.2 mm.",
    ),
    Condition("base_circles.red", "inner part of the base circles red", True, "A.4"),
    Measure("arrows.thickness", "arrow, thickness", "mm", sizes.ARROW_THICKNESS, None, 1.5, "A.5"),
    Measure("arrows.length", "arrow, length", "mm", sizes.ARROW_LENGTH, None, 267.0, "A.5"),
    _exact("arrows.to_pocket", "arrow, clear distance from the pocket's edge", sizes.ARROW_TO_POCKET, "A.5"),
    Measure("arrows.angle", "arrow, angle to the frame", "°", 45.0, 44.5, 45.5, "A.5", stated=False),
    _exact("arrows.arch_diameter", "arch at the arrow's start, diameter", 63.5, "A.5", note="It may be left out."),
    Condition("arrows.black", "arrows black", True, "A.5"),
    Measure("centre_circle.diameter", "centre circle, diameter", "mm", 2 * sizes.CENTRE_RADIUS, 30.2, 33.4, "A.6"),
    Condition(
        "centre_circle.red", "centre circle coloured red", True, "A.6",
        note="The second list of the source asks for no colour.",
    ),
    Condition("centre_circle.black_edge", "centre circle with a black edge", True, "A.6"),
    Measure("outer_circle.diameter", "outer circle, diameter", "mm", 2 * sizes.OUTER_RADIUS, 167.0, 173.0, "A.7"),
    Condition("outer_circle.black", "outer circle black", True, "A.7"),
    Measure("pieces.diameter", "carromman, diameter", "mm", 2 * sizes.PIECE_RADIUS, 30.2, 31.8, "B"),
    Measure("pieces.thickness", "carromman, thickness", "mm", 8.0, 7.0, 9.0, "B"),
    Measure(
        "pieces.weight", "carromman, weight", "g", sizes.PIECE_MASS, 5.25, 5.5, "B",
        note="The second list of the source admits 5.00–5.50 g; the first, 5.25–5.50 g, is the one applied here.",
    ),
    Measure("pieces.white", "white carrommen", "pieces", sizes.SIDE_PIECES, 9, 9, "B"),
    Measure("pieces.black", "black carrommen", "pieces", sizes.SIDE_PIECES, 9, 9, "B"),
    Measure("pieces.red", "red carrommen (the queen)", "pieces", 1, 1, 1, "B"),
    Condition("pieces.wooden", "carrommen of good wood", True, "B"),
    Condition("pieces.edge_round_and_plain", "edges of the carrommen round and plain", True, "B"),
    Condition("pieces.uniform", "carrommen uniform", True, "B"),
    Condition("pieces.slide_flat", "carrommen slide smoothly, lying flat, when a striker hits them", True, "B"),
    Measure("striker.diameter", "striker, diameter", "mm", 2 * sizes.STRIKER_RADIUS, None, 41.3, "C"),
    Measure("striker.weight", "striker, weight", "g", sizes.STRIKER_MASS, None, 15.0, "C"),
    Material("striker.material", "striker, material", "acrylic", ("ivory", *METALS), "C"),
    Condition("striker.metal_visible", "metal visible in the striker", False, "C"),
    Condition("striker.smooth_and_round", "striker smooth and round", True, "C"),
    Measure("stand.height", "stand or table, height", "mm", 650.0, 630.0, 700.0, "D"),
    Condition("stand.level_and_firm", "board lies level and firm on it", True, "D"),
    Measure("stools.height", "stool or chair, height", "mm", 450.0, 400.0, 500.0, "E"),
    Condition("stools.arms", "chair with arms", False, "E"),
    Condition("powder.dry", "powder fine and dry", True, "F"),
    Measure("nets.capacity", "carrommen that each net holds", "pieces", 10, 10, None, "G"),
    Condition("nets.cover_pockets", "nets cover the pockets from beneath", True, "G"),
    Measure(
        "light.power", "bulb, power", "W", 75.0, 60.0, 100.0, "H",
        note="The law prefers a clear bulb. Of one that is no filament bulb, give the watts that it replaces.",
    ),
    Condition("light.only_on_board", "light falls on the board and its frame only", True, "H"),
    Condition(
        "light.shade_cone_or_square", "shade shaped like a cone or square", True, "H", note="The law prefers metal."
    ),
    Condition("light.shade_white_inside", "shade white inside", True, "H"),
    Condition(
        "light.glare", "bulb shines into a player's eyes", False, "H", note="A player may ask for another height."
    ),
)  # fmt: skip

REQUIREMENT_BY_KEY: dict[str, Requirement] = {requirement.key: requirement for requirement in REQUIREMENTS}


def measure(key: str) -> Measure:
    """Look a measure up by key; an unknown key is a programming error."""
    found = REQUIREMENT_BY_KEY[key]
    assert isinstance(found, Measure), key
    return found
