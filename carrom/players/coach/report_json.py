"""The coach's report as plain values with stable names, for programs and the browser."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from carrom.laws import LostBy
from carrom.match.parties import Party
from carrom.physics import Stroke
from carrom.players.coach.practice import PUZZLE_KIND_OF, Practice, topic_of
from carrom.players.coach.recorded_strokes import HighlightKind, highlights
from carrom.players.coach.report import MatchReport, PersonReport
from carrom.players.coach.stroke_review import StrokeReview, ValueParts


@dataclass(frozen=True, slots=True)
class CoachAim:
    """A stroke as played: board coordinates (mm), degrees from the player's seat, m/s."""

    x: float
    y: float
    direction: float
    speed: float


@dataclass(frozen=True, slots=True)
class CoachParts:
    """A value before a stroke, its parts, and the value after it: best − choice − hand + luck."""

    best: float
    choice: float
    hand: float
    luck: float
    after: float


@dataclass(frozen=True, slots=True)
class CoachSums:
    """Total losses by choices and by the hand, and gains by luck."""

    choice: float
    hand: float
    luck: float


@dataclass(frozen=True, slots=True)
class CoachInterval:
    """A value with its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class CoachPractice:
    """Something to practise; `puzzles` is the matching kind of puzzles."""

    topic: str
    strokes: int
    choice: float
    hand: float
    examples: list[int]
    puzzles: str | None


@dataclass(frozen=True, slots=True)
class CoachPerson:
    """Totals and advice for one person."""

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
    """One thing that happened in a stroke, perhaps with a number of points or coins."""

    what: HighlightKind
    count: int


@dataclass(frozen=True, slots=True)
class CoachStroke:
    """One reviewed stroke; `made`, `chosen` and `best` as played."""

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
    happened: list[CoachHappening]
    """What people would mention, most important first."""


@dataclass(frozen=True, slots=True)
class CoachReliability:
    """Strokes with stated chances between two bounds: mean stated chance, and share that succeeded."""

    low: float
    high: float
    strokes: int
    stated: float
    kept: float


@dataclass(frozen=True, slots=True)
class CoachReport:
    """The whole report."""

    people: list[CoachPerson]
    strokes: list[CoachStroke]
    left_out: int
    turning: list[int]
    one_sided: bool
    """The chance to win stayed above 90 % for one side; turning points are then those of the board."""
    at_first: float | None
    """First side's chance to win the match before the first known stroke."""
    reliability: list[CoachReliability]
    winner: Party | None
    """Winner of the match; None while it is open or if nobody won."""


def report_json(report: MatchReport) -> dict[str, Any]:
    return asdict(report_form(report))


def report_form(report: MatchReport) -> CoachReport:
    """The report with values from the side of the player who struck.

    Positive choice and hand are losses, positive luck is a gain; text and paper show all three as signed gains.
    """
    return CoachReport(
        people=[_person(person) for person in report.people],
        strokes=[_stroke(weighed) for weighed in report.strokes],
        left_out=report.left_out,
        turning=list(report.turning),
        one_sided=report.is_one_sided,
        at_first=None if report.at_first is None else _round(report.at_first),
        reliability=[
            CoachReliability(one.low, one.high, one.strokes, round(one.stated, 3), round(one.kept, 3))
            for one in report.reliability
        ],
        winner=report.match.announced,
    )


def _person(person: PersonReport) -> CoachPerson:
    hand, value = person.hand, person.accuracy
    return CoachPerson(
        person=person.person.text(),
        name=person.name,
        strokes=person.strokes,
        accuracy=None if value is None else _interval(value.value, value.low, value.high, 1),
        hand=None if hand is None else _interval(hand.angle, hand.low, hand.high, 3),
        points=_sums(person.choice, person.by_hand, person.luck),
        winning=_sums(person.winning_choice, person.winning_hand, person.winning_luck),
        practice=[_practice(one) for one in person.practice],
    )


def _practice(one: Practice) -> CoachPractice:
    return CoachPractice(
        topic=one.topic,
        strokes=one.strokes,
        choice=_round(one.choice),
        hand=_round(one.hand),
        examples=list(one.examples),
        puzzles=PUZZLE_KIND_OF.get(one.topic),
    )


def _stroke(weighed: StrokeReview) -> CoachStroke:
    played = weighed.played
    return CoachStroke(
        number=played.number,
        game=played.game,
        board=played.board,
        person=played.person.text(),
        points=_parts(weighed.points),
        winning=_parts(weighed.winning),
        accuracy=round(weighed.accuracy, 1),
        is_best=weighed.is_best,
        topic=topic_of(weighed),
        made=_aim(played.made),
        chosen=_aim(weighed.chosen),
        is_known=played.meant is not None,
        stated=round(weighed.stated, 3),
        best=_aim(weighed.best),
        best_stated=round(weighed.best_stated, 3),
        kept=weighed.kept,
        lost=played.lost,
        happened=[CoachHappening(one.what, one.count) for one in highlights(played)],
    )


def _parts(parts: ValueParts) -> CoachParts:
    return CoachParts(*map(_round, (parts.best, parts.choice, parts.hand, parts.luck, parts.after)))


def _sums(choice: float, hand: float, luck: float) -> CoachSums:
    return CoachSums(_round(choice), _round(hand), _round(luck))


def _interval(value: float, low: float, high: float, digits: int) -> CoachInterval:
    return CoachInterval(round(value, digits), round(low, digits), round(high, digits))


def _aim(stroke: Stroke) -> CoachAim:
    return CoachAim(stroke.x, stroke.y, stroke.direction, stroke.speed)


def _round(value: float) -> float:
    return round(value, 4)
