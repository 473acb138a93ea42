"""Chapter IX and what ends a board, a game or the match otherwise: loss, concession, time, cancelling."""

from carrom.base.refusal import or_refuse, refuse
from carrom.equipment import has_striker_room
from carrom.laws import decisions, judge_incident
from carrom.laws.decisions import Decision
from carrom.laws.incidents import BoardLost
from carrom.match.board import Board, BoardAward, BoardResult, Slam
from carrom.match.course import Course
from carrom.match.log.acts import Concede, Demand, LoseBoard, LoseMatch, ReplayBoard, TimeUp
from carrom.match.parties import NONE, PARTIES, Party, other
from carrom.match.replace import replace
from carrom.match.rules.between import interval_end, is_before_last_game
from carrom.match.rules.clock import report_law, report_until
from carrom.match.rules.step import Happening, RuleContext, Step
from carrom.match.rules.turn import live, side_of
from carrom.match.scoring import Score


def end_board(course: Course, context: RuleContext) -> Step:
    """The last piece has fallen. Points on demand wait for the winner's word (87b)."""
    board = live(course)
    if board.award is not None and board.award.demand:
        data = {"winner": board.award.winner, "points": board.award.points, "demand": board.award.demand}
        waiting = replace(leave_board(course, context), phase="demand", carried=NONE)
        return Step(waiting, (Happening("demand-offered", ("87b", *board.award.laws), data),))
    return close_board(replace(leave_board(course, context), carried=NONE), 0, context)


def demand(course: Course, act: Demand, context: RuleContext) -> Step:
    award = live(course).award
    or_refuse(decisions.check_demand(act.points, award.demand if award is not None else 0))
    return close_board(course, act.points, context)


def lose_board(course: Course, act: LoseBoard, context: RuleContext) -> Step:
    board, winner = live(course), other(act.party)
    if not context.is_recorded:
        or_refuse(decisions.check_playing_on(act.law, is_appealed=course.phase == "appeal"))
    # What is still in a placer's hand lies on the board only if it had been pocketed in vain (I-11).
    on = board.on
    for entry in board.placing:
        on = on.with_value(entry.party, on[entry.party] - entry.count + entry.returned)
    before = replace(board, on=on).situation(course.points)
    ruling = judge_incident(before, BoardLost(side_of(board, act.party), act.law), context.setup.rulebook)
    points = ruling.result.points if ruling.result is not None else 0
    award = BoardAward(winner, points, 0, on[act.party], ruling.laws)
    step = end_board(replace(course, board=replace(board, award=award, placing=(), umpire=())), context)
    return Step(step.course, step.happened, ruling)


def replay_board(course: Course, act: ReplayBoard, context: RuleContext) -> Step:
    board = live(course)
    has_room = None if board.position is None else has_striker_room(board.position, course.seat(board.turn))
    decision = or_refuse(decisions.replay_board(act.law, has_room=has_room))
    return cancel_board(course, decision.laws, context)


def cancel_board(course: Course, laws: tuple[str, ...], context: RuleContext) -> Step:
    """The board counts for nothing and is played again, with the same break."""
    happened = Happening("board-replayed", laws, {"game": live(course).game, "board": live(course).number})
    # What was owed before it began is owed again.
    cleared = replace(leave_board(course, context), phase="ready", suspended=None, board=None)
    return Step(replace(cleared, cancelled=course.cancelled + 1), (happened,))


def is_game_begun(course: Course) -> bool:
    """Whether 'Play' has been called in the game that is open."""
    score = course.score
    return score is not None and (course.board is not None or bool(score.game.boards or course.cancelled))


def time_up(course: Course, act: TimeUp, context: RuleContext) -> Step:
    book, score, board = context.setup.rulebook, course.score, course.board
    is_extra = score is not None and score.is_extra
    left = 0.0 if context.is_recorded else _game_time_left(course, context)
    has_begun, reason = is_game_begun(course), act.reason
    decision = or_refuse(
        decisions.end_time(book, is_extra=is_extra, has_begun=has_begun, seconds_left=left, reason=reason)
    )
    if board is not None and board.award is not None:
        refuse("demand", "the board is over: its winner says first what he demands", "87b")
    after = _without_board(course, _score(course).with_time_up(), context)
    happened = Happening("time-up", decision.laws, {"unfinished": course.board is not None})
    return _advance(after, (happened,), context)


