"""The arithmetic of scores: boards make games, games make a match.

>>> from carrom.laws import rulebook
>>> score = Score(Format.of(rulebook("icf"), "group"), "a").with_board("a", 8)
>>> score.game.points, score.next.breaker
(ByParty(a=8, b=0), 'b')
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import Annotated

from carrom.base.codec import ReadBy, read_at, reader_for, within
from carrom.base.errors import CarromError
from carrom.laws import Rulebook
from carrom.laws.rounds import RoundName, is_no_later_than
from carrom.match.parties import NONE, ByParty, Party, other


@dataclass(frozen=True, slots=True)
class Format:
    """Limits at which a game and a match are over."""

    target: int | None
    """Ends the game; no total exceeds it (I-13)."""
    boards: int | None
    games: int
    has_time: bool

    @classmethod
    def of(cls, rulebook: Rulebook, stage: RoundName) -> Format:
        """Some rulebooks limit the boards in early rounds only (56b, I-21)."""
        until = rulebook.boards_limit_until
        has_limit = until == "always" or is_no_later_than(stage, until)
        return cls(
            target=rulebook.target,
            boards=rulebook.boards if has_limit else None,
            games=rulebook.games,
            has_time=rulebook.minutes is not None,
        )

    @property
    def games_to_win(self) -> int:
        return self.games // 2 + 1

    def needs_concession(self, points: ByParty[int], won: ByParty[int]) -> bool:
        """One of these games must have been conceded (139): only the target ends a game, and a winner has fewer
        points."""
        if self.target is None or self.boards is not None or self.has_time:
            return False
        return points.a < self.target * won.a or points.b < self.target * won.b


@dataclass(frozen=True, slots=True)
class Game:
    opener: Party
    points: ByParty[int] = NONE
    boards: int = 0
    winner: Party | None = None
    extra: ByParty[int] | None = None
    """Points of an extra board, never added to the others (56b)."""
    is_time_up: bool = False
    changed_after: int | None = None
    """Board of the deciding game after which the sides change (60)."""

    @property
    def breaker(self) -> Party:
        """Breaks the next board: the sides alternate (49)."""
        return self.opener if self.boards % 2 == 0 else other(self.opener)

    @property
    def leader(self) -> Party | None:
        if self.points.a == self.points.b:
            return None
        return "a" if self.points.a > self.points.b else "b"

    def figures(self) -> dict[str, str | int]:
        """The winner's points first, for sentences."""
        side = self.winner or "a"
        data: dict[str, str | int] = {"won": self.points[side], "lost": self.points[other(side)]}
        if self.extra is not None:
            data["extra"] = f"{self.extra[side]}–{self.extra[other(side)]}"
        return data


@cache
def _fresh_game(opener: Party) -> Game:
    return Game(opener)


@dataclass(frozen=True, slots=True)
class NextBoard:
    game: int
    board: int
    breaker: Party | None
    """Party that breaks; if None, a toss decides (56b)."""
    is_extra: bool
    change_sides: bool


