"""Compare a measured board with the law: a finding per requirement of part I, and what to do about it."""

from dataclasses import dataclass
from typing import Any, Literal

from carrom.equipment.board_file import Measurements, Value
from carrom.equipment.standard import REQUIREMENTS, Condition, Measure, Requirement, short_number

_CIRCLES = "Check where the circles stand: each touches both its lines, and the next side's upper line prolonged."

REMEDIES: dict[str, tuple[str, str]] = {
    "surface.side": ("The rails stand too close: move them out.", "Move the rails in, or plane the sheet down."),
    "surface.thickness": ("Take a thicker sheet.", ""),
    "surface.runs": ("Polish the surface and powder it; check that it is flat and that the rails spring back.", ""),
    "frame.height": ("Raise the rails with a strip of hard wood.", "Plane the rails down."),
    "frame.breadth": ("Glue a strip of hard wood to the outside of the rails.", "Plane the outside of the rails."),
    "pockets.diameter": (
        "Widen it with a half-round rasp, then smooth the edge.",
        "A hole cannot be made smaller: set in a new corner of plywood and cut it again.",
    ),
    "base_lines.length": ("Paint the circles anew, further out.", "Paint the circles anew, further in."),
    "base_lines.thickness": ("Paint it broader, towards the centre.", "Paint it anew, thinner."),
    "base_lines.from_frame": ("Paint the lines anew, further from the rail.", "Paint the lines anew, nearer the rail."),
    "base_lines.apart": ("Paint the upper line anew, further in.", "Paint the upper line anew, further out."),
    "base_circles.diameter": ("Paint the ring anew, larger.", "Paint the ring anew, smaller."),
    "base_circles.red_diameter": ("Paint the red part larger.", "Paint the ring over the red part anew."),
    "base_circles.gap": (_CIRCLES, _CIRCLES),
    "arrows.thickness": ("", "Paint the shaft anew, thinner."),
    "arrows.length": ("", "Shorten it at its tail, the end far from the pocket."),
    "arrows.to_pocket": ("Paint the tip anew, further from the pocket.", "Paint the tip anew, nearer the pocket."),
    "arrows.angle": ("Paint it anew on the diagonal of the board.", "Paint it anew on the diagonal of the board."),
    "arrows.arch_diameter": ("Paint it larger, or leave it out.", "Paint it smaller, or leave it out."),
    "centre_circle.diameter": ("Paint the ring anew, larger.", "Paint the ring anew, smaller."),
    "outer_circle.diameter": ("Paint it anew, larger.", "Paint it anew, smaller."),
    "pieces.diameter": ("Take another set.", "Take another set."),
    "pieces.thickness": ("Take another set.", "Take another set."),
    "pieces.weight": ("Take another set, or the heavier ones of two.", "Take another set, or the lighter ones of two."),
    "pieces.white": ("Add what is missing.", "Take away what is too many."),
    "pieces.black": ("Add what is missing.", "Take away what is too many."),
    "pieces.red": ("Add the queen.", "Only one queen is played with."),
    "striker.diameter": ("", "Take another striker."),
    "striker.weight": ("", "Take another striker."),
    "stand.height": ("Raise the stand, or pad the board.", "Shorten the legs of the stand."),
    "stools.height": ("Take a higher one.", "Take a lower one."),
    "nets.capacity": ("Hang deeper nets.", ""),
    "light.power": ("Take a stronger bulb.", "Take a weaker bulb."),
}
"""Remedy for each size, if too small or too large."""

CONDITION_REMEDIES: dict[str, str] = {
    "surface.smooth": "Sand and polish it.",
    "surface.plywood": "Take plywood, or another wood that is as smooth.",
    "frame.inside_corners_curved": "Round the inside corners like the pockets.",
    "frame.hard_wood": "Make the rails of rosewood or another hard wood.",
    "frame.braced": "Screw battens under the surface to the frame.",
    "pockets.round_inwards": "Round them on the side of the surface.",
    "pockets.corner_wood_cut_off": "Cut away what wood is left between pocket and corner.",
    "base_lines.black": "Paint them black.",
    "base_circles.red": "Paint the inner part red.",
    "arrows.black": "Paint them black.",
    "centre_circle.red": "Paint it red.",
    "centre_circle.black_edge": "Paint its edge black.",
    "outer_circle.black": "Paint it black.",
    "pieces.wooden": "Take a wooden set.",
    "pieces.edge_round_and_plain": "Take another set.",
    "pieces.uniform": "Take nineteen of one make.",
    "pieces.slide_flat": "Clean them and powder the board; take another set if they still rub or tip.",
    "striker.material": "Take a striker of acrylic, bone or wood.",
    "striker.metal_visible": "Take a striker that shows no metal.",
    "striker.smooth_and_round": "Take another striker.",
    "stand.level_and_firm": "Pad the board or the stand until it is level and does not rock.",
    "stools.arms": "Take a chair without arms, or a stool.",
    "powder.dry": "Take fine, dry powder.",
    "nets.cover_pockets": "Fix the nets to the underside, all around each pocket.",
    "light.only_on_board": "Hang the shade lower, or take a narrower one.",
    "light.shade_cone_or_square": "Take a shade shaped like a cone or square.",
    "light.shade_white_inside": "Paint the inside white.",
    "light.glare": "Hang the lamp at another height.",
}


