"""The quick copy of a state is what the standard one would be, and refuses what it could not copy rightly."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

import pytest

from carrom.match.changing import changed
from tests.match.courses import random_course, setup_of


def test_it_copies_as_the_standard_library_does() -> None:
    rng = Random(7)
    for applied in random_course(setup_of(rng), rng, 60):
        course = applied.match.course
        assert changed(course, cancelled=course.cancelled + 1) == replace(course, cancelled=course.cancelled + 1)
        assert changed(course.clocks, spent=2.5) == replace(course.clocks, spent=2.5)
        if course.board is not None:
            board = changed(course.board, strokes=9)
            assert (board, hash(board)) == (replace(course.board, strokes=9), hash(replace(course.board, strokes=9)))


@dataclass(frozen=True)
class Checked:
    number: int

    def __post_init__(self) -> None:
        assert self.number >= 0


@dataclass(frozen=True, slots=True)
class Slotted:
    number: int


@pytest.mark.parametrize("value", [Checked(1), Slotted(1)])
def test_what_is_made_whole_by_its_init_is_not_taken(value: Checked | Slotted) -> None:
    with pytest.raises(TypeError, match=r"needs dataclasses\.replace"):
        changed(value, number=2)
