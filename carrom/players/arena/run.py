"""Who meets whom, and playing it: on one core, on all of them, or on a Ray cluster that is already there."""

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import combinations, pairwise
from typing import Any, Literal

from carrom.base.errors import CarromError
from carrom.laws import RULEBOOKS, Rulebook
from carrom.physics.batch import cores
from carrom.players.arena.booth import ANSWER_LIMIT, START_LIMIT, Booth
from carrom.players.arena.entrant import ArenaEntrant, told_apart
from carrom.players.arena.pair import PairPlayed, PairTask, play_pair
from carrom.players.mind.budget import Budget

Where = Literal["local", "ray"]
_TRIES = 5
"""So often a killed process is borne with, without anything done in between."""
Progress = Callable[[int, int], None]
"""Called with how many pairs are done, of how many."""


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
    """Every meeting, `pairs` pairs of boards or games; with `neighbours_only` each entrant meets just the next one.

    `simulations` and `seconds` are the budget of those who name none.
    """
    if len(entrants) < 2:
        raise CarromError("two-players-needed", "an arena needs at least two players")
    if pairs < 1:
        raise CarromError("bad-option", f"{pairs} board pairs: at least 1 is needed")
    for name, given in (("limit", limit), ("start limit", start_limit)):
        if not given > 0:
            raise CarromError("bad-option", f"a {name} of {given:g} seconds: it must be more than 0")
    Budget(1 if simulations is None else simulations, seconds)
    field = told_apart([entrant.with_budget(simulations, seconds) for entrant in entrants])
    meetings = list(pairwise(field) if neighbours_only else combinations(field, 2))
    numbered = enumerate((a, b, pair) for pair in range(pairs) for a, b in meetings)
    return [
        PairTask(number, a, b, pair, seed, book, limit, start_limit, keep_records, is_games)
        for number, (a, b, pair) in numbered
    ]


def check_makers(entrants: Sequence[ArenaEntrant], start_limit: float = START_LIMIT) -> None:
    """Whether every program of somebody's own can be made at all, before hours are spent on the others."""
    for entrant in dict.fromkeys(entrants):
        if entrant.is_own:
            with Booth(
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
    """Play all of them, or until `is_enough`, which is told each in turn, says so.

    The answer stands in the order of the tasks, wherever and whenever each was played; what was played beyond the one
    that was enough is left out, so that it does not matter how many played at the same time.
    """
    tasks = [replace(task, number=number) for number, task in enumerate(tasks)]
    workers = min(workers or cores(), max(1, len(tasks)))
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
        # Fresh processes: a forked one would share locks with threads that are not there any more.
        with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
            playing = [pool.submit(play_pair, task) for task in left.values()]
            try:
                for done in as_completed(playing):
                    pair = done.result()
                    del left[pair.task.number]
                    trouble = 0
                    yield pair
            except BrokenProcessPool:
                # One was killed. What it and its neighbours had in hand is played again; what is done is done.
                trouble += 1
                if trouble == _TRIES:
                    raise CarromError(
                        "workers-killed", "processes that play are killed again and again: too little memory?"
                    ) from None
            finally:  # nobody may want the rest any more
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
    # One that is killed costs what it had in hand: that is played again elsewhere.
    remote: Any = ray.remote(num_cpus=1, max_retries=_TRIES)(play_pair)
    waiting = [remote.remote(task) for task in tasks]
    try:
        while waiting:
            done, waiting = ray.wait(waiting, num_returns=1)
            yield from ray.get(done)
    finally:  # nobody may want the rest any more
        for task in waiting:
            ray.cancel(task)
