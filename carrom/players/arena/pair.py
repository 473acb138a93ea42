"""One pair of boards, or of games: each side breaks once, or first, under the same luck."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from functools import lru_cache

from carrom.laws import RULEBOOKS, Rulebook
from carrom.match import ByParty, Party, Record
from carrom.play.player import Player
from carrom.play.runner import BoardPlayed, play_board, play_game
from carrom.play.seating import Contestant, Luck, Seating
from carrom.players.arena.booth import ANSWER_LIMIT, START_LIMIT, Booth
from carrom.players.arena.entrant import ArenaEntrant
from carrom.players.arena.watched import Watched
from carrom.players.named import player_named

PARTIES: tuple[Party, Party] = ("a", "b")
_WARM_UP = 400
_WARM_UP_STROKES = 3


@dataclass(frozen=True, slots=True)
class PairTask:
    """What a worker needs to know, wherever it works."""

    number: int
    """Its place in the list of tasks: results are put back in this order."""
    a: ArenaEntrant
    b: ArenaEntrant
    pair: int
    """Keys the luck: pair 7 of one meeting falls as pair 7 of another."""
    seed: int
    book: Rulebook = RULEBOOKS["icf"]
    limit: float = ANSWER_LIMIT
    """Seconds by the clock in which a program of somebody's own has to answer,"""
    start_limit: float = START_LIMIT
    """and those in which it has to be made, for each board anew."""
    keep_records: bool = False
    is_games: bool = False
    """Whole games are played instead of single boards."""


@dataclass(frozen=True, slots=True)
class BoardCount:
    """What is counted of one board."""

    points: int
    """Of a, negative when b won."""
    slam: Party | None
    strokes: ByParty[int]
    seconds: ByParty[float]
    lost_by: Party | None = None
    """Who misplayed or gave up, and so lost the board by the most that it is worth;"""
    why: str = ""
    """and what he did."""

    @property
    def score(self) -> float:
        """1 for a's win, 0 for b's, ½ when nobody won."""
        return 0.5 if self.points == 0 else float(self.points > 0)

    @classmethod
    def of(cls, played: BoardPlayed) -> BoardCount:
        result, forfeit = played.result, played.forfeit
        return cls(
            played.points("a"),
            result.winner if result is not None and result.slam else None,
            ByParty(played.strokes["a"], played.strokes["b"]),
            played.seconds,
            None if forfeit is None else forfeit.party,
            "" if forfeit is None else forfeit.text,
        )


@dataclass(frozen=True, slots=True)
class PairPlayed:
    """A pair, and every board of it in order: two, or those of two games."""

    task: PairTask
    boards: tuple[BoardCount, ...]
    scores: tuple[float, float]
    """Of a, from 0 to 1, in each of the two boards or games; a broke the first, or its first board."""
    records: tuple[str, ...] = ()
    """Of each board or game, where they are kept."""

    @classmethod
    def of_boards(cls, task: PairTask, first: BoardCount, second: BoardCount) -> PairPlayed:
        """A pair of single boards."""
        return cls(task, (first, second), (first.score, second.score))

    @property
    def score(self) -> float:
        """Of a, from 0 to 1."""
        return sum(self.scores) / 2


def play_pair(task: PairTask) -> PairPlayed:
    """Play both boards or games. A pure function of the task, apart from the seconds that it took."""
    for entrant in (task.a, task.b):
        _warm_up(entrant.player)
    boards: list[BoardCount] = []
    scores, records = [], []
    for breaker in PARTIES:
        played, score = _play(task, breaker)
        boards += map(BoardCount.of, played)
        scores.append(score)
        if task.keep_records:
            records.append(Record.of(played[-1].match).text())
    return PairPlayed(task, tuple(boards), (scores[0], scores[1]), tuple(records))


@lru_cache(maxsize=64)
def _warm_up(name: str) -> None:
    """Strokes that do not count: what is compiled and loaded when it is first asked for is nobody's time."""
    if ":" in name:  # it sits in another process
        return
    few = _WARM_UP if ArenaEntrant(name).takes_budget else None
    sides = [(Contestant(player_named(name, simulations=few)),) for _ in PARTIES]
    play_board(Seating(ByParty(*sides)), Luck((0,)), most_strokes=_WARM_UP_STROKES)


def _play(task: PairTask, breaker: Party) -> tuple[tuple[BoardPlayed, ...], float]:
    """The boards, one or those of a game, and the score of a."""
    # Players are made anew: whoever remembered the first board would know the luck of the second.
    with ExitStack() as stack:
        sides = [
            (Contestant(Watched(_player(entrant, party, task, stack), party), entrant.skill, entrant.text()),)
            for entrant, party in zip((task.a, task.b), PARTIES, strict=True)
        ]
        seating, luck = Seating(ByParty(*sides)), Luck((task.seed, task.pair))
        if task.is_games:
            game = play_game(seating, luck, breaker=breaker, book=task.book)
            return game.boards, 0.5 if game.winner is None else float(game.winner == "a")
        board = play_board(seating, luck, breaker=breaker, book=task.book)
        return (board,), BoardCount.of(board).score


def _player(entrant: ArenaEntrant, party: Party, task: PairTask, stack: ExitStack) -> Player:
    if not entrant.is_own:
        return player_named(entrant.player, simulations=entrant.simulations, seconds=entrant.seconds)
    return stack.enter_context(
        Booth(
            entrant.player,
            simulations=entrant.simulations,
            seconds=entrant.seconds,
            limit=task.limit,
            start_limit=task.start_limit,
            party=party,
        )
    )
