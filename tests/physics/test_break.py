"""The break is well-posed, symmetric, and has the mean of soft discs followed from beginning to end."""

import json
import math

import numpy as np
import pytest

from carrom.equipment import Position
from carrom.physics import CLUB, PROFILES, Outcomes, Stroke, simulate, simulate_batch
from tests.depth import by_depth
from tests.physics.layouts import breaks
from tests.physics.reference import FRAME_RESTITUTION, FRICTION, RESTITUTION, SEED, SPEED, STATISTICS, soft_break

PROFILE = CLUB.with_values(
    friction=FRICTION, restitution=RESTITUTION, frame_restitution=FRAME_RESTITUTION, contact_friction=0.0
)


@pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
def test_tiny_aim_change_keeps_the_outcome(profile) -> None:  # type: ignore[no-untyped-def]
    """A change of 1e-12 rad pockets the same pieces in each of 600 breaks."""
    shots = breaks(600, seed=5)
    shifted = shots.copy()
    shifted[:, 2] += math.degrees(1e-12)
    one = simulate_batch(Position.start(), shots, profile=profile)
    other = simulate_batch(Position.start(), shifted, profile=profile)
    assert np.array_equal(one.pocket, other.pocket)


@pytest.mark.parametrize("speed", [1.0, 3.0, 6.0, 8.0])
@pytest.mark.parametrize("rotation", [90.0, 30.0])
def test_central_break_is_symmetric(speed: float, rotation: float) -> None:
    """The rack is symmetric about the line of aim, so every resting piece has its mirror image."""
    position = Position.start(rotation)
    trace = simulate(position, Stroke(0, -252.6, 0, speed))
    hair = 1e-11  # mm: but for the last bit, the two halves are one
    assert trace.striker is None or abs(trace.striker[0]) < hair
    left = [place for place in trace.places[:-1] if place is not None]
    for x, y in left:
        assert min(math.hypot(x + other[0], y - other[1]) for other in left) < hair
    falls = sorted((pocket, time) for _, pocket, time in trace.falls)
    mirrored = sorted(({0: 1, 1: 0, 2: 3, 3: 2}[pocket], time) for pocket, time in falls)
    assert [pocket for pocket, _ in falls] == [pocket for pocket, _ in mirrored]


def mean_and_error(values: np.ndarray) -> tuple[float, float]:
    return float(values.mean()), float(values.std()) / math.sqrt(len(values))


def statistics(outcomes: Outcomes) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    fallen = outcomes.is_pocketed
    radii = np.hypot(outcomes.rest[:, :-1, 0], outcomes.rest[:, :-1, 1])
    return fallen[:, :-1].sum(axis=1), fallen[:, -1], radii[~np.isnan(radii)]


def test_statistics_match_soft_discs() -> None:
    """Against a thousand breaks followed with soft discs (`reference.py`), within three standard errors."""
    reference = json.loads(STATISTICS.read_text())
    count = reference["breaks"]
    outcomes = simulate_batch(Position.start(), breaks(4000, seed=123, speed=SPEED), profile=PROFILE)
    pieces, striker, radii = statistics(outcomes)
    mean, error = mean_and_error(pieces)
    wanted, spread = reference["pieces"]
    assert abs(mean - wanted) < 3 * math.hypot(error, spread / math.sqrt(count))
    share, share_error = mean_and_error(striker)
    wanted = reference["striker"]
    assert abs(share - wanted) < 3 * math.hypot(share_error, math.sqrt(wanted * (1 - wanted) / count))
    radius, _ = mean_and_error(radii)
    wanted, spread = reference["radius"]
    # The nineteen pieces of one break are not independent: four count as one.
    assert abs(radius - wanted) < 3 * spread / math.sqrt(count * 17 / 4)
    counts = np.bincount(pieces, minlength=8)[:8] / len(pieces)
    expected = np.array(reference["by_count"]) / count
    assert np.abs(counts - expected).max() < 3 * math.sqrt(0.25 / count)


def test_reference_does_not_depend_on_stiffness() -> None:
    shots = breaks(3000, seed=77)
    found = []
    for contact_time in (10e-6, 50e-6, 100e-6):
        profile = PROFILE.with_values(contact_time=contact_time)
        found.append(mean_and_error(statistics(simulate_batch(Position.start(), shots, profile=profile))[0]))
    for mean, error in found[1:]:
        assert abs(mean - found[0][0]) < 3 * math.hypot(error, found[0][1])


@pytest.mark.slow
def test_reference_file_is_reproducible() -> None:
    """A few of its breaks are played again, so that the file cannot drift from the code that made it."""
    first = json.loads(STATISTICS.read_text())["first"][: by_depth(1, 3)]
    for shot, fallen in zip(breaks(1000, seed=SEED), first, strict=False):
        assert np.flatnonzero(soft_break(shot)[0]).tolist() == fallen
