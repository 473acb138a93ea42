"""Schedule and play pairs of boards or games, on one core, all cores, or a running Ray cluster."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, pairwise
from typing import Any, Literal

from carrom.base.errors import CarromError
from carrom.laws import RULEBOOKS, Rulebook
from carrom.match import ByParty, Party, Record
from carrom.physics.batch import available_cores
from carrom.play.player import Player
from carrom.play.runner import BoardPlayed, play_board, play_game
from carrom.play.seating import Contestant, Luck, Seating
from carrom.players.arena.entrant import ArenaEntrant, number_copies
from carrom.players.arena.player_process import ANSWER_LIMIT, START_LIMIT, CheckedPlayer, PlayerProcess
from carrom.players.evaluation.search import Budget
from carrom.players.registry import player_named

PARTIES: tuple[Party, Party] = ("a", "b")
_WARM_UP = 400
_WARM_UP_STROKES = 3

Where = Literal["local", "ray"]
_TRIES = 5
"""Killed processes in a row tolerated without any result."""
Progress = Callable[[int, int], None]
"""Called with the pairs done, and all pairs."""


@dataclass(frozen=True, slots=True)
class PairTask:
    number: int
    a: ArenaEntrant
    b: ArenaEntrant
    pair: int
    """Keys the luck: pair 7 has the same luck in every meeting."""
    seed: int
    book: Rulebook = RULEBOOKS["icf"]
    limit: float = ANSWER_LIMIT
    """Seconds for an answer of your own program."""
    start_limit: float = START_LIMIT
    """Seconds to start it, for each board."""
    keep_records: bool = False
    is_games: bool = False


@dataclass(frozen=True, slots=True)
class BoardStats:
    points: int
    """Points of a, negative if b won."""
    slam: Party | None
    strokes: ByParty[int]
    seconds: ByParty[float]
    lost_by: Party | None = None
    """Misplayed or gave up; loses the most points a board can bring."""
    why: str = ""

    @property
    def score(self) -> float:
        """1 if a won, 0 if b won, ½ otherwise."""
        return 0.5 if self.points == 0 else float(self.points > 0)

    @classmethod
    def of(cls, played: BoardPlayed) -> BoardStats:
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
    """Its boards in order: two, or those of two games."""

    task: PairTask
    boards: tuple[BoardStats, ...]
    scores: tuple[float, float]
    """Scores of a, 0 to 1, in the two boards or games; a broke first in the first one."""
    records: tuple[str, ...] = ()

    @classmethod
    def of_boards(cls, task: PairTask, first: BoardStats, second: BoardStats) -> PairPlayed:
        return cls(task, (first, second), (first.score, second.score))

    @property
    def score(self) -> float:
        """Mean score of a, 0 to 1."""
        return sum(self.scores) / 2


def play_pair(task: PairTask) -> PairPlayed:
    """Play both boards or games. Apart from the times, the result depends on the task alone."""
    for entrant in (task.a, task.b):
        _warm_up(entrant.player)
    boards: list[BoardStats] = []
    scores, records = [], []
    for breaker in PARTIES:
        played, score = _play(task, breaker)
        boards += map(BoardStats.of, played)
        scores.append(score)
        if task.keep_records:
            records.append(Record.of(played[-1].match).text())
    return PairPlayed(task, tuple(boards), (scores[0], scores[1]), tuple(records))


@lru_cache(maxsize=64)
def _warm_up(name: str) -> None:
    if ":" in name:  # runs in another process
        return
    few = _WARM_UP if ArenaEntrant(name).takes_budget else None
    sides = [(Contestant(player_named(name, simulations=few)),) for _ in PARTIES]
    play_board(Seating(ByParty(*sides)), Luck((0,)), most_strokes=_WARM_UP_STROKES)


def _play(task: PairTask, breaker: Party) -> tuple[tuple[BoardPlayed, ...], float]:
    # New players each time: one that remembered the first board would know the luck of the second.
    with ExitStack() as stack:
        sides = [
            (Contestant(CheckedPlayer(_player(entrant, party, task, stack), party), entrant.skill, entrant.text()),)
            for entrant, party in zip((task.a, task.b), PARTIES, strict=True)
        ]
        seating, luck = Seating(ByParty(*sides)), Luck((task.seed, task.pair))
        if task.is_games:
            game = play_game(seating, luck, breaker=breaker, book=task.book)
            return game.boards, 0.5 if game.winner is None else float(game.winner == "a")
        board = play_board(seating, luck, breaker=breaker, book=task.book)
        return (board,), BoardStats.of(board).score


def _player(entrant: ArenaEntrant, party: Party, task: PairTask, stack: ExitStack) -> Player:
    if not entrant.is_own:
        return player_named(entrant.player, simulations=entrant.simulations, seconds=entrant.seconds)
    return stack.enter_context(
        PlayerProcess(
            entrant.player,
            simulations=entrant.simulations,
            seconds=entrant.seconds,
            limit=task.limit,
            start_limit=task.start_limit,
            party=party,
        )
    )


def schedule(
    entrants: Sequence[ArenaEntrant],
    *,
    pairs: int,
    seed: int,
    neighbours_only: bool = False,
    book: Rulebook = RULEBOOKS["icf"],
    simulations: int | None = None,
    seconds: float | None = None,
    limit: float = ANSWER_LIMIT,
    start_limit: float = START_LIMIT,
    keep_records: bool = False,
    is_games: bool = False,
) -> list[PairTask]:
    """Tasks of all meetings, `pairs` each; with `neighbours_only` each entrant meets just the next one.

    `simulations` and `seconds`: for entrants without a budget.
    """
    if len(entrants) < 2:
        raise CarromError("two-players-needed", "an arena needs at least two players")
    if pairs < 1:
        raise CarromError("bad-option", f"{pairs} board pairs: at least 1 is needed")
    for name, given in (("limit", limit), ("start limit", start_limit)):
        if not given > 0:
            raise CarromError("bad-option", f"a {name} of {given:g} seconds: it must be more than 0")
    Budget(1 if simulations is None else simulations, seconds)
    field = number_copies([entrant.with_budget(simulations, seconds) for entrant in entrants])
    meetings = list(pairwise(field) if neighbours_only else combinations(field, 2))
    numbered = enumerate((a, b, pair) for pair in range(pairs) for a, b in meetings)
    return [
        PairTask(number, a, b, pair, seed, book, limit, start_limit, keep_records, is_games)
        for number, (a, b, pair) in numbered
    ]


def check_makers(entrants: Sequence[ArenaEntrant], start_limit: float = START_LIMIT) -> None:
    """Check that every program starts, before hours go into the others."""
    for entrant in dict.fromkeys(entrants):
        if entrant.is_own:
            with PlayerProcess(
                entrant.player,
                simulations=entrant.simulations,
                seconds=entrant.seconds,
                start_limit=start_limit,
            ) as booth:
                booth.start()


def run_pairs(
    tasks: Sequence[PairTask],
    *,
    workers: int | None = None,
    on: Where = "local",
    progress: Progress | None = None,
    is_enough: Callable[[PairPlayed], bool] | None = None,
) -> list[PairPlayed]:
    """Play all tasks, or until `is_enough`, called with each pair in order, returns True.

    Results are in the order of the tasks, without pairs beyond the last one needed, whatever the number of workers.
    """
    tasks = [replace(task, number=number) for number, task in enumerate(tasks)]
    workers = min(workers or available_cores(), max(1, len(tasks)))
    early: dict[int, PairPlayed] = {}
    played: list[PairPlayed] = []
    with closing(_on_ray(tasks) if on == "ray" else _on_cores(tasks, workers)) as source:
        for pair in source:
            early[pair.task.number] = pair
            if progress is not None:
                progress(len(played) + len(early), len(tasks))
            while len(played) in early:
                played.append(early.pop(len(played)))
                if is_enough is not None and is_enough(played[-1]):
                    return played
    return played


def _on_cores(tasks: Sequence[PairTask], workers: int) -> Generator[PairPlayed, None, None]:
    if workers == 1:
        yield from map(play_pair, tasks)
        return
    from concurrent.futures import ProcessPoolExecutor, as_completed
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    left, trouble = {task.number: task for task in tasks}, 0
    while left:
        # not forked: a child would inherit locks of threads that do not exist in it
        with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
            playing = [pool.submit(play_pair, task) for task in left.values()]
            try:
                for done in as_completed(playing):
                    pair = done.result()
                    del left[pair.task.number]
                    trouble = 0
                    yield pair
            except BrokenProcessPool:
                # killed process: replay unfinished tasks
                trouble += 1
                if trouble == _TRIES:
                    raise CarromError(
                        "workers-killed", "processes that play are killed again and again: too little memory?"
                    ) from None
            finally:  # the caller may stop early
                pool.shutdown(wait=True, cancel_futures=True)


def _on_ray(tasks: Sequence[PairTask]) -> Generator[PairPlayed, None, None]:
    try:
        import ray
    except ImportError:
        raise CarromError("no-ray", "--on ray needs Ray: install carrom[cluster]") from None
    if not ray.is_initialized():
        try:
            ray.init(address="auto", logging_level="ERROR")
        except ConnectionError:
            raise CarromError("no-cluster", "no Ray cluster is running here (ray start --head starts one)") from None
    # Ray replays the task of a killed worker elsewhere
    remote: Any = ray.remote(num_cpus=1, max_retries=_TRIES)(play_pair)
    waiting = [remote.remote(task) for task in tasks]
    try:
        while waiting:
            done, waiting = ray.wait(waiting, num_returns=1)
            yield from ray.get(done)
    finally:  # the caller may stop early
        for task in waiting:
            ray.cancel(task)
