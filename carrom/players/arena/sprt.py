"""A sequential test: play on until it is clear which of two claims about a meeting holds, and no longer.

The claims are two strengths of the first player over the second, in Elo. The generalised sequential probability ratio
test on board pairs, whose score is 0, ¼, ½, ¾ or 1: of all distributions with the mean that a claim asks for, the one
that fits best stands for it. Stopping as soon as a bound is passed is allowed, with the error rates that are stated:
`alpha` is the chance to answer `high` although `low` is true, `beta` that to answer `low` although `high` is true.
They are Wald's, and hold nearly: tests/players/arena/test_sprt.py measures them.
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
"""Of a score that did not come up yet there is a little: it may come."""


@dataclass(frozen=True, slots=True)
class Sprt:
    """The two claims, and how often one may err."""

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
        """Of the log-likelihood ratio: below the first it is `low`, above the second `high`."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def ratio(self, counts: Floats) -> Floats:
        """The log-likelihood ratio of `high` to `low`; `counts` (…, 5) is how often each of `SCORES` came up."""
        spared = np.maximum(np.asarray(counts, dtype=float), _SPARE)
        return np.asarray(_fit(spared, expected_score(self.high)) - _fit(spared, expected_score(self.low)))

    def verdict(self, ratio: float) -> Verdict | None:
        """Which claim holds; None: play on."""
        below, above = self.bounds
        return "low" if ratio <= below else "high" if ratio >= above else None


@dataclass
class SprtRun:
    """A test under way: told pair after pair, in their order."""

    test: Sprt
    pairs: int = 0
    ratio: float = 0.0
    verdict: Verdict | None = None

    def __post_init__(self) -> None:
        self._counts = np.zeros(len(SCORES))

    def add(self, score: float) -> bool:
        """One pair more, with the first player's score from 0 to 1; whether it is decided."""
        self._counts[round(4 * score)] += 1
        self.pairs += 1
        self.ratio = float(self.test.ratio(self._counts))
        self.verdict = self.test.verdict(self.ratio)
        return self.verdict is not None


def _fit(counts: Floats, mean: float) -> Floats:
    """The log-likelihood of the likeliest distribution with this mean, up to what is the same for every mean.

    It is the observed one, each score's part divided by 1 + t (score − mean), with the t that gives the mean.
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
