"""Chapter IX and what ends a board, a game or the match otherwise: loss, concession, time, cancelling."""

from __future__ import annotations

from dataclasses import replace

from carrom.base.refusal import Refused
from carrom.equipment import has_striker_room
from carrom.laws import decisions, judge_incident
from carrom.laws.decisions import Decision
from carrom.laws.incidents import BOARD_LOSSES, BoardLost
from carrom.match.board import Award, Board, BoardResult, Slam
from carrom.match.changing import changed
from carrom.match.course import Clocks, Course
from carrom.match.log.acts import Concede, Demand, LoseBoard, LoseMatch, ReplayBoard, TimeUp
from carrom.match.outcome import Happening, Moment, Step
from carrom.match.parties import Party, other
from carrom.match.rules.turn import live, side_of
from carrom.match.scoring import Score


def end_board(course: Course, moment: Moment) -> Step:
    """The last piece has fallen. Points on demand wait for the winner's word (87b)."""
    board = live(course)
    if board.award is not None and board.award.demand:
        data = {"winner": board.award.winner, "points": board.award.points, "demand": board.award.demand}
        waiting = changed(course, phase="demand", clocks=_board_over(course, moment))
        return Step(waiting, (Happening("demand-offered", ("87b", *board.award.laws), data),))
    return _close(changed(course, clocks=_board_over(course, moment)), 0, moment)


def demand(course: Course, act: Demand, moment: Moment) -> Step | Refused:
    award = live(course).award
    refused = decisions.check_demand(act.points, award.demand if award is not None else 0)
    return refused or _close(course, act.points, moment)


def lose_board(course: Course, act: LoseBoard, moment: Moment) -> Step | Refused:
    if act.law not in BOARD_LOSSES:
        laws = ", ".join(BOARD_LOSSES)
        return Refused("law", act.law, f"a board is lost outside a stroke by {laws}, not by {act.law}")
    board, winner = live(course), other(act.party)
    # What is still in a placer's hand lies on the board only if it had been pocketed in vain (I-11).
    on = board.on
    for entry in board.placing:
        on = on.with_value(entry.party, on[entry.party] - entry.count + entry.returned)
    before = changed(board, on=on).situation(course.points)
    ruling = judge_incident(before, BoardLost(side_of(board, act.party), act.law), moment.setup.rulebook)
    points = ruling.result.points if ruling.result is not None else 0
    award = Award(winner, points, 0, on[act.party], ruling.laws)
    step = end_board(changed(course, board=changed(board, award=award, placing=(), umpire=())), moment)
    return Step(step.course, step.happened, ruling)


def replay_board(course: Course, act: ReplayBoard, moment: Moment) -> Step | Refused:
    board = live(course)
    has_room = None if board.position is None else has_striker_room(board.position, course.seat(board.turn))
    decision = decisions.replay_board(act.law, has_room=has_room)
    return decision if isinstance(decision, Refused) else cancel_board(course, decision.laws, moment)


def cancel_board(course: Course, laws: tuple[str, ...], moment: Moment) -> Step:
    """The board counts for nothing and is played again, with the same break."""
    happened = Happening("board-replayed", laws, {"game": live(course).game, "board": live(course).number})
    cleared = changed(
        course, phase="ready", board=None, cancelled=course.cancelled + 1, clocks=_board_over(course, moment)
    )
    return Step(cleared, (happened,))


def time_up(course: Course, act: TimeUp, moment: Moment) -> Step | Refused:
    score = _score(course)
    has_begun = course.board is not None or bool(score.game.boards or course.cancelled)
    decision = decisions.end_time(moment.setup.rulebook, is_extra=score.is_extra, has_begun=has_begun)
    if isinstance(decision, Refused):
        return decision
    after = changed(course, board=None, score=score.with_time_up(), clocks=_board_over(course, moment))
    happened = Happening("time-up", decision.laws, {"unfinished": course.board is not None})
    return _advance(after, (happened,), moment)


