"""The compiled part of `carrom.players.candidates.sweep`."""

from __future__ import annotations

from math import ceil

import numpy as np

from carrom.physics.build import compiled


@compiled
def weigh_misses(values, spreads, step, is_round, reach, freedom, out):  # type: ignore[no-untyped-def]
    """Fill `out` with the value of each stroke of a sweep, (positions, paces, directions), as an aim.

    `spreads` (paces, directions) are the units of a miss in degrees, as is `step`; misses beyond `reach` units are
    ignored. If `is_round`, the last direction is next to the first.
    """
    stands, paces, count = values.shape
    weights = np.empty(count)
    for pace in range(paces):
        known, most = -1.0, 0
        for aim in range(count):
            spread = spreads[pace, aim]
            if spread != known:
                known, most = spread, min(ceil(reach * spread / step), count)
                for apart in range(most):
                    t = apart * step / spread
                    weights[apart] = (1 + t * t / freedom) ** (-(freedom + 1) / 2)
            low, high = aim - most + 1, aim + most - 1
            if is_round:
                low, high = max(low, aim - count // 2), min(high, aim + (count - 1) // 2)
            else:
                low, high = max(low, 0), min(high, count - 1)
            total = 0.0
            for other in range(low, high + 1):
                total += weights[abs(other - aim)]
            for stand in range(stands):
                # relative to the stroke's own value: a plateau stays level, without peaks
                here, more = values[stand, pace, aim], 0.0
                for other in range(low, high + 1):
                    more += weights[abs(other - aim)] * (values[stand, pace, other % count] - here)
                out[stand, pace, aim] = here + more / total


@compiled
def find_summits(hoped, is_round, out):  # type: ignore[no-untyped-def]
    """Mark aims, (positions, paces, directions), that beat their neighbours; of a level top the middle one.

    If `is_round`, the last direction is next to the first.
    """
    stands, paces, count = hoped.shape
    for stand in range(stands):
        for pace in range(paces):
            row = hoped[stand, pace]
            for aim in range(count):
                if (is_round or aim > 0) and not row[aim] > row[aim - 1]:
                    continue
                level = 0
                while (is_round or aim + level + 1 < count) and row[(aim + level + 1) % count] == row[aim]:
                    level += 1
                    if level == count:
                        break
                is_end = not is_round and aim + level + 1 == count
                if level < count - 1 and (is_end or row[(aim + level + 1) % count] < row[aim]):
                    out[stand, pace, (aim + level // 2) % count] = True
