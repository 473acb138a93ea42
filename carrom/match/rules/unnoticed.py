"""Errors noticed too late, which the Laws let stand (51, 60c, 82b, 83, 96, 125b)."""

from collections.abc import Callable

from carrom.base.errors import raise_if_refused, refuse
from carrom.laws import PIECES, decisions, judge_incident
from carrom.laws.incidents import TurnInterrupted, TurnOverrun
from carrom.match.course import Course
from carrom.match.log.acts import Noticed, Unnoticed
from carrom.match.parties import PlayerId
from carrom.match.replace import replace
from carrom.match.rules.context import Happening, RuleContext, RuleResult
from carrom.match.rules.placing import give_up_placing, leave_one_in_pocket
from carrom.match.rules.turn import (
    apply_ruling,
    board_in_play,
    skips_before,
    turn_happening,
    with_board,
    with_umpire_pieces,
)


def let_error_stand(course: Course, act: Unnoticed, context: RuleContext) -> RuleResult:
    rule = _UNNOTICED.get(act.law)
    if rule is None:
        refuse("law", f"only {', '.join(_UNNOTICED)} let an error stand, not {act.law}", act.law)
    if act.law != "60c" and course.board is None:
        refuse("out-of-order", "no board is in play", act.law)
    return rule(course, act, context)


def _out_of_turn(course: Course, act: Unnoticed, context: RuleContext) -> RuleResult:
    """51: allow the stroke out of turn, recorded next."""
    player = _named_player(act, "who played out of turn", context)
    board = board_in_play(course)
    if not context.is_recorded:
        raise_if_refused(decisions.check_out_of_turn(is_in_turn=player == board.turn))
    before = board.situation(course.points)
    ruling = judge_incident(before, TurnInterrupted(), context.setup.rulebook)
    after = apply_ruling(course, board, before, ruling, context)
    # The interrupted turn is over, the next belongs to its taker; no lost turn is used up (I-27).
    after = with_umpire_pieces(replace(after, turn=player, skips=board.skips))
    return RuleResult(with_board(course, after, context), (turn_happening(after, ruling.laws),), ruling)


def _named_player(act: Unnoticed, who: str, context: RuleContext) -> PlayerId:
    if act.player is None or act.player.index >= context.setup.players:
        refuse("no-such-player", f"{who} has to be named", act.law)
    return act.player


def _change_unnoticed(course: Course, act: Unnoticed, context: RuleContext) -> RuleResult:
    """60c: change the sides after the board in play."""
    if not course.is_change_due:
        refuse("no-change", "no change of sides is due", "60c")
    after = replace(course, is_change_due=False, is_change_late=True)
    return RuleResult(after, (Happening("sides-change-late", ("60c",)),))


def _own_piece_placed(course: Course, act: Unnoticed, context: RuleContext) -> RuleResult:
    """82b: count a wrongly placed piece of the placer's own colour as one of the dues."""
    board = board_in_play(course)
    if not board.placing:
        refuse("nothing-to-place", "no due piece is to be placed now", "82b")
    entry = board.placing[0]
    own = entry.by.party
    if board.on[own] == PIECES:
        refuse("no-piece", f"party {own} has no pocketed piece that could have been placed", "82b")
    after = leave_one_in_pocket(board, entry)
    opened = after.opened.with_value(entry.party, True)  # the replaced due stays pocketed (I-14)
    on = after.on.with_value(own, after.on[own] + 1)
    after = replace(after, on=on, opened=opened, position=None, umpire=(), to_centre=(*after.to_centre, *after.umpire))
    happened = Happening("due-forgone", ("82b",), {"party": entry.party, "count": 1, "by": entry.by.text()})
    following = with_board(course, after, context)
    # The others are still placed, in the time that runs (I-30).
    return RuleResult(replace(following, clocks=course.clocks) if after.placing else following, (happened,))


def _due_forgotten(course: Course, act: Unnoticed, context: RuleContext) -> RuleResult:
    """83: forfeit pieces not placed before the next stroke."""
    board = board_in_play(course)
    if not board.placing:
        refuse("nothing-to-place", "no due piece is to be placed now", "83")
    return give_up_placing(course, board, board.placing[0], ("83",), context, total=False)


def _cover_unnoticed(course: Course, act: Unnoticed, context: RuleContext) -> RuleResult:
    """96: count an uncovered queen as covered."""
    board = board_in_play(course)
    party = _named_player(act, "who pocketed the queen", context).party
    if board.queen_covered_by is not None or not board.opened[party]:
        refuse("queen", f"the queen cannot have been pocketed by party {party}", "96")
    back = board.came_back if board.came_back is not None and board.came_back.party == party else None
    if not context.is_recorded:
        since = back is not None and back.has_struck_since
        raise_if_refused(decisions.check_uncovered_queen(came_back=back is not None, has_struck_since=since))
    position = board.position
    queen = None if position is None else next((piece for piece in position.pieces if piece.kind == "queen"), None)
    if position is not None and queen is not None:
        position = position.without(queen)
    umpire = tuple(kind for kind in board.umpire if kind != "queen")
    to_centre = tuple(kind for kind in board.to_centre if kind != "queen")
    board = replace(board, queen=party, came_back=None, position=position, umpire=umpire, to_centre=to_centre)
    happened = Happening("queen-covered", ("96", "I-28"), {"party": party})
    following = with_board(course, board, context)
    return RuleResult(
        replace(following, clocks=course.clocks) if following.phase == course.phase else following, (happened,)
    )


def _played_on(course: Course, act: Unnoticed, context: RuleContext) -> RuleResult:
    """125b: return the turn that should have ended with an opponent's piece, until noticed."""
    board, last = board_in_play(course), board_in_play(course).last
    if last is None or last.player != act.player or board.turn == act.player or board.strokes or board.passes:
        last = None
    elif last.had_turn_back and not context.is_recorded:  # the regained turn has ended since
        refuse("played-on", "he has had his turn back for that piece", "125b")
    refused = decisions.check_turn_overrun(None if last is None else last.facts)
    if refused is not None and context.is_recorded:
        return _end_turn(course, context)  # old records could not say who played on
    player = _named_player(act, "who played on", context)
    raise_if_refused(refused)
    if last is not None:
        skips = skips_before(course, board, last, context)
        last = replace(last, had_turn_back=True)
        board = replace(board, turn=player, strokes=last.strokes, skips=skips, is_overrun=True, last=last)
    happened = Happening("turn-back", ("125b", "I-29"), {"to": player.text()})
    return RuleResult(with_board(course, board, context), (happened,))


def end_overrun_turn(course: Course, act: Noticed, context: RuleContext) -> RuleResult:
    """125b: end the turn noticed to be overrun."""
    if not board_in_play(course).is_overrun:
        refuse("not-overrun", "nobody plays on after an opponent's piece", "125b")
    return _end_turn(course, context)


def _end_turn(course: Course, context: RuleContext) -> RuleResult:
    before = board_in_play(course).situation(course.points)
    ruling = judge_incident(before, TurnOverrun(), context.setup.rulebook)
    board = with_umpire_pieces(apply_ruling(course, board_in_play(course), before, ruling, context))
    return RuleResult(with_board(course, board, context), (turn_happening(board, ruling.laws),), ruling)


_UNNOTICED: dict[str, Callable[[Course, Unnoticed, RuleContext], RuleResult]] = {
    "51": _out_of_turn,
    "60c": _change_unnoticed,
    "82b": _own_piece_placed,
    "83": _due_forgotten,
    "96": _cover_unnoticed,
    "125b": _played_on,
}
