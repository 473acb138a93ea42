"""`carrom score` as a function: one JSON object of boards in, one of games and match out."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, NotRequired, TypedDict

from carrom.base.errors import CarromError
from carrom.base.misread import wrong
from carrom.base.reading import decode, read_at
from carrom.laws import RULEBOOKS, Rulebook, rulebook
from carrom.laws.rounds import check_round
from carrom.match.parties import Party
from carrom.match.played_board import CountedBoard, RuledBoard, add_board
from carrom.match.scoring import Format, Game, Score


class GameRow(TypedDict):
    """One game as `carrom score` writes it."""

    a: int
    b: int
    boards: int
    winner: Party | None
    extra: NotRequired[dict[Party, int]]
    """The points of an extra board, which are never added to the others (56b)."""


NextRow = TypedDict(
    "NextRow",
    {"game": int, "board": int, "break": Literal["a", "b", "toss"], "extra": bool, "change_sides": bool},
)
"""What is to be played now."""


class ScoreAnswer(TypedDict):
    """Games, match and what comes next, as `carrom score` writes them."""

    games: list[GameRow]
    match: Party | None
    next: NextRow | None


@dataclass(frozen=True, slots=True)
class _ScoreLine:
    rulebook: str
    stage: str
    first_break: Party
    boards: tuple[Any, ...]
    time_up: bool = False


def score_line(line: Any, books: Mapping[str, Rulebook] = RULEBOOKS) -> dict[str, Any]:
    """The score after these boards. Raises `CarromError` for what cannot be."""
    asked = decode(_ScoreLine, line)
    book = rulebook(asked.rulebook, books)
    score = Score(Format.of(book, read_at("stage", check_round, asked.stage)), asked.first_break)
    if asked.time_up and not score.format.has_time:
        raise CarromError("no-time-limit", f"time_up: a game by {book.id} has no limit of time")
    for number, board in enumerate(asked.boards, start=1):
        score = _with_board(score, book, board, f"board {number}", asked.time_up)
    return {**score_answer(score.with_time_up() if asked.time_up and score.winner is None else score)}


def _with_board(score: Score, book: Rulebook, value: Any, name: str, time_up: bool) -> Score:
    if not isinstance(value, dict):
        raise wrong(value, "an object with winner and points, or winner, coins, queen, demand; extra").inside(name)
    is_counted = "coins" in value
    if is_counted == ("points" in value):
        which = "both" if is_counted else "none"
        raise CarromError("coins-or-points", f"{name}: either coins (counted) or points (ended by a law), not {which}")
    board = decode(CountedBoard, value, name) if is_counted else decode(RuledBoard, value, name)
    return add_board(score, book, board, name, time_up=time_up)


def score_answer(score: Score) -> ScoreAnswer:
    """Games, match and what comes next, as `carrom score` writes them."""
    coming = score.next
    return {
        "games": [_game(game) for game in score.games],
        "match": score.winner,
        "next": None
        if coming is None
        else {
            "game": coming.game,
            "board": coming.board,
            "break": coming.breaker or "toss",
            "extra": coming.is_extra,
            "change_sides": coming.change_sides,
        },
    }


def _game(game: Game) -> GameRow:
    row: GameRow = {"a": game.points.a, "b": game.points.b, "boards": game.boards, "winner": game.winner}
    return row if game.extra is None else {**row, "extra": {"a": game.extra.a, "b": game.extra.b}}
