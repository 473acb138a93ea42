"""`carrom match` agrees with a second fold (second_fold.py) on random courses.

`CARROM_FOLDS=10000 pytest tests/match/test_against_second_fold.py -s` tries that many courses and prints the figures.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tests.match.second_compare import Comparison, Difference, compare
from tests.match.second_courses import Course
from tests.match.second_families import all_families, family_course
from tests.match.second_figures import FIGURES
from tests.match.second_lines import FIRST

COURSES = int(os.environ.get("CARROM_FOLDS", "0"))
BY_CHANCE = 60

# Accepted differences and their reasons; nothing else may differ. A course is compared up to there.
ACCEPTED: dict[str, str] = {}


def courses() -> Iterator[Course]:
    families = all_families()
    for number, (name, way, rulebook) in enumerate(families):
        three = number % 5 != number // 5 % 5 != (number + 2) % 5  # of the five rulebooks
        if COURSES or three or name == "acts":
            yield family_course(name, way, rulebook, number)
    for seed in range(BY_CHANCE):
        yield Course(seed, sorted(FIGURES)[seed % 5]).run(120)
    for seed in range(COURSES - len(families) - BY_CHANCE):
        if seed % 3:
            yield Course(10_000 + seed).run(160)
        else:
            yield family_course(*families[seed // 3 % len(families)], 10_000 + seed)


@pytest.fixture(scope="module")
def comparison() -> Comparison:
    return compare(courses())


def is_accepted(difference: Difference) -> bool:
    return difference.kind in ACCEPTED


@pytest.mark.slow
def test_folds_agree(comparison: Comparison) -> None:
    print("\n" + comparison.figures())
    others = [difference for difference in comparison.differences if not is_accepted(difference)]
    assert not others, "\n\n".join(str(difference) for difference in others[:5])


def test_courses_reach_every_act_in_every_rulebook(comparison: Comparison) -> None:
    for rulebook, figures in FIGURES.items():
        accepted = {kind for book, kind in comparison.accepted if book == rulebook}
        impossible = set()
        if not figures.protests:
            impossible |= {"protest", "protest-written", "protest-decided"}
        if not figures.trial_boards:
            impossible.add("trial")
        if figures.game_seconds is None:
            impossible.add("time-up")
        if figures.games == 1:
            impossible |= {"change-sides", "interval"}
        assert set(FIRST) - accepted == impossible, rulebook


def test_accepted_differences_are_rare(comparison: Comparison) -> None:
    assert len(comparison.differences) * 20 < comparison.courses


def test_courses_are_mostly_lawful_and_complete(comparison: Comparison) -> None:
    assert comparison.accepted.total() > 6 * comparison.refused.total()
    assert comparison.refused.total() > 1000
