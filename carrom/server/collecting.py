"""When the garbage collector looks at what: it stops everybody while it looks.

What a server holds are matches, of which nearly nothing is garbage that only the collector finds. So it looks often at
the little that is new, which takes it a few milliseconds at most, and at everything when memory has grown or much time
has passed, in a moment in which hardly anybody plays.
"""

import asyncio
import gc
import sys
import time

_YOUNG = (2_000, 5, 1_000_000)
"""New objects until the newest are looked at, how often that happens until those before them are, and never all: with
50,000 at once (measured, a thousand tables) a look took up to 54 ms, and one at all of them 170 ms."""
_SWITCH = 0.001
"""Seconds after which a thread that only works makes room for one that waits, such as the store's with a commit."""
_LOOK = 10.0
_GROWN, _TOO_LARGE = 1.5, 4.0
"""So many times as large as at the last look it wants another one, and so many times it waits for no quiet moment."""
_LONG, _LONGEST = 600.0, 7200.0
"""Seconds after which it wants one, and after which it waits no longer."""
_QUIET = 0.03
"""Of a core: who uses no more has time. A hall with a thousand tables uses a third, and would stand still for a
fifth of a second or longer."""


def settle() -> None:
    """What is there now stays for good: the collector need not look at it again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_YOUNG)
    sys.setswitchinterval(_SWITCH)


async def collect_when_grown() -> None:
    """Look at everything when the process has become half as large again as it was then, and every ten minutes."""
    largest, waited = _peak(), 0.0
    while True:
        used = time.process_time()
        await asyncio.sleep(_LOOK)
        waited += _LOOK
        if is_due(waited, _peak() / largest, (time.process_time() - used) / _LOOK):
            gc.collect()
            largest, waited = _peak(), 0.0


def is_due(waited: float, grown: float, used: float) -> bool:
    """Whether everything is looked at now: so many seconds after the last time, so many times as large, with so much of
    a core in use."""
    if used <= _QUIET:
        return waited >= _LONG or grown > _GROWN
    return waited >= _LONGEST or grown > _TOO_LARGE


def _peak() -> int:
    try:
        import resource
    except ImportError:  # a system that does not tell
        return 1
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
