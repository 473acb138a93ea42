"""Small arithmetic on results as they are recorded."""

from __future__ import annotations

from carrom.tournament.log.facts import BoardPoints, ResultGiven
from carrom.tournament.tables.results import Pair, Result, Side


def counted_result(given: ResultGiven) -> Result:
    """The result as a table counts it: who retired has lost like one who did not come."""
    walkover = given.walkover
    if given.retired is not None:
        walkover = "b" if given.retired == "a" else "a"
    return Result(a=given.a, b=given.b, score=given.score, extra=given.extra, games=given.games, walkover=walkover)


def boards_score(boards: tuple[BoardPoints, ...], *, target: int | None) -> tuple[Pair, Pair | None]:
    """The score of one game from its boards, at most the target (I-13), and the extra boards apart."""
    plain = {"a": 0, "b": 0}
    extra = {"a": 0, "b": 0}
    for board in boards:
        (extra if board.extra else plain)[board.winner] += board.points
    a, b = (value if target is None else min(value, target) for value in plain.values())
    return (a, b), (extra["a"], extra["b"]) if any(board.extra for board in boards) else None


def breaker(board: int, first: Side) -> Side:
    """Who breaks the nth board (from 1) of a game: the sides take turns."""
    return first if board % 2 else ("b" if first == "a" else "a")


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
