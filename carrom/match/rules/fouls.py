"""Chapters XI and XVI: fouls outside a stroke, and a turn lost."""

from carrom.base.refusal import Refused, or_refuse
from carrom.laws import NOTHING, Incident, IncidentRuling, Situation, decisions, judge_incident
from carrom.laws.incidents import TalkedToSpectators, Violation
from carrom.match.course import Course
from carrom.match.log.acts import Foul, Talk
from carrom.match.parties import Party, PlayerId, Who, other, party_of
from carrom.match.replace import replace
from carrom.match.rules.between import is_before_last_game
from carrom.match.rules.endings import DISTURBING
from carrom.match.rules.step import Happening, RuleContext, Step, check_player
from carrom.match.rules.turn import apply_ruling, live, side_of, turn_happening, with_board, with_umpires_share
from carrom.match.setup import Setup


def foul(course: Course, act: Foul, context: RuleContext) -> Step:
    check_player(act.party, context, act.law)
    party = party_of(act.party)
    if not context.is_recorded:
        or_refuse(moment_of(course, act.law, context.setup))
    if act.law in DISTURBING:
        course = replace(course, disturbed=course.disturbed.with_value(party, course.disturbed[party] + 1))
    if not course.is_playing:
        # Nobody is in turn: it is technical, and the piece is owed in the board that comes (I-35).
        owing = course.carried.with_value(party, course.carried[party] + 1)
        happened = _offence("technical-foul", (act.law, "I-35"), party, act.party)
        happened.data["carried"] = True
        return Step(replace(course, carried=owing), (happened,))
    board = live(course)
    is_suspended = course.phase == "appeal"
    in_turn = not isinstance(act.party, PlayerId) or act.party == board.turn
    violation = Violation(side_of(board, party), act.law, board.strokes > 0, in_turn, is_suspended)
    judged = judge_offence(course, violation, context, act.party)
    return judged._replace(course=_still_suspended(course, judged.course)) if is_suspended else judged


def moment_of(course: Course, law: str, setup: Setup) -> Refused | None:
    """Why a foul by this law cannot be committed now (I-53)."""
    coming = course.score.next if course.score is not None else None
    return decisions.check_moment(
        law,
        is_playing=course.is_playing,
        is_change=course.is_change_due or (coming is not None and coming.change_sides),
        is_rest=is_before_last_game(course, setup),
    )


def _still_suspended(course: Course, judged: Course) -> Course:
    """An offence during an appeal: what comes out is placed when play goes on, and then its time begins."""
    has_more = judged.board is not None and judged.board.placing and not live(course).placing
    return replace(judged, phase="appeal", clocks=replace(course.clocks, spent=0.0) if has_more else course.clocks)


def judge_offence(course: Course, incident: Incident, context: RuleContext, who: Who | None = None) -> Step:
    before = live(course).situation(course.points)
    return penalise(course, before, judge_incident(before, incident, context.setup.rulebook), context, who)


def penalise(
    course: Course, before: Situation, ruling: IncidentRuling, context: RuleContext, who: Who | None = None
) -> Step:
    """One piece comes out. Before his first stroke, or out of turn, that is all (63); else the turn is lost (64a)."""
    board = live(course)
    offender = board.turn.party if ruling.penalty.player else other(board.turn.party)
    after = apply_ruling(course, board, before, ruling, context)
    code = "foul" if ruling.turn == "passes" else "technical-foul"
    happened = [_offence(code, ruling.laws, offender, who)]
    if ruling.turn == "passes":
        happened.append(turn_happening(after, ruling.laws))
    following = with_board(course, with_umpires_share(after), context)
    if ruling.turn == "continues" and following.phase == course.phase:
        # The turn goes on, and so does its time: an offence buys nobody fifteen new seconds.
        following = replace(following, clocks=course.clocks)
    return Step(following, tuple(happened), ruling)


def _offence(code: str, laws: tuple[str, ...], party: Party, who: Who | None) -> Happening:
    player = {"player": who.text()} if isinstance(who, PlayerId) else {}
    return Happening(code, laws, {"party": party, **player})


def talk(course: Course, act: Talk, context: RuleContext) -> Step:
    check_player(act.player, context, "132")
    board = live(course)
    in_turn = act.player == board.turn
    incident = TalkedToSpectators(side_of(board, act.player.party), in_turn, board.strokes > 0)
    before = board.situation(course.points)
    ruling = judge_incident(before, incident, context.setup.rulebook)
    if ruling.penalty != NOTHING:
        return penalise(course, before, ruling, context, act.player)
    happened = [Happening("turn-lost", ruling.laws, {"player": act.player.text()})]
    if ruling.misses_turn:
        skipping = replace(course, board=replace(board, skips=(*board.skips, act.player)))
        return Step(skipping, tuple(happened), ruling)
    board = with_umpires_share(apply_ruling(course, board, before, ruling, context))
    happened.append(turn_happening(board, ruling.laws))
    return Step(with_board(course, board, context), tuple(happened), ruling)
