"""How a board, a game or the match ends: last piece, loss, concession, time, cancelling, result (chapter IX)."""

from carrom.base.codec import decode
from carrom.base.errors import CarromError, raise_if_refused, refuse
from carrom.equipment import has_striker_room
from carrom.laws import decisions, judge_incident
from carrom.laws.board_points import check_points
from carrom.laws.decisions import Decision
from carrom.laws.incidents import BoardLost
from carrom.match.board import Board, BoardAward, BoardResult, Slam
from carrom.match.course import Course
from carrom.match.log.acts import BoardOver, Concede, Demand, LoseBoard, LoseMatch, ReplayBoard, TimeUp
from carrom.match.parties import NONE, PARTIES, Party, other
from carrom.match.replace import replace
from carrom.match.rules.context import Happening, RuleContext, RuleResult
from carrom.match.rules.interruptions import change_law, interval_end, is_before_last_game, report_law, report_until
from carrom.match.rules.opening import begin_board
from carrom.match.rules.turn import board_in_play, side_of
from carrom.match.scoring import CountedBoard, PlayedBoard, RuledBoard, Score, points_of_board


def end_board(course: Course, context: RuleContext) -> RuleResult:
    """End a board after its last piece. Points on demand wait for the winner's choice (87b)."""
    board = board_in_play(course)
    if board.award is not None and board.award.demand:
        data = {"winner": board.award.winner, "points": board.award.points, "demand": board.award.demand}
        waiting = replace(leave_board(course, context), phase="demand", carried=NONE)
        return RuleResult(waiting, (Happening("demand-offered", ("87b", *board.award.laws), data),))
    return close_board(replace(leave_board(course, context), carried=NONE), 0, context)


def take_demand(course: Course, act: Demand, context: RuleContext) -> RuleResult:
    award = board_in_play(course).award
    raise_if_refused(decisions.check_demand(act.points, award.demand if award is not None else 0))
    return close_board(course, act.points, context)


def lose_board(course: Course, act: LoseBoard, context: RuleContext) -> RuleResult:
    board, winner = board_in_play(course), other(act.party)
    if not context.is_recorded:
        raise_if_refused(decisions.check_play_during_appeal(act.law, is_appealed=course.phase == "appeal"))
    # In a placer's hand, only pieces pocketed in vain count as on the board (I-11).
    on = board.on
    for entry in board.placing:
        on = on.with_value(entry.party, on[entry.party] - entry.count + entry.returned)
    before = replace(board, on=on).situation(course.points)
    ruling = judge_incident(before, BoardLost(side_of(board, act.party), act.law), context.setup.rulebook)
    points = ruling.result.points if ruling.result is not None else 0
    award = BoardAward(winner, points, 0, on[act.party], ruling.laws)
    step = end_board(replace(course, board=replace(board, award=award, placing=(), umpire=())), context)
    return RuleResult(step.course, step.happened, ruling)


def replay_board(course: Course, act: ReplayBoard, context: RuleContext) -> RuleResult:
    board = board_in_play(course)
    has_room = None if board.position is None else has_striker_room(board.position, course.seat(board.turn))
    decision = raise_if_refused(decisions.decide_replay(act.law, has_room=has_room))
    return cancel_board(course, decision.laws, context)


def cancel_board(course: Course, laws: tuple[str, ...], context: RuleContext) -> RuleResult:
    """It is played again with the same break."""
    happened = Happening(
        "board-replayed", laws, {"game": board_in_play(course).game, "board": board_in_play(course).number}
    )
    # `carried` stays: pieces owed before the board are owed again.
    cleared = replace(leave_board(course, context), phase="ready", suspended=None, board=None)
    return RuleResult(replace(cleared, cancelled=course.cancelled + 1), (happened,))


def is_game_begun(course: Course) -> bool:
    score = course.score
    return score is not None and (course.board is not None or bool(score.game.boards or course.cancelled))


