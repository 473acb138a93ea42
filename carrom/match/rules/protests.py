"""Protests, their deadlines, and the return to the beginning of a board (chapter XVIII)."""

from carrom.base.errors import raise_if_refused, refuse
from carrom.laws import decisions
from carrom.match.course import Course, ProtestCase
from carrom.match.log.acts import Protest, ProtestDecided, ProtestWritten
from carrom.match.replace import replace
from carrom.match.rules.context import Happening, RuleContext, RuleResult

WRITTEN_WITHIN = 15 * 60.0
"""seconds after the end of the board (146)"""
DECIDED_WITHIN = 60 * 60.0
"""seconds after the protest was lodged (151c)"""


def lodge_protest(course: Course, act: Protest, context: RuleContext) -> RuleResult:
    refused = decisions.check_protest(
        context.setup.rulebook,
        unpaid=act.unpaid,
        has_board=has_protestable_board(course),
        was_heard=context.is_recorded,
    )
    raise_if_refused(refused)
    if course.origin is None:
        raise LookupError("a protest was heard against no board")
    over = None if course.is_playing else course.clocks.between
    is_late = over is not None and context.at is not None and context.at > over + WRITTEN_WITHIN
    if is_late and not context.is_recorded:
        refuse("too-late", "a protest is made at once, and written within 15 minutes of the end of the board", "146")
    game, board = course.origin.next_board
    number = len(course.protests) + 1
    case = ProtestCase(number, act.party, game, board, act.text, context.at, course.origin, over)
    data = {"protest": number, "party": act.party, "game": game, "board": board}
    happened = Happening("protest-lodged", ("145", "149"), data)
    # The player's time stops until 'Play', or until the protest is handed in or decided (150, I-36).
    is_timed = course.phase in ("stroke", "placing")
    clocks = replace(course.clocks.pause_timer(context.at), is_timer_stopped=True) if is_timed else course.clocks
    return RuleResult(replace(course, protests=(*course.protests, case), clocks=clocks), (happened,))


def has_protestable_board(course: Course) -> bool:
    """The one in play, or the last one."""
    return course.origin is not None


def hand_in_protest(course: Course, act: ProtestWritten, context: RuleContext) -> RuleResult:
    case = _open_case(course, act.protest)
    if case.written:
        refuse("written", f"protest {case.number} has been handed over already", "149")
    if context.at is not None and case.board_over is not None and context.at > case.board_over + WRITTEN_WITHIN:
        refuse("too-late", "a written protest comes within 15 minutes of the end of the board", "146")
    written = _with_case(_with_clock_running(course, context), replace(case, written=True))
    return RuleResult(written, (Happening("protest-written", ("146",)),))


def settle_protest(course: Course, act: ProtestDecided, context: RuleContext) -> RuleResult:
    case = _open_case(course, act.protest)
    data = {"protest": case.number, "game": case.game, "board": case.board}
    if context.at is not None and case.lodged is not None and context.at > case.lodged + DECIDED_WITHIN:
        data["late"] = 1
    decision = raise_if_refused(decisions.decide_protest(upheld=act.upheld, written=case.written))
    if decision.fate == "back to board":
        return RuleResult(_return_to_board(course, case), (Happening("protest-upheld", decision.laws, data),))
    decided = _with_case(_with_clock_running(course, context), replace(case, decision="overruled"))
    happened = Happening("protest-overruled", decision.laws, data)
    if course.is_withheld and not decided.has_open_protest:
        won = Happening("match-won", (course.award_law or "57", "150"), {"winner": course.winner})
        return RuleResult(decided, (happened, won))
    return RuleResult(decided, (happened,))


def _with_clock_running(course: Course, context: RuleContext) -> Course:
    """Resume the time stopped by a protest (150); during an appeal, with 'Play'."""
    if not course.clocks.is_timer_stopped:
        return course
    is_stopped = course.phase == "appeal"
    return replace(
        course,
        clocks=replace(course.clocks, is_timer_stopped=False) if is_stopped else course.clocks.resume_timer(context.at),
    )


def _return_to_board(course: Course, case: ProtestCase) -> Course:
    """Restore the state before that board. Open protests about it or a later board become moot."""
    protests = []
    for one in course.protests:
        if one is case:
            one = replace(one, decision="upheld")
        elif one.decision is None and (one.game, one.board) >= (case.game, case.board):
            one = replace(one, decision="moot")
        protests.append(one)
    clocks = replace(case.start.clocks, started=course.clocks.started)
    returned = replace(case.start, protests=tuple(protests), has_begun=course.has_begun, clocks=clocks)
    changed = replace(returned, remarks=course.remarks, warnings=course.warnings)
    return replace(changed, disturbed=course.disturbed, played=course.played)


def _open_case(course: Course, number: int) -> ProtestCase:
    case = next((case for case in course.protests if case.number == number), None)
    if case is None:
        refuse("no-protest", f"there is no protest number {number}")
    if case.decision is not None:
        refuse("decided", f"protest {number} has been decided: {case.decision}", "151")
    return case


def _with_case(course: Course, case: ProtestCase) -> Course:
    protests = tuple(case if one.number == case.number else one for one in course.protests)
    return replace(course, protests=protests)
