"""What a puzzle is, and its one line of text.

White is to strike, from the south; whoever it was in the game that it comes from, the board was turned and the colours
exchanged. The solution is a stroke of the computer's, or several: it proves that there is one. Other ways count too.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from math import log2
from typing import Any, Final, Literal, get_args

from carrom.base.errors import CarromError
from carrom.equipment import Position
from carrom.laws import QueenPlace
from carrom.physics import Stroke, simulate
from carrom.play.player import View, practice_view
from carrom.players.puzzles.sight import detours

Kind = Literal["pot", "two", "queen", "frame", "safety", "clear"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
LEVEL: Final = "club"
"""The hand in which strokes are weighed against each other."""
_DETOUR: Final = 150
"""What a stroke that goes by way of others is harder to find, for each of them."""
CAREFUL: Final = "casual"
"""The hand for which playing safe is worth while: a better one would try its luck."""


@dataclass(frozen=True)
class Puzzle:
    """One position and what is to be done in it."""

    kind: Kind
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
    def view(self) -> View:
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
