"""Glicko-2 by Mark Glickman ("Example of the Glicko-2 system", 2013).

Ratings and deviations are on the Glicko scale (1500, 350). `tau` limits how fast a volatility changes.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass

_SCALE = 173.7178
_TAU = 0.5
_PRECISION = 1e-6


@dataclass(frozen=True, slots=True)
class Rating:
    """Rating that is right within about two deviations, and how steadily the player performs."""

    rating: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.06


@dataclass(frozen=True, slots=True)
class Outcome:
    """One match: the opponent's rating, and 1 for a win, 0.5 for a draw, 0 for a loss."""

    opponent: Rating
    score: float


def after_pause(rating: Rating, periods: float = 1) -> Rating:
    """Less certain rating after periods without a match, at least as certain as a newcomer's."""
    phi = math.hypot(rating.deviation / _SCALE, rating.volatility * math.sqrt(periods))
    return Rating(rating.rating, min(phi * _SCALE, Rating().deviation), rating.volatility)


def rate(rating: Rating, outcomes: Iterable[Outcome], *, tau: float = _TAU) -> Rating:
    played = list(outcomes)
    if not played:
        return after_pause(rating)
    mu, phi = (rating.rating - 1500) / _SCALE, rating.deviation / _SCALE
    information = improvement = 0.0
    for one in played:
        weight = _weight(one.opponent.deviation / _SCALE)
        expected = 1 / (1 + math.exp(-weight * (mu - (one.opponent.rating - 1500) / _SCALE)))
        information += weight**2 * expected * (1 - expected)
        improvement += weight * (one.score - expected)
    variance = 1 / information
    volatility = _volatility(rating.volatility, phi, variance, variance * improvement, tau)
    before = math.hypot(phi, volatility)
    after = 1 / math.sqrt(1 / before**2 + 1 / variance)
    return Rating(1500 + _SCALE * (mu + after**2 * improvement), _SCALE * after, volatility)


def _weight(phi: float) -> float:
    return 1 / math.sqrt(1 + 3 * phi**2 / math.pi**2)


def _volatility(sigma: float, phi: float, variance: float, delta: float, tau: float) -> float:
    start = math.log(sigma**2)

    def slope(x: float) -> float:
        spread = phi**2 + variance + math.exp(x)
        return math.exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - start) / tau**2

    low = start
    if delta**2 > phi**2 + variance:
        high = math.log(delta**2 - phi**2 - variance)
    else:
        steps = 1
        while slope(start - steps * tau) < 0:
            steps += 1
        high = start - steps * tau
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > _PRECISION:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return math.exp(low / 2)
