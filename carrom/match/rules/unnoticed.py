"""Errors that nobody noticed in time, which the Laws let stand (51, 60c, 82b, 83, 96, 125b)."""

from collections.abc import Callable

from carrom.base.refusal import refuse
from carrom.laws import PIECES, judge_incident
from carrom.laws.incidents import TurnOverrun
from carrom.match.course import Course
from carrom.match.log.acts import Unnoticed
from carrom.match.replace import replace
from carrom.match.rules.placing import give_up_placing, settle_one
from carrom.match.rules.step import Happening, RuleContext, Step
from carrom.match.rules.turn import apply_ruling, live, turn_happening, with_board, with_umpires_share


def unnoticed(course: Course, act: Unnoticed, context: RuleContext) -> Step:
    """What the Laws let stand because it was seen too late."""
    rule = _UNNOTICED.get(act.law)
    if rule is None:
        refuse("law", f"only {', '.join(_UNNOTICED)} let an error stand, not {act.law}", act.law)
    if act.law != "60c" and course.board is None:
        refuse("out-of-order", "no board is in play", act.law)
    return rule(course, act, context)


def _out_of_turn(course: Course, act: Unnoticed, context: RuleContext) -> Step:
    """51: the stroke out of turn is allowed; it is recorded next, as the stroke of this player."""
    if act.player is None or act.player.index >= context.setup.players:
        refuse("no-such-player", "who played out of turn has to be named", "51")
    board = replace(live(course), turn=act.player, strokes=0)
    return Step(with_board(course, board, context), (turn_happening(board, ("51",)),))


def _change_unnoticed(course: Course, act: Unnoticed, context: RuleContext) -> Step:
    """60c: the sides change after the board that is played now."""
    if not course.is_change_due:
        refuse("no-change", "no change of sides is due", "60c")
    after = replace(course, is_change_due=False, is_change_late=True)
    return Step(after, (Happening("sides-change-late", ("60c",)),))


def _own_piece_placed(course: Course, act: Unnoticed, context: RuleContext) -> Step:
    """82b: a placer put out a piece of his own instead; it counts as one of the dues."""
    board = live(course)
    if not board.placing:
        refuse("nothing-to-place", "no due piece is to be placed now", "82b")
    entry = board.placing[0]
    own = entry.by.party
    if board.on[own] == PIECES:
        refuse("no-piece", f"party {own} has no pocketed piece that could have been placed", "82b")
    after = settle_one(board, entry)
    opened = after.opened.with_value(entry.party, True)  # what it stood for stays pocketed (I-14)
    on = after.on.with_value(own, after.on[own] + 1)
    after = replace(after, on=on, opened=opened, position=None, umpire=())
    happened = Happening("due-forgone", ("82b",), {"party": entry.party, "count": 1, "by": entry.by.text()})
    following = with_board(course, after, context)
    # Only that one piece is valid: the others are placed still, in the time that began for all (I-30).
    return Step(replace(following, clocks=course.clocks) if after.placing else following, (happened,))


def _due_forgotten(course: Course, act: Unnoticed, context: RuleContext) -> Step:
    """83: what was not placed before the next stroke is forfeited."""
    board = live(course)
    if not board.placing:
        refuse("nothing-to-place", "no due piece is to be placed now", "83")
    return give_up_placing(course, board, board.placing[0], ("83",), context, total=False)


def _cover_unnoticed(course: Course, act: Unnoticed, context: RuleContext) -> Step:
    """96: a queen that was not covered counts as covered."""
    board = live(course)
    if act.player is None or act.player.index >= context.setup.players:
        refuse("no-such-player", "who pocketed the queen has to be named", "96")
    if board.queen_covered_by is not None or not board.opened[act.player.party]:
        refuse("queen", f"the queen cannot have been pocketed by {act.player.text()}", "96")
    position = board.position
    queen = None if position is None else next((piece for piece in position.pieces if piece.kind == "queen"), None)
    if position is not None and queen is not None:
        position = position.without(queen)
    umpire = tuple(kind for kind in board.umpire if kind != "queen")
    board = replace(board, queen=act.player.party, position=position, umpire=umpire)
    happened = Happening("queen-covered", ("96",), {"party": act.player.party})
    return Step(with_board(course, board, context), (happened,))


def _turn_unnoticed(course: Course, act: Unnoticed, context: RuleContext) -> Step:
    """125b: the turn that should have ended with an opponent's piece ends now."""
    before = live(course).situation(course.points)
    ruling = judge_incident(before, TurnOverrun(), context.setup.rulebook)
    board = with_umpires_share(apply_ruling(course, live(course), before, ruling, context))
    return Step(with_board(course, board, context), (turn_happening(board, ruling.laws),), ruling)


_UNNOTICED: dict[str, Callable[[Course, Unnoticed, RuleContext], Step]] = {
    "51": _out_of_turn,
    "60c": _change_unnoticed,
    "82b": _own_piece_placed,
    "83": _due_forgotten,
    "96": _cover_unnoticed,
    "125b": _turn_unnoticed,
}
