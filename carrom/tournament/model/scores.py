"""Arithmetic and notation of recorded results."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Protocol

from carrom.match.parties import NONE, ByParty, other
from carrom.match.scoring import Format, Game, Score
from carrom.tournament.model.events import BoardPoints, ResultGiven
from carrom.tournament.tables.results import Pair, Result, Side


def counted_result(given: ResultGiven) -> Result:
    """Result as tables count it: retiring loses like a walkover."""
    walkover = given.walkover
    if given.retired is not None:
        walkover = "b" if given.retired == "a" else "a"
    return Result(a=given.a, b=given.b, score=given.score, extra=given.extra, games=given.games, walkover=walkover)


def do_results_agree(one: Result, other: Result) -> bool:
    """Ignores figures that only one of them has, such as the loser's games."""
    if (one.a, one.b, one.winner, one.walkover) != (other.a, other.b, other.winner, other.walkover):
        return False
    pairs = ((one.score, other.score), (one.extra, other.extra), (one.games, other.games))
    return all(first is None or second is None or first == second for first, second in pairs)


def are_results_same(one: ResultGiven, other: ResultGiven) -> bool:
    first, second = one.boards, other.boards
    have_both_boards = bool(first) and bool(second)
    is_same = len(first) == len(second) and all(map(are_boards_same, first, second))
    return do_results_agree(counted_result(one), counted_result(other)) and (is_same or not have_both_boards)


class _Board(Protocol):
    @property
    def game(self) -> int: ...
    @property
    def winner(self) -> Side: ...
    @property
    def points(self) -> int: ...
    @property
    def extra(self) -> bool: ...
    @property
    def coins(self) -> int | None: ...
    @property
    def queen(self) -> Side | None: ...


def board_figures(board: _Board) -> tuple[int, Side, int, bool]:
    return board.game, board.winner, board.points, board.extra


def are_boards_same(one: _Board, other: _Board) -> bool:
    """Same points, and same coins and queen if both have them."""
    if board_figures(one) != board_figures(other):
        return False
    return None in (one.coins, other.coins) or (one.coins, one.queen) == (other.coins, other.queen)


def game_from_boards(boards: Iterable[BoardPoints], *, target: int | None, opener: Side = "a") -> Game:
    """Add up the boards of one game. Points of extra boards are returned separately."""
    played = list(boards)
    score = Score(Format(target=target, boards=None, games=1, has_time=True), opener)
    for board in played:
        if not board.extra:
            score = score.with_board(board.winner, board.points)
    extra = [NONE.with_value(board.winner, board.points) for board in played if board.extra]
    if not extra:
        return score.game
    return replace(score.game, extra=ByParty(sum(one.a for one in extra), sum(one.b for one in extra)))


def with_games(given: ResultGiven, games: Sequence[Game], format: Format, *, first: Side = "a") -> ResultGiven:
    """Add up games played: points, extra boards, and games won where they decide. `first` is the result's side a."""
    extras = [as_pair(game.extra, first) for game in games if game.extra is not None]
    won = sum_pairs((int(game.winner == first), int(game.winner == other(first))) for game in games)
    is_scoreless = any(max(extra) == 0 for extra in extras)  # only the game won shows who won
    return replace(
        given,
        score=sum_pairs(as_pair(game.points, first) for game in games) if games else None,
        extra=sum_pairs(extras) if extras else None,
        games=won if format.games > 1 or is_scoreless else None,
    )


def as_pair(points: ByParty[int], first: Side = "a") -> Pair:
    return points[first], points[other(first)]


def sum_pairs(pairs: Iterable[Pair]) -> Pair:
    listed = list(pairs)
    return sum(a for a, _ in listed), sum(b for _, b in listed)


def score_text(given: ResultGiven) -> str:
    """Score as written: "25–8" or "18–18 (extra 10–0)"."""
    if given.walkover is not None:
        return f"a walk-over for {given.a if given.walkover == 'a' else given.b}"
    text = f"{given.score[0]}–{given.score[1]}" if given.score else "no score"
    if given.games is not None:
        each = ", ".join(f"{a}–{b}" for a, b in given.by_game) or text
        points = f" ({each})" if given.score else ""
        text = f"{given.games[0]}–{given.games[1]} games{points}"
    if given.extra is not None:
        text += f" (extra {given.extra[0]}–{given.extra[1]})"
    if given.retired is not None:
        text += f", {given.a if given.retired == 'a' else given.b} retired"
    return text


def result_text(given: ResultGiven, names: tuple[str, str] | None = None) -> str:
    """Score with the winner, which exposes a card read upside down: "Heena 5 – Pooja 25: Pooja wins"."""
    a, b = names or (given.a, given.b)
    if given.walkover is not None:
        return f"{a} – {b}: a walk-over for {a if given.walkover == 'a' else b}"
    figures = given.games if given.games is not None else given.score
    text = f"{a} {figures[0]} – {b} {figures[1]}" if figures is not None else f"{a} – {b}"
    if given.games is not None and given.score is not None:
        text += " (" + (", ".join(f"{x}–{y}" for x, y in given.by_game) or f"{given.score[0]}–{given.score[1]}") + ")"
    if given.extra is not None:
        text += f", extra board {given.extra[0]}–{given.extra[1]}"
    if given.retired is not None:
        text += f", {a if given.retired == 'a' else b} retired"
    winner = counted_result(given).winner
    text += ": a draw" if winner is None else f": {a if winner == given.a else b} wins"
    return f"{text} (not signed yet)" if given.provisional else text


def boards_text(given: ResultGiven) -> str:
    """Boards as typed: "a:5+q b:3 / a:=12"."""
    words = []
    game = 1
    for board in given.boards:
        if board.game != game:
            words.append("/")
            game = board.game
        words.append(board_word(board))
    return " ".join(words)


def board_word(board: BoardPoints) -> str:
    """One board as typed: the winner, then coins and queen, or the points alone."""
    extra = "+x" if board.extra else ""
    if board.coins is None:
        return f"{board.winner}:={board.points}{extra}"
    queen = "" if board.queen is None else "+q" if board.queen == board.winner else "-q"
    demand = f"+{board.demand}" if board.demand else ""
    return f"{board.winner}:{board.coins}{queen}{demand}{extra}"
