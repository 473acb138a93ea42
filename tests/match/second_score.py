"""Boards, games and the match of the second fold: points, breaks, and changes of sides."""

from __future__ import annotations

from typing import Any

from tests.match.second_figures import other
from tests.match.second_state import Board, Game, State, no


def open_game(m: State) -> Game:
    game = m.current_game()
    if game is None:
        game = Game()
        m.games.append(game)
    return game


def game_number(m: State) -> int:
    return len(m.games) if m.current_game() else len(m.games) + 1


def changes_before_the_next(m: State) -> bool:
    """Return whether the sides change before the next board, or have changed already."""
    game = m.current_game()
    if m.winner is not None:
        return False
    return bool(m.games) if game is None else game.swapped_after == game.boards


def rests_before_the_next(m: State) -> bool:
    return m.winner is None and m.figures.games == 3 and len(m.games) == 2 and m.current_game() is None


def is_level_at_the_limit(m: State, game: Game) -> bool:
    if game.winner is not None or game.points["a"] != game.points["b"]:
        return False
    return m.out_of_time or (m.limit is not None and game.boards >= m.limit)


def begin_board(m: State, at: float | None) -> Board:
    """Begin the next board, and its game if needed."""
    breaker = m.next_breaker
    assert breaker is not None
    game = m.current_game()
    extra = game is not None and is_level_at_the_limit(m, game)
    first, second = breaker[0], other(breaker[0])
    board = Board(
        game_number(m), (game.boards if game else 0) + 1, extra, breaker, breaker, {first: "white", second: "black"}
    )
    board.owed = dict(m.owed_next)
    board.owed_at_first = dict(m.owed_next)
    m.owed_next = {"a": 0, "b": 0}
    m.board = board
    m.begun = True
    m.ready = set()
    m.boards_begun += 1
    if m.figures.game_seconds is not None and not extra:
        if board.number == 1 and not m.game_clocked:
            m.game_clocked = True
            m.game_ends = at + m.figures.game_seconds if at is not None else None
            m.game_left = None
        elif m.figures.clock_rests_between_boards or m.game_stood:  # also where a board ended during an appeal
            m.game_stood = False
            m.game_ends = at + m.game_left if at is not None and m.game_left is not None else None
            m.game_left = None
    return board


def leave_board(m: State, how: str, at: float | None) -> None:
    """Leave the board in progress, with or without a score; it can still be protested."""
    board = m.board
    if board is not None:
        m.last_board = {"game": board.game, "board": board.number, "index": m.boards_begun, "how": how}
        if at is not None:
            m.ended[m.boards_begun] = at
        rest_game_clock(m, at)
    m.board = None
    m.stands = False
    m.stroke_left = None


def end_next_board(m: State, at: float | None) -> None:
    """Between boards, count an end of the game or match as the end of the next board."""
    if m.board is not None:
        return
    game = m.current_game()
    m.boards_begun += 1
    m.last_board = {
        "game": game_number(m),
        "board": (game.boards if game else 0) + 1,
        "index": m.boards_begun,
        "how": "given away",
    }
    if at is not None:
        m.ended[m.boards_begun] = at


def rest_game_clock(m: State, at: float | None) -> None:
    """Stop the game clock between boards, where the game time is that of its boards (KREEDA 6b)."""
    if m.figures.clock_rests_between_boards and m.game_ends is not None:
        m.game_left = m.game_ends - at if at is not None else None
        m.game_ends = None


def score_board(m: State, winner: str, points: int, at: float | None) -> None:
    """Score the board; `points` includes the demand."""
    board = m.open_board
    game = open_game(m)
    leave_board(m, "scored", at)
    points = min(points, m.figures.most)
    game.boards += 1
    if board.extra:
        game.extra = {winner: points, other(winner): 0}
        end_game(m, winner)
        return
    game.points[winner] += points
    target = m.figures.target
    if target is not None and game.points[winner] >= target:
        game.points[winner] = target
        end_game(m, winner)
    elif m.limit is not None and game.boards >= m.limit:
        end_by_lead(m, game)
    else:
        if len(m.games) == 3 and game.swapped_after is None:
            thirteen = max(game.points.values()) >= 13
            if thirteen or (game.boards == 4 and m.limit is not None):
                game.swapped_after = game.boards
                m.change_due = True
        change_late(m)
        m.next_breaker = m.follows(board.breaker)
        m.phase = "ready"