def end_game_time(course: Course, act: TimeUp, context: RuleContext) -> RuleResult:
    book, score, board = context.setup.rulebook, course.score, course.board
    is_extra = score is not None and score.is_extra
    left = 0.0 if context.is_recorded else _game_time_left(course, context)
    has_begun, reason = is_game_begun(course), act.reason
    decision = raise_if_refused(
        decisions.decide_time_up(book, is_extra=is_extra, has_begun=has_begun, seconds_left=left, reason=reason)
    )
    if board is not None and board.award is not None:
        refuse("demand", "the board is over: its winner says first what he demands", "87b")
    after = _without_board(course, _score(course).with_time_up(), context)
    happened = Happening("time-up", decision.laws, {"unfinished": course.board is not None})
    return _advance(after, (happened,), context)


def _game_time_left(course: Course, context: RuleContext) -> float:
    """Seconds; 0 if unknown."""
    minutes, clocks = context.setup.rulebook.minutes, course.clocks
    is_running = clocks.game_since is not None
    if minutes is None or clocks.is_game_unknown or (is_running and context.at is None):
        return 0.0
    return minutes * 60.0 - clocks.game_time(context.at)


def concede(course: Course, act: Concede, context: RuleContext) -> RuleResult:
    decision = raise_if_refused(decisions.decide_concession(act.what, has_begun=course.score is not None))
    winner, data = other(act.party), {"by": act.party}
    if decision.fate == "match lost":
        return _give_match(course, winner, decision, Happening("match-conceded", decision.laws, data), context)
    after = _without_board(course, _score(course).with_game_to(winner), context)
    return _advance(after, (Happening("game-conceded", decision.laws, data),), context)


def _without_board(course: Course, score: Score, context: RuleContext) -> Course:
    carried = NONE if course.is_playing else course.carried
    return replace(leave_board(course, context), board=None, score=score, carried=carried)


DISTURBING_LAWS = ("129", "143h")


def lose_match(course: Course, act: LoseMatch, context: RuleContext) -> RuleResult:
    if not context.is_recorded:
        _check_forfeit(course, act, context)
        _check_absent(course, act, context)
    decision = decisions.decide_match_loss(act.law, context.setup.rulebook)
    happened = Happening("match-lost", decision.laws, {"by": act.party, "reason": act.reason})
    return _give_match(course, other(act.party), decision, happened, context)


def _check_forfeit(course: Course, act: LoseMatch, context: RuleContext) -> None:
    warned = sum(one.law in DISTURBING_LAWS and one.who[0] == act.party for one in course.warnings)
    warned += course.disturbed[act.party]
    refused = decisions.check_forfeit(
        act.law,
        is_over=course.phase == "over",
        is_signed=len(course.signatures) == len(PARTIES),
        is_before_last_game=course.board is None and is_before_last_game(course, context.setup),
        warned=warned,
    )
    raise_if_refused(refused)


def _check_absent(course: Course, act: LoseMatch, context: RuleContext) -> None:
    """Check the clocks of 143b and 143i, if known."""
    end: float | None = None
    is_absence = act.law == report_law(context.setup.rulebook)
    if is_absence:
        end = report_until(course.clocks, context.setup.rulebook)
    elif act.law == "143b":
        end = interval_end(course, context.setup)
    has_come = is_absence and act.party in (*course.reported, *course.ready, *course.played)
    left = 0.0 if end is None or context.at is None else end - context.at
    raise_if_refused(decisions.check_absence(act.law, has_come=has_come, seconds_left=left))


def _give_match(
    course: Course, winner: Party, decision: Decision, happened: Happening, context: RuleContext
) -> RuleResult:
    after = leave_board(course, context)
    clocks = after.clocks
    if course.phase != "over":
        clocks = replace(clocks, finished=context.at)
    # The signatures were for another result.
    after = replace(after, board=None, awarded=winner, award_law=decision.laws[0], clocks=clocks, signatures=())
    won = Happening("match-won", decision.laws, {"winner": winner})
    return RuleResult(_finished(after), (happened, _winner_happening(after, won)))


def _finished(course: Course) -> Course:
    return replace(course, phase="over", suspended=None, is_change_due=False, carried=NONE)


def _winner_happening(course: Course, won: Happening) -> Happening:
    """Winner, or withheld result while a protest is open (150)."""
    return Happening("result-withheld", ("150",)) if course.has_open_protest else won


