"""What makes a person: values only. Nobody has measured people; every number here is a guess that is told as one."""

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
    """What strokes somebody sees, and how well."""

    cut: float = 1.0
    """The chance to notice a cut that is there; what is straight is always noticed."""
    rebound: float = 0.0
    """The same for the striker off one frame,"""
    double: float = 0.0
    """for the piece off one frame,"""
    pair: float = 0.0
    """for one piece through another,"""
    cannon: float = 0.0
    """for the striker off one piece at another,"""
    back: float = 0.0
    """and for strokes backward."""
    stands: int = 5
    """At how many places along the base line he looks from."""
    lines_up: bool = False
    """Whether he also finds the place from which a piece is struck quite full."""
    error: float = 0.0
    """How far beside the right point he aims, mm where the striker arrives (standard deviation)."""
    paces: tuple[float, ...] = (1.7,)
    """How hard he strikes, as multiples of what would just do."""


@dataclass(frozen=True, slots=True)
class Break:
    """A favourite break: where the striker stands, how far beside the middle it is aimed (mm, right is positive),
    and with what part of the full pace.
    """

    stand: float
    beside: float
    part: float


@dataclass(frozen=True, slots=True)
class DecisionStyle:
    """How somebody decides among the strokes that he sees."""

    break_: Break
    whim: float
    """Temperature of the choice, in points of the board: with 0 he always plays what seems best."""
    confidence: float = 1.0
    """How much steadier than it is he believes his hand to be."""
    weighs: int = 6
    """How many strokes he weighs before he plays one."""
    tries: int = 0
    """0: he thinks of pockets only; 1: he pictures where everything comes to rest; more: also what may go wrong."""
    minds_own: bool = False
    """Whether he thinks of the stroke after this one,"""
    minds_rival: bool = False
    """and of the rival's. Then he also plays safe, and places due pieces where they hurt."""
    queen: float = 0.0
    """How many points more than she is worth the queen seems worth to him; negative: he leaves her for later."""
    nerves: float = 0.0
    """How much less steady he is with one piece to go, or the queen to cover: 0.3 is three tenths more error."""


@dataclass(frozen=True, slots=True)
class NamedOpponent:
    """An opponent with a name."""

    id: str
    hand: Skill
    eye: StrokeVision | None = None
    mind: DecisionStyle | None = None
    rung: str = ""
    """Instead of eye and mind: the rung that decides. That is a robot, and it says so."""

    @property
    def is_robot(self) -> bool:
        return bool(self.rung)

    def name(self, language: str = "en") -> str:
        """How he is called, with his age."""
        return opponent_name(self.id, language)

    def line(self, language: str = "en") -> str:
        """Who he is, in a sentence."""
        return opponent_line(self.id, language)
