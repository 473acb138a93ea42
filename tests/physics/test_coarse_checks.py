"""A coarse check of many discs at once spares most of them a close one and misses none that matters."""

from typing import Any

import numpy as np
import pytest

from carrom.equipment import Seat
from carrom.physics import CLUB, Profile
from carrom.physics.batch import as_discs, as_shots
from carrom.physics.build import assemble, compiled_kernel
from carrom.physics.kernel import log
from carrom.physics.kernel.layout import V
from carrom.physics.stroke import disc_bodies, outcome_arrays
from tests.physics.layouts import Floats, mid_games, packs


def every_disc_at_rest(x: float, y: float, ux: float, uy: float, r: float, reach: float, s: Floats, n: int) -> int:
    return sum(1 << j for j in range(n) if s[V, j] == 0.0)


def every_moving_disc(i: int, now: float, x: float, y: float, v: float, soon: float, s: Floats, n: int) -> int:
    return sum(1 << j for j in range(n) if s[V, j] != 0.0)


def played(names: dict[str, Any], places: Floats, strokes: Floats, profile: Profile) -> list[bytes]:
    discs, shots = as_discs(places, len(strokes)), as_shots(strokes, Seat.SOUTH)
    nothing, nowhere = np.empty((0, log.EVENT_COLUMNS)), np.empty((0, log.TRACK_COLUMNS))
    found = outcome_arrays(len(strokes), discs.shape[1])
    given = discs, shots, disc_bodies(discs.shape[1]), profile.numbers
    names["play_strokes"](*given, nothing, nowhere, *found, 0, len(strokes))
    return [array.tobytes() for array in found]


@pytest.mark.parametrize("profile", [CLUB, CLUB.with_values(restitution=1.0, frame_restitution=1.0, friction=0.05)])
@pytest.mark.parametrize("world", [mid_games(12, 12, 3), packs(12, 4)])
def test_first_pass_changes_no_bit(world: tuple[Floats, Floats], profile: Profile) -> None:
    looks = {"lie_ahead": every_disc_at_rest, "come_near": every_moving_disc}
    without = assemble(lambda function: function, instead=looks)
    assert played(without, *world, profile) == played(compiled_kernel(), *world, profile)
