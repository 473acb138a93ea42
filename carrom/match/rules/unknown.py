"""Where the pieces lie is known, or it is said since when and why it is not."""

from carrom.match.board import Unknown, UnknownPosition
from carrom.match.course import Course
from carrom.match.log.acts import Act, Remark, Removed, Unnoticed
from carrom.match.replace import replace
from carrom.match.rules.step import RuleContext, Step


def note_unknown(before: Course, step: Step, act: Act, context: RuleContext) -> Step:
    """The step, with the reason if it lost the position, and without one if it made it known."""
    board = step.course.board
    if board is None or (board.position is None) is (board.unknown is not None):
        return step
    unknown = None if board.position is not None else UnknownPosition(context.number, _why(before, act))
    return step._replace(course=replace(step.course, board=replace(board, unknown=unknown)))


def _why(before: Course, act: Act) -> Unknown:
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
