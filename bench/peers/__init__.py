"""Other physics engines on our strokes, each imported only when measured.

`make bench` installs those that can be; by hand, `pip install 'carrom[peers]'`.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from importlib import metadata
from typing import Any, Final, NamedTuple


@dataclass(frozen=True, slots=True)
class Peer:
    """Installed engine: `play(places, shot)` returns the final places, NaN for fallen discs.

    A `stepping` engine takes its time step as a third argument, by default 1/1000 s; others record exact events.
    """

    name: str
    differs: str
    is_stepping: bool
    play: Callable[..., Any]


class Known(NamedTuple):
    module: str
    name: str
    distribution: str


KNOWN: Final = (
    Known("stepping_pymunk", "pymunk", "pymunk"),
    Known("stepping_box2d", "Box2D v3 (pyb2d3)", "pyb2d3"),
    Known("events_pooltool", "pooltool", "pooltool-billiards"),
)


def installed(known: Known) -> Peer | None:
    try:
        version = metadata.version(known.distribution)
        engine = importlib.import_module(f"{__name__}.{known.module}")
    except ImportError:
        return None
    is_stepping = known.module.startswith("stepping")
    name = f"{known.name} {version}" + (" at 1/1000 s" if is_stepping else "")
    return Peer(name, engine.DIFFERS, is_stepping, engine.play)
