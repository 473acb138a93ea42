"""Learn a good break by the cross-entropy method: try many, keep the best tenth, sample around them.

Each generation is one call of the batch simulator.
"""

from __future__ import annotations

import gymnasium as gym
import numpy as np

import carrom.env  # noqa: F401 - registers the environments

TRIES, KEPT, GENERATIONS = 128, 12, 12
SMALLEST = np.array([1.0, 1.0, 0.05])


def learn(*, seed: int = 0, level: str = "club") -> tuple[list[float], np.ndarray]:
    """Mean reward of each generation, and the learned action."""
    boards = gym.make_vec("carrom/Clear-v1", num_envs=TRIES, vectorization_mode="vector_entry_point", level=level)
    rng = np.random.default_rng(seed)
    mean, spread = np.array([0.0, 0.0, 4.5]), np.array([100.0, 50.0, 2.0])  # mm, degrees, m/s
    means = []
    for generation in range(GENERATIONS):
        boards.reset(seed=seed + generation * TRIES, options={"rotation": 45.0})
        actions = mean + spread * rng.standard_normal((TRIES, 3))
        _, rewards, *_ = boards.step(actions.astype(np.float32))
        best = actions[np.argsort(-rewards)[:KEPT]]
        mean, spread = best.mean(axis=0), best.std(axis=0) + SMALLEST
        means.append(float(rewards.mean()))
    return means, mean


if __name__ == "__main__":
    gained, action = learn()
    for number, reward in enumerate(gained, start=1):
        print(f"generation {number:2d}: {reward:5.2f} pieces a break")
    print(f"action learnt: {action.round(2)}")
