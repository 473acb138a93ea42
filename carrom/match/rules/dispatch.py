"""Phases in which each act is possible, and the rule that applies it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, get_args

from carrom.base.errors import Refused, RefusedError
from carrom.match.board import UnknownPosition, UnknownReason
from carrom.match.course import WAITING_FOR, Course, Phase
from carrom.match.log import acts
from carrom.match.log.acts import Act, Remark, Removed, Unnoticed
from carrom.match.replace import replace
from carrom.match.rules import endings, fouls, interruptions, notes, opening, placing, protests, strokes, unnoticed
from carrom.match.rules.context import RuleContext, RuleResult
from carrom.match.setup import Setup

Handler = Callable[[Course, Any, RuleContext], RuleResult]

ANY_PHASE: tuple[Phase, ...] = get_args(Phase)
BOARD_PHASES: tuple[Phase, ...] = ("stroke", "placing")
OPEN_PHASES: tuple[Phase, ...] = tuple(phase for phase in ANY_PHASE if phase != "over")
BETWEEN_BOARDS: tuple[Phase, ...] = ("toss", "ready", "demand")


@dataclass(frozen=True, slots=True)
class Rule:
    """Phases in which an act is possible, and its handler."""

    phases: tuple[Phase, ...]
    handler: Handler
    law: str | None
    """Law broken in another phase."""
    when: Callable[[Course, Setup], bool] = lambda course, setup: True
    """Condition besides the phase, independent of the act's fields."""
    needs_board: bool = False
    """Needs a board in progress: an appeal also stops the time between boards."""
    law_in: Mapping[Phase, str] = field(default_factory=dict)


RULES: dict[type[acts.Act], Rule] = {
    acts.Called: Rule(
        ("toss", "ready"),
        interruptions.announce_match,
        "143i",
        lambda course, setup: not course.has_begun and not course.is_called,
    ),
    acts.Reported: Rule(
        ("toss", "ready"),
        interruptions.report_party,
        "143i",
        lambda course, setup: not course.has_begun and len(course.reported) < 2,
    ),
    acts.Ready: Rule(("ready",), interruptions.declare_ready, "46", lambda course, setup: len(course.ready) < 2),
    acts.Toss: Rule(("toss",), opening.toss, "39a"),
    acts.Sit: Rule(
        ("toss", "ready"), opening.sit, "39d", lambda course, setup: not course.has_begun and len(course.sat) < 2
    ),
    acts.Trial: Rule(
        ("ready",),
        opening.trial_board,
        "40",
        lambda course, setup: (
            not course.has_begun
            and (len(course.trials) < 2 or course.trial is not None)
            and not setup.rulebook.no_trial_boards
        ),
    ),
    acts.Play: Rule(
        ("ready", "appeal", *BOARD_PHASES),
        opening.play,
        "46",
        lambda course, setup: (
            course.phase == "appeal"
            or course.clocks.is_timer_stopped
            or (course.phase == "ready" and not course.is_change_due)
        ),
    ),
    acts.StrokeMade: Rule(
        ("ready", "stroke"),
        strokes.stroke,
        "46",
        lambda course, setup: not course.is_change_due,
        law_in={"appeal": "121b"},
    ),
    acts.StrikerUp: Rule(
        BOARD_PHASES, interruptions.lift_striker, "124b", lambda course, setup: course.clocks.is_striker_down
    ),
    acts.PlaceCalled: Rule(
        ("placing",),
        interruptions.call_placing,
        "88a",
        lambda course, setup: _has_placing(course) and not course.clocks.is_placing_called,
    ),
    acts.Fell: Rule(
        (*BOARD_PHASES, "appeal"),
        strokes.drop_discs,
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
        BOARD_PHASES,
        placing.umpire_places,
        "9",
        lambda course, setup: course.board is not None and (course.board.position is None or bool(course.board.umpire)),
    ),
    acts.Arrange: Rule((*BOARD_PHASES, "appeal"), placing.arrange, "134", needs_board=True),
    acts.Pass: Rule(("stroke",), strokes.pass_over, "137"),
    acts.Foul: Rule(OPEN_PHASES, fouls.foul, "62"),
    acts.Warned: Rule(ANY_PHASE, notes.warn, None),
    acts.Talk: Rule(BOARD_PHASES, fouls.talk, "132"),
    acts.Timeout: Rule(
        BOARD_PHASES,
        fouls.run_out_of_time,
        "50",
        lambda course, setup: not course.clocks.is_timer_stopped and (course.phase == "stroke" or _has_placing(course)),
    ),
    acts.Removed: Rule(
        BOARD_PHASES,
        fouls.remove_late_pieces,
        "88b",
        lambda course, setup: course.board is not None and course.board.late is not None,
    ),
    acts.Appeal: Rule(OPEN_PHASES, interruptions.appeal, "121a"),
    acts.Stop: Rule(OPEN_PHASES, interruptions.stop_clocks, "121a"),
    acts.Unnoticed: Rule(
        (*BOARD_PHASES, "ready"),
        unnoticed.let_error_stand,
        None,
        lambda course, setup: course.board is not None or course.is_change_due,
    ),
    acts.Noticed: Rule(
        BOARD_PHASES,
        unnoticed.end_overrun_turn,
        "125b",
        lambda course, setup: course.board is not None and course.board.is_overrun,
    ),
    acts.ReplayBoard: Rule((*BOARD_PHASES, "appeal"), endings.replay_board, "140", needs_board=True),
    acts.Demand: Rule(("demand",), endings.take_demand, "87b"),
    acts.BoardOver: Rule(
        ("ready", *BOARD_PHASES, "appeal", "demand"),
        endings.enter_board_result,
        "I-48",
        lambda course, setup: (
            course.board is not None or ((course.suspended or course.phase) == "ready" and not course.is_change_due)
        ),
    ),
    acts.LoseBoard: Rule((*BOARD_PHASES, "appeal"), endings.lose_board, "91", needs_board=True),
    acts.LoseMatch: Rule(
        ANY_PHASE, endings.lose_match, "143", lambda course, setup: course.phase != "over" or len(course.signatures) < 2
    ),
    acts.Concede: Rule(OPEN_PHASES, endings.concede, "139"),
    acts.TimeUp: Rule(
        (*BOARD_PHASES, "ready", "appeal"),
        endings.end_game_time,
        "I-26",
        lambda course, setup: (
            setup.rulebook.minutes is not None
            and endings.is_game_begun(course)
            and course.score is not None
            and not course.score.is_extra
            and course.suspended != "demand"
        ),
    ),
    acts.ChangeSides: Rule(
        ("ready", "toss"), interruptions.change_sides, "58", lambda course, setup: course.is_change_due
    ),
    acts.Interval: Rule(
        ("ready",),
        interruptions.take_interval,
        "138",
        lambda course, setup: course.rest != "over" and interruptions.is_before_last_game(course, setup),
    ),
    acts.Protest: Rule(
        ANY_PHASE,
        protests.lodge_protest,
        "145",
        lambda course, setup: setup.rulebook.umpire_is_final is None and protests.has_protestable_board(course),
    ),
    acts.ProtestWritten: Rule(
        ANY_PHASE,
        protests.hand_in_protest,
        "146",
        lambda course, setup: any(case.decision is None and not case.written for case in course.protests),
    ),
    acts.ProtestDecided: Rule(ANY_PHASE, protests.settle_protest, "151", lambda course, setup: course.has_open_protest),
    acts.Remark: Rule(ANY_PHASE, notes.add_remark, None),
    acts.StrikerChecked: Rule(OPEN_PHASES, notes.check_striker, "115"),
    acts.Powder: Rule(
        (*BETWEEN_BOARDS, "appeal"), notes.spread_powder, "122b", lambda course, setup: not course.is_playing
    ),
    acts.BoardChanged: Rule(
        (*BETWEEN_BOARDS, "appeal"), notes.change_board, "119", lambda course, setup: not course.is_playing
    ),
    acts.Sign: Rule(
        ("over",),
        notes.sign_card,
        "XIX",
        lambda course, setup: not course.has_open_protest and len(course.signatures) < 2,
    ),
}