@dataclass(frozen=True, slots=True)
class Score:
    """Games so far; one enters the list with its first board."""

    format: Format
    first_break: Party
    games: tuple[Game, ...] = ()
    winner: Party | None = None

    @property
    def number(self) -> int:
        """Number of the open game, or of the last when the match is over."""
        is_between = not self.games or (self.winner is None and self.games[-1].winner is not None)
        return len(self.games) + is_between

    @property
    def game(self) -> Game:
        """That game, or a fresh one before its first board (49)."""
        number = self.number
        if number <= len(self.games):
            return self.games[-1]
        return _fresh_game(self.first_break if number % 2 == 1 else other(self.first_break))

    @property
    def is_extra(self) -> bool:
        """The next board is an extra one: the game is at its limit and level."""
        game = self.game
        return game.winner is None and (game.is_time_up or game.boards == self.format.boards)

    @property
    def next(self) -> NextBoard | None:
        """The next board; None when the match is over."""
        if self.winner is not None:
            return None
        game = self.game
        is_extra = self.is_extra
        is_new = self.number > len(self.games)
        return NextBoard(
            game=self.number,
            board=game.boards + 1,
            breaker=None if is_extra else game.breaker,
            is_extra=is_extra,
            change_sides=bool(self.games) if is_new else game.changed_after == game.boards,
        )

    def with_board(self, winner: Party, points: int) -> Score:
        """`points` are the winner's."""
        game = self.game
        if self.is_extra:
            kept = NONE.with_value(winner, points)
            return self._with_game(replace(game, boards=game.boards + 1, extra=kept, winner=winner))
        total = game.points[winner] + points
        if self.format.target is not None:
            total = min(total, self.format.target)
        game = replace(game, points=game.points.with_value(winner, total), boards=game.boards + 1)
        if total == self.format.target:
            game = replace(game, winner=winner)
        elif game.boards == self.format.boards:
            game = replace(game, winner=game.leader)
        if game.changed_after is None and self._is_half_way(game):
            game = replace(game, changed_after=game.boards)
        return self._with_game(game)

    def with_time_up(self) -> Score:
        """The game ends with the boards played, an unfinished one scores nothing (I-26)."""
        game = self.game
        return self._with_game(replace(game, is_time_up=True, winner=game.leader))

    def with_game_to(self, winner: Party) -> Score:
        """The open game is conceded to `winner` (139)."""
        return self._with_game(replace(self.game, winner=winner))

    def _is_half_way(self, game: Game) -> bool:
        """The sides change in the deciding game after this board (60)."""
        if self.format.games == 1 or self.number < self.format.games:
            return False
        target, boards = self.format.target, self.format.boards
        by_points = target is not None and max(game.points.a, game.points.b) >= (target + 1) // 2
        return by_points or (boards is not None and game.boards == boards // 2)

    def _with_game(self, game: Game) -> Score:
        games = (*self.games[: self.number - 1], game)
        won = [one.winner for one in games]
        decided = next((party for party in won if party and won.count(party) >= self.format.games_to_win), None)
        return replace(self, games=games, winner=decided)


def board_points(rulebook: Rulebook, *, before: int, coins: int, has_queen: bool, demand: int = 0) -> int:
    """Value of a counted board to its winner: pieces left, the queen while credited, demand (52–55, 87b)."""
    queen = rulebook.queen_value if has_queen and rulebook.is_credited(before) else 0
    return min(coins + queen + demand, rulebook.most_points)


MOST_PIECES = 9
MOST_DEMAND = 2
"""One for the striker, one for an improper stroke (87b)."""

_Extra = Annotated[bool | None, ReadBy(reader_for(bool))]
"""Whether a board is extra: None if missing; null is rejected."""


@dataclass(frozen=True, slots=True)
class CountedBoard:
    winner: Party
    coins: Annotated[int, within(0, MOST_PIECES)]
    queen: Party | None
    demand: Annotated[int, within(0, MOST_DEMAND)] = 0
    extra: _Extra = None


@dataclass(frozen=True, slots=True)
class RuledBoard:
    winner: Party
    points: int
    extra: _Extra = None


PlayedBoard = CountedBoard | RuledBoard


def add_board(score: Score, book: Rulebook, board: PlayedBoard, name: str, *, time_up: bool = False) -> Score:
    """Score after one more board; `name` names the board in errors.

    With `time_up` time ran out at some point, so a board marked as extra comes after it.
    """
    if score.winner is not None:
        raise CarromError("match-over", f"{name}: the match was over before it, won by {score.winner}")
    if time_up and board.extra and not score.is_extra:
        score = score.with_time_up()
        if score.winner is not None:
            raise CarromError("no-extra-board", f"{name}: no extra board, the game was not level when its time was up")
    if board.extra is not None and board.extra is not score.is_extra:
        said = "true where this board is not extra" if board.extra else "false where this board is extra"
        raise CarromError("bad-extra-board", f"{name}: extra is {said}")
    return score.with_board(board.winner, points_of_board(score, book, board, name))


def points_of_board(score: Score, book: Rulebook, board: PlayedBoard, name: str) -> int:
    if isinstance(board, RuledBoard):
        return read_at(f"{name}.points", within(0, book.most_points), board.points)
    return board_points(
        book,
        before=score.game.points[board.winner],
        coins=board.coins,
        has_queen=board.queen == board.winner,
        demand=board.demand,
    )