def _game_time_left(course: Course, context: RuleContext) -> float:
    """Seconds that are left of the game; none where nobody looked at the clock."""
    minutes, clocks = context.setup.rulebook.minutes, course.clocks
    is_running = clocks.game_since is not None
    if minutes is None or clocks.is_game_unknown or (is_running and context.at is None):
        return 0.0
    return minutes * 60.0 - clocks.game_time(context.at)


def concede(course: Course, act: Concede, context: RuleContext) -> Step:
    decision = or_refuse(decisions.concede(act.what, has_begun=course.score is not None))
    winner, data = other(act.party), {"by": act.party}
    if decision.fate == "match lost":
        return _give_match(course, winner, decision, Happening("match-conceded", decision.laws, data), context)
    after = _without_board(course, _score(course).with_game_to(winner), context)
    return _advance(after, (Happening("game-conceded", decision.laws, data),), context)


def _without_board(course: Course, score: Score, context: RuleContext) -> Course:
    """The game is over, and the board that was in progress with it. What was to be owed in it is settled too."""
    carried = NONE if course.is_playing else course.carried
    return replace(leave_board(course, context), board=None, score=score, carried=carried)


DISTURBING = ("129", "143h")
"""The laws of those who disturb the opponent."""


def lose_match(course: Course, act: LoseMatch, context: RuleContext) -> Step:
    if not context.is_recorded:
        _check_forfeit(course, act, context)
        _check_absent(course, act, context)
    decision = decisions.lose_match(act.law, context.setup.rulebook)
    happened = Happening("match-lost", decision.laws, {"by": act.party, "reason": act.reason})
    return _give_match(course, other(act.party), decision, happened, context)


def _check_forfeit(course: Course, act: LoseMatch, context: RuleContext) -> None:
    warned = sum(one.law in DISTURBING and one.who[0] == act.party for one in course.warnings)
    warned += course.disturbed[act.party]
    refused = decisions.check_forfeit(
        act.law,
        is_over=course.phase == "over",
        is_signed=len(course.signatures) == len(PARTIES),
        is_before_last_game=course.board is None and is_before_last_game(course, context.setup),
        warned=warned,
    )
    or_refuse(refused)


def _check_absent(course: Course, act: LoseMatch, context: RuleContext) -> None:
    """143b and 143i have clocks of their own, where times are known."""
    end: float | None = None
    is_absence = act.law == report_law(context.setup.rulebook)
    if is_absence:
        end = report_until(course.clocks, context.setup.rulebook)
    elif act.law == "143b":
        end = interval_end(course, context.setup)
    has_come = is_absence and act.party in (*course.reported, *course.ready, *course.played)
    left = 0.0 if end is None or context.at is None else end - context.at
    or_refuse(decisions.check_absent(act.law, has_come=has_come, seconds_left=left))


def _give_match(course: Course, winner: Party, decision: Decision, happened: Happening, context: RuleContext) -> Step:
    after = leave_board(course, context)
    clocks = after.clocks
    if course.phase != "over":
        clocks = replace(clocks, finished=context.at)
    # What was signed was another result.
    after = replace(after, board=None, awarded=winner, award_law=decision.laws[0], clocks=clocks, signatures=())
    won = Happening("match-won", decision.laws, {"winner": winner})
    return Step(_over(after), (happened, _announced(after, won)))


def _over(course: Course) -> Course:
    """Nothing is waited for any more, and nothing is due."""
    return replace(course, phase="over", suspended=None, is_change_due=False, carried=NONE)


def _announced(course: Course, won: Happening) -> Happening:
    """Who won, or that it is kept back while a protest is open (150)."""
    return Happening("result-withheld", ("150",)) if course.has_open_protest else won


