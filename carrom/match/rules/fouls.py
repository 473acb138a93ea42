"""Fouls outside a stroke, lost turns, and time running out (chapters XI and XVI; 50, 87a, 88)."""

from carrom.base.errors import Refused, raise_if_refused, refuse
from carrom.laws import NOTHING, Incident, IncidentRuling, Situation, decisions, judge_incident
from carrom.laws.incidents import ClockRanOut, TalkedToSpectators, Violation
from carrom.match.board import LatePlacing
from carrom.match.course import Course
from carrom.match.log.acts import Foul, Removed, Talk, Timeout
from carrom.match.parties import Party, PlayerId, Who, other, party_of
from carrom.match.replace import replace
from carrom.match.rules.context import Happening, RuleContext, RuleResult, check_player
from carrom.match.rules.endings import DISTURBING_LAWS
from carrom.match.rules.interruptions import is_before_last_game
from carrom.match.rules.placing import give_up_placing, hand_to_umpire
from carrom.match.rules.turn import (
    apply_ruling,
    board_in_play,
    side_of,
    turn_happening,
    with_board,
    with_umpire_pieces,
    without_pieces,
)
from carrom.match.setup import Setup


def foul(course: Course, act: Foul, context: RuleContext) -> RuleResult:
    check_player(act.party, context, act.law)
    party = party_of(act.party)
    if not context.is_recorded:
        raise_if_refused(foul_refusal(course, act.law, context.setup))
    if act.law in DISTURBING_LAWS:
        course = replace(course, disturbed=course.disturbed.with_value(party, course.disturbed[party] + 1))
    if not course.is_playing:
        # Outside play no one is in turn: technical, and the piece is owed in the next board (I-35).
        owing = course.carried.with_value(party, course.carried[party] + 1)
        happened = _offence("technical-foul", (act.law, "I-35"), party, act.party)
        happened.data["carried"] = True
        return RuleResult(replace(course, carried=owing), (happened,))
    board = board_in_play(course)
    is_suspended = course.phase == "appeal"
    in_turn = not isinstance(act.party, PlayerId) or act.party == board.turn
    violation = Violation(side_of(board, party), act.law, board.strokes > 0, in_turn, is_suspended)
    judged = judge_offence(course, violation, context, act.party)
    return judged._replace(course=_still_suspended(course, judged.course)) if is_suspended else judged


def foul_refusal(course: Course, law: str, setup: Setup) -> Refused | None:
    """Why a foul by this law cannot be committed now (I-53)."""
    coming = course.score.next if course.score is not None else None
    return decisions.check_foul_moment(
        law,
        is_playing=course.is_playing,
        is_change=course.is_change_due or (coming is not None and coming.change_sides),
        is_rest=is_before_last_game(course, setup),
    )


def _still_suspended(course: Course, judged: Course) -> Course:
    """During an appeal: pieces are placed, and their time begins, when play resumes."""
    has_more = judged.board is not None and judged.board.placing and not board_in_play(course).placing
    return replace(judged, phase="appeal", clocks=replace(course.clocks, spent=0.0) if has_more else course.clocks)


def judge_offence(course: Course, incident: Incident, context: RuleContext, who: Who | None = None) -> RuleResult:
    before = board_in_play(course).situation(course.points)
    return penalise(course, before, judge_incident(before, incident, context.setup.rulebook), context, who)


def penalise(
    course: Course, before: Situation, ruling: IncidentRuling, context: RuleContext, who: Who | None = None
) -> RuleResult:
    """Take one piece out. Before the offender's first stroke, or out of turn, that is all (63); else the turn is lost
    (64a)."""
    board = board_in_play(course)
    offender = board.turn.party if ruling.penalty.player else other(board.turn.party)
    after = apply_ruling(course, board, before, ruling, context)
    code = "foul" if ruling.turn == "passes" else "technical-foul"
    happened = [_offence(code, ruling.laws, offender, who)]
    if ruling.turn == "passes":
        happened.append(turn_happening(after, ruling.laws))
    following = with_board(course, with_umpire_pieces(after), context)
    if ruling.turn == "continues" and following.phase == course.phase:
        # An offence does not restart the time for the stroke.
        following = replace(following, clocks=course.clocks)
    return RuleResult(following, tuple(happened), ruling)


