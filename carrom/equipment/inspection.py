"""A measured board held against the law: one finding for every requirement of part I."""

from dataclasses import dataclass
from typing import Any, Literal

from carrom.equipment.board_file import Measured, Value
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
            if requirement.least is not None and all(requirement.admits(10 * size) for size in sizes):
                return f'measured in centimetres? Then write "{number(sizes[0])} cm"'
        return ""

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
        return row | {"verdict": self.verdict, "law": requirement.law, "note": requirement.note, "hint": self.hint}


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
