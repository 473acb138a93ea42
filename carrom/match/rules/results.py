"""A board kept by its result, for umpires who write down boards and no strokes (I-48)."""

from carrom.base.errors import CarromError
from carrom.base.reading import decode
from carrom.base.refusal import or_refuse, refuse
from carrom.laws.board_worth import check_points
from carrom.match.board import BoardAward
from carrom.match.course import Course
from carrom.match.log.acts import BoardOver
from carrom.match.parties import NONE, PARTIES, other
from carrom.match.played_board import CountedBoard, PlayedBoard, RuledBoard, points_of
from carrom.match.replace import replace
from carrom.match.rules.endings import close_board, leave_board
from carrom.match.rules.opening import begin_board
from carrom.match.rules.step import Happening, RuleContext, Step
from carrom.match.rules.turn import live


def board_over(course: Course, act: BoardOver, context: RuleContext) -> Step:
    """The board in progress, or the next one, ended so, whatever strokes of it were entered before."""
    try:
        played = _played(act, is_recorded=context.is_recorded)
    except CarromError as error:
        refuse("board-result", str(error), "I-48")
    if course.board is None:
        if (course.suspended or course.phase) != "ready":
            refuse("out-of-order", "a toss decides first who breaks", "39a")
        # Nobody wrote down when it began.
        course = begin_board(course, replace(context, at=None))
    asked = _by_the_strokes(course, act)
    award, demanded = _award(course, played, act, context)
    covered = act.queen if act.queen == "a" or act.queen == "b" else "board"
    board = replace(live(course), award=award, queen=covered, placing=(), umpire=())
    course = replace(course, played=PARTIES)
    left = replace(leave_board(course, context), board=board, suspended=None, carried=NONE)
    step = close_board(left, demanded, context)
    return step._replace(happened=(*asked, *step.happened))


def _by_the_strokes(course: Course, act: BoardOver) -> tuple[Happening, ...]:
    """What the strokes on record say of this board, where the result says something else (I-57)."""
    board = course.board
    if board is None or board.last is None or act.coins is None:
        return ()
    winner = act.winner if board.award is None else board.award.winner
    loser, covered = other(winner), board.queen_covered_by
    coins = board.on[loser] if board.award is None else board.award.coins
    if (winner, coins, covered or "none") == (act.winner, act.coins, act.queen):
        return ()
    said = {"party": loser, "coins": coins, **({"covered": covered} if covered else {})}
    return (Happening("strokes-differ", ("I-57",), said),)


def _played(act: BoardOver, *, is_recorded: bool) -> PlayedBoard:
    """The board as `carrom score` reads it."""
    is_counted = act.coins is not None
    if is_counted == (act.points is not None):
        raise CarromError(
            "coins-or-points",
            f"either coins (counted) or points (ended by a law), not {'both' if is_counted else 'none'}",
        )
    if not is_counted:
        if act.law is None or act.queen is not None or act.demand:
            raise CarromError(
                "points-need-law", "points come with the law that gave them; queen and demand are inside them"
            )
        return RuledBoard(act.winner, act.points or 0)
    if act.queen is None or act.law is not None:
        raise CarromError("coins-need-queen", "coins come with who covered the queen: a, b or none; no law gave them")
    if not act.coins and not is_recorded:
        raise CarromError(
            "coins-missing", "coins: the loser has at least one piece left; who takes both last pieces wins by a law"
        )
    queen = None if act.queen == "none" else act.queen
    return decode(CountedBoard, {"winner": act.winner, "coins": act.coins, "queen": queen, "demand": act.demand})


def _award(course: Course, board: PlayedBoard, act: BoardOver, context: RuleContext) -> tuple[BoardAward, int]:
    """What the board is worth, and what of it was taken on demand."""
    book, score = context.setup.rulebook, course.score
    if score is None:
        raise LookupError("no board is played before the toss")
    try:
        points = points_of(score, book, board, "board-over")
    except CarromError as error:
        refuse("board-result", str(error), "55")
    if isinstance(board, RuledBoard):
        law = act.law or ""
        if not context.is_recorded:
            or_refuse(check_points(points, law, book, credited=book.is_credited(course.points[board.winner])))
        return BoardAward(board.winner, points, 0, 0, (law, "I-48")), 0
    counted = points_of(score, book, replace(board, demand=0), "board-over")
    credited = "53b" if book.is_credited(course.points[board.winner]) else "54"
    queen = (credited,) if board.queen == board.winner else ()
    return BoardAward(
        board.winner, counted, 0, board.coins, book.cite(("52a", "53a", *queen, "I-48"))
    ), points - counted
