"""`carrom score` as a function: one JSON object of boards in, one of games and match out."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, TypeVar

from carrom.base.errors import CarromError
from carrom.laws import RULEBOOKS, Rulebook, rulebook
from carrom.match.parties import PARTIES, ByParty
from carrom.match.scoring import Format, Game, Score, board_points
from carrom.match.stages import check_stage

T = TypeVar("T", bound=str)

_MOST_DEMAND = 2
"""One for the striker, one for an improper stroke (87b)."""


def score_line(line: Any, books: Mapping[str, Rulebook] = RULEBOOKS) -> dict[str, Any]:
    """The score after these boards. Raises `CarromError` for what cannot be."""
    fields = _object(line, "the line", {"rulebook", "stage", "first_break", "boards"}, {"time_up"})
    if not isinstance(fields["rulebook"], str):
        raise CarromError(f"rulebook: {fields['rulebook']!r} is not the id of a rulebook")
    book = rulebook(fields["rulebook"], books)
    stage = check_stage(fields["stage"])
    score = Score.start(Format.of(book, stage), _one_of(fields["first_break"], "first_break", PARTIES))
    time_up = fields.get("time_up", False)
    if not isinstance(time_up, bool):
        raise CarromError(f"time_up: {time_up!r} is neither true nor false")
    if time_up and not score.format.has_time:
        raise CarromError(f"time_up: a game by {book.id} has no limit of time")
    if not isinstance(fields["boards"], list):
        raise CarromError("boards: not a list")
    for number, board in enumerate(fields["boards"], start=1):
        score = _with_board(score, book, board, number, time_up)
    return score_answer(score.with_time_up() if time_up and score.winner is None else score)


def _with_board(score: Score, book: Rulebook, board: Any, number: int, time_up: bool) -> Score:
    name = f"board {number}"
    if score.winner is not None:
        raise CarromError(f"{name}: the match was over before it, won by {score.winner}")
    is_counted = isinstance(board, dict) and "coins" in board
    if isinstance(board, dict) and is_counted == ("points" in board):
        raise CarromError(f"{name}: either coins (counted) or points (ended by a law), not {_both_or_none(is_counted)}")
    needed = {"winner", "coins", "queen"} if is_counted else {"winner", "points"}
    fields = _object(board, name, needed, {"demand", "extra"} if is_counted else {"extra"})
    if time_up and fields.get("extra") is True and not score.is_extra:
        score = score.with_time_up()
        if score.winner is not None:
            raise CarromError(f"{name}: no extra board, the game was not level when its time was up")
    if fields.get("extra", score.is_extra) is not score.is_extra:
        raise CarromError(f"{name}: extra is {fields['extra']!r} where this board {_is_or_not(score.is_extra)} extra")
    winner = _one_of(fields["winner"], f"{name}: winner", PARTIES)
    if is_counted:
        queen = fields["queen"]
        points = board_points(
            book,
            before=score.game.points[winner],
            coins=_count(fields["coins"], f"{name}: coins", 9),
            has_queen=queen is not None and _one_of(queen, f"{name}: queen", PARTIES) == winner,
            demand=_count(fields.get("demand", 0), f"{name}: demand", _MOST_DEMAND),
        )
    else:
        points = _count(fields["points"], f"{name}: points", book.most_points)
    return score.with_board(winner, points)


def score_answer(score: Score) -> dict[str, Any]:
    """Games, match and what comes next, as `carrom score` writes them."""
    coming = score.next
    return {
        "games": [_game(game) for game in score.games],
        "match": score.winner,
        "next": coming
        and {
            "game": coming.game,
            "board": coming.board,
            "break": coming.breaker or "toss",
            "extra": coming.is_extra,
            "change_sides": coming.change_sides,
        },
    }


def _game(game: Game) -> dict[str, Any]:
    row: dict[str, Any] = {**_pair(game.points), "boards": game.boards, "winner": game.winner}
    if game.extra is not None:
        row["extra"] = _pair(game.extra)
    return row


def _pair(points: ByParty[int]) -> dict[str, int]:
    return {"a": points.a, "b": points.b}


def _object(value: Any, name: str, needed: set[str], allowed: set[str]) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise CarromError(f"{name}: not a JSON object")
    missing = sorted(needed - value.keys())
    if missing:
        raise CarromError(f"{name}: {' and '.join(missing)} missing")
    unknown = sorted(value.keys() - needed - allowed)
    if unknown:
        raise CarromError(f"{name}: no field {' or '.join(map(repr, unknown))} belongs there")
    return value


def _one_of(value: Any, name: str, words: Collection[T]) -> T:
    for word in words:
        if value == word:
            return word
    raise CarromError(f"{name}: {value!r} is not one of {', '.join(words)}")


def _count(value: Any, name: str, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise CarromError(f"{name}: {value!r} is not a whole number from 0 to {most}")
    return value


def _both_or_none(both: bool) -> str:
    return "both" if both else "none"


def _is_or_not(value: bool) -> str:
    return "is" if value else "is not"
