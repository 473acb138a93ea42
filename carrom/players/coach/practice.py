"""What to practise: the topics that cost most points, with matching puzzles."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import stdev
from typing import Final, Literal

from carrom.players.candidates.model import Shape
from carrom.players.coach.stroke_review import StrokeReview
from carrom.players.puzzles.puzzle import PuzzleKind

Topic = Literal["straight", "cut", "frame", "together", "back", "break", "safe", "queen", "last"]

TOPIC_OF: Final[dict[Shape, Topic]] = {
    Shape.DIRECT: "straight",
    Shape.CUT: "cut",
    Shape.REBOUND: "frame",
    Shape.DOUBLE: "frame",
    Shape.PAIR: "together",
    Shape.CANNON: "together",
    Shape.BACK: "back",
    Shape.BREAK: "break",
    Shape.TOUCH: "safe",
}
TOPIC_WORDS: Final[dict[Topic, str]] = {
    "straight": "straight strokes",
    "cut": "cuts",
    "frame": "strokes off the frame",
    "together": "strokes through another piece",
    "back": "strokes backward",
    "break": "the break",
    "safe": "safe strokes when nothing can be pocketed",
    "queen": "the queen and her cover",
    "last": "the last two pieces",
}
PUZZLE_KIND_OF: Final[dict[Topic, PuzzleKind]] = {
    "straight": "pot",
    "cut": "pot",
    "frame": "frame",
    "together": "two",
    "back": "pot",
    "safe": "safety",
    "queen": "queen",
    "last": "clear",
}
"""The break has no puzzles."""
_FEWEST = 2
_FEWEST_FOR_HAND = 8
_SURE = 2.0
"""Standard errors, about 95 %."""
_LAST = 2


@dataclass(frozen=True, slots=True)
class Practice:
    topic: Topic
    strokes: int
    choice: float
    hand: float
    """Points lost by execution, beyond what this skill loses anyway: the low end of the 95 % interval, at least 0, so
    that one bad evening is not advice."""
    examples: tuple[int, ...]
    """Event numbers of the costliest strokes."""


def topic_of(weighed: StrokeReview) -> Topic:
    """Judged by what the best stroke would have been."""
    situation = weighed.played.view.situation
    if situation.break_attempt is not None:
        return "break"
    if situation.queen == "pending" or (situation.queen == "board" and weighed.played.act.queen):
        return "queen"
    if situation.own <= _LAST:
        return "last"
    return TOPIC_OF[weighed.best_shape]


def practice_topics(strokes: Sequence[StrokeReview], count: int = 3) -> tuple[Practice, ...]:
    """Costliest first."""
    found: dict[Topic, list[StrokeReview]] = defaultdict(list)
    for weighed in strokes:
        found[topic_of(weighed)].append(weighed)
    practices = []
    for topic, here in found.items():
        by_choice = {one.played.number: one.points.choice for one in here}
        weakness = clear_loss([one.points.hand for one in here])
        lost = {one.played.number: one.points.choice + (one.points.hand if weakness else 0.0) for one in here}
        dear = sorted((number for number in lost if lost[number] > 0), key=lambda number: -lost[number])
        practices.append(Practice(topic, len(here), sum(by_choice.values()), weakness, tuple(dear[:3])))
    worth = [one for one in practices if one.strokes >= _FEWEST and one.choice + one.hand > 0]
    return tuple(sorted(worth, key=lambda one: -(one.choice + one.hand))[:count])


def clear_loss(lost: Sequence[float]) -> float:
    """Certain loss of these strokes: the low end of the 95 % interval of their sum, or 0."""
    if len(lost) < _FEWEST_FOR_HAND:
        return 0.0
    return max(0.0, sum(lost) - _SURE * stdev(lost) * sqrt(len(lost)))
