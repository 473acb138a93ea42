"""Which act is possible in which phase, and which rule makes a new course of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, get_args

from carrom.base.refusal import Refused, RefusedError
from carrom.match.course import WAITED_FOR, Course, Phase
from carrom.match.log import acts
from carrom.match.rules import (
    between,
    clock,
    endings,
    falls,
    fouls,
    notes,
    opening,
    placing,
    protests,
    results,
    strokes,
    timeouts,
    umpire,
    unnoticed,
)
from carrom.match.rules.step import RuleContext, Step
from carrom.match.rules.unknown import note_unknown
from carrom.match.setup import Setup

Handler = Callable[[Course, Any, RuleContext], Step]

ANY: tuple[Phase, ...] = get_args(Phase)
BOARD: tuple[Phase, ...] = ("stroke", "placing")
OPEN: tuple[Phase, ...] = tuple(phase for phase in ANY if phase != "over")


BETWEEN: tuple[Phase, ...] = ("toss", "ready", "demand")


@dataclass(frozen=True, slots=True)
class Rule:
    """An act's place in the course of play."""

    phases: tuple[Phase, ...]
    handler: Handler
    law: str | None
    """The law that an act out of its phase offends."""
    when: Callable[[Course, Setup], bool] = lambda course, setup: True
    """What besides the phase has to be so, whatever the act says in particular."""
    needs_board: bool = False
    """A board is in progress: an appeal may also come between boards."""
    law_in: Mapping[Phase, str] = field(default_factory=dict)
    """The law that it offends in one phase, where that is another."""


RULES: dict[type[acts.Act], Rule] = {
    acts.Called: Rule(
        ("toss", "ready"), clock.called, "143i", lambda course, setup: not course.has_begun and not course.is_called
    ),
    acts.Reported: Rule(
        ("toss", "ready"),
        clock.reported,
        "143i",
        lambda course, setup: not course.has_begun and len(course.reported) < 2,
    ),
    acts.Ready: Rule(("ready",), clock.ready, "46", lambda course, setup: len(course.ready) < 2),
    acts.Toss: Rule(("toss",), opening.toss, "39a"),
    acts.Sit: Rule(
        ("toss", "ready"), opening.sit, "39d", lambda course, setup: not course.has_begun and len(course.sat) < 2
    ),
    acts.Trial: Rule(
        ("ready",),
        opening.trial,
        "40",
        lambda course, setup: (
            not course.has_begun
            and (len(course.trials) < 2 or course.trial is not None)
            and not setup.rulebook.no_trial_boards
        ),
    ),
    acts.Play: Rule(
        ("ready", "appeal", *BOARD),
        opening.play,
        "46",
        lambda course, setup: (
            course.phase == "appeal" or course.clocks.stands or (course.phase == "ready" and not course.is_change_due)
        ),
    ),
    acts.StrokeMade: Rule(
        ("ready", "stroke"),
        strokes.stroke,
        "46",
        lambda course, setup: not course.is_change_due,
        law_in={"appeal": "121b"},
    ),
    acts.StrikerUp: Rule(BOARD, clock.striker_up, "124b", lambda course, setup: course.clocks.is_striker_down),
    acts.PlaceCalled: Rule(
        ("placing",),
        clock.place_called,
        "88a",
        lambda course, setup: _has_placing(course) and not course.clocks.is_placing_called,
    ),
    acts.Fell: Rule(
        (*BOARD, "appeal"),
        falls.fell,
        "71",
        lambda course, setup: (
            course.board is not None and course.board.last is not None and course.board.attempt is None
        ),
        needs_board=True,
    ),
    acts.Place: Rule(("placing",), placing.place, "78a", lambda course, setup: _has_placing(course)),
    acts.Forgo: Rule(("placing",), placing.forgo, "87a", lambda course, setup: placing.may_forgo(course)),
    acts.NoRoom: Rule(("placing",), placing.no_room, "79a", lambda course, setup: placing.may_lack_room(course)),
    acts.UmpirePlaces: Rule(
        BOARD,
        umpire.umpire_places,
        "9",
        lambda course, setup: course.board is not None and (course.board.position is None or bool(course.board.umpire)),
    ),
    acts.Arrange: Rule((*BOARD, "appeal"), umpire.arrange, "134", needs_board=True),
    acts.Pass: Rule(("stroke",), strokes.pass_over, "137"),
    acts.Foul: Rule(OPEN, fouls.foul, "62"),
    acts.Warned: Rule(ANY, notes.warn, None),
    acts.Talk: Rule(BOARD, fouls.talk, "132"),
    acts.Timeout: Rule(
        BOARD,
        timeouts.timeout,
        "50",
        lambda course, setup: not course.clocks.stands and (course.phase == "stroke" or _has_placing(course)),
    ),
    acts.Removed: Rule(
        BOARD,
        timeouts.removed,
        "88b",
        lambda course, setup: course.board is not None and course.board.late is not None,
    ),
    acts.Appeal: Rule(OPEN, clock.appeal, "121a"),
    acts.Stop: Rule(OPEN, clock.stop, "121a"),
    acts.Unnoticed: Rule(
        (*BOARD, "ready"),
        unnoticed.unnoticed,
        None,
        lambda course, setup: course.board is not None or course.is_change_due,
    ),
    acts.Noticed: Rule(
        BOARD,
        unnoticed.noticed,
        "125b",
        lambda course, setup: course.board is not None and course.board.is_overrun,
    ),
    acts.ReplayBoard: Rule((*BOARD, "appeal"), endings.replay_board, "140", needs_board=True),
    acts.Demand: Rule(("demand",), endings.demand, "87b"),
    acts.BoardOver: Rule(
        ("ready", *BOARD, "appeal", "demand"),
        results.board_over,
        "I-48",
        lambda course, setup: (
            course.board is not None or ((course.suspended or course.phase) == "ready" and not course.is_change_due)
        ),
    ),
    acts.LoseBoard: Rule((*BOARD, "appeal"), endings.lose_board, "91", needs_board=True),
    acts.LoseMatch: Rule(
        ANY, endings.lose_match, "143", lambda course, setup: course.phase != "over" or len(course.signatures) < 2
    ),
    acts.Concede: Rule(OPEN, endings.concede, "139"),
    acts.TimeUp: Rule(
        (*BOARD, "ready", "appeal"),
        endings.time_up,
        "I-26",
        lambda course, setup: (
            setup.rulebook.minutes is not None
            and endings.is_game_begun(course)
            and course.score is not None
            and not course.score.is_extra
            and course.suspended != "demand"
        ),
    ),
    acts.ChangeSides: Rule(("ready", "toss"), between.change_sides, "58", lambda course, setup: course.is_change_due),
    acts.Interval: Rule(
        ("ready",),
        between.interval,
        "138",
        lambda course, setup: course.rest != "over" and between.is_before_last_game(course, setup),
    ),
    acts.Protest: Rule(
        ANY,
        protests.protest,
        "145",
        lambda course, setup: setup.rulebook.umpire_is_final is None and protests.has_board(course),
    ),
    acts.ProtestWritten: Rule(
        ANY,
        protests.protest_written,
        "146",
        lambda course, setup: any(case.decision is None and not case.written for case in course.protests),
    ),
    acts.ProtestDecided: Rule(ANY, protests.protest_decided, "151", lambda course, setup: course.has_open_protest),
    acts.Remark: Rule(ANY, notes.remark, None),
    acts.StrikerChecked: Rule(OPEN, notes.check_striker, "115"),
    acts.Powder: Rule((*BETWEEN, "appeal"), notes.powder, "122b", lambda course, setup: not course.is_playing),
    acts.BoardChanged: Rule(
        (*BETWEEN, "appeal"), notes.change_board, "119", lambda course, setup: not course.is_playing
    ),
    acts.Sign: Rule(
        ("over",),
        notes.sign,
        "XIX",
        lambda course, setup: not course.has_open_protest and len(course.signatures) < 2,
    ),
}


