"""When the garbage collector looks at what: it stops everybody while it looks.

What a server holds are matches, of which nearly nothing is garbage that only the collector finds. So it looks often at
the little that is new, which takes it a few milliseconds at most, and at everything only when memory has grown a lot,
or after a long time.
"""

import asyncio
import gc
import sys

_YOUNG = (2_000, 5, 1_000_000)
"""New objects until the newest are looked at, how often that happens until those before them are, and never all: with
50,000 at once (measured, a thousand tables) a look took up to 54 ms, and one at all of them 170 ms."""
_SWITCH = 0.001
"""Seconds after which a thread that only works makes room for one that waits, such as the store's with a commit."""
_LOOK = 10.0
_GROWN = 1.5
_LONGEST = 600.0


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
        await asyncio.sleep(_LOOK)
        waited += _LOOK
        if waited >= _LONGEST or _peak() > largest * _GROWN:
            gc.collect()
            largest, waited = _peak(), 0.0


def _peak() -> int:
    try:
        import resource
    except ImportError:  # a system that does not tell
        return 0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
