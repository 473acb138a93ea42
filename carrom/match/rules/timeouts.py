"""The time for a stroke, or for placing, is over (50, 87a, 88)."""

from carrom.base.refusal import or_refuse, refuse
from carrom.laws import decisions
from carrom.laws.incidents import ClockRanOut, Violation
from carrom.match.board import LatePlacing
from carrom.match.course import Course
from carrom.match.log.acts import Removed, Timeout
from carrom.match.replace import replace
from carrom.match.rules.fouls import judge_offence
from carrom.match.rules.placing import give_up_placing, hand_to_umpire
from carrom.match.rules.step import Happening, RuleContext, Step
from carrom.match.rules.turn import live, side_of, with_board, without_pieces


def timeout(course: Course, act: Timeout, context: RuleContext) -> Step:
    board, book = live(course), context.setup.rulebook
    if board.umpire and not board.placing:
        refuse("umpire-places", "no player's time runs while the umpire has something to place", "93")
    if course.clocks.stands and not context.is_recorded:
        refuse("clock-stands", "no time runs while a protest is lodged: 'Play' comes first", "150")
    limit = book.placing_seconds if board.placing else book.stroke_seconds
    timer = course.clocks.timer
    if timer is not None and context.at is not None and context.at < timer + limit:
        law, left = "88a" if board.placing else "50", timer + limit - context.at
        or_refuse(decisions.check_time(law, left=left, of=limit, reason=act.reason))
    if board.placing:
        return _end_placing(course, act, context)
    judged = judge_offence(course, ClockRanOut(board.strokes > 0), context)
    clocks = course.clocks.anew(context.at)
    return judged._replace(course=replace(judged.course, clocks=clocks))


def _end_placing(course: Course, act: Timeout, context: RuleContext) -> Step:
    """87a, 88b, I-31: the time is over before all are placed."""
    board = live(course)
    entry = board.placing[0]
    has_begun = act.begun or entry.placed > 0
    decision = decisions.end_placing_time(board.on[entry.party], entry.count, has_begun=has_begun)
    if decision.fate == "umpire places":
        happened = Happening("umpire-to-place", decision.laws, {"party": entry.party, "count": entry.count})
        step = Step(with_board(course, hand_to_umpire(board, entry), context), (happened,))
    else:
        step = give_up_placing(course, board, entry, decision.laws, context)
    if decision.fate == "claim lost":
        return step
    late = Violation(side_of(board, entry.by.party), "88b", board.strokes > 0)
    judged = judge_offence(step.course, late, context)
    after = judged.course
    if entry.placed:
        placed = LatePlacing(entry.party, entry.placed, entry.places)
        after = replace(after, board=replace(live(after), late=placed))
    return judged._replace(course=after, happened=(*step.happened, *judged.happened))


def removed(course: Course, act: Removed, context: RuleContext) -> Step:
    """88b: the umpire has some of those taken off again that were placed in vain."""
    board = live(course)
    late = board.late or LatePlacing("a", 0)
    or_refuse(decisions.check_removal(act.count, late.count, board.on[late.party]))
    left, kind = late.count - act.count, board.colour(late.party)
    # Those that were placed last come off first.
    off = late.places[left:]
    after = replace(
        board,
        on=board.on.with_value(late.party, board.on[late.party] - act.count),
        opened=board.opened.with_value(late.party, True),
        late=LatePlacing(late.party, left, late.places[:left]) if left else None,
        position=without_pieces(board.position, [(kind, x, y) for x, y in off], act.count),
    )
    happened = Happening("removed", ("88b",), {"party": late.party, "count": act.count})
    return Step(replace(course, board=after), (happened,))