def concede(course: Course, act: Concede, moment: Moment) -> Step | Refused:
    decision = decisions.concede(act.what, has_begun=course.score is not None)
    if isinstance(decision, Refused):
        return decision
    winner, data = other(act.party), {"by": act.party}
    if decision.fate == "match lost":
        return _give_match(course, winner, decision, Happening("match-conceded", decision.laws, data), moment)
    after = changed(course, board=None, score=_score(course).with_game_to(winner), clocks=_board_over(course, moment))
    return _advance(after, (Happening("game-conceded", decision.laws, data),), moment)


def lose_match(course: Course, act: LoseMatch, moment: Moment) -> Step | Refused:
    decision = decisions.lose_match(act.law, moment.setup.rulebook)
    if isinstance(decision, Refused):
        return decision
    happened = Happening("match-lost", decision.laws, {"by": act.party, "reason": act.reason})
    return _give_match(course, other(act.party), decision, happened, moment)


def _give_match(course: Course, winner: Party, decision: Decision, happened: Happening, moment: Moment) -> Step:
    law = decision.laws[0]
    clocks = changed(_board_over(course, moment), finished=moment.at)
    after = changed(course, phase="over", board=None, awarded=winner, award_law=law, is_change_due=False, clocks=clocks)
    return Step(after, (happened, Happening("match-won", decision.laws, {"winner": winner})))


def _close(course: Course, demanded: int, moment: Moment) -> Step:
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
    over = course.clocks.between
    protests = tuple(
        replace(case, board_over=over) if case.start is course.board_start and case.board_over is None else case
        for case in course.protests
    )
    data = {"winner": award.winner, "points": points, "demand": demanded, "slam": result.slam}
    happened = Happening("board-won", award.laws, data)
    after = changed(course, board=None, boards=(*course.boards, result), score=score, protests=protests)
    return _advance(after, (happened,), moment)


def _slam(board: Board, award: Award) -> Slam | None:
    """All nine in the first turn (26)."""
    if award.winner != board.turn.party or board.on[award.winner]:
        return None
    if board.turns == 1:
        return "white" if board.queen == award.winner else None
    return "black" if board.turns == 2 and award.winner != board.white else None


def _advance(course: Course, happened: tuple[Happening, ...], moment: Moment) -> Step:
    """After a board, a game or its time has ended: what is waited for now."""
    score = _score(course)
    ended = score.games[-1] if score.games else None
    news = list(happened)
    clocks = course.clocks
    if ended is not None and ended.winner is not None:
        number = len(score.games)
        data = {"game": number, "winner": ended.winner, "a": ended.points.a, "b": ended.points.b}
        news.append(Happening("game-won", ("56a",), data))
        clocks = changed(clocks, game=0.0, game_since=None)
    coming = score.next
    if coming is None:
        news.append(Happening("match-won", ("57",), {"winner": score.winner}))
        finished = changed(clocks, finished=clocks.between)
        return Step(changed(course, phase="over", is_change_due=False, clocks=finished), tuple(news))
    is_change_due = coming.change_sides or course.is_change_late
    if coming.is_extra:
        news.append(Happening("extra-board", moment.setup.rulebook.level_at_limit))
    if is_change_due:
        news.append(Happening("sides-change", _change_laws(coming.board, moment)))
    after = changed(
        course,
        phase="toss" if coming.is_extra else "ready",
        extra_breaker=None,
        cancelled=0,
        is_change_due=is_change_due,
        is_change_late=False,
        clocks=clocks,
    )
    return Step(after, tuple(news))


def _change_laws(board: int, moment: Moment) -> tuple[str, ...]:
    if board > 1:
        return ("60a",) if moment.setup.format.boards is not None else ("60b",)
    return ("59",) if moment.setup.is_doubles else ("58",)


def _board_over(course: Course, moment: Moment) -> Clocks:
    clocks = changed(course.clocks, timer=None, spent=0.0, between=moment.at, interval=None)
    return clocks.stopped(moment.at) if moment.setup.rulebook.clock_stops_between_boards else clocks


def _score(course: Course) -> Score:
    if course.score is None:
        raise LookupError("there is no score before the toss")
    return course.score
