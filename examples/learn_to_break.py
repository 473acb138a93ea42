"""Learn a good break by the cross-entropy method: try many, keep the best tenth, sample around them again.

Each generation is one call of the batch simulator.
"""

from __future__ import annotations

import gymnasium as gym
import numpy as np

import carrom.env  # noqa: F401 - registers the environments

TRIES, KEPT, GENERATIONS = 128, 12, 12


def learn(*, seed: int = 0, level: str = "club") -> tuple[list[float], np.ndarray]:
    """Return the mean reward of each generation, and the learned action."""
    boards = gym.make_vec("carrom/Clear-v0", num_envs=TRIES, vectorization_mode="vector_entry_point", level=level)
    rng = np.random.default_rng(seed)
    mean, spread = np.zeros(3), np.array([0.6, 0.3, 0.6])
    means = []
    for generation in range(GENERATIONS):
        boards.reset(seed=seed + generation * TRIES, options={"rotation": 45.0})
        actions = np.clip(mean + spread * rng.standard_normal((TRIES, 3)), -1, 1)
        _, rewards, *_ = boards.step(actions.astype(np.float32))
        best = actions[np.argsort(-rewards)[:KEPT]]
        mean, spread = best.mean(axis=0), best.std(axis=0) + 0.01
        means.append(float(rewards.mean()))
    return means, mean


if __name__ == "__main__":
    gained, action = learn()
    for number, reward in enumerate(gained, start=1):
        print(f"generation {number:2d}: {reward:5.2f} pieces a break")
    print(f"action learnt: {action.round(2)}")
