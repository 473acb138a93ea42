"""Chapter IX and what ends a board, a game or the match otherwise: loss, concession, time, cancelling."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from carrom.base.refusal import Refused
from carrom.equipment import has_striker_room
from carrom.laws import Incident, Side, judge_incident
from carrom.laws.incidents import BoardUpset, LeftSeat, OutOfTurn, PlayedDuringAppeal
from carrom.match.board import Award, Board, BoardResult, Slam
from carrom.match.changing import changed
from carrom.match.course import Clocks, Course
from carrom.match.log.acts import Concede, Demand, LoseBoard, LoseMatch, ReplayBoard, TimeUp
from carrom.match.outcome import Happening, Moment, Step
from carrom.match.parties import Party, other
from carrom.match.rules.turn import live, side_of
from carrom.match.scoring import Score

LOSSES: dict[str, Callable[[Side], Incident]] = {
    "51": OutOfTurn,
    "91": LeftSeat,
    "121b": PlayedDuringAppeal,
    "126b": BoardUpset,
}
REPLAY_LAWS = ("140", "142")


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
    offered = award.demand if award is not None else 0
    if act.points > offered:
        return Refused("demand", "87b", f"{offered} points may be demanded, not {act.points}")
    return _close(course, act.points, moment)


def lose_board(course: Course, act: LoseBoard, moment: Moment) -> Step | Refused:
    incident = LOSSES.get(act.law)
    if incident is None:
        return Refused("law", act.law, f"a board is lost outside a stroke by {', '.join(LOSSES)}, not by {act.law}")
    board, winner = live(course), other(act.party)
    # What is still in a placer's hand lies on the board only if it had been pocketed in vain (I-11).
    on = board.on
    for entry in board.placing:
        on = on.with_value(entry.party, on[entry.party] - entry.count + entry.returned)
    before = changed(board, on=on).situation(course.points)
    ruling = judge_incident(before, incident(side_of(board, act.party)), moment.setup.rulebook)
    points = ruling.result.points if ruling.result is not None else 0
    award = Award(winner, points, 0, on[act.party], ruling.laws)
    step = end_board(changed(course, board=changed(board, award=award, placing=(), umpire=())), moment)
    return Step(step.course, step.happened, ruling)


def replay_board(course: Course, act: ReplayBoard, moment: Moment) -> Step | Refused:
    if act.law not in REPLAY_LAWS:
        return Refused("law", act.law, f"a board is replayed by {' or '.join(REPLAY_LAWS)}, not by {act.law}")
    board = live(course)
    if act.law == "142" and board.position is not None and has_striker_room(board.position, course.seat(board.turn)):
        return Refused("has-room", "142", f"{board.turn.text()} has room for the striker on his base lines")
    return cancel_board(course, act.law, moment)


def cancel_board(course: Course, law: str, moment: Moment) -> Step:
    """The board counts for nothing and is played again, with the same break."""
    happened = Happening("board-replayed", (law,), {"game": live(course).game, "board": live(course).number})
    cleared = changed(course, phase="ready", board=None, replays=course.replays + 1, clocks=_board_over(course, moment))
    return Step(cleared, (happened,))


def time_up(course: Course, act: TimeUp, moment: Moment) -> Step | Refused:
    if moment.setup.rulebook.minutes is None:
        return Refused("no-time-limit", None, "a game of this match has no limit of time")
    score = _score(course)
    if score.is_extra:
        return Refused("extra-board", "56b", "the time of the game is over already: an extra board decides")
    if course.board is None and not score.game.boards and not course.replays:
        return Refused("no-game", "I-26", "no game is being played whose time could be up")
    after = changed(course, board=None, score=score.with_time_up(), clocks=_board_over(course, moment))
    happened = Happening("time-up", ("I-26",), {"unfinished": course.board is not None})
    return _advance(after, (happened,), moment)


def concede(course: Course, act: Concede, moment: Moment) -> Step | Refused:
    winner = other(act.party)
    if act.what == "match":
        return _give_match(course, winner, "139", Happening("match-conceded", ("139",), {"by": act.party}), moment)
    if course.score is None:
        return Refused("no-game", "139", "no game has begun that could be conceded")
    after = changed(course, board=None, score=_score(course).with_game_to(winner), clocks=_board_over(course, moment))
    return _advance(after, (Happening("game-conceded", ("139",), {"by": act.party}),), moment)


def lose_match(course: Course, act: LoseMatch, moment: Moment) -> Step | Refused:
    book = moment.setup.rulebook
    local = act.law.partition(":")[0] == book.id and ":" in act.law
    if not local and not act.law.startswith("143"):
        return Refused("law", act.law, f"a match is lost by Law 143 or a rule of {book.id}, not by {act.law}")
    happened = Happening("match-lost", (act.law,), {"by": act.party, "reason": act.reason})
    return _give_match(course, other(act.party), act.law, happened, moment)


def _give_match(course: Course, winner: Party, law: str, happened: Happening, moment: Moment) -> Step:
    clocks = changed(_board_over(course, moment), finished=moment.at)
    after = changed(course, phase="over", board=None, awarded=winner, award_law=law, is_change_due=False, clocks=clocks)
    return Step(after, (happened, Happening("match-won", (law,), {"winner": winner})))


def _close(course: Course, demanded: int, moment: Moment) -> Step:
    """Write the finished board down and go on to what comes next."""
    board = live(course)
    award = board.award
    if award is None:
        raise LookupError("a board without an award cannot be closed")
    points = min(award.points + demanded, moment.setup.rulebook.most_points)
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
        replays=0,
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
