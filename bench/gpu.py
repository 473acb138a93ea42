"""Batches on a graphics card: strokes a second compared with the processor, and their agreement.

Needs a CUDA card and the extra `gpu`. Target on one NVIDIA H200: 60 million mid-game strokes and 2 million breaks a
second.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1])]
# numba-cuda still uses names that NumPy 2.5 has removed
for old, new in (("row_stack", "vstack"), ("in1d", "isin"), ("trapz", "trapezoid")):
    if not hasattr(np, old):
        setattr(np, old, getattr(np, new))

from page_figures import PHYSICS, keep  # noqa: E402
from physics import break_shots, mid_games  # noqa: E402

from carrom.equipment import Position, Seat  # noqa: E402
from carrom.physics import CLUB, Outcomes, Profile, simulate_batch  # noqa: E402
from carrom.physics.batch import as_discs, as_shots  # noqa: E402
from carrom.physics.gpu import GpuBatch  # noqa: E402
from carrom.physics.stroke import disc_bodies  # noqa: E402

MID_GAMES, BREAKS, COMPARED = 1 << 21, 1 << 18, 1 << 16
WANTED = {"mid-game": 60e6, "break": 2e6}
TABLE = (
    "| batch | strokes a second | wanted | one core of that machine | with transfers | same pockets | within 1 µm |",
    "|---|---|---|---|---|---|---|",
)
MICROMETRE = 1e-3  # mm


def agreement(one: Outcomes, other: Outcomes) -> tuple[float, float]:
    """Share of strokes with the same pieces in the same pockets, and of those with every disc within 1 µm."""
    same = (one.pocket == other.pocket).all(axis=1)
    apart = np.abs(np.nan_to_num(one.rest, nan=1e9) - np.nan_to_num(other.rest, nan=1e9)).max(axis=(1, 2))
    return float(same.mean()), float((apart < MICROMETRE).mean())


def percent(share: float) -> str:
    """As many digits as are meaningful: 99.9985 %, 100 %."""
    return f"{100 * share:.4f}".rstrip("0").rstrip(".") + " %"


def measure(name: str, profile: Profile, places: Any, shots: Any) -> str:
    discs, rows = as_discs(places, len(shots)), as_shots(shots, Seat.SOUTH)
    batch = GpuBatch(discs, rows, disc_bodies(discs.shape[1]), profile.numbers)
    begun = time.perf_counter()
    batch.play()
    first = time.perf_counter() - begun
    best = np.inf
    for _ in range(3):
        begun = time.perf_counter()
        batch.play()
        best = min(best, time.perf_counter() - begun)
    whole = np.inf
    for _ in range(2):
        begun = time.perf_counter()
        found = simulate_batch(places, shots, profile=profile, device="gpu")
        whole = min(whole, time.perf_counter() - begun)
    few = slice(0, COMPARED)
    begun = time.perf_counter()
    expected = simulate_batch(places if len(discs) == 1 else places[few], shots[few], profile=profile, threads=1)
    core = COMPARED / (time.perf_counter() - begun)
    part = Outcomes(*(getattr(found, field)[few] for field in Outcomes.__slots__))
    sets, near = agreement(part, expected)
    rate, kind = len(shots) / best, name.split(",")[0]
    print(
        f"{name:34} {rate / 1e6:8.2f} M/s {rate / WANTED[kind]:6.2f} × wanted {rate / core:7.0f} × one core"
        f" {len(shots) / whole / 1e6:8.2f} M/s with transfers  sets {sets:.4%}  1 µm {near:.4%}  (first {first:.1f} s)",
        flush=True,
    )
    cells = [
        name,
        f"{rate / 1e6:.3g} million",
        f"{rate / WANTED[kind]:.2f} × {WANTED[kind] / 1e6:g} million",
        f"{rate / core:,.0f} ×",
        f"{len(shots) / whole / 1e6:.2g} million",
        percent(sets),
        percent(near),
    ]
    return f"| {' | '.join(cells)} |"


def main() -> None:
    from numba import cuda

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--full", action="store_true", help="keep the figures, and write docs/physics.md")
    is_kept = parser.parse_args().full
    print(f"batches on {cuda.get_current_device().name!s} ({time.strftime('%Y-%m-%d')}), {COMPARED:,} strokes compared")
    few, some = mid_games(4096)
    random = np.random.default_rng(3)
    choice, shift = random.integers(0, len(few), MID_GAMES), random.normal(0, 1, MID_GAMES)
    places, shots = few[choice], some[choice]
    shots[:, 2] += shift  # same positions, many aims
    rack, at_rack = Position.start(), break_shots(BREAKS)
    simulate_batch(few[:2], some[:2])
    plain = CLUB.with_values(contact_friction=0.0)
    rows = [
        measure("mid-game, 6 pieces", CLUB, places, shots),
        measure("mid-game, no contact friction", plain, places, shots),
        measure("break, 19 touching pieces", CLUB, rack, at_rack),
        measure("break, no contact friction", plain, rack, at_rack),
    ]
    if is_kept:
        text = f"On one {cuda.get_current_device().name!s}; {COMPARED:,} of each compared with the processor."
        keep("card", [*TABLE, *rows, "", text], PHYSICS, by="bench/gpu.py --full", has_hands=False)


if __name__ == "__main__":
    main()