def _offence(code: str, laws: tuple[str, ...], party: Party, who: Who | None) -> Happening:
    player = {"player": who.text()} if isinstance(who, PlayerId) else {}
    return Happening(code, laws, {"party": party, **player})


def talk(course: Course, act: Talk, context: RuleContext) -> RuleResult:
    check_player(act.player, context, "132")
    board = board_in_play(course)
    in_turn = act.player == board.turn
    incident = TalkedToSpectators(side_of(board, act.player.party), in_turn, board.strokes > 0)
    before = board.situation(course.points)
    ruling = judge_incident(before, incident, context.setup.rulebook)
    if ruling.penalty != NOTHING:
        return penalise(course, before, ruling, context, act.player)
    happened = [Happening("turn-lost", ruling.laws, {"player": act.player.text()})]
    if ruling.misses_turn:
        skipping = replace(course, board=replace(board, skips=(*board.skips, act.player)))
        return RuleResult(skipping, tuple(happened), ruling)
    board = with_umpire_pieces(apply_ruling(course, board, before, ruling, context))
    happened.append(turn_happening(board, ruling.laws))
    return RuleResult(with_board(course, board, context), tuple(happened), ruling)


def run_out_of_time(course: Course, act: Timeout, context: RuleContext) -> RuleResult:
    board, book = board_in_play(course), context.setup.rulebook
    if board.umpire and not board.placing:
        refuse("umpire-places", "no player's time runs while the umpire has something to place", "93")
    if course.clocks.is_timer_stopped and not context.is_recorded:
        refuse("clock-stands", "no time runs while a protest is lodged: 'Play' comes first", "150")
    limit = book.placing_seconds if board.placing else book.stroke_seconds
    timer = course.clocks.timer
    if timer is not None and context.at is not None and context.at < timer + limit:
        law, left = "88a" if board.placing else "50", timer + limit - context.at
        raise_if_refused(decisions.check_time_over(law, left=left, of=limit, reason=act.reason))
    if board.placing:
        return _end_placing(course, act, context)
    judged = judge_offence(course, ClockRanOut(board.strokes > 0), context)
    clocks = course.clocks.start_timer(context.at)
    return judged._replace(course=replace(judged.course, clocks=clocks))


def _end_placing(course: Course, act: Timeout, context: RuleContext) -> RuleResult:
    """Time is over before all are placed (87a, 88b, I-31)."""
    board = board_in_play(course)
    entry = board.placing[0]
    has_begun = act.begun or entry.placed > 0
    decision = decisions.decide_placing_timeout(board.on[entry.party], entry.count, has_begun=has_begun)
    if decision.fate == "umpire places":
        happened = Happening("umpire-to-place", decision.laws, {"party": entry.party, "count": entry.count})
        step = RuleResult(with_board(course, hand_to_umpire(board, entry), context), (happened,))
    else:
        step = give_up_placing(course, board, entry, decision.laws, context)
    if decision.fate == "claim lost":
        return step
    late = Violation(side_of(board, entry.by.party), "88b", board.strokes > 0)
    judged = judge_offence(step.course, late, context)
    after = judged.course
    if entry.placed:
        placed = LatePlacing(entry.party, entry.placed, entry.places)
        after = replace(after, board=replace(board_in_play(after), late=placed))
    return judged._replace(course=after, happened=(*step.happened, *judged.happened))


def remove_late_pieces(course: Course, act: Removed, context: RuleContext) -> RuleResult:
    """Take off pieces placed too late (88b)."""
    board = board_in_play(course)
    late = board.late or LatePlacing("a", 0)
    raise_if_refused(decisions.check_removal(act.count, late.count, board.on[late.party]))
    left, kind = late.count - act.count, board.colour(late.party)
    # The last placed come off first.
    off = late.places[left:]
    after = replace(
        board,
        on=board.on.with_value(late.party, board.on[late.party] - act.count),
        opened=board.opened.with_value(late.party, True),
        late=LatePlacing(late.party, left, late.places[:left]) if left else None,
        position=without_pieces(board.position, [(kind, x, y) for x, y in off], act.count),
    )
    happened = Happening("removed", ("88b",), {"party": late.party, "count": act.count})
    return RuleResult(replace(course, board=after), (happened,))
