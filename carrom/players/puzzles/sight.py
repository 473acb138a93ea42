"""How plainly a person sees a stroke before it is made: straight to what falls, or by way of others."""

from __future__ import annotations

from typing import Final

from carrom.physics import Trace

_MOST: Final = 4
"""Nobody follows more meetings than this; it does not get harder."""


def detours(trace: Trace) -> int:
    """Meetings of the striker and of what falls first, before it falls, beside the one in which the striker strikes it:
    other pieces and frames. Nothing that falls is the plainest: there is nothing to follow."""
    if not trace.falls:
        return 0
    fallen, _, when = trace.falls[0]
    followed = {fallen, len(trace.kinds)}
    met = sum(
        event.time < when and event.type in ("disc", "frame") and bool(followed & {event.disc, event.other})
        for event in trace.events
    )
    return min(_MOST, max(0, met - 1))
