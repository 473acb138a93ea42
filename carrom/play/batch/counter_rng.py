"""Counter-based random numbers (`counter_rng_kernel`); loads Numba on first use."""

import numpy as np

from carrom.play.sight import Floats, Ints
from carrom.play.skill import TAIL_FREEDOM


def draw_unit_errors(seeds: Ints, counts: Ints) -> Floats:
    """Rows of unit errors (placing, direction, pace), as `skill.draw_errors`."""
    from carrom.play.batch.counter_rng_kernel import unit_errors

    out = np.empty((len(seeds), 3))
    unit_errors(seeds.astype(np.uint64), counts, float(TAIL_FREEDOM), out)
    return out


def uniform_numbers(seeds: Ints, counts: Ints, lanes: int) -> Floats:
    """(rows, lanes), between 0 and 1."""
    from carrom.play.batch.counter_rng_kernel import uniforms

    found: Floats = uniforms(seeds.astype(np.uint64), counts, lanes)
    return found
