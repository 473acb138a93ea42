"""A sequential test: play on only until one of two claims about a meeting is decided.

The claims are Elo differences. Generalised sequential probability ratio test on board pairs, with scores 0, ¼,
½, ¾ or 1: each claim is represented by the best-fitting distribution with its mean. `alpha` is the chance to
answer `high` although `low` is true, `beta` the reverse: Wald's approximations, measured in
tests/players/arena/test_sprt.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from typing import Literal

import numpy as np

from carrom.base.errors import CarromError
from carrom.play.sight import Floats
from carrom.players.arena.rating import expected_score

SCORES = np.array([0.0, 0.25, 0.5, 0.75, 1.0])
Verdict = Literal["low", "high"]
_SPARE = 1e-3
"""Pseudo-count for scores that have not occurred yet."""


@dataclass(frozen=True, slots=True)
class Sprt:
    """Two claims, and the error rates."""

    low: float
    high: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not self.low < self.high:
            raise CarromError(
                "bad-bounds", f"a test between {self.low:g} and {self.high:g} Elo: the first has to be less"
            )
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise CarromError("bad-error-rates", "the error rates of a test lie between 0 and 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """Log-likelihood ratios: `low` holds below the first, `high` above the second."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def ratio(self, counts: Floats) -> Floats:
        """Log-likelihood ratio of `high` to `low`; `counts` (…, 5): how often each of `SCORES` occurred."""
        spared = np.maximum(np.asarray(counts, dtype=float), _SPARE)
        return np.asarray(_fit(spared, expected_score(self.high)) - _fit(spared, expected_score(self.low)))

    def verdict(self, ratio: float) -> Verdict | None:
        """The claim that holds, or None to play on."""
        below, above = self.bounds
        return "low" if ratio <= below else "high" if ratio >= above else None


@dataclass
class SprtRun:
    test: Sprt
    pairs: int = 0
    ratio: float = 0.0
    verdict: Verdict | None = None

    def __post_init__(self) -> None:
        self._counts = np.zeros(len(SCORES))

    def add(self, score: float) -> bool:
        """Add the first player's score in the next pair, 0 to 1; True once decided."""
        self._counts[round(4 * score)] += 1
        self.pairs += 1
        self.ratio = float(self.test.ratio(self._counts))
        self.verdict = self.test.verdict(self.ratio)
        return self.verdict is not None


def _fit(counts: Floats, mean: float) -> Floats:
    """Log-likelihood of the best distribution with this mean, up to a constant.

    The observed one, each part divided by 1 + t (score − mean), where t gives the mean.
    """
    part = counts / counts.sum(axis=-1, keepdims=True)
    off = SCORES - mean
    low = np.full(counts.shape[:-1], -1 / off[-1] + 1e-9)
    high = np.full(counts.shape[:-1], -1 / off[0] - 1e-9)
    for _ in range(48):
        middle = (low + high) / 2
        is_less = (part * off / (1 + middle[..., None] * off)).sum(axis=-1) > 0
        low, high = np.where(is_less, middle, low), np.where(is_less, high, middle)
    return np.asarray(-(counts * np.log1p(((low + high) / 2)[..., None] * off)).sum(axis=-1))