def close_board(course: Course, demanded: int, context: RuleContext) -> Step:
    """Write the finished board down and go on to what comes next."""
    board = live(course)
    award = board.award
    if award is None:
        raise LookupError("a board without an award cannot be closed")
    points = award.points + demanded
    score = _score(course).with_board(award.winner, points)
    result = BoardResult(
        game=board.game,
        number=board.number,
        is_extra=board.is_extra,
        breaker=board.breaker,
        winner=award.winner,
        points=points,
        demand=demanded,
        coins=award.coins,
        queen=board.queen_covered_by,
        laws=award.laws,
        slam=_slam(board, award),
        score=score.games[-1].points,
        started=board.started,
        finished=course.clocks.between,
    )
    data = {"winner": award.winner, "points": points, "demand": demanded, "slam": result.slam}
    happened = Happening("board-won", (*award.laws, *_SLAM_LAWS.get(result.slam, ())), data)
    after = replace(course, board=None, boards=(*course.boards, result), score=score)
    return _advance(after, (happened,), context)


_SLAM_LAWS: dict[Slam | None, tuple[str, ...]] = {"white": ("26a",), "black": ("26b",)}


def _slam(board: Board, award: BoardAward) -> Slam | None:
    """All nine in the first turn (26)."""
    if award.winner != board.turn.party or board.on[award.winner]:
        return None
    if board.turns[award.winner] > 1:
        return None
    if award.winner != board.white:
        return "black"
    return "white" if board.queen == award.winner and not board.turns[other(award.winner)] else None


def _advance(course: Course, happened: tuple[Happening, ...], context: RuleContext) -> Step:
    """After a board, a game or its time has ended: what is waited for now."""
    score = _score(course)
    ended = score.games[-1] if score.games else None
    news = list(happened)
    clocks = course.clocks
    if ended is not None and ended.winner is not None:
        number = len(score.games)
        data = {"game": number, "winner": ended.winner, **ended.figures()}
        if score.winner is None or not course.has_open_protest:
            laws = ("56a",) if ended.extra is None else context.setup.rulebook.level_at_limit
            news.append(Happening("game-won", laws, data))
        clocks = replace(clocks, game=0.0, game_since=None, is_game_unknown=False)
    coming = score.next
    if coming is None:
        news.append(_announced(course, Happening("match-won", ("57",), {"winner": score.winner})))
        finished = replace(clocks, finished=clocks.between)
        return Step(_over(replace(course, clocks=finished)), tuple(news))
    is_change_due = coming.change_sides or course.is_change_late
    if coming.is_extra:
        clocks = clocks.stop_game(context.at)  # it has no clock of the game (I-43)
        news.append(Happening("extra-board", context.setup.rulebook.level_at_limit))
    if is_change_due:
        news.append(Happening("sides-change", _change_laws(coming.board, context)))
    after = replace(
        course,
        phase="toss" if coming.is_extra else "ready",
        suspended=None,
        extra_breaker=None,
        cancelled=0,
        rest=None,
        is_change_due=is_change_due,
        is_change_late=False,
        clocks=clocks,
    )
    return Step(after, tuple(news))


def _change_laws(board: int, context: RuleContext) -> tuple[str, ...]:
    if board > 1:
        return ("60a",) if context.setup.format.boards is not None else ("60b",)
    return ("59",) if context.setup.is_doubles else ("58",)


def leave_board(course: Course, context: RuleContext) -> Course:
    """Play is over for now, whatever it was that ended it; from here the times between boards are counted.

    What ends a game or the match between two boards counts as the end of the one that was next: a protest against it
    leads back to where the match stood then (I-36).
    """
    clocks = course.clocks.anew(None)
    clocks = replace(clocks, between=context.at, interval=None, stopped=None, paused=0.0, game_goes_on=False)
    if context.setup.rulebook.clock_stops_between_boards:
        clocks = clocks.stop_game(context.at)
    origin = course.origin
    if course.board is None:
        origin = replace(course, phase=course.suspended or course.phase, suspended=None)
    protests = tuple(
        replace(case, board_over=context.at) if case.start is origin and case.board_over is None else case
        for case in course.protests
    )
    return replace(course, origin=origin, protests=protests, clocks=clocks)


def _score(course: Course) -> Score:
    if course.score is None:
        raise LookupError("there is no score before the toss")
    return course.score
