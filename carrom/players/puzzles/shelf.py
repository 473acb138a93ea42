"""The puzzles that come with the package, easiest first, and the one of a day."""

from __future__ import annotations

from datetime import date
from functools import cache
from importlib.resources import files
from typing import Final

from carrom.base.errors import CarromError
from carrom.players.puzzles.puzzle import Puzzle

_FIRST: Final = date(2026, 1, 1)
_STRIDE: Final = 73
"""From one day to the next: far along the shelf, so that easy and hard ones, and their kinds, take turns."""


@cache
def puzzles() -> tuple[Puzzle, ...]:
    """All of them, easiest first."""
    text = files(__name__.rpartition(".")[0]).joinpath("data", "puzzles.jsonl").read_text(encoding="utf-8")
    return read_puzzles(text)


def read_puzzles(text: str) -> tuple[Puzzle, ...]:
    """The puzzles of a file, in its order."""
    return tuple(Puzzle.from_line(line) for line in text.splitlines() if line.strip())


@cache
def _by_id() -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for puzzle in puzzles()}


def puzzle_named(name: str) -> Puzzle:
    """The puzzle of this name."""
    found = _by_id().get(name.strip().lower())
    if found is None:
        raise CarromError("unknown-puzzle", f"there is no puzzle {name!r}; `carrom puzzles list` names them")
    return found


def daily(day: date) -> Puzzle:
    """The puzzle of a day: the same for everybody, and each of them once before one comes again."""
    shelf = puzzles()
    count = len(shelf)
    stride = next(step for step in range(_STRIDE, _STRIDE + count) if _is_coprime(step, count))
    return shelf[(day - _FIRST).days * stride % count]


def _is_coprime(one: int, other: int) -> bool:
    while other:
        one, other = other, one % other
    return one == 1
