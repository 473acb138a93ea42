"""Glicko-2: the worked example of its author, and properties of all ratings."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, strategies as st

from carrom.tournament.ratings.glicko2 import Outcome, Rating, after_pause, rate

ratings = st.builds(Rating, st.floats(800, 2400), st.floats(30, 350), st.floats(0.03, 0.09))
outcomes = st.lists(st.builds(Outcome, ratings, st.sampled_from([0.0, 0.5, 1.0])), min_size=1, max_size=12)


def test_example_of_the_paper() -> None:
    """Glickman, "Example of the Glicko-2 system": 1464.06, 151.52 and 0.05999, by way of rounded figures."""
    played = [Outcome(Rating(1400, 30), 1), Outcome(Rating(1550, 100), 0), Outcome(Rating(1700, 300), 0)]
    found = rate(Rating(1500, 200, 0.06), played, tau=0.5)
    assert found.rating == pytest.approx(1464.06, abs=0.02)
    assert found.deviation == pytest.approx(151.52, abs=0.01)
    assert found.volatility == pytest.approx(0.05999, abs=0.00001)


def test_deviation_grows_without_play() -> None:
    """Step 6 of the paper: only the deviation grows."""
    found = rate(Rating(1500, 200, 0.06), [])
    assert found == after_pause(Rating(1500, 200, 0.06))
    assert (found.rating, found.volatility) == (1500, 0.06)
    assert found.deviation == pytest.approx(200.2714, abs=0.0001)
    assert after_pause(Rating(1500, 200), 1_000_000).deviation == 350


@given(ratings, outcomes)
def test_a_better_result_never_lowers_a_rating(before: Rating, played: list[Outcome]) -> None:
    lost = played.index(min(played, key=lambda one: one.score))
    assume(played[lost].score < 1)
    better = [Outcome(one.opponent, 1.0) if at == lost else one for at, one in enumerate(played)]
    assert rate(before, better).rating > rate(before, played).rating - 1e-6


@given(ratings, st.lists(ratings, min_size=1, max_size=8), st.integers(0, 99))
def test_all_won_rises_all_lost_falls(before: Rating, opponents: list[Rating], seed: int) -> None:
    assert rate(before, [Outcome(one, 1.0) for one in opponents]).rating > before.rating
    assert rate(before, [Outcome(one, 0.0) for one in opponents]).rating < before.rating


@given(ratings, outcomes)
def test_matches_lower_the_deviation(before: Rating, played: list[Outcome]) -> None:
    assert rate(before, played).deviation < after_pause(before, 2).deviation + 1
    assert rate(before, played * 3).deviation <= rate(before, played).deviation + 25


@given(ratings, outcomes)
def test_order_of_matches_does_not_matter(before: Rating, played: list[Outcome]) -> None:
    one, other = rate(before, played), rate(before, played[::-1])
    assert one.rating == pytest.approx(other.rating)
    assert one.deviation == pytest.approx(other.deviation)
