"""Environments: steps a second on one core as arrays, compared with Gymnasium's SyncVectorEnv of single ones.

Processor time of the steps alone, with 4,096 boards that start together. Actions are random, or the easiest stroke.
`--full` writes the figures of docs/env.md; `--full --only policy` those from training/clear_policy.json.
"""

from __future__ import annotations

import argparse
import json
import time
import warnings
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import gymnasium as gym
import numpy as np
from page_figures import ENV, ROOT, keep

import carrom.env  # noqa: F401 - registers the environments

ROWS: tuple[tuple[str, dict[str, Any], bool, int | None], ...] = (
    ("carrom/Clear-v1", {}, False, 50_000),
    ("carrom/Clear-v1", {"actions": "candidates"}, False, None),
    ("carrom/Clear-v1", {"actions": "candidates"}, True, None),
    ("carrom/Versus-v1", {"opponent": "aimer"}, False, 20_000),
    ("carrom/Versus-v1", {"opponent": "aimer", "actions": "candidates"}, False, None),
    ("carrom/Versus-v1", {"opponent": "aimer", "actions": "candidates"}, True, None),
)
MANY, FEW = 4096, 16
STAGES = (0, 10, 20, 30)
WHOLE, MOST = 60, 50
"""Timed steps, and a stroke limit low enough that every board ends at least once."""
LEARNT = ROOT / "training" / "clear_policy.json"


def step_seconds(env: gym.vector.VectorEnv[Any, Any, Any], steps: int, *, easiest: bool) -> list[float]:
    """Processor seconds of each step from the rack on, without choosing actions."""
    seen, _ = env.reset(seed=1)
    env.action_space.seed(0)
    drawn = [env.action_space.sample() for _ in range(8)]
    seconds = []
    for step in range(steps):
        action = drawn[step % 8]
        if easiest:
            action = np.zeros_like(action)
            action[:, 0] = np.where(seen["action_mask"] > 0, seen["candidates"][:, :, 0], -1.0).argmax(axis=1)
        begun = time.process_time()
        seen, *_ = env.step(action)
        seconds.append(time.process_time() - begun)
    return seconds


def speeds(part: str) -> Iterator[str]:
    """A row for each environment whose name contains this."""
    stages = [f"steps {low} – {high}" for low, high in pairwise(STAGES)]
    yield f"| | {' | '.join(stages)} | whole boards, with resets | `SyncVectorEnv` of {FEW}, whole | wanted |"
    yield f"|---|{'---|' * (len(stages) + 3)}"
    for name, options, easiest, wanted in (row for row in ROWS if part in row[0].lower()):
        many = gym.make_vec(name, num_envs=MANY, vectorization_mode="vector_entry_point", most_strokes=MOST, **options)
        many.reset(seed=0)
        many.step(many.action_space.sample())  # without compilation and first reads
        seconds = step_seconds(many, WHOLE, easiest=easiest)
        parts = [sum(seconds[low:high]) / (high - low) for low, high in pairwise(STAGES)]
        fast = [MANY / part for part in (*parts, sum(seconds) / WHOLE)]
        sync = gym.make_vec(name, num_envs=FEW, vectorization_mode="sync", most_strokes=MOST, **options)
        step_seconds(sync, WHOLE, easiest=easiest)
        slow = FEW * WHOLE / sum(step_seconds(sync, WHOLE, easiest=easiest))
        many.close()
        sync.close()
        told = ", ".join(f"{key} `{value}`" for key, value in ({"actions": "raw"} | options).items())
        who = "easiest stroke" if easiest else "by chance"
        cells = [f"{one:,.0f}" for one in (*fast, slow)]
        goal = f"{wanted:,}" if wanted else ""
        yield f"| `{name.partition('/')[2]}`, {told}, {who} | {' | '.join(cells)} | {goal} |"
    yield ""
    yield f"Arrays of {MANY:,} boards that begin together, `most_strokes={MOST}`."


def policy_rows(found: dict[str, Any]) -> Iterator[str]:
    yield "| nineteen pieces alone, hand `club` | boards | strokes to clear |"
    yield "|---|---|---|"
    first = found["curve"][0]
    yield f"| before learning: the easiest stroke | {found['tried']} | {first['strokes to clear']} |"
    for name, told in (("policy", "after learning"), ("greedy", "the rule of `greedy`")):
        one = found[name]
        yield f"| {told} | {one['boards']} | {one['strokes to clear']} ± {one['95 %']} |"
    yield ""
    taught = found["curve"][-1]["steps"]
    yield f"{taught:,} strokes, {found['processor seconds of training']} seconds of a processor."


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--full", action="store_true", help="write docs/env.md")
    parser.add_argument("--only", choices=("clear", "versus", "policy"), help="one part alone (default: both speeds)")
    args = parser.parse_args()
    warnings.filterwarnings("ignore", category=UserWarning)
    if args.only == "policy":
        found = json.loads(LEARNT.read_text(encoding="utf-8"))
        rows = list(policy_rows(found))
        print("\n".join(rows))
        if args.full:
            keep("policy", rows, ENV, by=found["measured"]["by"])
        return
    print("environments: steps a second on one core")
    for part in ("clear", "versus") if args.only is None else (args.only,):
        rows = []
        for row in speeds(part):
            print(row, flush=True)
            rows.append(row)
        if args.full:
            keep(part, rows, ENV, by=f"bench/env.py --full --only {part}")


if __name__ == "__main__":
    main()
