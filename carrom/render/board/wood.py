"""Wood and what lies on it: lines of grain, and powder. Drawn by chance that is the same in every picture."""

from collections.abc import Iterator
from math import cos, pi, sin, sqrt
from random import Random

from carrom.render.ink.svg import num, tag

_BUCKETS = 5


def grain(
    seed: int, area: tuple[float, float, float, float], count: int, *, stroke: str, strength: float, swing: float = 1.0
) -> str:
    """Waving lines all over an area (x, y, width, height), from faint and fine to strong and broad."""
    chance = Random(seed)
    x, y, breadth, height = area
    buckets: list[list[str]] = [[] for _ in range(_BUCKETS)]
    for _ in range(count):
        length = breadth * (0.25 + 0.75 * chance.random())
        left = x + chance.random() * (breadth - length)
        top = y + chance.random() * height
        half = 70 + 90 * chance.random()
        lift = swing * (1 + 3.5 * chance.random()) * (1 if chance.random() < 0.5 else -1)
        waves = max(1, round(length / half))
        step = length / waves
        first = f"M{num(left, 0)} {num(top, 1)}q{num(step / 2, 0)} {num(lift, 1)} {num(step, 0)} {num(lift / 4, 1)}"
        buckets[int(chance.random() * _BUCKETS)].append(first + f"t{num(step, 0)} 0" * (waves - 1))
    lines = [
        tag("path", d="".join(lines), stroke_width=0.35 + 1.5 * (at / _BUCKETS) ** 2, stroke_opacity=strength * part)
        for at, lines in enumerate(buckets)
        for part in [0.3 + 0.7 * ((at * 2) % _BUCKETS) / (_BUCKETS - 1)]
    ]
    return tag("g", *lines, fill="none", stroke=stroke, opacity="{grained}")


def powder() -> str:
    """Boric powder as it lies after some strokes: clouds around the middle, smears, and grains of it."""
    chance = Random(99)
    clouds = [_cloud(chance) for _ in range(22)]
    grains = "".join(f"M{num(x, 0)} {num(y, 0)}h0" for x, y in _scattered(chance, 420, 340))
    dots = tag("path", d=grains, stroke="#fffdf6", stroke_width=2.2, stroke_linecap="round", stroke_opacity=0.75)
    return tag("g", *clouds, dots, opacity="{powder}")


def powder_defs() -> str:
    stops = "".join(
        tag("stop", offset=str(at), stop_color="#fffef8", stop_opacity=str(alpha))
        for at, alpha in ((0, 0.34), (0.55, 0.2), (1, 0))
    )
    return tag("radialGradient", stops, id="carrom-powder")


def _cloud(chance: Random) -> str:
    angle, far = chance.random() * 2 * pi, chance.random() * 250
    long, slim = 60 + chance.random() * 90, 40 + chance.random() * 50
    x, y = far * cos(angle), far * sin(angle)
    turn = f"translate({num(x, 0)} {num(y, 0)}) rotate({num(chance.random() * 180, 0)})"
    return tag("ellipse", rx=round(long), ry=round(slim), fill="url(#carrom-powder)", transform=turn)


def _scattered(chance: Random, count: int, reach: float) -> Iterator[tuple[float, float]]:
    for _ in range(count):
        angle, far = chance.random() * 2 * pi, sqrt(chance.random()) * reach
        yield far * cos(angle), far * sin(angle)
