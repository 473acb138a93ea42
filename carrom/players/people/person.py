"""The traits of a person as plain values. They are estimates: no real players have been measured."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from carrom.laws.sentences import catalogue
from carrom.play.skill import Skill


def opponent_name(person: str, language: str) -> str:
    return _words(catalogue(language).code)[person]["name"]


def opponent_line(person: str, language: str) -> str:
    return _words(catalogue(language).code)[person]["line"]


@cache
def _words(language: str) -> dict[str, dict[str, str]]:
    return tomllib.loads((files("carrom.players.people") / "data" / f"{language}.toml").read_text(encoding="utf-8"))


@dataclass(frozen=True, slots=True)
class StrokeVision:
    """Which strokes a person notices, and how precisely."""

    cut: float = 1.0
    """Straight strokes are always noticed."""
    rebound: float = 0.0
    """Chance to notice a stroke with the striker off one frame."""
    double: float = 0.0
    """Chance to notice the piece going off one frame."""
    pair: float = 0.0
    """Chance to notice one piece driving another."""
    cannon: float = 0.0
    back: float = 0.0
    stands: int = 5
    lines_up: bool = False
    """Finds the position for a full stroke too."""
    error: float = 0.0
    """Standard deviation of the aim point, mm at the contact."""
    paces: tuple[float, ...] = (1.7,)
    """Multiples of the least pace."""


@dataclass(frozen=True, slots=True)
class Break:
    """Favourite break: striker x, offset of the aim from the middle (mm, right is positive), part of the full pace."""

    stand: float
    beside: float
    part: float


@dataclass(frozen=True, slots=True)
class DecisionStyle:
    """How a person chooses among the noticed strokes."""

    break_: Break
    whim: float
    """Randomness of the choice, in points of the board; with 0 always the best one."""
    confidence: float = 1.0
    """Factor on the believed error of the own skill; below 1 is overconfident."""
    weighs: int = 6
    tries: int = 0
    """0: thinks of pockets only; 1: pictures where everything comes to rest; more: also tries with errors."""
    minds_own: bool = False
    minds_rival: bool = False
    """The rival's next stroke counts too: plays safe, places due pieces to hurt."""
    queen: float = 0.0
    """Points added to the queen's value; negative leaves it for later."""
    nerves: float = 0.0
    """Extra error with one piece to go or the queen to cover: 0.3 is 30 % more."""


@dataclass(frozen=True, slots=True)
class NamedOpponent:
    id: str
    hand: Skill
    eye: StrokeVision | None = None
    mind: DecisionStyle | None = None
    rung: str = ""
    """The level that decides, for a robot; people have `eye` and `mind` instead."""

    @property
    def is_robot(self) -> bool:
        return bool(self.rung)

    def name(self, language: str = "en") -> str:
        return opponent_name(self.id, language)

    def line(self, language: str = "en") -> str:
        return opponent_line(self.id, language)
