"""Learn to play a board against `aimer`, and enter the result in the arena.

    python examples/learn_versus.py                    # a minute or two; writes learnt.json
    PYTHONPATH=examples carrom arena learn_versus:make aimer --pairs 50

A linear policy over the candidates of `carrom/Versus-v1`, found by the cross-entropy method: many policies play the
same boards, and the best define the next generation.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

import carrom.env  # noqa: F401 - registers the environments
from carrom.env.candidate_actions import CANDIDATES, PACES
from carrom.env.policy_player import PolicyPlayerV1

Floats = NDArray[np.float64]
LEARNT = Path("learnt.json")
TRIED, KEPT, BOARDS, GENERATIONS = 32, 6, 48, 8
EASIEST = (3.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -0.3, -0.3, -0.3)
"""Prefer the likeliest candidate at its own pace."""


def features(seen: Mapping[str, NDArray[Any]]) -> Floats:
    """(boards, candidates, paces, numbers)."""
    candidates = np.asarray(seen["candidates"], dtype=float)
    boards = len(candidates)
    chance, ahead, pace = candidates[:, :, 0], candidates[:, :, 3], candidates[:, :, 5]
    queen, last = np.zeros_like(chance), np.zeros_like(chance)
    queen[:, CANDIDATES - 2], last[:, CANDIDATES - 1] = 1.0, 1.0
    left = np.repeat(np.asarray(seen["state"], dtype=float)[:, 8:9], CANDIDATES, axis=1)
    plain = np.stack((chance, chance**2, chance * left, ahead, pace, queen, last), axis=-1)
    paced = np.broadcast_to(np.eye(len(PACES))[:, 1:], (boards, CANDIDATES, len(PACES), len(PACES) - 1))
    repeated = np.repeat(plain[:, :, None], len(PACES), axis=2)
    return np.concatenate((repeated, paced), axis=-1)


def choose(seen: Mapping[str, NDArray[Any]], weights: Floats) -> NDArray[np.int64]:
    """Best action on each board, in the middle of its window; `weights` has a row per board."""
    liked = np.einsum("bcpn,bn->bcp", features(seen), weights)
    liked[np.asarray(seen["action_mask"]) == 0] = -np.inf
    best = liked.reshape(len(liked), -1).argmax(axis=1)
    return np.column_stack((best // len(PACES), best % len(PACES), np.zeros_like(best)))


def points(weights: Floats, boards: int, *, seed: int, level: str = "club") -> Floats:
    """Mean points of each policy on the same boards. Board seeds count up from `seed`."""
    policies = len(weights)
    env: Any = gym.make_vec(
        "carrom/Versus-v1",
        num_envs=policies * boards,
        vectorization_mode="vector_entry_point",
        opponent="aimer",
        level=level,
        actions="candidates",
    )
    seen, _ = env.reset(seed=[seed + board for _ in range(policies) for board in range(boards)])
    rows = np.repeat(weights, boards, axis=0)
    gained, going = np.zeros(len(rows)), np.ones(len(rows), dtype=bool)
    while going.any():
        seen, rewards, done, cut, _ = env.step(choose(seen, rows))
        gained += np.where(going, rewards, 0.0)
        going &= ~(done | cut)
    env.close()
    means: Floats = gained.reshape(policies, boards).mean(axis=1)
    return means


def learn(*, seed: int = 0, tried: int = TRIED, boards: int = BOARDS, generations: int = GENERATIONS) -> Floats:
    rng = np.random.default_rng(seed)
    mean, spread = np.array(EASIEST), np.full(len(EASIEST), 0.7)
    for generation in range(generations):
        weights = mean + spread * rng.standard_normal((tried, len(mean)))
        gained = points(weights, boards, seed=seed + generation * boards)
        best = weights[np.argsort(-gained)[:KEPT]]
        mean, spread = best.mean(axis=0), best.std(axis=0) + 0.05
        print(f"generation {generation + 1}: {gained.mean():5.2f} points a board, the best {gained.max():5.2f}")
    return mean


def make(learnt: Path = LEARNT) -> PolicyPlayerV1:
    weights = np.array([json.loads(learnt.read_text())])

    def policy(seen: Mapping[str, NDArray[Any]]) -> NDArray[np.int64]:
        one_board = {name: np.asarray(part)[None] for name, part in seen.items()}
        answer: NDArray[np.int64] = choose(one_board, weights)[0]
        return answer

    return PolicyPlayerV1(policy, actions="candidates")


def main() -> None:
    weights = learn()
    LEARNT.write_text(json.dumps(weights.round(4).tolist()) + "\n")
    # unseen boards, far beyond the last training seed
    before, after = points(np.array([EASIEST, weights]), 400, seed=1_000_000)
    print(f"the easiest stroke {before:.2f} points a board, what was learnt {after:.2f}")


if __name__ == "__main__":
    main()