def step(course: Course, act: acts.Act, context: RuleContext) -> Step | Refused:
    """The course after this act."""
    rule = RULES[type(act)]
    if context.is_recorded and isinstance(act, acts.StrokeMade) and course.phase == "placing":
        course = placing.drop_rest_on_record(course)
    if not _has_place(rule, course):
        law = rule.law_in.get(course.phase, rule.law)
        return Refused("out-of-order", law, f"no {act.kind} now: {WAITED_FOR[course.phase]}")
    unfit = _check_law(act, context)
    if unfit is not None:
        return unfit
    try:
        return note_unknown(course, rule.handler(course, act, context), act, context)
    except RefusedError as error:
        return error.refused


def _check_law(act: acts.Act, context: RuleContext) -> Refused | None:
    """Whether the law that came with an act can be its reason; a remark need not have one."""
    law = getattr(act, "law", None)
    if law is None or (law == "" and isinstance(act, acts.Remark)):
        return None
    from carrom.laws.reasons import check_reason  # the texts of the laws are loaded when somebody names one

    return check_reason(act.kind, law, context.setup.rulebook, on_record=context.is_recorded)


def possible(course: Course, setup: Setup) -> tuple[str, ...]:
    """The kinds of acts that may come now; every other kind would be refused."""
    kinds = [kind for kind, when in _rules_in(course.phase, course.is_playing) if when(course, setup)]
    return (*kinds, acts.Correct.kind)


def may_come(course: Course, setup: Setup, act: type[acts.Act]) -> bool:
    """Whether an act of this kind may come now: for whoever wants to know it of one or two."""
    if act is acts.Correct:
        return True
    rule = RULES[act]
    return _has_place(rule, course) and rule.when(course, setup)


@cache
def _rules_in(phase: Phase, is_playing: bool) -> tuple[tuple[str, Callable[[Course, Setup], bool]], ...]:
    """The kinds that have their place in this phase, and when each of them may be. Every page is told after every
    event."""
    return tuple((act.kind, rule.when) for act, rule in RULES.items() if _fits(rule, phase, is_playing))


def _has_place(rule: Rule, course: Course) -> bool:
    return _fits(rule, course.phase, course.is_playing)


def _fits(rule: Rule, phase: Phase, is_playing: bool) -> bool:
    return phase in rule.phases and (is_playing or not rule.needs_board)


def _has_placing(course: Course) -> bool:
    return course.board is not None and bool(course.board.placing)
