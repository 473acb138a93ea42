"""What to practise: kinds of strokes, with what each of them cost, and puzzles for the dearest."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from carrom.players.coach.weighing import Weighed
from carrom.players.eye.candidates import Shape
from carrom.players.puzzles.puzzle import Kind

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
WORDS: Final[dict[Topic, str]] = {
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
PUZZLES: Final[dict[Topic, Kind]] = {
    "straight": "pot",
    "cut": "pot",
    "frame": "frame",
    "together": "two",
    "back": "pot",
    "safe": "safety",
    "queen": "queen",
    "last": "clear",
}
"""The kind of puzzles for a topic; there are none for the break."""
_FEWEST = 2
_LAST = 2


@dataclass(frozen=True, slots=True)
class Practice:
    """One thing to practise."""

    topic: Topic
    strokes: int
    choice: float
    """Points lost there by choices."""
    hand: float
    """Points lost there by the hand, beyond what such a hand loses anyway; less than 0 where it did better."""
    examples: tuple[int, ...]
    """The dearest strokes, by the number of their event."""


def topic_of(weighed: Weighed) -> Topic:
    """What a stroke is an example of: what the best stroke was about."""
    situation = weighed.played.view.situation
    if situation.break_attempt is not None:
        return "break"
    if situation.queen == "pending" or (situation.queen == "board" and weighed.played.act.queen):
        return "queen"
    if situation.own <= _LAST:
        return "last"
    return TOPIC_OF[weighed.best_shape]


def to_practise(strokes: Sequence[Weighed], count: int = 3) -> tuple[Practice, ...]:
    """Where most was lost, dearest first."""
    found: dict[Topic, list[Weighed]] = defaultdict(list)
    for weighed in strokes:
        found[topic_of(weighed)].append(weighed)
    practices = []
    for topic, here in found.items():
        dear = sorted(here, key=_lost, reverse=True)
        practices.append(
            Practice(
                topic,
                len(here),
                sum(one.points.choice for one in here),
                sum(one.points.hand for one in here),
                tuple(one.played.number for one in dear[:3] if _lost(one) > 0),
            )
        )
    worth = [one for one in practices if one.strokes >= _FEWEST and one.choice + one.hand > 0]
    return tuple(sorted(worth, key=lambda one: -(one.choice + one.hand))[:count])


def _lost(weighed: Weighed) -> float:
    return weighed.points.choice + weighed.points.hand
