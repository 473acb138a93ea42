"""The coach's report as plain values with stable names: what programs read, and what the browser is told."""

from __future__ import annotations

from dataclasses import dataclass

from carrom.laws import LostBy
from carrom.match.parties import Party
from carrom.players.coach.happened import What


@dataclass(frozen=True, slots=True)
class CoachAim:
    """A stroke as it is played: board coordinates (mm), degrees as the player sees it, m/s."""

    x: float
    y: float
    direction: float
    speed: float


@dataclass(frozen=True, slots=True)
class CoachParts:
    """A value before a stroke, what each thing cost or gave, and what came of it."""

    best: float
    choice: float
    hand: float
    luck: float
    after: float


@dataclass(frozen=True, slots=True)
class CoachSums:
    """What choices and the hand cost, and luck gave, over all strokes."""

    choice: float
    hand: float
    luck: float


@dataclass(frozen=True, slots=True)
class CoachInterval:
    """A figure and where it lies with 95 %."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class CoachPractice:
    """Something to practise; `puzzles` is the kind of puzzles for it."""

    topic: str
    strokes: int
    choice: float
    hand: float
    examples: list[int]
    puzzles: str | None


@dataclass(frozen=True, slots=True)
class CoachPerson:
    """What the strokes of one person say."""

    person: str
    name: str
    strokes: int
    accuracy: CoachInterval | None
    hand: CoachInterval | None
    points: CoachSums
    winning: CoachSums
    practice: list[CoachPractice]


@dataclass(frozen=True, slots=True)
class CoachHappening:
    """One thing that happened in a stroke, with points or coins where it has a number."""

    what: What
    count: int


@dataclass(frozen=True, slots=True)
class CoachStroke:
    """One stroke weighed; `made`, `chosen` and `best` as they are played."""

    number: int
    game: int
    board: int
    person: str
    points: CoachParts
    winning: CoachParts
    accuracy: float
    is_best: bool
    topic: str
    made: CoachAim
    chosen: CoachAim
    is_known: bool
    stated: float
    best: CoachAim
    best_stated: float
    kept: bool
    lost: LostBy | None
    """Why it lost the board, where it did."""
    happened: list[CoachHappening]
    """What a person would say of it, weightiest first."""


@dataclass(frozen=True, slots=True)
class CoachReliability:
    """Of strokes whose stated chance lay between two bounds: the mean of what was stated, and of what came off."""

    low: float
    high: float
    strokes: int
    stated: float
    kept: float


@dataclass(frozen=True, slots=True)
class CoachReport:
    """All of it."""

    people: list[CoachPerson]
    strokes: list[CoachStroke]
    left_out: int
    turning: list[int]
    one_sided: bool
    """Whether the chance to win stood at more than 90 % all the time: turning points then moved the board most."""
    at_first: float | None
    """The first side's chance to win the match before the first stroke that is known."""
    reliability: list[CoachReliability]
    winner: Party | None
    """Whose the match is; None while it is open, and where nobody won it."""