def change_late(m: State) -> None:
    if m.change_forgotten:
        m.change_due = True
        m.change_forgotten = False


def end_by_lead(m: State, game: Game) -> None:
    if game.points["a"] == game.points["b"]:
        change_late(m)
        m.phase = "toss"
        m.extra_toss = True
        m.next_breaker = None
        m.game_ends = m.game_left = None
    else:
        end_game(m, max(game.points, key=lambda party: game.points[party]))


def end_game(m: State, winner: str) -> None:
    m.games[-1].winner = winner
    m.out_of_time = False
    m.extra_toss = False
    m.change_forgotten = False
    wins = sum(game.winner == winner for game in m.games)
    if wins > m.figures.games // 2:
        end_match(m, winner, None)
        return
    m.change_due = True
    m.game_ends = m.game_left = None
    m.game_clocked = False
    assert m.first_breaker is not None
    m.next_breaker = m.first_breaker if len(m.games) == 2 else m.follows(m.first_breaker)
    m.phase = "ready"


def end_match(m: State, winner: str, law: str | None) -> None:
    m.winner = winner
    m.award_law = law
    m.phase = "over"
    m.board = None
    m.change_due = False
    m.next_breaker = None
    m.game_ends = m.game_left = None


def repeat_board(m: State, how: str, at: float | None) -> None:
    board = m.open_board
    breaker = board.breaker
    leave_board(m, how, at)
    m.next_breaker = breaker
    m.owed_next = board.owed_at_first
    m.phase = "ready"


def concede_game(m: State, party: str, at: float | None) -> None:
    if m.first_breaker is None:
        no("no game has begun")
    end_next_board(m, at)
    game = open_game(m)
    leave_board(m, "conceded", at)
    assert game is m.games[-1]
    end_game(m, other(party))


def time_is_up(m: State, at: float | None, by_another_clock: bool = False) -> None:
    if m.figures.game_seconds is None:
        no("no time limit")
    if not m.begun:
        no("no game has begun")
    game = m.current_game()
    if m.out_of_time or (game is not None and is_level_at_the_limit(m, game)):
        no("the extra board has no clock")
    if m.game_left is not None and m.game_left > 0 and not by_another_clock:
        no("the clock stands")
    if m.game_ends is not None and at is not None and at < m.game_ends and not by_another_clock:
        no("time is left")
    end_next_board(m, at)
    game = open_game(m)
    leave_board(m, "time up", at)
    m.out_of_time = True
    m.game_ends = m.game_left = None
    end_by_lead(m, game)


def score_of(m: State) -> dict[str, Any] | None:
    if m.first_breaker is None:
        return None
    games: list[dict[str, Any]] = []
    for game in m.games:
        entry: dict[str, Any] = {**game.points, "boards": game.boards, "winner": game.winner}
        if game.extra is not None:
            entry["extra"] = game.extra
        games.append(entry)
    by_score = m.winner if m.award_law is None else None
    upcoming = None
    if by_score is None:
        current = m.current_game()
        number = game_number(m)
        played = current.boards if current else 0
        extra = current is not None and is_level_at_the_limit(m, current)
        opens = m.first_breaker[0] if number != 2 else other(m.first_breaker[0])
        swap = current.swapped_after == played if current else bool(m.games)
        upcoming = {
            "game": number,
            "board": played + 1,
            "break": "toss" if extra else opens if played % 2 == 0 else other(opens),
            "extra": extra,
            "change_sides": swap if current is None or played else bool(m.games[:-1]),
        }
    return {"games": games, "match": by_score, "next": upcoming}


def points_shown(m: State) -> dict[str, int]:
    game = m.current_game()
    if game is None and m.phase == "over" and m.games and m.award_law is None:
        game = m.games[-1]
    return dict(game.points) if game else {"a": 0, "b": 0}
