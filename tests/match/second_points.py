"""Points that a law can give the winner of a board: the second judge rules on every possible last stroke."""

from __future__ import annotations

from functools import cache
from itertools import product

from tests.laws.transcription import rule
from tests.match.second_figures import ENDS_OUTSIDE_A_STROKE, FIGURES

COUNTS = sorted({(one, 1) for one in range(1, 10)} | {(1, one) for one in range(1, 10)})
QUEENS = ("board", "pending", "player", "opponent")
EITHER = (False, True)


def points_by_law(rulebook: str, law: str, credited: bool) -> set[int]:
    """Return the points by law, demand included; none if the law ends no board."""
    figures = FIGURES[rulebook]
    if law in ENDS_OUTSIDE_A_STROKE:
        queen = figures.queen if credited else 0
        return {min(left + more, figures.most) for left in range(1, 10) for more in (0, queen)}
    return _by_law(rulebook, credited).get(law, set())


@cache
def _by_law(rulebook: str, credited: bool) -> dict[str, set[int]]:
    score = 0 if credited else 25
    found: dict[str, set[int]] = {}
    for (own, rival), queen, owed, improper, striker in product(COUNTS, QUEENS, (0, 1), EITHER, EITHER):
        before = {
            "own": own, "opponent": rival, "queen": queen, "opened": True, "break": None,
            "owed": {"player": owed, "opponent": 0}, "score": {"player": score, "opponent": score},
        }  # fmt: skip
        for mine, theirs, takes in product((own, 0), (rival, 0), EITHER):
            if not (mine or theirs) or (takes and queen != "board"):
                continue
            stroke = {
                "proper": not improper, "touched": True, "own": mine, "opponent": theirs, "queen": takes,
                "striker": striker,
            }  # fmt: skip
            ruled = rule({"rulebook": rulebook, "before": before, "stroke": stroke})
            if ruled["result"] is None:
                continue
            points, demand = ruled["result"]["points"], ruled["result"]["demand"]
            for law in ruled["plain"]:
                found.setdefault(law, set()).update(range(points, points + demand + 1))
    return found