Verdict = Literal["pass", "fail", "not measured"]


@dataclass(frozen=True, slots=True)
class Finding:
    requirement: Requirement
    measured: tuple[Value, ...]

    @property
    def verdict(self) -> Verdict:
        if not self.measured:
            return "not measured"
        # The reader gives values of the right kind; the union type does not show it.
        return "pass" if all(self.requirement.admits(value) for value in self.measured) else "fail"  # type: ignore[arg-type]

    @property
    def hint(self) -> str:
        """Guess at the cause: people measure in centimetres."""
        requirement = self.requirement
        if self.verdict == "fail" and isinstance(requirement, Measure) and requirement.unit == "mm":
            sizes = [float(value) for value in self.measured]
            is_near = all(requirement.admits(10 * size) and 10 * size <= 3 * requirement.nominal for size in sizes)
            if requirement.least is not None and is_near:
                return f'measured in centimetres? Then write "{short_number(sizes[0])} cm"'
        return ""

    @property
    def out(self) -> tuple[str, ...]:
        """Values out of limits, which of several, and by how much: `3rd of 4: 47 mm, 1 mm too large`."""
        requirement = self.requirement
        if not isinstance(requirement, Measure):
            return ()
        found = []
        for place, value in enumerate(self.measured, 1):
            size = float(value)
            over = _beyond(requirement, size)
            if over:
                which = f"{_ordinal(place)} of {len(self.measured)}: " if len(self.measured) > 1 else ""
                by = f"{short_number(abs(over))} {requirement.unit} too {'large' if over > 0 else 'small'}"
                found.append(f"{which}{short_number(size)} {requirement.unit}, {by}")
        return tuple(found)

    @property
    def remedy(self) -> str:
        """Empty if the value was probably only written in the wrong unit."""
        if self.verdict != "fail" or self.hint:
            return ""
        requirement = self.requirement
        if not isinstance(requirement, Measure):
            return CONDITION_REMEDIES[requirement.key]
        small, large = REMEDIES[requirement.key]
        overs = [_beyond(requirement, float(value)) for value in self.measured]
        if min(overs) < 0 < max(overs) and small != large:
            return f"Too small: {small} Too large: {large}"
        return small if min(overs) < 0 else large

    def measured_text(self) -> str:
        """`44.5`, `44.5–44.9 (4 times)` or `yes`."""
        match self.requirement, self.measured:
            case _, ():
                return "–"
            case Measure(), (float() | int() as one,):
                return short_number(one)
            case Measure(), many:
                sizes = [float(value) for value in many]
                return f"{short_number(min(sizes))}–{short_number(max(sizes))} ({len(sizes)} times)"
            case Condition(), many:
                return ", ".join(dict.fromkeys("yes" if value else "no" for value in many))
            case _, many:
                return ", ".join(dict.fromkeys(str(value) for value in many))

    def json(self) -> dict[str, Any]:
        requirement = self.requirement
        row: dict[str, Any] = {
            "key": requirement.key,
            "name": requirement.name,
            "measured": list(self.measured),
            "admitted": requirement.admitted(),
        }
        if isinstance(requirement, Measure):
            row |= {"unit": requirement.unit, "least": requirement.least, "most": requirement.most}
        return (
            row
            | {"verdict": self.verdict, "law": requirement.law, "note": requirement.note, "hint": self.hint}
            | {
                "out": list(self.out),
                "remedy": self.remedy,
            }
        )


@dataclass(frozen=True, slots=True)
class Inspection:
    findings: tuple[Finding, ...]

    @property
    def has_passed(self) -> bool:
        return not self.failures()

    def failures(self) -> tuple[Finding, ...]:
        return tuple(finding for finding in self.findings if finding.verdict == "fail")

    def json(self) -> dict[str, Any]:
        return {
            "passed": self.has_passed,
            "failed": [finding.requirement.key for finding in self.failures()],
            "findings": [finding.json() for finding in self.findings],
        }


def inspect(measured: Measurements) -> Inspection:
    return Inspection(tuple(Finding(each, measured.get(each.key, ())) for each in REQUIREMENTS))


def _beyond(measure: Measure, size: float) -> float:
    """Excess over the law's limits, negative below, 0 within."""
    if measure.admits(size):
        return 0.0
    above = measure.most is not None and size > measure.most
    limit = measure.most if above else measure.least
    assert limit is not None
    return round(size - limit, 6)


def _ordinal(place: int) -> str:
    ending = "th" if place % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending}"
