"""Chapters XI and XVI: fouls outside a stroke, time running out, a turn lost, and errors that nobody noticed."""

from collections.abc import Callable

from carrom.base.refusal import refuse
from carrom.laws import NOTHING, PIECES, Incident, IncidentRuling, Situation, judge_incident
from carrom.laws.incidents import ClockRanOut, TalkedToSpectators, TurnOverrun, Violation
from carrom.match.course import Course
from carrom.match.log.acts import Foul, Talk, Timeout, Unnoticed
from carrom.match.parties import other
from carrom.match.replace import replace
from carrom.match.rules.placing import give_up_placing
from carrom.match.rules.step import Happening, RuleContext, Step
from carrom.match.rules.turn import apply_ruling, live, side_of, turn_happening, with_board, with_umpires_share


def foul(course: Course, act: Foul, context: RuleContext) -> Step:
    board = live(course)
    return _judge(course, Violation(side_of(board, act.party), act.law, board.strokes > 0), context)


def _judge(course: Course, incident: Incident, context: RuleContext) -> Step:
    before = live(course).situation(course.points)
    return _penalise(course, before, judge_incident(before, incident, context.setup.rulebook), context)


def _penalise(course: Course, before: Situation, ruling: IncidentRuling, context: RuleContext) -> Step:
    """One piece comes out. Before his first stroke, or out of turn, that is all (63); else the turn is lost (64a)."""
    board = live(course)
    offender = board.turn.party if ruling.penalty.player else other(board.turn.party)
    after = apply_ruling(course, board, before, ruling, context)
    code = "foul" if ruling.turn == "passes" else "technical-foul"
    happened = [Happening(code, ruling.laws, {"party": offender})]
    if ruling.turn == "passes":
        happened.append(turn_happening(after, ruling.laws))
    following = with_board(course, with_umpires_share(after), context)
    if ruling.turn == "continues" and following.phase == course.phase:
        # The turn goes on, and so does its time: an offence buys nobody fifteen new seconds.
        following = replace(following, clocks=course.clocks)
    return Step(following, tuple(happened), ruling)


def timeout(course: Course, act: Timeout, context: RuleContext) -> Step:
    board, book = live(course), context.setup.rulebook
    if board.umpire and not board.placing:
        refuse("umpire-places", "no player's time runs while the umpire has something to place", "93")
    limit = book.placing_seconds if board.placing else book.stroke_seconds
    timer = course.clocks.timer
    if timer is not None and context.at is not None and context.at < timer + limit:
        left = timer + limit - context.at
        law = "88a" if board.placing else "50"
        refuse("time-left", f"{left:g} of {limit} seconds are left", law)
    if not board.placing:
        judged = _judge(course, ClockRanOut(board.strokes > 0), context)
        clocks = replace(course.clocks, timer=context.at, spent=0.0)
        return judged._replace(course=replace(judged.course, clocks=clocks))
    entry = board.placing[0]
    step = give_up_placing(course, board, entry, ("88b",) if act.begun else ("87a",), context)
    if not act.begun:
        return step
    late = Violation(side_of(board, entry.by.party), "88b", board.strokes > 0)
    judged = _judge(step.course, late, context)
    return judged._replace(happened=(*step.happened, *judged.happened))


def talk(course: Course, act: Talk, context: RuleContext) -> Step:
    if act.player.index >= context.setup.players:
        refuse("no-such-player", f"there is no player {act.player.text()}", "132")
    board = live(course)
    in_turn = act.player == board.turn
    incident = TalkedToSpectators(side_of(board, act.player.party), in_turn, board.strokes > 0)
    before = board.situation(course.points)
    ruling = judge_incident(before, incident, context.setup.rulebook)
    if ruling.penalty != NOTHING:
        return _penalise(course, before, ruling, context)
    happened = [Happening("turn-lost", ruling.laws, {"player": act.player.text()})]
    if ruling.misses_turn:
        skipping = replace(course, board=replace(board, skips=(*board.skips, act.player)))
        return Step(skipping, tuple(happened), ruling)
    board = with_umpires_share(apply_ruling(course, board, before, ruling, context))
    happened.append(turn_happening(board, ruling.laws))
    return Step(with_board(course, board, context), tuple(happened), ruling)


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
    """82b: a placer put out a piece of his own instead; it counts as the due."""
    board = live(course)
    if not board.placing:
        refuse("nothing-to-place", "no due piece is to be placed now", "82b")
    entry = board.placing[0]
    own = entry.by.party
    if board.on[own] == PIECES:
        refuse("no-piece", f"party {own} has no pocketed piece that could have been placed", "82b")
    step = give_up_placing(course, board, entry, ("82b",), context)
    board = live(step.course)
    board = replace(board, on=board.on.with_value(own, board.on[own] + 1), position=None, umpire=())
    return Step(with_board(step.course, board, context), step.happened)


def _due_forgotten(course: Course, act: Unnoticed, context: RuleContext) -> Step:
    """83: what was not placed before the next stroke is forfeited."""
    board = live(course)
    if not board.placing:
        refuse("nothing-to-place", "no due piece is to be placed now", "83")
    return give_up_placing(course, board, board.placing[0], ("83",), context)


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
