"""The simulator: strokes a second on one core, one traced stroke, start and memory, against targets and other engines.

Times are the best of several runs: a busy machine makes rates smaller, never larger.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from page_figures import PHYSICS, keep
from peers import KNOWN, Peer, accuracy, installed

from carrom.equipment import Position
from carrom.physics import CLUB, Stroke, simulate, simulate_batch

MID_GAMES, BREAKS, PIECES = 20_000, 2_000, 6
PEER_MID_GAMES, PEER_BREAKS, COMPARED = 40, 10, 1_000
ENGINES = (
    "| engine | mid-game, 6 pieces | our batch | break, 19 pieces | our batch | one stroke with history | ours |",
    "|---|---|---|---|---|---|---|",
)
WANTED_MID, WANTED_BREAKS, WANTED_TRACE, WANTED_COLD, WANTED_WARM, WANTED_GIB = 150_000, 4_000, 60e-6, 15.0, 0.6, 2.0


def mid_games(count: int, seed: int = 1) -> tuple[Any, Any]:
    """Six random pieces, and strokes of 1 to 4 m/s."""
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
    """Breaks at 6 m/s from along the base line."""
    random = np.random.default_rng(seed)
    shots = np.empty((count, 4))
    shots[:, 0], shots[:, 1] = random.uniform(-150, 150, count), -252.6
    shots[:, 2] = np.degrees(np.arctan2(-shots[:, 0], 252.6)) + random.uniform(-4, 4, count)
    shots[:, 3] = 6.0
    return shots


def best_of(runs: int, work: Callable[[], object]) -> float:
    """Processor seconds, which other programs affect little."""
    times = []
    for _ in range(runs):
        begun = time.process_time()
        work()
        times.append(time.process_time() - begun)
    return min(times)


def row(what: str, ours: str, ratio: float, against: str) -> str:
    print(f"{what:48} {ours:>16}   {ratio:8.2f} × {against}")
    return f"| {what.strip()} | {ours} | {ratio:.2f} × {against} |"


def started(cache: str) -> float:
    """Processor seconds from Python's start to the end of a first stroke, in a new process."""
    code = (
        "from carrom.equipment import Position\nfrom carrom.physics import Stroke, simulate\n"
        "simulate(Position.from_text('white:0,0'), Stroke(0, -252.6, 0, 2.0))\nimport time; print(time.process_time())"
    )
    played = subprocess.run(
        [sys.executable, "-c", code], check=True, env={**os.environ, "CARROM_CACHE": cache}, capture_output=True
    )
    return float(played.stdout)


def against(peer: Peer, mid: float, broken: float) -> str:
    """Another engine's row for the same strokes, simulated one by one from Python, its only interface."""
    print(f"\n{peer.name}: {peer.differs}", flush=True)
    places, shots = mid_games(PEER_MID_GAMES)
    rack = np.array([(piece.x, piece.y) for piece in Position.start().pieces])
    peer.play(places[0], shots[0])
    theirs = best_of(3, lambda: [peer.play(*stroke) for stroke in zip(places, shots, strict=True)]) / PEER_MID_GAMES
    row("  mid-game strokes a second, 6 pieces", f"{1 / theirs:,.0f}/s", mid * theirs, "slower than our batch")
    cells = [peer.name, f"{1 / theirs:,.0f}/s", f"{mid * theirs:,.0f} ×"]
    history = ["", ""]
    if not peer.is_stepping:
        strokes = [(laid(six), Stroke(*shot.tolist())) for six, shot in zip(places, shots, strict=True)]
        ours = best_of(20, lambda: [simulate(*stroke) for stroke in strokes]) / PEER_MID_GAMES
        row("  one stroke from Python with its history", f"{theirs * 1e3:.1f} ms", theirs / ours, "slower than ours")
        history = [f"{theirs * 1e3:.1f} ms", f"{theirs / ours:,.0f} ×"]
    theirs = best_of(2, lambda: [peer.play(rack, shot) for shot in break_shots(PEER_BREAKS)]) / PEER_BREAKS
    row("  breaks a second, 19 pieces", f"{1 / theirs:,.1f}/s", broken * theirs, "slower than our batch")
    cells += [f"{1 / theirs:,.1f}/s", f"{broken * theirs:,.0f} ×", *history]
    return f"| {' | '.join(cells)} |"


