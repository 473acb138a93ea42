"""The stroke: strokes a second on one core, the time of one traced stroke, start and memory, against floors and peers.

Peers are measured in the same run where they are installed (pymunk). Times are the best of several runs; a
busy machine makes them smaller, never larger.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from carrom.equipment import Position
from carrom.physics import CLUB, Stroke, simulate, simulate_batch

MID_GAMES, BREAKS, PIECES = 20_000, 2_000, 6
WANTED_MID, WANTED_BREAKS, WANTED_TRACE, WANTED_COLD, WANTED_WARM, WANTED_GIB = 150_000, 4_000, 60e-6, 15.0, 0.6, 2.0


def mid_games(count: int, seed: int = 1) -> tuple[Any, Any]:
    """Six pieces anywhere, strokes of 1 to 4 m/s."""
    random = np.random.default_rng(seed)
    places = np.empty((count, PIECES, 2))
    for row in places:
        done = 0
        while done < PIECES:
            x, y = random.uniform(-350, 350, 2)
            free = np.hypot(abs(x) - 347.75, abs(y) - 347.75) > 23 and y > -200
            if free and all(np.hypot(x - a, y - b) > 31.9 for a, b in row[:done]):
                row[done] = x, y
                done += 1
    shots = np.empty((count, 4))
    shots[:, 0], shots[:, 1] = random.uniform(-170, 170, count), -252.6
    shots[:, 2], shots[:, 3] = random.uniform(-60, 60, count), random.uniform(1, 4, count)
    return places, shots


def break_shots(count: int, seed: int = 2) -> Any:
    """Strokes at the rack, 6 m/s, from along the base line."""
    random = np.random.default_rng(seed)
    shots = np.empty((count, 4))
    shots[:, 0], shots[:, 1] = random.uniform(-150, 150, count), -252.6
    shots[:, 2] = np.degrees(np.arctan2(-shots[:, 0], 252.6)) + random.uniform(-4, 4, count)
    shots[:, 3] = 6.0
    return shots


def best_of(runs: int, work: Callable[[], object]) -> float:
    times = []
    for _ in range(runs):
        begun = time.perf_counter()
        work()
        times.append(time.perf_counter() - begun)
    return min(times)


def row(what: str, ours: str, ratio: float, against: str) -> None:
    print(f"{what:48} {ours:>16}   {ratio:8.2f} × {against}")


def pymunk_mid_games(places: Any, shots: Any, count: int) -> float | None:
    """Strokes a second of pymunk at 1/1000 s, in the same world: Coulomb friction by a capped joint, no spin."""
    try:
        import pymunk
    except ImportError:
        return None

    def play(row: Any, shot: Any) -> None:
        space = pymunk.Space()
        walls = [
            ((-370, -370), (370, -370)),
            ((370, -370), (370, 370)),
            ((370, 370), (-370, 370)),
            ((-370, 370), (-370, -370)),
        ]
        for a, b in walls:
            wall = pymunk.Segment(space.static_body, a, b, 0)
            wall.elasticity = CLUB.frame_restitution / CLUB.restitution**0.5
            space.add(wall)
        bodies = []
        for number in range(PIECES + 1):
            striker = number == PIECES
            mass, radius = (15.0, 20.65) if striker else (5.25, 15.9)
            body = pymunk.Body(mass, pymunk.moment_for_circle(mass, 0, radius))
            body.position = tuple(shot[:2]) if striker else tuple(row[number])
            shape = pymunk.Circle(body, radius)
            shape.elasticity = CLUB.restitution**0.5
            rub = pymunk.PivotJoint(space.static_body, body, (0, 0), (0, 0))
            rub.max_bias, rub.max_force = 0, mass * CLUB.friction * 9806.65
            space.add(body, shape, rub)
            bodies.append(body)
        angle = np.radians(shot[2])
        bodies[-1].velocity = 1000 * shot[3] * np.sin(angle), 1000 * shot[3] * np.cos(angle)
        for _ in range(4000):
            space.step(0.001)
            if all(body.velocity.length < 1 for body in bodies):
                break

    seconds = best_of(1, lambda: [play(places[number], shots[number]) for number in range(count)])
    return count / seconds


def started(cache: str) -> float:
    """Seconds from the start of Python to the end of a first stroke, in a fresh process (which tells the moment)."""
    code = (
        "from carrom.equipment import Position\nfrom carrom.physics import Stroke, simulate\n"
        "simulate(Position.from_text('white:0,0'), Stroke(0, -252.6, 0, 2.0))\nimport time; print(time.time())"
    )
    begun = time.time()
    played = subprocess.run(
        [sys.executable, "-c", code], check=True, env={**os.environ, "CARROM_CACHE": cache}, capture_output=True
    )
    return float(played.stdout) - begun


def main() -> None:
    print("physics: strokes by exact events (one core; floors are those of the project)")
    places, shots = mid_games(MID_GAMES)
    rack, at_rack = Position.start(), break_shots(BREAKS)
    simulate_batch(places[:2], shots[:2])

    mid = MID_GAMES / best_of(7, lambda: simulate_batch(places, shots, threads=1))
    row("mid-game strokes a second, 6 pieces, in batch", f"{mid:,.0f}/s", mid / WANTED_MID, f"floor {WANTED_MID:,}/s")
    plain = CLUB.with_values(contact_friction=0.0)
    smooth = MID_GAMES / best_of(5, lambda: simulate_batch(places, shots, threads=1, profile=plain))
    row("  the same without contact friction", f"{smooth:,.0f}/s", smooth / WANTED_MID, f"floor {WANTED_MID:,}/s")
    if (peer := pymunk_mid_games(places, shots, 20)) is not None:
        row("  against pymunk at 1/1000 s", f"{peer:,.0f}/s", mid / peer, "its strokes a second")
    broken = BREAKS / best_of(5, lambda: simulate_batch(rack, at_rack, threads=1))
    row("breaks a second, 19 touching pieces", f"{broken:,.0f}/s", broken / WANTED_BREAKS, f"floor {WANTED_BREAKS:,}/s")

    position = Position.of([("white", x, y) for x, y in places[0].tolist()])
    stroke = Stroke(*shots[0].tolist())
    one = best_of(20, lambda: [simulate(position, stroke) for _ in range(100)]) / 100
    row("one stroke from Python with its trace", f"{one * 1e6:.1f} µs", WANTED_TRACE / one, "faster than 60 µs")

    with tempfile.TemporaryDirectory() as cache:
        cold = started(cache)
        warm = min(started(cache) for _ in range(5))
    row("first stroke of a process, nothing compiled", f"{cold:.1f} s", WANTED_COLD / cold, "faster than 15 s")
    row("first stroke of a process, from the cache", f"{warm:.2f} s", WANTED_WARM / warm, "faster than 0.6 s")

    million = np.resize(shots, (1_000_000, 4))
    simulate_batch(places[0], million)
    gib = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    row("memory of a batch of 1,000,000 strokes", f"{gib:.2f} GiB", WANTED_GIB / gib, "below 2 GiB")


if __name__ == "__main__":
    main()
