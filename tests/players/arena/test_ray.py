"""The arena on Ray: `make cluster` installs it and runs these."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from carrom.players.arena import run_pairs, schedule
from tests.players.arena.test_arena import AIMER, GREEDY, RANDOM, outcome

pytestmark = [pytest.mark.cluster, pytest.mark.filterwarnings("ignore")]  # the warnings are Ray's own


@pytest.fixture
def _two_workers() -> Iterator[None]:
    import ray

    ray.init(address="local", num_cpus=2, include_dashboard=False)
    yield
    ray.shutdown()


@pytest.mark.usefixtures("_two_workers")
def test_ray_gives_the_same_result() -> None:
    tasks = schedule([RANDOM, AIMER], pairs=2, seed=4)
    assert outcome(run_pairs(tasks, on="ray")) == outcome(run_pairs(tasks, workers=1))


@pytest.mark.usefixtures("_two_workers")
def test_killed_worker_loses_only_its_current_work() -> None:
    tasks = schedule([AIMER, GREEDY], pairs=6, seed=4, simulations=200)
    killed: list[int] = []

    def kill_one(done: int, _: int) -> None:
        if done == 1:
            working = [path.parent for path in Path("/proc").glob("[0-9]*/cmdline") if _begins(path, b"ray::play_pair")]
            killed.extend(int(path.name) for path in working[:1])
            for pid in killed:
                os.kill(pid, signal.SIGKILL)

    assert outcome(run_pairs(tasks, on="ray", progress=kill_one)) == outcome(run_pairs(tasks, workers=1))
    assert killed


def _begins(path: Path, words: bytes) -> bool:
    try:
        return path.read_bytes().startswith(words)
    except OSError:  # it has ended meanwhile
        return False
