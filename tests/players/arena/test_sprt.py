"""The sequential test keeps its error rates, measured on drawn pairs with a break and common luck."""

from __future__ import annotations

import numpy as np
import pytest

from carrom.base.errors import CarromError
from carrom.players.arena.rating import expected_score
from carrom.players.arena.sprt import SCORES, Sprt, SprtRun

TEST = Sprt(0.0, 60.0, alpha=0.05, beta=0.1)
RUNS = 600


def answers(elo: float, *, pairs: int = 700) -> tuple[float, float, float]:
    """Return how often `low` and `high` are answered when the truth is `elo`, and the median number of pairs."""
    rng = np.random.default_rng(int(elo) + 7)
    worth = 50.0  # of the break
    # Half of a pair's luck is common to both boards, and then falls to opposite sides.
    chances = np.array([expected_score(elo + worth), expected_score(elo - worth)])
    common = rng.random((RUNS, pairs, 1)) * np.ones(2)
    common[..., 1] = 1 - common[..., 1]
    luck = np.where(rng.random((RUNS, pairs, 1)) < 0.5, common, rng.random((RUNS, pairs, 2)))
    scores = (luck < chances).mean(axis=2)
    counts = np.zeros((RUNS, len(SCORES)))
    verdict = np.zeros(RUNS)
    length = np.full(RUNS, pairs)
    below, above = TEST.bounds
    for pair in range(pairs):
        open_ = verdict == 0
        if not open_.any():
            break
        counts[np.arange(RUNS), np.rint(4 * scores[:, pair]).astype(int)] += 1
        ratio = TEST.ratio(counts[open_])
        verdict[open_] = np.where(ratio >= above, 1, np.where(ratio <= below, -1, 0))
        length[open_ & (verdict != 0)] = pair + 1
    return float((verdict < 0).mean()), float((verdict > 0).mean()), float(np.median(length))


@pytest.mark.slow
@pytest.mark.parametrize("elo", [0.0, 60.0])
def test_error_rates_match_the_stated_ones(elo: float) -> None:
    low, high, length = answers(elo)
    # Three standard deviations of 600 runs above the stated rate.
    assert (high < 0.05 + 0.027) if elo == TEST.low else (low < 0.1 + 0.037)
    assert low + high > 0.98
    assert length < 200


def test_clear_difference_needs_few_pairs() -> None:
    low, high, length = answers(250.0, pairs=150)
    assert (low, high) == (0.0, 1.0)
    assert length < 60


def test_likelihood_ratio_of_a_simple_case() -> None:
    # Only whole pairs won and lost: the best fit with a mean m has m of wins, so the ratio is the binomial one.
    counts = np.array([40.0, 0.0, 0.0, 0.0, 60.0])
    better = expected_score(60.0)
    by_hand = 60 * np.log(better / 0.5) + 40 * np.log((1 - better) / 0.5)
    assert float(TEST.ratio(counts)) == pytest.approx(by_hand, abs=0.02)


def test_run_reports_every_pair() -> None:
    run = SprtRun(Sprt(0.0, 200.0))
    assert [run.add(1.0) for _ in range(8)][-1]
    assert (run.verdict, run.pairs) == ("high", 8)
    assert run.ratio > run.test.bounds[1]


@pytest.mark.parametrize("claims", [(20.0, 0.0, 0.05, 0.05), (0.0, 20.0, 0.0, 0.05), (0.0, 20.0, 0.05, 0.6)])
def test_invalid_claims_are_refused(claims: tuple[float, float, float, float]) -> None:
    with pytest.raises(CarromError):
        Sprt(*claims)
