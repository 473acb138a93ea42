"""Environments: steps a second on one core, as arrays, beside Gymnasium's SyncVectorEnv of single ones.

By processor time, the best of a few runs. Actions are drawn by chance beforehand; new boards are part of the work.
`--full` writes the figures of docs/env.md.
"""

from __future__ import annotations

import argparse
import time
import warnings
from collections.abc import Iterator
from typing import Any

import gymnasium as gym
from page_figures import ENV, keep

import carrom.env  # noqa: F401 - registers the environments

ROWS: tuple[tuple[str, dict[str, Any], int | None], ...] = (
    ("carrom/Clear-v1", {}, 50_000),
    ("carrom/Clear-v1", {"actions": "candidates"}, None),
    ("carrom/Versus-v1", {"opponent": "aimer"}, 20_000),
    ("carrom/Versus-v1", {"opponent": "aimer", "actions": "candidates"}, None),
)
MANY, FEW, RUNS = 4096, 16, 3


def steps_a_second(env: gym.vector.VectorEnv[Any, Any, Any], *, first: int, steps: int) -> float:
    env.reset(seed=1)
    env.action_space.seed(0)
    actions = [env.action_space.sample() for _ in range(8)]
    for step in range(first):
        env.step(actions[step % 8])
    times = []
    for _ in range(RUNS):
        begun = time.process_time()
        for step in range(steps):
            env.step(actions[step % 8])
        times.append(time.process_time() - begun)
    env.close()
    return env.num_envs * steps / min(times)


def speeds() -> Iterator[str]:
    yield f"| | arrays, {MANY:,} boards | Gymnasium's `SyncVectorEnv` of {FEW} single ones | times as many | wanted |"
    yield "|---|---|---|---|---|"
    for name, options, wanted in ROWS:
        many = gym.make_vec(name, num_envs=MANY, vectorization_mode="vector_entry_point", **options)
        fast = steps_a_second(many, first=20, steps=6)
        sync = gym.make_vec(name, num_envs=FEW, vectorization_mode="sync", **options)
        slow = steps_a_second(sync, first=4, steps=10)
        told = ", ".join(f"{key} `{value}`" for key, value in ({"actions": "raw"} | options).items())
        goal = f"{wanted:,}" if wanted else ""
        yield f"| `{name.partition('/')[2]}`, {told} | {fast:,.0f} | {slow:,.0f} | {fast / slow:.0f} | {goal} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--full", action="store_true", help="write docs/env.md")
    args = parser.parse_args()
    warnings.filterwarnings("ignore", category=UserWarning)
    print("environments: steps a second on one core")
    rows = []
    for row in speeds():
        print(row, flush=True)
        rows.append(row)
    if args.full:
        keep("speed", rows, ENV, by="bench/env.py --full")


if __name__ == "__main__":
    main()