def apply_act(course: Course, act: acts.Act, context: RuleContext) -> RuleResult | Refused:
    """Apply an act if its phase and law allow."""
    rule = RULES[type(act)]
    if context.is_recorded and isinstance(act, acts.StrokeMade) and course.phase == "placing":
        course = placing.forfeit_rest_on_record(course)
    if not _is_in_phase(rule, course):
        law = rule.law_in.get(course.phase, rule.law)
        return Refused("out-of-order", law, f"no {act.kind} now: {WAITING_FOR[course.phase]}")
    unfit = _check_law(act, context)
    if unfit is not None:
        return unfit
    try:
        return explain_unknown_position(course, rule.handler(course, act, context), act, context)
    except RefusedError as error:
        return error.refused


def _check_law(act: acts.Act, context: RuleContext) -> Refused | None:
    law = getattr(act, "law", None)
    if law is None or (law == "" and isinstance(act, acts.Remark)):
        return None
    from carrom.laws.reasons import check_reason  # loaded only when needed

    return check_reason(act.kind, law, context.setup.rulebook, on_record=context.is_recorded)


def possible_kinds(course: Course, setup: Setup) -> tuple[str, ...]:
    """Kinds of acts possible now; all others would be refused."""
    kinds = [kind for kind, when in _rules_in(course.phase, course.is_playing) if when(course, setup)]
    return (*kinds, acts.Correct.kind)


def is_kind_possible(course: Course, setup: Setup, act: type[acts.Act]) -> bool:
    """Cheaper than `possible_kinds` for one or two."""
    if act is acts.Correct:
        return True
    rule = RULES[act]
    return _is_in_phase(rule, course) and rule.when(course, setup)


@cache
def _rules_in(phase: Phase, is_playing: bool) -> tuple[tuple[str, Callable[[Course, Setup], bool]], ...]:
    """Cached: every event asks for them."""
    return tuple((act.kind, rule.when) for act, rule in RULES.items() if _fits(rule, phase, is_playing))


def _is_in_phase(rule: Rule, course: Course) -> bool:
    return _fits(rule, course.phase, course.is_playing)


def _fits(rule: Rule, phase: Phase, is_playing: bool) -> bool:
    return phase in rule.phases and (is_playing or not rule.needs_board)


def _has_placing(course: Course) -> bool:
    return course.board is not None and bool(course.board.placing)


def explain_unknown_position(before: Course, step: RuleResult, act: Act, context: RuleContext) -> RuleResult:
    """Set the reason when the position is lost, clear it when known again."""
    board = step.course.board
    if board is None or (board.position is None) is (board.unknown is not None):
        return step
    unknown = None if board.position is not None else UnknownPosition(context.number, _unknown_reason(before, act))
    return step._replace(course=replace(step.course, board=replace(board, unknown=unknown)))


def _unknown_reason(before: Course, act: Act) -> UnknownReason:
    if before.board is None:
        return "never"
    match act:
        case Remark():
            return "rim" if act.rim else "overlap"
        case Unnoticed():
            return "own-colour"
        case Removed():
            return "removed"
        case _:
            return "not-told"
