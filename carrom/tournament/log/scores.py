"""Small arithmetic on results as they are recorded."""

from collections.abc import Iterable
from dataclasses import replace

from carrom.match.parties import NONE, ByParty
from carrom.match.scoring import Format, Game, Score
from carrom.tournament.log.facts import BoardPoints, ResultGiven
from carrom.tournament.tables.results import Pair, Result, Side


def counted_result(given: ResultGiven) -> Result:
    """The result as a table counts it: who retired has lost like one who did not come."""
    walkover = given.walkover
    if given.retired is not None:
        walkover = "b" if given.retired == "a" else "a"
    return Result(a=given.a, b=given.b, score=given.score, extra=given.extra, games=given.games, walkover=walkover)


def game_of(boards: Iterable[BoardPoints], *, target: int | None, opener: Side = "a") -> Game:
    """One game by its boards, as the match adds them up. Only the points of an extra board are kept apart."""
    played = list(boards)
    score = Score(Format(target=target, boards=None, games=1, has_time=True), opener)
    for board in played:
        if not board.extra:
            score = score.with_board(board.winner, board.points)
    extra = [NONE.with_value(board.winner, board.points) for board in played if board.extra]
    if not extra:
        return score.game
    return replace(score.game, extra=ByParty(sum(one.a for one in extra), sum(one.b for one in extra)))


def pair(points: ByParty[int]) -> Pair:
    """As results write it."""
    return points.a, points.b


def score_text(given: ResultGiven) -> str:
    """As people write it: 25–8, 18–18 (extra 10–0), walk-over a."""
    if given.walkover is not None:
        return f"a walk-over for {given.a if given.walkover == 'a' else given.b}"
    text = f"{given.score[0]}–{given.score[1]}" if given.score else "no score"
    if given.games is not None:
        points = f" ({text})" if given.score else ""
        text = f"{given.games[0]}–{given.games[1]} games{points}"
    if given.extra is not None:
        text += f" (extra {given.extra[0]}–{given.extra[1]})"
    if given.retired is not None:
        text += f", {given.a if given.retired == 'a' else given.b} retired"
    return text
