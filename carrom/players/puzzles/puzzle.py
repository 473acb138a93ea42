"""What a puzzle is, and its one line of text.

White is to strike, from the south; whoever it was in the game that it comes from, the board was turned and the colours
exchanged. The solution is a stroke of the computer's, or several: it proves that there is one. Other ways count too.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date
from functools import cache, cached_property
from hashlib import blake2b
from importlib.resources import files
from math import log2
from typing import Any, Final, Literal, get_args

from carrom.base.errors import CarromError
from carrom.equipment import Position
from carrom.laws import QueenPlace
from carrom.physics import Stroke, Trace, simulate
from carrom.play.player import Perception, practice_view

_MOST: Final = 4
"""Nobody follows more meetings than this; it does not get harder."""


def detours(trace: Trace) -> int:
    """Meetings of the striker and of what falls first, before it falls, beside the one in which the striker strikes it:
    other pieces and frames. Nothing that falls is the plainest: there is nothing to follow."""
    if not trace.falls:
        return 0
    fallen, _, when = trace.falls[0]
    followed = {fallen, len(trace.kinds)}
    met = sum(
        event.time < when and event.type in ("disc", "frame") and bool(followed & {event.disc, event.other})
        for event in trace.events
    )
    return min(_MOST, max(0, met - 1))


PuzzleKind = Literal["pot", "two", "queen", "frame", "safety", "clear"]
KINDS: Final[tuple[PuzzleKind, ...]] = get_args(PuzzleKind)
LEVEL: Final = "club"
"""The hand in which strokes are weighed against each other."""
_DETOUR: Final = 150
"""What a stroke that goes by way of others is harder to find, for each of them."""
CAREFUL: Final = "casual"
"""The hand for which playing safe is worth while: a better one would try its luck."""


@dataclass(frozen=True)
class Puzzle:
    """One position and what is to be done in it."""

    kind: PuzzleKind
    position: Position
    queen: QueenPlace
    """Whose the queen is, where she is not on the board."""
    strokes: int
    """In how many strokes it is to be done."""
    solution: tuple[Stroke, ...]
    chance: float
    """How often a club player would bring the solution off."""
    gap: float
    """By how many points of the board the first stroke is better than the next best idea."""
    source: str
    """The game that it comes from: seed, board and stroke."""

    @cached_property
    def id(self) -> str:
        """A short name that follows from what the puzzle is."""
        said = f"{self.kind} {self.position.text()} {self.queen} {self.strokes}"
        return blake2b(said.encode(), digest_size=4).hexdigest()

    @cached_property
    def rating(self) -> int:
        """How hard it is: 400 more for half the chance, and more for every meeting that is to be foreseen."""
        view = self.view
        trace = simulate(view.position, self.solution[0], seat=view.seat, profile=view.profile)
        return round(800 - 400 * log2(max(self.chance, 0.02)) + _DETOUR * detours(trace))

    @cached_property
    def view(self) -> Perception:
        """The board as the solver sees it."""
        return practice_view(self.position, level=CAREFUL if self.kind == "safety" else LEVEL, queen=self.queen)

    def line(self) -> str:
        """The puzzle as one line of JSON."""
        told = {
            "id": self.id,
            "kind": self.kind,
            "position": self.position.text(),
            "queen": self.queen,
            "strokes": self.strokes,
            "solution": [list(stroke.numbers()) for stroke in self.solution],
            "chance": self.chance,
            "gap": self.gap,
            "source": self.source,
        }
        return json.dumps(told, separators=(",", ":"))

    @classmethod
    def from_line(cls, line: str) -> Puzzle:
        """Read a line; one whose name does not fit its position is refused."""
        try:
            told: dict[str, Any] = json.loads(line)
            puzzle = cls(
                kind=told["kind"],
                position=Position.from_text(told["position"]),
                queen=told["queen"],
                strokes=told["strokes"],
                solution=tuple(Stroke(*numbers) for numbers in told["solution"]),
                chance=told["chance"],
                gap=told["gap"],
                source=told["source"],
            )
        except (ValueError, KeyError, TypeError) as error:
            raise CarromError("not-a-puzzle", f"not a puzzle: {error!r}, in {line[:60]!r}") from None
        if puzzle.kind not in KINDS or puzzle.id != told["id"]:
            raise CarromError(
                "puzzle-changed", f"the puzzle {told['id']!r} was changed: its name no longer fits what it says"
            )
        return puzzle


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
