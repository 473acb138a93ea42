"""The coach's report for programs and for the browser."""

from dataclasses import asdict
from typing import Any

from carrom.physics import Stroke
from carrom.players.coach.form import (
    CoachAim,
    CoachHappening,
    CoachInterval,
    CoachParts,
    CoachPerson,
    CoachPractice,
    CoachReliability,
    CoachReport,
    CoachStroke,
    CoachSums,
)
from carrom.players.coach.happened import happened
from carrom.players.coach.practice import PUZZLES, Practice, topic_of
from carrom.players.coach.report import MatchReport, PersonReport
from carrom.players.coach.weighing import Parts, Weighed


def report_json(report: MatchReport) -> dict[str, Any]:
    """Everything that the report says, as JSON has it."""
    return asdict(report_form(report))


def report_form(report: MatchReport) -> CoachReport:
    """Everything that the report says. Points and chances are those of whoever struck.

    What came of a stroke is best − choice − hand + luck: choice and hand are more than 0 where something was lost, luck
    where something was given. Text and paper say all three as gains, with their sign.
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
        puzzles=PUZZLES.get(one.topic),
    )


def _stroke(weighed: Weighed) -> CoachStroke:
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
        happened=[CoachHappening(one.what, one.count) for one in happened(played)],
    )


def _parts(parts: Parts) -> CoachParts:
    return CoachParts(*map(_round, (parts.best, parts.choice, parts.hand, parts.luck, parts.after)))


def _sums(choice: float, hand: float, luck: float) -> CoachSums:
    return CoachSums(_round(choice), _round(hand), _round(luck))


def _interval(value: float, low: float, high: float, digits: int) -> CoachInterval:
    return CoachInterval(round(value, digits), round(low, digits), round(high, digits))


def _aim(stroke: Stroke) -> CoachAim:
    return CoachAim(stroke.x, stroke.y, stroke.direction, stroke.speed)


def _round(value: float) -> float:
    return round(value, 4)
