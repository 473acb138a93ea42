"""Counter-based random numbers: one for each seed, count and lane, whatever the order of calls (SplitMix64)."""

from math import cos, log, pi, sin, sqrt

import numpy as np

from carrom.physics.build import compiled

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_ONE, _S11, _S27, _S30, _S31 = (np.uint64(n) for n in (1, 11, 27, 30, 31))


@compiled
def mix(z):  # type: ignore[no-untyped-def]
    z = (z ^ (z >> _S30)) * _FIRST
    z = (z ^ (z >> _S27)) * _SECOND
    return z ^ (z >> _S31)


@compiled
def uniform(seed, count, lane):  # type: ignore[no-untyped-def]
    """Evenly distributed between 0 and 1, both excluded."""
    z = mix(seed + _GOLDEN * (np.uint64(count) + _ONE))
    z = mix(z + _GOLDEN * (np.uint64(lane) + _ONE))
    return (float(z >> _S11) + 0.5) * 2.0**-53


@compiled
def unit_errors(seeds, counts, freedom, out):  # type: ignore[no-untyped-def]
    """Fill rows of (placing, direction, pace): two normal numbers, and between them a Student's t with variance 1."""
    for row in range(len(seeds)):
        far = sqrt(-2.0 * log(uniform(seeds[row], counts[row], 0)))
        turn = 2.0 * pi * uniform(seeds[row], counts[row], 1)
        u = uniform(seeds[row], counts[row], 2)
        v = 2.0 * pi * uniform(seeds[row], counts[row], 3)
        out[row, 0], out[row, 2] = far * cos(turn), far * sin(turn)
        # Bailey's polar method, scaled to unit variance.
        out[row, 1] = sqrt(freedom * (u ** (-2.0 / freedom) - 1.0)) * cos(v) * sqrt((freedom - 2.0) / freedom)


@compiled
def uniforms(seeds, counts, lanes):  # type: ignore[no-untyped-def]
    """(rows, lanes)."""
    out = np.empty((len(seeds), lanes))
    for row in range(len(seeds)):
        for lane in range(lanes):
            out[row, lane] = uniform(seeds[row], counts[row], lane)
    return out


@compiled
def drift_values(seeds, counts, lanes, memory, stays):  # type: ignore[no-untyped-def]
    """Compute for each row an AR(1) value of unit variance at its count: see `Luck.form`."""
    out = np.empty(len(seeds))
    for row in range(len(seeds)):
        total = 0.0
        for ago in range(memory):
            far = sqrt(-2.0 * log(uniform(seeds[row], counts[row] + ago, lanes[row])))
            shock = far * cos(2.0 * pi * uniform(seeds[row], counts[row] + ago, lanes[row] + 1))
            total = stays * total + shock
        out[row] = sqrt(1.0 - stays * stays) * total
    return out
