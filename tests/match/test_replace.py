"""The quick copy of a state is what the standard one would be, and leaves to it what needs its init."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from random import Random

import pytest

from carrom.match import ByParty
from carrom.match.replace import replace
from tests.match.courses import random_course, setup_of


def test_it_copies_as_the_standard_library_does() -> None:
    rng = Random(7)
    for applied in random_course(setup_of(rng), rng, 60):
        course = applied.match.course
        cancelled = course.cancelled + 1
        assert replace(course, cancelled=cancelled) == dataclasses.replace(course, cancelled=cancelled)
        assert replace(course.clocks, spent=2.5) == dataclasses.replace(course.clocks, spent=2.5)
        if course.board is not None:
            board, standard = replace(course.board, strokes=9), dataclasses.replace(course.board, strokes=9)
            assert (board, hash(board)) == (standard, hash(standard))


@dataclass(frozen=True)
class Checked:
    number: int

    def __post_init__(self) -> None:
        if self.number < 0:
            raise ValueError("below nothing")


@dataclass(frozen=True, slots=True)
class Slotted:
    number: int


def test_what_is_made_whole_by_its_init_is_made_by_it() -> None:
    assert replace(Slotted(1), number=2) == Slotted(2)
    assert replace(Checked(1), number=2) == Checked(2)
    with pytest.raises(ValueError, match="below nothing"):
        replace(Checked(1), number=-1)


def test_a_pair_of_values_is_two_and_then_it_ends() -> None:
    """It has items, so Python would count through them from 0, and every number is answered."""
    assert list(ByParty(1, 2)) == [1, 2]
    assert not any(ByParty(0, 0))
    assert 3 not in ByParty(1, 2)
    a, b = ByParty("x", "y")
    assert (a, b) == ("x", "y")
