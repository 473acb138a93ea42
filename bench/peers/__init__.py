"""Other engines on our strokes, each imported only where it is measured.

`make bench` installs them where they install; `pip install 'carrom[peers]'` does it by hand. Each module has a
`play(places, shot)` which lays out one stroke, plays it to rest and gives back where the discs lie.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from importlib import metadata
from typing import Any, Final, NamedTuple


@dataclass(frozen=True, slots=True)
class Peer:
    """An engine that is installed: `play(places, shot)` gives the places at rest, NaN where a disc has fallen.

    One that is `stepping` takes its step as a third argument, 1/1000 s if none is given; another keeps a history of
    exact events.
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
    """The engine, ready to play, or nothing where it is not installed."""
    try:
        version = metadata.version(known.distribution)
        engine = importlib.import_module(f"{__name__}.{known.module}")
    except ImportError:
        return None
    is_stepping = known.module.startswith("stepping")
    name = f"{known.name} {version}" + (" at 1/1000 s" if is_stepping else "")
    return Peer(name, engine.DIFFERS, is_stepping, engine.play)
