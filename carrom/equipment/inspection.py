"""A measured board held against the law: one finding for every requirement of part I."""

from dataclasses import dataclass
from typing import Any, Literal

from carrom.equipment.board_file import Measured, Value
from carrom.equipment.remedies import BY_KEY as REMEDIES, CONDITIONS
from carrom.equipment.standard import REQUIREMENTS, Condition, Measure, Requirement, number

Verdict = Literal["pass", "fail", "not measured"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One requirement, what was measured for it, and whether the law admits all of that."""

    requirement: Requirement
    measured: tuple[Value, ...]

    @property
    def verdict(self) -> Verdict:
        if not self.measured:
            return "not measured"
        # The reader has given every requirement values of its own kind; the union does not say so.
        return "pass" if all(self.requirement.admits(value) for value in self.measured) else "fail"  # type: ignore[arg-type]

    @property
    def hint(self) -> str:
        """A guess at what went wrong: people measure in centimetres."""
        requirement = self.requirement
        if self.verdict == "fail" and isinstance(requirement, Measure) and requirement.unit == "mm":
            sizes = [float(value) for value in self.measured]
            is_near = all(requirement.admits(10 * size) and 10 * size <= 3 * requirement.nominal for size in sizes)
            if requirement.least is not None and is_near:
                return f'measured in centimetres? Then write "{number(sizes[0])} cm"'
        return ""

    @property
    def out(self) -> tuple[str, ...]:
        """Each value that the law does not admit, which of several it is, and by how much: `3rd of 4: 47 mm, 1 mm too
        large`."""
        requirement = self.requirement
        if not isinstance(requirement, Measure):
            return ()
        found = []
        for place, value in enumerate(self.measured, 1):
            size = float(value)
            over = _beyond(requirement, size)
            if over:
                which = f"{_ordinal(place)} of {len(self.measured)}: " if len(self.measured) > 1 else ""
                by = f"{number(abs(over))} {requirement.unit} too {'large' if over > 0 else 'small'}"
                found.append(f"{which}{number(size)} {requirement.unit}, {by}")
        return tuple(found)

    @property
    def remedy(self) -> str:
        """What to do about it, as far as it is not only measured in another unit."""
        if self.verdict != "fail" or self.hint:
            return ""
        requirement = self.requirement
        if not isinstance(requirement, Measure):
            return CONDITIONS[requirement.key]
        small, large = REMEDIES[requirement.key]
        overs = [_beyond(requirement, float(value)) for value in self.measured]
        if min(overs) < 0 < max(overs) and small != large:
            return f"Too small: {small} Too large: {large}"
        return small if min(overs) < 0 else large

    def measured_text(self) -> str:
        """`44.5`, `44.5–44.9 (4 times)`, `yes`."""
        match self.requirement, self.measured:
            case _, ():
                return "–"
            case Measure(), (float() | int() as one,):
                return number(one)
            case Measure(), many:
                sizes = [float(value) for value in many]
                return f"{number(min(sizes))}–{number(max(sizes))} ({len(sizes)} times)"
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
    """Every finding, in the order of the law."""

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


def inspect(measured: Measured) -> Inspection:
    """Hold what was measured against every requirement of part I."""
    return Inspection(tuple(Finding(each, measured.get(each.key, ())) for each in REQUIREMENTS))


def _beyond(measure: Measure, size: float) -> float:
    """How much a size is above what the law admits, or below (then negative); 0 within."""
    if measure.admits(size):
        return 0.0
    above = measure.most is not None and size > measure.most
    limit = measure.most if above else measure.least
    assert limit is not None
    return round(size - limit, 6)


def _ordinal(place: int) -> str:
    ending = "th" if place % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending}"
