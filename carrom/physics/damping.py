"""The damper of a soft contact that gives a wanted restitution.

A spring with a damper that never pulls lets go when its force is zero, before it is back at its length; the closed
form is that of Schwager and Pöschel (Granular Matter 9, 465, 2007).
"""

import math
from functools import lru_cache

# Below this a pack would need smaller steps than it is worth: its discs stay together either way.
LEAST = 0.1


def restitution_of(damping: float) -> float:
    """The restitution of a single touch with this damping (as a part of the critical one)."""
    if damping < 1.0:
        swing = math.sqrt(1.0 - damping * damping)
        return math.exp(-damping / swing * math.atan2(2.0 * damping * swing, 2.0 * damping * damping - 1.0))
    creep = math.sqrt(damping * damping - 1.0)
    if creep == 0.0:
        return math.exp(-2.0)
    return math.exp(-damping / creep * math.log((damping + creep) / (damping - creep)))


@lru_cache(maxsize=64)
def damping_for(restitution: float) -> float:
    """The damping whose single touch has this restitution."""
    wanted = max(restitution, LEAST)
    low, high = 0.0, 2.0
    for _ in range(60):
        middle = 0.5 * (low + high)
        if restitution_of(middle) > wanted:
            low = middle
        else:
            high = middle
    return low
