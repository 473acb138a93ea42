"""Puzzles, their line of JSON, and the collection that comes with the package.

White strikes from the south. The computer's solution proves that it can be done; other ways count too.
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
"""More contacts make a stroke no harder to foresee."""

PuzzleKind = Literal["pot", "two", "queen", "frame", "safety", "clear"]
KINDS: Final[tuple[PuzzleKind, ...]] = get_args(PuzzleKind)
LEVEL: Final = "club"
"""Skill at which strokes are compared."""
_DETOUR: Final = 150
"""Rating points for each detour of a stroke."""
CAREFUL: Final = "casual"
"""Skill for safety puzzles; a better player would attack."""
_FIRST: Final = date(2026, 1, 1)
_STRIDE: Final = 73
"""Step between days, large so that difficulty and kinds alternate."""


def detours(trace: Trace) -> int:
    """Contacts of the striker and of the first falling piece, before it falls, apart from the striker's hit: with other
    pieces and frames. 0 if nothing falls."""
    if not trace.falls:
        return 0
    fallen, _, when = trace.falls[0]
    followed = {fallen, len(trace.kinds)}
    met = sum(
        event.time < when and event.type in ("disc", "frame") and bool(followed & {event.disc, event.other})
        for event in trace.events
    )
    return min(_MOST, max(0, met - 1))


@dataclass(frozen=True)
class Puzzle:
    kind: PuzzleKind
    position: Position
    queen: QueenPlace
    """Owner of the queen, if she is not on the board."""
    strokes: int
    solution: tuple[Stroke, ...]
    chance: float
    """How often a club player succeeds with the solution."""
    gap: float
    """Points by which the first stroke is better than the next idea."""
    source: str
    """Seed, board and stroke of the game it comes from."""

    @cached_property
    def id(self) -> str:
        content = f"{self.kind} {self.position.text()} {self.queen} {self.strokes}"
        return blake2b(content.encode(), digest_size=4).hexdigest()

    @cached_property
    def rating(self) -> int:
        """400 more for half the chance, and more for every detour to foresee."""
        view = self.view
        trace = simulate(view.position, self.solution[0], seat=view.seat, profile=view.profile)
        return round(800 - 400 * log2(max(self.chance, 0.02)) + _DETOUR * detours(trace))

    @cached_property
    def view(self) -> Perception:
        return practice_view(self.position, level=CAREFUL if self.kind == "safety" else LEVEL, queen=self.queen)

    def line(self) -> str:
        fields = {
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
        return json.dumps(fields, separators=(",", ":"))

    @classmethod
    def from_line(cls, line: str) -> Puzzle:
        """Raises `CarromError` if the id does not fit the content."""
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


@cache
def puzzles() -> tuple[Puzzle, ...]:
    text = files(__name__.rpartition(".")[0]).joinpath("data", "puzzles.jsonl").read_text(encoding="utf-8")
    return read_puzzles(text)


def read_puzzles(text: str) -> tuple[Puzzle, ...]:
    return tuple(Puzzle.from_line(line) for line in text.splitlines() if line.strip())


@cache
def _by_id() -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for puzzle in puzzles()}


def puzzle_named(name: str) -> Puzzle:
    found = _by_id().get(name.strip().lower())
    if found is None:
        raise CarromError("unknown-puzzle", f"there is no puzzle {name!r}; `carrom puzzles list` names them")
    return found


def daily(day: date) -> Puzzle:
    """The puzzle of a day, the same for everyone; all are used once before one repeats."""
    shelf = puzzles()
    count = len(shelf)
    stride = next(step for step in range(_STRIDE, _STRIDE + count) if _is_coprime(step, count))
    return shelf[(day - _FIRST).days * stride % count]


def _is_coprime(one: int, other: int) -> bool:
    while other:
        one, other = other, one % other
    return one == 1
