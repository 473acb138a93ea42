"""Print the result of `carrom check` as a table."""

from carrom.equipment.inspection import Finding, Inspection
from carrom.render.sheets.sheet import Grid, grid_text

_SIGNS = {"pass": "pass", "fail": "FAIL", "not measured": "–"}


def inspection_table(inspection: Inspection) -> str:
    """Every measure with limits and verdict, then remedies, hints, doubts about the source, and a summary."""
    heads = ("law", "measure", "measured", "admitted", "")
    lines = [grid_text(Grid(heads=heads, rows=tuple(_row(finding) for finding in inspection.findings)))]
    for each in inspection.failures():
        advice = [*(f"{one}." for one in each.out), *([each.remedy] if each.remedy else [])]
        if advice:
            lines += ["", f"{each.requirement.law}, {each.requirement.name}:", *(f"  {one}" for one in advice)]
    hinted = [finding for finding in inspection.findings if finding.hint]
    if hinted:
        lines += ["", *(f"{each.requirement.law}, {each.requirement.name}: {each.hint}" for each in hinted)]
    requirements = [
        finding.requirement for finding in inspection.findings if finding.requirement.note and finding.measured
    ]
    if requirements:
        lines += ["", *(f"{each.law}, {each.name}: {each.note}" for each in requirements)]
    return "\n".join([*lines, "", _sum(inspection)])


def _row(finding: Finding) -> tuple[str, ...]:
    requirement = finding.requirement
    what = requirement.law, requirement.name
    return *what, finding.measured_text(), requirement.admitted(), _SIGNS[finding.verdict]


def _sum(inspection: Inspection) -> str:
    failures = inspection.failures()
    left_out = sum(finding.verdict == "not measured" for finding in inspection.findings)
    rest = f" {left_out} of {len(inspection.findings)} were not measured." if left_out else ""
    if not failures:
        return f"Everything that was measured is within the law.{rest}"
    broken = ", ".join(f"{finding.requirement.name} ({finding.requirement.law})" for finding in failures)
    return f"Outside the law: {broken}.{rest}"
