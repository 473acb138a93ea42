"""Who meets whom, and playing it: on one core, on all of them, or on a Ray cluster that is already there."""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, pairwise
from typing import Any, Literal

from carrom.base.errors import CarromError
from carrom.laws import RULEBOOKS, Rulebook
from carrom.physics.batch import cores
from carrom.players.arena.entrant import ArenaEntrant
from carrom.players.arena.pair import PairPlayed, PairTask, play_pair

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
    keep_records: bool = False,
) -> list[PairTask]:
    """Every meeting, `pairs` board pairs each; with `neighbours_only` each entrant meets just the next one."""
    if len(entrants) < 2:
        raise CarromError("an arena needs at least two players")
    if len(set(entrants)) != len(entrants):
        raise CarromError(f"a player is entered twice: {', '.join(entrant.text() for entrant in entrants)}")
    if pairs < 1:
        raise CarromError(f"{pairs} board pairs: at least 1 is needed")
    meetings = list(pairwise(entrants) if neighbours_only else combinations(entrants, 2))
    numbered = enumerate((a, b, pair) for pair in range(pairs) for a, b in meetings)
    return [
        PairTask(number, a, b, pair, seed, book, simulations, seconds, keep_records)
        for number, (a, b, pair) in numbered
    ]


def run_pairs(
    tasks: Sequence[PairTask], *, workers: int | None = None, on: Where = "local", progress: Progress | None = None
) -> list[PairPlayed]:
    """Play all of them. The answer stands in the order of the tasks, wherever and whenever each was played."""
    workers = min(workers or cores(), max(1, len(tasks)))
    played = []
    for pair in _on_ray(tasks) if on == "ray" else _on_cores(tasks, workers):
        played.append(pair)
        if progress is not None:
            progress(len(played), len(tasks))
    return sorted(played, key=lambda pair: pair.task.number)


def _on_cores(tasks: Sequence[PairTask], workers: int) -> Iterator[PairPlayed]:
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
                    raise CarromError("processes that play are killed again and again: too little memory?") from None


def _on_ray(tasks: Sequence[PairTask]) -> Iterator[PairPlayed]:
    try:
        import ray
    except ImportError:
        raise CarromError("--on ray needs Ray: install carrom[cluster]") from None
    if not ray.is_initialized():
        try:
            ray.init(address="auto", logging_level="ERROR")
        except ConnectionError:
            raise CarromError("no Ray cluster is running here (ray start --head starts one)") from None
    # One that is killed costs what it had in hand: that is played again elsewhere.
    remote: Any = ray.remote(num_cpus=1, max_retries=_TRIES)(play_pair)
    waiting = [remote.remote(task) for task in tasks]
    while waiting:
        done, waiting = ray.wait(waiting, num_returns=1)
        yield from ray.get(done)
