"""Chapters XI and XVI: fouls outside a stroke, and a turn lost."""

from carrom.base.refusal import refuse
from carrom.laws import NOTHING, Incident, IncidentRuling, Situation, judge_incident
from carrom.laws.incidents import TalkedToSpectators, Violation
from carrom.match.course import Course
from carrom.match.log.acts import Foul, Talk
from carrom.match.parties import other
from carrom.match.replace import replace
from carrom.match.rules.step import Happening, RuleContext, Step
from carrom.match.rules.turn import apply_ruling, live, side_of, turn_happening, with_board, with_umpires_share


def foul(course: Course, act: Foul, context: RuleContext) -> Step:
    board = live(course)
    return judge_offence(course, Violation(side_of(board, act.party), act.law, board.strokes > 0), context)


def judge_offence(course: Course, incident: Incident, context: RuleContext) -> Step:
    before = live(course).situation(course.points)
    return penalise(course, before, judge_incident(before, incident, context.setup.rulebook), context)


def penalise(course: Course, before: Situation, ruling: IncidentRuling, context: RuleContext) -> Step:
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


def talk(course: Course, act: Talk, context: RuleContext) -> Step:
    if act.player.index >= context.setup.players:
        refuse("no-such-player", f"there is no player {act.player.text()}", "132")
    board = live(course)
    in_turn = act.player == board.turn
    incident = TalkedToSpectators(side_of(board, act.player.party), in_turn, board.strokes > 0)
    before = board.situation(course.points)
    ruling = judge_incident(before, incident, context.setup.rulebook)
    if ruling.penalty != NOTHING:
        return penalise(course, before, ruling, context)
    happened = [Happening("turn-lost", ruling.laws, {"player": act.player.text()})]
    if ruling.misses_turn:
        skipping = replace(course, board=replace(board, skips=(*board.skips, act.player)))
        return Step(skipping, tuple(happened), ruling)
    board = with_umpires_share(apply_ruling(course, board, before, ruling, context))
    happened.append(turn_happening(board, ruling.laws))
    return Step(with_board(course, board, context), tuple(happened), ruling)
