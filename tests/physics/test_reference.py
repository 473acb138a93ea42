"""Strokes with zero, one and two touches agree with an independent small-step computation to 0.1 mm."""

import numpy as np
import pytest

from carrom.equipment import Position
from carrom.physics import CLUB, Stroke, simulate
from tests.physics.layouts import mid_games
from tests.physics.reference import step_by_step

PROFILE = CLUB.with_values(friction=0.15, restitution=0.9, frame_restitution=0.8, contact_friction=0.0)


@pytest.mark.slow
@pytest.mark.parametrize("pieces", [1, 3, 5])
def test_simulation_agrees_with_small_steps(pieces: int) -> None:
    places, shots = mid_games(12, pieces, seed=40 + pieces)
    compared = set()
    for row, shot in zip(places, shots, strict=True):
        shot[3] = min(shot[3], 4.0)
        position = Position.of([("white", x, y) for x, y in row.tolist()])
        order = [(piece.x, piece.y) for piece in position.pieces]
        expected, touches = step_by_step(order, tuple(shot.tolist()), 0.15, 0.9, 0.8)
        if touches > 2:
            continue  # each further touch multiplies errors by five or more
        compared.add(touches)
        trace = simulate(position, Stroke(*shot.tolist()), profile=PROFILE)
        assert sum(event.type == "disc" for event in trace.events) == touches
        for got, want in zip(trace.places, expected, strict=True):
            assert (got is None) == (want is None)
            if got is not None and want is not None:
                assert np.hypot(got[0] - want[0], got[1] - want[1]) < 0.1
    assert {1, 2} <= compared or pieces == 1
