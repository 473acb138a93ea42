"""The fast copy of a state equals `dataclasses.replace`, which it calls where the init has logic."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from random import Random

import pytest

from carrom.match import ByParty
from carrom.match.replace import replace
from tests.match.random_courses import random_course, setup_of


def test_copies_like_dataclasses_replace() -> None:
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


def test_classes_with_init_logic_use_it() -> None:
    assert replace(Slotted(1), number=2) == Slotted(2)
    assert replace(Checked(1), number=2) == Checked(2)
    with pytest.raises(ValueError, match="below nothing"):
        replace(Checked(1), number=-1)


def test_by_party_iterates_over_two_values() -> None:
    """Python would otherwise iterate over its items from 0 without end."""
    assert list(ByParty(1, 2)) == [1, 2]
    assert not any(ByParty(0, 0))
    assert 3 not in ByParty(1, 2)
    a, b = ByParty("x", "y")
    assert (a, b) == ("x", "y")