def laid(places: Any) -> Position:
    return Position.of([("white", x, y) for x, y in places.tolist()])


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--full", action="store_true", help="keep the figures, and write docs/physics.md")
    is_kept = parser.parse_args().full
    lines = ["| work | measured | ratio |", "|---|---|---|"]
    print("physics: strokes by exact events (one core; floors are those of the project)")
    places, shots = mid_games(MID_GAMES)
    rack, at_rack = Position.start(), break_shots(BREAKS)
    simulate_batch(places[:2], shots[:2])

    mid = MID_GAMES / best_of(7, lambda: simulate_batch(places, shots, threads=1))
    lines.append(
        row(
            "mid-game strokes a second, 6 pieces, in batch",
            f"{mid:,.0f}/s",
            mid / WANTED_MID,
            f"floor {WANTED_MID:,}/s",
        )
    )
    plain = CLUB.with_values(contact_friction=0.0)
    smooth = MID_GAMES / best_of(5, lambda: simulate_batch(places, shots, threads=1, profile=plain))
    lines.append(
        row("  the same without contact friction", f"{smooth:,.0f}/s", smooth / WANTED_MID, f"floor {WANTED_MID:,}/s")
    )
    broken = BREAKS / best_of(5, lambda: simulate_batch(rack, at_rack, threads=1))
    lines.append(
        row(
            "breaks a second, 19 touching pieces",
            f"{broken:,.0f}/s",
            broken / WANTED_BREAKS,
            f"floor {WANTED_BREAKS:,}/s",
        )
    )

    position, stroke = laid(places[0]), Stroke(*shots[0].tolist())
    one = best_of(20, lambda: [simulate(position, stroke) for _ in range(100)]) / 100
    lines.append(
        row("one stroke from Python with its trace", f"{one * 1e6:.1f} µs", WANTED_TRACE / one, "faster than 60 µs")
    )

    with tempfile.TemporaryDirectory() as cache:
        cold = started(cache)
        warm = min(started(cache) for _ in range(5))
    lines.append(
        row("first stroke of a process, nothing compiled", f"{cold:.1f} s", WANTED_COLD / cold, "faster than 15 s")
    )
    lines.append(
        row("first stroke of a process, from the cache", f"{warm:.2f} s", WANTED_WARM / warm, "faster than 0.6 s")
    )

    million = np.resize(shots, (1_000_000, 4))
    simulate_batch(places[0], million)
    gib = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    lines.append(row("memory of a batch of 1,000,000 strokes", f"{gib:.2f} GiB", WANTED_GIB / gib, "below 2 GiB"))

    lines += ["", "Seconds are those of a processor."]
    if is_kept:
        keep("strokes", lines, PHYSICS, by="bench/physics.py --full", has_hands=False)

    # after measuring memory, which they use too
    found = {known.name: installed(known) for known in KNOWN}
    engines = list(ENGINES)
    for name, peer in found.items():
        if peer is None:
            print(f"\n{name}: not installed")
        else:
            engines.append(against(peer, mid, broken))
    stepping = {name: peer.play for name, peer in found.items() if peer is not None and peer.is_stepping}
    steps: list[str] = []
    if stepping:
        print(
            "\nthe disc farthest from its exact place of rest, in mm: median of "
            f"{accuracy.STROKES} strokes; what fell: of {accuracy.ANY} strokes"
        )
        steps = accuracy.table(stepping, *mid_games(COMPARED, seed=3))
        print(*steps, sep="\n")
    # With one missing, the stored table has more rows.
    if is_kept and None not in found.values():
        for section, rows in (("engines", engines), ("steps", steps)):
            keep(section, rows, PHYSICS, by="bench/physics.py --full", has_hands=False)


if __name__ == "__main__":
    main()