def close_board(course: Course, demanded: int, context: RuleContext) -> RuleResult:
    board = board_in_play(course)
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
    if award.winner != board.turn.party or board.on[award.winner]:
        return None
    if board.turns[award.winner] > 1:
        return None
    if award.winner != board.white:
        return "black"
    return "white" if board.queen == award.winner and not board.turns[other(award.winner)] else None


def _advance(course: Course, happened: tuple[Happening, ...], context: RuleContext) -> RuleResult:
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
        news.append(_winner_happening(course, Happening("match-won", ("57",), {"winner": score.winner})))
        finished = replace(clocks, finished=clocks.between)
        return RuleResult(_finished(replace(course, clocks=finished)), tuple(news))
    is_change_due = coming.change_sides or course.is_change_late
    if coming.is_extra:
        clocks = clocks.stop_game(context.at)  # an extra board has no game clock (I-43)
        news.append(Happening("extra-board", context.setup.rulebook.level_at_limit))
    if is_change_due:
        news.append(Happening("sides-change", (change_law(coming.board, context.setup),)))
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
    return RuleResult(after, tuple(news))


def leave_board(course: Course, context: RuleContext) -> Course:
    """Stop play; the times between boards count from here.

    An ending between two boards counts as the end of the next: a protest against it leads back here (I-36).
    """
    clocks = course.clocks.start_timer(None)
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


def enter_board_result(course: Course, act: BoardOver, context: RuleContext) -> RuleResult:
    """Enter the result of the board in progress, or of the next one, whatever strokes were recorded."""
    try:
        played = _read_board(act, is_recorded=context.is_recorded)
    except CarromError as error:
        refuse("board-result", str(error), "I-48")
    if course.board is None:
        if (course.suspended or course.phase) != "ready":
            refuse("out-of-order", "a toss decides first who breaks", "39a")
        course = begin_board(course, replace(context, at=None))
    differing = _differing_strokes(course, act)
    award, demanded = _award(course, played, act, context)
    covered = act.queen if act.queen == "a" or act.queen == "b" else "board"
    board = replace(board_in_play(course), award=award, queen=covered, placing=(), umpire=())
    course = replace(course, played=PARTIES)
    left = replace(leave_board(course, context), board=board, suspended=None, carried=NONE)
    step = close_board(left, demanded, context)
    return step._replace(happened=(*differing, *step.happened))


def _differing_strokes(course: Course, act: BoardOver) -> tuple[Happening, ...]:
    """Report recorded strokes that disagree with the result (I-57)."""
    board = course.board
    if board is None or board.last is None or act.coins is None:
        return ()
    winner = act.winner if board.award is None else board.award.winner
    loser, covered = other(winner), board.queen_covered_by
    coins = board.on[loser] if board.award is None else board.award.coins
    if (winner, coins, covered or "none") == (act.winner, act.coins, act.queen):
        return ()
    figures = {"party": loser, "coins": coins, **({"covered": covered} if covered else {})}
    return (Happening("strokes-differ", ("I-57",), figures),)


def _read_board(act: BoardOver, *, is_recorded: bool) -> PlayedBoard:
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
    book, score = context.setup.rulebook, course.score
    if score is None:
        raise LookupError("no board is played before the toss")
    try:
        points = points_of_board(score, book, board, "board-over")
    except CarromError as error:
        refuse("board-result", str(error), "55")
    if isinstance(board, RuledBoard):
        law = act.law or ""
        if not context.is_recorded:
            raise_if_refused(check_points(points, law, book, credited=book.is_credited(course.points[board.winner])))
        return BoardAward(board.winner, points, 0, 0, (law, "I-48")), 0
    counted = points_of_board(score, book, replace(board, demand=0), "board-over")
    credited = "53b" if book.is_credited(course.points[board.winner]) else "54"
    queen = (credited,) if board.queen == board.winner else ()
    return BoardAward(
        board.winner, counted, 0, board.coins, book.cite(("52a", "53a", *queen, "I-48"))
    ), points - counted
